"""firth clean."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from firth.cli.options import RunOptions, with_groups
from firth.cli.progress import progress_bars
from firth.cli.show import print_json

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="""Make plain text of a Wikipedia dump or of tweets.

    [bold]Examples[/bold]

    $ firth clean wikipedia enwiki-latest-pages-articles.xml.bz2 -o text.txt

    $ firth clean tweets tweets.txt.xz -o clean.txt
    """,
)

Output = Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="Where the text goes.")]


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
        typer.Option(help="A sentence a line, in any language; or a–z and single spaces, as text8 has."),
    ] = "sentences",
    splitter: Annotated[
        Literal["rules", "sentencex"],
        typer.Option(help="What tells sentences apart; sentencex needs the extra clean."),
    ] = "rules",
) -> None:
    """Make plain text of a Wikipedia dump.

    Templates, tables, references, tags, link marks and addresses go; what links show stays. The dump is read
    as a stream: memory does not grow with it. One that is cut or spoilt is cleaned up to its last whole page.

    [bold]Examples[/bold]

    $ firth clean wikipedia enwiki-latest-pages-articles.xml.bz2 -o text.txt

    $ firth clean wikipedia enwik8.xml -o text8.txt --style text8

    $ firth clean wikipedia dewiki.xml.bz2 -o saetze.txt --splitter sentencex --threads 4
    """
    given = run.arguments()  # before anything below is imported
    from firth.store import refuse_unwritable, whole_file
    from firth.text.clean import WikipediaText

    refuse_unwritable(output)
    began, lines = time.perf_counter(), 0
    with progress_bars(quiet=run.quiet) as progress:
        text = WikipediaText(dump, style=style, splitter=splitter, progress=progress, **given)
        with whole_file(output) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as file:
            for page in text:
                file.write(page)
                lines += page.count("\n")
    if text.trouble:
        typer.echo(f"firth: {text.trouble}", err=True)
    facts = {"pages": text.pages, "left_out": text.left_out, "lines": lines, "trouble": text.trouble}
    kept = f"{text.pages - text.left_out:,} of {text.pages:,} pages"
    _tell(f"cleaned   {kept}; others are redirects or no articles", facts, output, began, run)


def tweets(
    tweets: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
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
            help="Leave out a step: lowercase, emojis, hashtags, html, mentions, urls, elongated, emotions, "
            "abbreviations or special; may be repeated.",
        ),
    ] = None,
    lemmas: Annotated[
        bool, typer.Option("--lemmas", help="Also lemmatize English words; needs the extra clean.")
    ] = False,
    column: Annotated[str, typer.Option(help="The column with the text, in tables.")] = "text",
) -> None:
    """Make plain words of tweets, in ten steps.

    lowercase; emojis to their names; hashtags, html codes, mentions and urls out; elongated words (soooo) cut
    to two letters; emotions (loveee, luv) and abbreviations (thx, don't) in their usual form; special
    characters out. As many lines come out as go in.

    [bold]Examples[/bold]

    $ firth clean tweets tweets.txt.xz -o clean.txt

    $ firth clean tweets tweets.csv -o clean.txt --column body --lemmas

    $ firth clean tweets tweets.txt -o clean.txt --without hashtags --without emojis
    """
    given = run.arguments()  # before anything below is imported
    from firth.store import refuse_unwritable, whole_file
    from firth.text.clean import clean_tweets

    refuse_unwritable(output)
    began, lines = time.perf_counter(), 0
    with progress_bars(quiet=run.quiet) as progress:
        cleaned = clean_tweets(
            tweets,
            without=without or (),
            lemmas=lemmas,
            column=column,
            threads=given["threads"],
            progress=progress,
        )
        with whole_file(output) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as file:
            for tweet in cleaned:
                file.write(tweet + "\n")
                lines += 1
    _tell(f"cleaned   {lines:,} tweets", {"lines": lines}, output, began, run)


def _tell(sentence: str, facts: dict[str, Any], output: Path, began: float, run: RunOptions) -> None:
    seconds = round(time.perf_counter() - began, 3)
    if run.json:
        print_json(facts | {"seconds": seconds, "saved": str(output)})
    elif not run.quiet:
        typer.echo(f"{sentence}\ntook      {seconds:.2f} s\nsaved     {output}")


for command in (wikipedia, tweets):
    app.command(no_args_is_help=True)(with_groups(command))
