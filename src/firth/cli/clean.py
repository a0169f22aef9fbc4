"""firth clean: Wikipedia dumps and tweets; other formats are in clean_markup."""

from __future__ import annotations

import time
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from firth.cli.clean_markup import Output, html, latex, markdown, subtitles, tell_of_cleaning, xml
from firth.cli.commands import DONE_IN_PART, add_command, command_group
from firth.cli.options import Column, Force, Resume, RunOptions
from firth.cli.outputs import check_file, text_file
from firth.cli.progress import progress_bars
from firth.cli.unfinished import unfinished_blocks

app = command_group(
    """Make plain text of a Wikipedia dump, HTML, Markdown, XML, LaTeX, subtitles or tweets.

    [bold]Examples[/bold]

    $ firth clean wikipedia enwiki-latest-pages-articles.xml.bz2 -o text.txt

    $ firth clean html 'pages/*.html' -o text.txt

    $ firth clean tweets tweets.txt.xz -o clean.txt
    """
)


def wikipedia(
    dump: Annotated[
        str,
        typer.Argument(
            metavar="DUMP", help="A dump of pages (.xml .bz2 .xz .gz .zst); - is stdin.", show_default=False
        ),
    ],
    output: Output,
    run: RunOptions,
    style: Annotated[
        Literal["sentences", "text8"],
        typer.Option(
            help="The form of the text: a sentence on each line, in any language; or a–z and single spaces, "
            "as in text8."
        ),
    ] = "sentences",
    splitter: Annotated[
        Literal["rules", "sentencex"],
        typer.Option(help="The splitter of sentences; sentencex needs the extra firth[clean]."),
    ] = "rules",
    resume: Resume = False,
    force: Force = False,
) -> None:
    """Make plain text of a Wikipedia dump.

    Templates, tables, references, tags, link marks and addresses are removed; the text of links stays. The
    dump is read as a stream, so that memory does not grow with it. A dump that is cut short or damaged, as
    enwik8 is, is cleaned up to its last whole page; the exit code is 1 then.

    [bold]Examples[/bold]

    $ firth clean wikipedia enwiki-latest-pages-articles.xml.bz2 -o text.txt

    $ firth clean wikipedia enwik8.xml -o text8.txt --style text8

    $ firth clean wikipedia dewiki.xml.bz2 -o saetze.txt --splitter sentencex --threads 4
    """
    given = run.arguments()  # before anything below is imported
    from firth.text.clean import WikipediaText

    check_file(output, force=force)
    began, lines = time.perf_counter(), 0
    how = {"style": style, "splitter": splitter}
    with (
        _unfinished(output, dump, how, resume=resume, quiet=run.quiet),
        progress_bars(quiet=run.quiet) as progress,
    ):
        text = WikipediaText(dump, style=style, splitter=splitter, progress=progress, **given)
        with text_file(output) as file:
            for page in text:
                file.write(page)
                lines += page.count("\n")
    facts = {"pages": text.pages, "left_out": text.left_out, "lines": lines, "trouble": text.trouble}
    kept = f"{text.pages - text.left_out:,} of {text.pages:,} pages"
    tell_of_cleaning(f"cleaned   {kept}; the others are redirects or not articles", facts, output, began, run)
    if text.trouble:
        typer.echo(f"firth: {text.trouble}", err=True)
        raise typer.Exit(DONE_IN_PART)


def tweets(
    tweets: Annotated[
        str,
        typer.Argument(
            metavar="TWEETS",
            help="Tweets, one a line or record (.txt .gz .bz2 .xz .zst .jsonl .csv .parquet); - is stdin.",
            show_default=False,
        ),
    ],
    output: Output,
    run: RunOptions,
    without: Annotated[
        list[str] | None,
        typer.Option(
            metavar="STEP",
            help="A step to leave out: lowercase, emojis, hashtags, html, mentions, urls, elongated, "
            "emotions, abbreviations or special; may be repeated.",
        ),
    ] = None,
    lemmas: Annotated[
        bool, typer.Option("--lemmas", help="Lemmatize English words too; it needs the extra firth[clean].")
    ] = False,
    column: Column = "text",
    resume: Resume = False,
    force: Force = False,
) -> None:
    """Make plain words of tweets, in ten steps.

    Words become lowercase; emojis become their names; hashtags, html codes, mentions and urls are removed;
    elongated words (soooo) are cut to two letters; emotions (loveee, luv) and abbreviations (thx, don't) get
    their usual form; special characters are removed. The output has as many lines as the input has tweets.

    [bold]Examples[/bold]

    $ firth clean tweets tweets.txt.xz -o clean.txt

    $ firth clean tweets tweets.csv -o clean.txt --column body --lemmas

    $ firth clean tweets tweets.txt -o clean.txt --without hashtags --without emojis
    """
    given = run.arguments()  # before anything below is imported
    from firth.text.clean import clean_tweets

    check_file(output, force=force)
    began, lines = time.perf_counter(), 0
    how = {"without": sorted(without or ()), "lemmas": lemmas, "column": column}
    with (
        _unfinished(output, tweets, how, resume=resume, quiet=run.quiet),
        progress_bars(quiet=run.quiet) as progress,
    ):
        cleaned = clean_tweets(
            tweets,
            without=without or (),
            lemmas=lemmas,
            column=column,
            threads=given["threads"],
            progress=progress,
        )
        with text_file(output) as file:
            for tweet in cleaned:
                file.write(tweet + "\n")
                lines += 1
    tell_of_cleaning(f"cleaned   {lines:,} tweets", {"lines": lines}, output, began, run)


def _unfinished(
    output: Path, source: str, how: dict[str, Any], *, resume: bool, quiet: bool
) -> AbstractContextManager[None]:
    def recipe() -> dict[str, Any]:
        from firth.text.sources import find_sources, sources_as_plain

        return {"sources": sources_as_plain(find_sources(source)), **how}

    return unfinished_blocks(output, recipe, resume=resume, quiet=quiet)


for command in (wikipedia, html, markdown, xml, latex, subtitles, tweets):
    add_command(app, command)
