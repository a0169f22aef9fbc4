"""Files of HTML, Markdown, XML, LaTeX and subtitles to plain text: one document after the other."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path

from firth.errors import EmptyCorpusError, FirthError, FormatError, InputError
from firth.runtime.memory import memory_budget
from firth.runtime.other_names import refuse_other_names
from firth.runtime.parallel import thread_count
from firth.runtime.processes import in_processes
from firth.runtime.run import Progress, silent
from firth.text.clean.html_paragraphs import html_paragraphs
from firth.text.clean.latex_paragraphs import latex_paragraphs
from firth.text.clean.markdown_paragraphs import markdown_paragraphs, require_markdown
from firth.text.clean.paragraph_styles import ParagraphStyle, in_style
from firth.text.clean.sentence_splitting import Splitter, splitter_of
from firth.text.clean.subtitle_paragraphs import subtitle_paragraphs
from firth.text.clean.whole_files import decoded, whole_files
from firth.text.clean.xml_paragraphs import xml_paragraphs
from firth.text.decoding import require_encoding
from firth.text.other_kinds import refuse_other_documents
from firth.text.sources import Source, find_sources
from firth.text.tokenize import require_choice
from firth.text.unpack import unpacked

_WORK_PER_BYTE = 64
"""Bytes of memory that cleaning takes at once for each byte of a document."""

_BLOCK_BYTES = 1 << 18
_PARAGRAPHS_AT_ONCE = 1000

_DECLARING = {"html"}


@dataclass(frozen=True)
class _Form:
    """How documents become text; it can be sent to another process."""

    markup: str
    paragraphs: Callable[[str], list[str]]
    style: ParagraphStyle
    split: Callable[[str], str]
    encoding: str

    def text_of(self, data: bytes, name: str) -> str:
        document = decoded(data, name, encoding=self.encoding, declares=self.markup in _DECLARING)
        return in_style(self.paragraphs(document), self.style, self.split)


@refuse_other_names()
def clean_html(
    sources: str | Path | Iterable[str | Path],
    *,
    style: ParagraphStyle = "sentences",
    splitter: Splitter = "rules",
    language: str = "en",
    encoding: str | None = None,
    threads: int | None = None,
    memory: str | int | None = None,
    progress: Progress = silent,
) -> Iterator[str]:
    """Clean pages of HTML to plain text, page by page; see docs/cleaning.md.

    Parameters
    ----------
    sources : str, Path or iterable of them
        Files, patterns such as "pages/*.html", or "-" for standard input; files may be compressed.
    style : {"sentences", "paragraphs"}, default "sentences"
        One sentence on each line, words in lower case and nothing else; or one paragraph on each line, as it
        is written.
    splitter : {"rules", "sentencex"}, default "rules"
        How sentences are told apart: by a few rules, or by the library sentencex (extra ``clean``).
    language : str, default "en"
        The language of the sentences, for sentencex.
    encoding : str, optional
        The encoding; what the page says unless given, else UTF-8, else Windows-1252.
    threads : int, optional
        The number of processes; the result does not depend on it.
    memory : str or int, optional
        The memory budget, such as "1GB".
    progress : callable, optional
        Is told how far the work is.

    Returns
    -------
    iterator of str
        The text of each page that has some.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     _ = Path(folder, "tea.html").write_text("<nav>Home</nav><p>Tea is <b>hot</b>. Drink!</p>")
    ...     list(clean_html(Path(folder, "tea.html")))
    ['tea is hot\\ndrink\\n']
    """
    form = _form("html", html_paragraphs, style, splitter, language, encoding)
    return _cleaned(form, sources, threads, memory, progress)


@refuse_other_names()
def clean_markdown(
    sources: str | Path | Iterable[str | Path],
    *,
    style: ParagraphStyle = "sentences",
    splitter: Splitter = "rules",
    language: str = "en",
    encoding: str | None = None,
    threads: int | None = None,
    memory: str | int | None = None,
    progress: Progress = silent,
) -> Iterator[str]:
    """Clean Markdown to plain text, file by file, by markdown-it-py (extra ``clean``); see docs/cleaning.md.

    Parameters
    ----------
    sources, style, splitter, language, encoding, threads, memory, progress
        As for `clean_html`.

    Returns
    -------
    iterator of str
        The text of each file that has some.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     _ = Path(folder, "tea.md").write_text("# Tea\\n\\nTea is *hot*, [they say](http://x.org).\\n")
    ...     list(clean_markdown(Path(folder, "tea.md")))
    ['tea\\ntea is hot they say\\n']
    """
    require_markdown()
    form = _form("markdown", markdown_paragraphs, style, splitter, language, encoding)
    return _cleaned(form, sources, threads, memory, progress)


@refuse_other_names()
def clean_latex(
    sources: str | Path | Iterable[str | Path],
    *,
    style: ParagraphStyle = "sentences",
    splitter: Splitter = "rules",
    language: str = "en",
    encoding: str | None = None,
    threads: int | None = None,
    memory: str | int | None = None,
    progress: Progress = silent,
) -> Iterator[str]:
    r"""Clean LaTeX to plain text, file by file; see docs/cleaning.md.

    Parameters
    ----------
    sources, style, splitter, language, encoding, threads, memory, progress
        As for `clean_html`.

    Returns
    -------
    iterator of str
        The text of each file that has some.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     _ = Path(folder, "tea.tex").write_text(r"\section{Tea} Tea is \emph{hot} \cite{x}.")
    ...     list(clean_latex(Path(folder, "tea.tex")))
    ['tea\ntea is hot\n']
    """
    form = _form("latex", latex_paragraphs, style, splitter, language, encoding)
    return _cleaned(form, sources, threads, memory, progress)


@refuse_other_names()
def clean_subtitles(
    sources: str | Path | Iterable[str | Path],
    *,
    style: ParagraphStyle = "sentences",
    splitter: Splitter = "rules",
    language: str = "en",
    encoding: str | None = None,
    threads: int | None = None,
    memory: str | int | None = None,
    progress: Progress = silent,
) -> Iterator[str]:
    """Clean subtitles (.srt, .vtt) to plain text, file by file; see docs/cleaning.md.

    Parameters
    ----------
    sources, style, splitter, language, encoding, threads, memory, progress
        As for `clean_html`.

    Returns
    -------
    iterator of str
        The text of each file that has some.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     _ = Path(folder, "tea.srt").write_text("1\\n00:00:01,000 --> 00:00:02,000\\nTea is hot.\\n")
    ...     list(clean_subtitles(Path(folder, "tea.srt")))
    ['tea is hot\\n']
    """
    form = _form("subtitles", subtitle_paragraphs, style, splitter, language, encoding)
    return _cleaned(form, sources, threads, memory, progress)


@refuse_other_names()
def clean_xml(
    sources: str | Path | Iterable[str | Path],
    *,
    elements: Collection[str] = (),
    without: Collection[str] = (),
    style: ParagraphStyle = "sentences",
    splitter: Splitter = "rules",
    language: str = "en",
    encoding: str | None = None,
    progress: Progress = silent,
) -> Iterator[str]:
    """Clean XML such as TEI, DocBook or JATS to plain text; see docs/cleaning.md.

    Files are read as streams, so that memory does not grow with them.

    Parameters
    ----------
    sources : str, Path or iterable of them
        Files, patterns such as "letters/*.xml", or "-" for standard input; files may be compressed.
    elements : collection of str
        Names of elements whose text is taken, such as "body"; that of all unless given.
    without : collection of str
        Names of elements that are left out with all they hold, beside teiHeader and the like.
    style, splitter, language, progress
        As for `clean_html`.
    encoding : str, optional
        The encoding; what the document declares unless given.

    Returns
    -------
    iterator of str
        The text in parts of some paragraphs, each of one file.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     _ = Path(folder, "tea.xml").write_text("<text><title>X</title><p>Tea is <hi>hot</hi>.</p></text>")
    ...     list(clean_xml(Path(folder, "tea.xml"), elements=["p"]))
    ['tea is hot\\n']
    """
    form = _form("xml", lambda document: [document], style, splitter, language, encoding)
    return _nothing_refused(
        _cleaned_xml(form, find_sources(sources, markup="xml"), elements, without, progress), "XML"
    )


def html_text(page: str) -> str:
    """The text of a page or a piece of HTML, a paragraph on each line.

    >>> html_text("Good.<br /><br />Not <i>very</i> good &amp; dear.")
    'Good.\\nNot very good & dear.'
    """
    return "\n".join(html_paragraphs(page))


def _form(
    markup: str,
    paragraphs: Callable[[str], list[str]],
    style: ParagraphStyle,
    splitter: Splitter,
    language: str,
    encoding: str | None,
) -> _Form:
    require_choice("style", style, ParagraphStyle)
    require_choice("splitter", splitter, Splitter)
    codec = "" if encoding is None else require_encoding(encoding)
    return _Form(markup, paragraphs, style, splitter_of(splitter, language), codec)


def _cleaned(
    form: _Form,
    sources: str | Path | Iterable[str | Path],
    threads: int | None,
    memory: str | int | None,
    progress: Progress,
) -> Iterator[str]:
    found = find_sources(sources, markup=form.markup)
    for source in found:
        if source.form != "text":
            raise InputError(
                f"{source.name} is a table of texts; write each text to a file of its own (in Python "
                "firth.text.clean.html_text cleans one text)."
            )
    workers = thread_count(threads)
    largest = memory_budget(memory) // _WORK_PER_BYTE // (workers + 1)
    files = whole_files(found, largest=largest, progress=progress)
    blocks = (source.name.encode() + b"\0" + data for source, data in files)
    answers = in_processes(partial(_cleaned_block, form=form), blocks, workers)
    return _nothing_refused(_texts(answers), found[0].name)


def _cleaned_block(block: bytes, *, form: _Form) -> bytes:
    """As JSON: the text of a document, or what is wrong with it."""
    name, _, data = block.partition(b"\0")
    try:
        return json.dumps([form.text_of(data, name.decode(errors="replace")), ""]).encode()
    except FirthError as error:
        return json.dumps(["", str(error)]).encode()


def _texts(answers: Iterable[bytes]) -> Iterator[str]:
    for answer in answers:
        text, trouble = json.loads(answer)
        if trouble:
            raise FormatError(trouble)
        yield text


def _nothing_refused(texts: Iterable[str], name: str) -> Iterator[str]:
    """The texts that are not empty; none at all is refused."""
    empty = True
    for text in filter(None, texts):
        empty = False
        yield text
    if empty:
        raise EmptyCorpusError(f"there is no text in {name}; give documents with text in them.")


def _cleaned_xml(
    form: _Form,
    found: Sequence[Source],
    elements: Collection[str],
    without: Collection[str],
    progress: Progress,
) -> Iterator[str]:
    total = 0 if any(source.path is None for source in found) else sum(source.size for source in found)
    done = 0
    for source in found:
        with unpacked(source) as (stream, consumed):
            first = stream.read(_BLOCK_BYTES)
            refuse_other_documents(first, source.name)
            if b"<mediawiki" in first[:1000]:
                raise FormatError(f"{source.name} is a Wikipedia dump; use firth clean wikipedia.")

            def blocks(first: bytes = first) -> Iterator[bytes]:
                yield first
                while block := stream.read(_BLOCK_BYTES):  # within this turn of the loop
                    progress("cleaning", done + consumed(), total, "B")  # noqa: B023
                    yield block

            lines = xml_paragraphs(
                blocks(), source.name, elements=elements, without=without, encoding=form.encoding
            )
            for line in lines:
                yield in_style(chain([line], _next(lines)), form.style, form.split)
        done += source.size


def _next(lines: Iterator[str]) -> Iterator[str]:
    """A few of the lines that follow."""
    for _, line in zip(range(_PARAGRAPHS_AT_ONCE), lines, strict=False):
        yield line
