"""What is kept beside an output until it is there: finished parts of the work, and vectors being moved."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import typer

from firth.cli.signals import goes_on_from, is_done
from firth.errors import FormatError, InputError

if TYPE_CHECKING:
    from firth.core import Embedding

SECONDS_BETWEEN = 10.0
UNFINISHED_FILE = "their file, NAME.unfinished.safetensors beside the output (in Python: leave resume out)"
"""What the library calls it."""


@contextmanager
def unfinished_blocks(
    output: Path, recipe: Callable[[], Mapping[str, Any]], *, resume: bool, quiet: bool = False
) -> Iterator[None]:
    """Keep finished parts of the work in a folder beside an output, until the block ends well; with --resume.

    recipe: gives everything that determines what is kept there; asked only if something is.
    """
    folder = output.parent / f"{output.resolve().name}.unfinished"
    if not resume:
        if folder.is_dir() and not quiet:
            typer.echo(
                f"firth: note: {folder} is left of an earlier run; --resume goes on from it.", err=True
            )
        yield
        return
    from firth import __version__
    from firth.core.recipe import VERSION
    from firth.runtime.blocks import Blocks
    from firth.runtime.run import kept_in

    whole = {"firth": __version__, "numbers": VERSION, **recipe()}
    way_out = f"remove it to begin anew (rm -r {folder})"
    with Blocks(folder, whole, way_out=way_out) as blocks:
        goes_on_from(folder, lambda: None)
        with kept_in(blocks):
            yield
        is_done(folder)
        blocks.remove()


def text_and_counting(sources: list[str], text: Any, counting: Mapping[str, Any]) -> dict[str, Any]:
    """What a text is and how it is read and counted, as a recipe of blocks."""
    from firth.runtime.kept import content_digest
    from firth.text.sources import find_sources, sources_as_plain

    read = text.arguments()
    if read["allow"] is not None:
        read["allow"] = content_digest([read["allow"]])
    return {"sources": sources_as_plain(find_sources(sources)), "text": read, "counting": dict(counting)}


class Unfinished:
    """The file that a long run goes on from when it was stopped, by Ctrl-C or in any other way.

    path: NAME.unfinished.safetensors beside the output.

    >>> Unfinished(Path("vectors.safetensors")).path.name
    'vectors.unfinished.safetensors'
    """

    def __init__(self, output: Path) -> None:
        """Nothing is written yet; a signal from now on saves what there is then."""
        self.path = output.with_name(f"{output.stem}.unfinished.safetensors")
        self._newest: Embedding | None = None
        self._written = monotonic()
        goes_on_from(self.path, self._save)

    def taken_up(self) -> Embedding | None:
        """The vectors of a run that was stopped, if there are any."""
        from firth.store import load_embedding

        if not self.path.exists():
            return None
        try:
            return load_embedding(self.path)
        except FormatError as error:
            raise FormatError(
                f"{self.path}, which the run was to go on from, is damaged or no file of vectors; remove it "
                "to begin anew."
            ) from error

    @contextmanager
    def named(self) -> Iterator[None]:
        """Say which file it is that is not of this run."""
        try:
            yield
        except InputError as error:
            error.args = (str(error).replace(UNFINISHED_FILE, str(self.path)),)
            raise

    def keep(self, embedding: Embedding) -> None:
        """Take note of these vectors; write them, whole or not at all, if the last are some seconds old."""
        self._newest = embedding
        if monotonic() - self._written >= SECONDS_BETWEEN:
            self._save()

    def end(self) -> None:
        """The output is there: remove the file."""
        is_done(self.path)
        self.path.unlink(missing_ok=True)

    def _save(self) -> None:
        from firth.store import save

        if self._newest is not None:
            save(self._newest, self.path)
            self._newest, self._written = None, monotonic()
