"""A Wikipedia dump to plain text: streamed, in parallel, the same for any number of processes."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Literal

from firth.errors import FormatError, InputError
from firth.runtime.kept_processes import in_kept_processes
from firth.runtime.memory import memory_budget
from firth.runtime.other_names import refuse_other_names
from firth.runtime.parallel import thread_count
from firth.runtime.run import Progress, current_blocks, silent
from firth.text.clean.sentence_splitting import Splitter, splitter_of
from firth.text.clean.wikipedia_dump import BLOCK_BYTES, Page, PageBlocks, Site, pages_of
from firth.text.clean.wikipedia_sentences import sentences_style
from firth.text.clean.wikipedia_text8 import text8_style
from firth.text.sources import find_sources
from firth.text.tokenize import require_choice

Style = Literal["sentences", "text8"]

_WORK_PER_BYTE = 64
"""Bytes of memory that cleaning takes at once for each byte of a page."""


class DumpWarning(UserWarning):
    """A dump is damaged, and reading stopped before its end."""


@refuse_other_names()
def clean_wikipedia(
    dump: str | Path,
    *,
    style: Style = "sentences",
    splitter: Splitter = "rules",
    threads: int | None = None,
    memory: str | int | None = None,
    progress: Progress = silent,
) -> Iterator[str]:
    """Clean a Wikipedia dump to plain text, page by page; see docs/cleaning.md.

    Parameters
    ----------
    dump : str or Path
        The dump (.xml), which may be compressed (.bz2 .xz .gz .zst).
    style : {"sentences", "text8"}, default "sentences"
        One sentence on each line, words in lower case, of articles only; or only a–z and single spaces, as
        in text8, where the whole text is the concatenation of all pages.
    splitter : {"rules", "sentencex"}, default "rules"
        How sentences are told apart: by a few rules, or by the library sentencex (extra ``clean``).
    threads : int, optional
        The number of processes; the result does not depend on it.
    memory : str or int, optional
        The memory budget, such as "1GB".
    progress : callable, optional
        Is told how far the work is.

    Returns
    -------
    iterator of str
        The text of each page; pages without text, such as redirects, are left out.

    Warns
    -----
    DumpWarning
        If the dump is cut short or damaged; it is read up to its last whole page.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> page = "<page><title>Tea</title><revision><text>'''Tea''' is hot. Drink!</text></revision></page>"
    >>> with TemporaryDirectory() as folder:
    ...     _ = Path(folder, "dump.xml").write_text(f"<mediawiki>{page}</mediawiki>")
    ...     list(clean_wikipedia(Path(folder, "dump.xml")))
    ['tea is hot\\ndrink\\n']
    """
    text = WikipediaText(
        dump, style=style, splitter=splitter, threads=threads, memory=memory, progress=progress
    )
    return _warning_at_the_end(text)


def _warning_at_the_end(text: WikipediaText) -> Iterator[str]:
    yield from text
    if text.trouble:
        warnings.warn(text.trouble, DumpWarning, stacklevel=2)


class WikipediaText:
    """The text of each page, to be iterated over once; it then knows how many pages there were.

    Parameters are those of `firth.clean_wikipedia`.

    Attributes
    ----------
    pages : int
        Whole pages read.
    left_out : int
        Pages without text among them, such as redirects.
    trouble : str
        Why reading stopped before the end of the dump; empty if it did not.
    """

    def __init__(
        self,
        dump: str | Path,
        *,
        style: Style = "sentences",
        splitter: Splitter = "rules",
        threads: int | None = None,
        memory: str | int | None = None,
        progress: Progress = silent,
    ) -> None:
        """Read the head of the dump; other files are refused."""
        require_choice("style", style, Style)
        require_choice("splitter", splitter, Splitter)
        sources = find_sources(dump)
        if len(sources) > 1:
            raise InputError(f"{dump} stands for {len(sources)} files; give one dump at a time.")
        self.pages = self.left_out = 0
        self.trouble = ""
        self._threads = thread_count(threads)
        affordable = memory_budget(memory) // _WORK_PER_BYTE // (self._threads + 1)
        block_bytes = min(BLOCK_BYTES, max(affordable, 1 << 16))
        self._blocks = PageBlocks(sources[0], block_bytes=block_bytes, progress=progress)
        site = self._blocks.site
        self._how = [style, splitter, site.language, sorted(site.namespaces.items())]
        self._clean = partial(
            _cleaned_block, site=site, style=style, split=splitter_of(splitter, site.language)
        )

    def __iter__(self) -> Iterator[str]:
        """The texts; a dump without one whole page is refused."""
        for answer in in_kept_processes(
            self._clean, self._blocks, self._threads, current_blocks(), key="pages", how=self._how
        ):
            texts, left_out, trouble = json.loads(answer)
            self.pages += len(texts) + left_out
            self.left_out += left_out
            yield from texts
            if trouble:
                break
        else:
            trouble = self._blocks.trouble
        if trouble and not self.pages:
            raise FormatError(f"{trouble}; there is no whole page before that.")
        if trouble:
            self.trouble = f"{trouble}; the {self.pages:,} whole pages before that are cleaned."


def _cleaned_block(block: bytes, *, site: Site, style: Style, split: Callable[[str], str]) -> bytes:
    """As JSON: the texts of a block's pages, how many have none, and what is wrong with the next, if any."""
    texts: list[str] = []
    left_out, trouble = 0, ""
    try:
        for page in pages_of(block, site):
            if text := _text(page, site, style, split):
                texts.append(text)
            else:
                left_out += 1
    except FormatError as error:
        trouble = str(error)
    return json.dumps([texts, left_out, trouble]).encode()


def _text(page: Page, site: Site, style: Style, split: Callable[[str], str]) -> str:
    if style == "text8":
        return text8_style(page.text).decode()
    if page.redirect or page.namespace != 0:
        return ""
    return sentences_style(page.text, site, split)
