"""firth clean html, markdown, xml, latex and subtitles."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from firth.cli.options import Force, RunOptions
from firth.cli.outputs import check_file, text_file
from firth.cli.progress import progress_bars
from firth.cli.show import print_json

Output = Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="The text file to write.")]

Files = Annotated[
    list[str],
    typer.Argument(
        metavar="FILES",
        help="Files, folders or patterns, which may be packed (.gz .bz2 .xz .zst); - is stdin.",
        show_default=False,
    ),
]
Names = list[str] | None


@dataclass(frozen=True)
class MarkupOptions:
    """What the text looks like, and how the files are read."""

    style: Annotated[
        Literal["sentences", "paragraphs"],
        typer.Option(
            help="The form of the text: a sentence on each line, in lower-case words; or a paragraph on each "
            "line, as it is written."
        ),
    ] = "sentences"
    splitter: Annotated[
        Literal["rules", "sentencex"],
        typer.Option(help="The splitter of sentences; sentencex needs the extra firth[clean]."),
    ] = "rules"
    language: Annotated[
        str, typer.Option(metavar="CODE", help="The language of the sentences, for sentencex.")
    ] = "en"
    encoding: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="The encoding of text, such as latin-1.",
            show_default="what the files say",
        ),
    ] = None

    def arguments(self) -> dict[str, Any]:
        """What `firth.clean_html` and its kin take."""
        return dict(vars(self))


def html(files: Files, output: Output, markup: MarkupOptions, run: RunOptions, force: Force = False) -> None:
    """Make plain text of HTML.

    Scripts, styles, navigation, headers and footers of pages, forms' buttons, formulas and code are left out.
    Paragraphs, headings, list items and cells of tables are lines of their own.

    [bold]Examples[/bold]

    $ firth clean html pages -o text.txt

    $ firth clean html 'pages/*.html' -o text.txt

    $ firth clean html page.html -o text.txt --style paragraphs
    """
    _clean("clean_html", files, output, markup, run, force=force)


def markdown(
    files: Files, output: Output, markup: MarkupOptions, run: RunOptions, force: Force = False
) -> None:
    """Make plain text of Markdown.

    Blocks of code, formulas between $$, pictures, addresses and what is HTML are left out; the text of links
    stays. It needs the extra firth[clean].

    [bold]Examples[/bold]

    $ firth clean markdown 'notes/*.md' -o text.txt
    """
    _clean("clean_markdown", files, output, markup, run, force=force)


def latex(files: Files, output: Output, markup: MarkupOptions, run: RunOptions, force: Force = False) -> None:
    """Make plain text of LaTeX.

    The preamble, formulas, tables, programs, references, notes and commands are left out; headings, captions
    and what commands such as \\\\emph enclose stay.

    [bold]Examples[/bold]

    $ firth clean latex 'papers/*.tex' -o text.txt
    """
    _clean("clean_latex", files, output, markup, run, force=force)


def subtitles(
    files: Files, output: Output, markup: MarkupOptions, run: RunOptions, force: Force = False
) -> None:
    """Make plain text of subtitles (.srt, .vtt).

    Numbers, times, styles, names of speakers and sounds in brackets are left out. Sentences that go on over
    several captions are joined.

    [bold]Examples[/bold]

    $ firth clean subtitles 'films/*.srt' -o text.txt
    """
    _clean("clean_subtitles", files, output, markup, run, force=force)


def xml(
    files: Files,
    output: Output,
    markup: MarkupOptions,
    run: RunOptions,
    element: Annotated[
        Names,
        typer.Option(
            metavar="NAME",
            help="An element whose text is taken, such as body; may be repeated.",
            show_default="all",
        ),
    ] = None,
    without: Annotated[
        Names,
        typer.Option(
            metavar="NAME",
            help="An element to leave out with all it holds, beside teiHeader and the like; may be repeated.",
        ),
    ] = None,
    force: Force = False,
) -> None:
    """Make plain text of XML such as TEI, DocBook or JATS.

    Files are read as streams, so that memory does not grow with them. For a Wikipedia dump there is firth
    clean wikipedia.

    [bold]Examples[/bold]

    $ firth clean xml 'letters/*.xml' -o text.txt

    $ firth clean xml corpus.xml.gz -o text.txt --element body --without note
    """
    chosen = {"elements": element or (), "without": without or ()}
    _clean("clean_xml", files, output, markup, run, chosen, force=force)


def _clean(
    cleaner: str,
    files: list[str],
    output: Path,
    markup: MarkupOptions,
    run: RunOptions,
    chosen: dict[str, Any] | None = None,
    *,
    force: bool,
) -> None:
    given = run.arguments()  # before anything below is imported
    from firth.text import clean

    check_file(output, force=force)
    function: Callable[..., Iterator[str]] = getattr(clean, cleaner)
    resources = {} if cleaner == "clean_xml" else given
    began, parts, lines = time.perf_counter(), 0, 0
    with progress_bars(quiet=run.quiet) as progress:
        texts = function(files, **markup.arguments(), **resources, **(chosen or {}), progress=progress)
        with text_file(output) as file:
            for text in texts:
                file.write(text)
                parts += 1
                lines += text.count("\n")
    facts = {"lines": lines} if cleaner == "clean_xml" else {"documents": parts, "lines": lines}
    told = " in ".join(
        f"{number:,} {noun[: None if number != 1 else -1]}" for noun, number in reversed(facts.items())
    )
    tell_of_cleaning(f"cleaned   {told}", facts, output, began, run)


def tell_of_cleaning(
    sentence: str, facts: dict[str, Any], output: Path, began: float, run: RunOptions
) -> None:
    """Say what was cleaned, how long it took and where it went."""
    seconds = round(time.perf_counter() - began, 3)
    if run.json:
        print_json(facts | {"seconds": seconds, "saved": str(output)})
    elif not run.quiet:
        typer.echo(f"{sentence}\ntook      {seconds:.2f} s\nsaved     {output}")
