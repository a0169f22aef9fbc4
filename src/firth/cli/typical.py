"""firth documents typical: the words of each author, party or year, and the sentences that carry them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from firth.cli.options import LABEL, Column, Json, Plot, Quiet, ResultsFolder, Threads, Top, limit_threads
from firth.cli.outputs import make_folder, write_frame, write_results
from firth.cli.progress import progress_bars
from firth.cli.show import print_json, wide_console
from firth.cli.table_options import TableFormat
from firth.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import polars as pl
    from rich.console import Console

    from firth.ca import CharacteristicWords
    from firth.runtime.arrays import Array
    from firth.runtime.run import Progress

_BLOCKS = 60
"""Groups that are printed and drawn; more are for files and JSON."""
_PANELS = 12
"""Groups in a picture."""
_BARS = 20
"""Words of each sign in a panel of a picture, at most."""
_LETTERS = 400
"""How much of a carrier is printed; files have all of it."""
_NAME = 60
"""How much of the name of a group is printed."""
_MARGIN = 14
_LINE_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]+")


@dataclass(frozen=True, eq=False)
class _Groups:
    """Documents sorted by group.

    texts, labels: of the documents that take part. numbers: of each in the file, from 1. names, sizes: of
    each group, and how many documents it has. notes: what there is to tell of them.
    """

    texts: list[str]
    labels: list[str]
    numbers: Array
    names: tuple[str, ...]
    sizes: list[int]
    notes: tuple[str, ...]


def typical(
    documents: Annotated[
        Path,
        typer.Argument(
            metavar="DOCUMENTS",
            help="A table (.csv .tsv .jsonl .parquet), a text with one document a line, or a folder of "
            "texts.",
            show_default=False,
        ),
    ],
    *,
    column: Column = "text",
    label: Annotated[str, typer.Option(metavar="COLUMN", help=f"{LABEL}, in tables.")] = "label",
    label_file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The file with a label on each line, for a text."),
    ] = None,
    exclude: Annotated[
        list[str] | None,
        typer.Option(
            metavar="LABEL",
            help="A category that takes no part: documents with this label are left out; may be repeated.",
        ),
    ] = None,
    top: Top = 10,
    sentences: Annotated[
        int,
        typer.Option(
            metavar="N", min=0, help="Number of sentences, or whole documents, to show of each group."
        ),
    ] = 3,
    carriers: Annotated[
        Literal["sentences", "documents"],
        typer.Option(help="Whether sentences or whole documents are shown that carry typical words."),
    ] = "sentences",
    min_count: Annotated[
        int, typer.Option(metavar="N", min=1, help="Words that occur fewer than N times are left out.")
    ] = 5,
    proba: Annotated[
        float,
        typer.Option(
            metavar="P", help="Words are typical if chance gives as much with a probability below P."
        ),
    ] = 0.05,
    output: ResultsFolder = None,
    format: TableFormat = "csv",
    plot: Plot = False,
    threads: Threads = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Find the words typical of each author, party or year, and the sentences that carry them.

    Each group of documents is compared with all of them together. The number beside a word is its v-test, far
    above 2 where the group uses the word more than chance explains, and far below −2 where less. The number
    beside a sentence is the mean of its words. With -o all typical words are written, not only the strongest.

    [bold]Examples[/bold]

    $ firth documents typical reviews.csv --column review --label stars

    $ firth documents typical folder --top 15 --sentences 5 -o results --plot

    $ firth documents typical reviews.txt --label-file stars.txt --carriers documents --json
    """
    if plot and output is None:
        raise InputError("--plot needs a folder for the pictures; name one with -o.")
    if not 0 < proba <= 1:
        raise InputError(f"--proba is {proba}; it must be above 0 and at most 1.")
    limit_threads(threads)
    if output is not None:
        from firth.runtime.atomic import refuse_unwritable

        make_folder(output)
        refuse_unwritable(output / f"words.{format}")
    if plot:
        from firth.plots.canvas import require_matplotlib

        require_matplotlib()
    from firth.datasets import read_labeled

    with progress_bars(quiet=quiet) as progress:
        progress("reading file", 0, 0, "documents")
        known = read_labeled(documents, label_file, column=column, label=label)
        groups = _groups(known.texts, known.labels, documents, exclude or [])
        del known
        found = _found(groups, proba, min_count, carriers, sentences, threads, progress)
    about = {
        "command": "documents typical",
        "documents": len(groups.texts),
        "different_words": len(found.words.columns),
        "words": int(found.words.total),
        "proba": proba,
        "min_count": min_count,
        "carriers": carriers,
    }
    if json:
        print_json(about | {"notes": list(groups.notes), "groups": _as_list(found, groups, top)})
    else:
        if not quiet:
            _print_head(found, groups, documents, min_count)
        _print_blocks(found, groups, top, carriers)
    if output is not None:
        about["notes"] = list(groups.notes)
        title = (
            f"Characteristic words by {label}"
            if label_file is None and documents.is_file()
            else "Characteristic words"
        )
        for path in write_results(output, _files(found, carriers, format, top, title, plot=plot), about):
            if not quiet:
                typer.echo(f"saved     {path}", err=json)


def _groups(texts: Sequence[str], labels: Sequence[Any], path: Path, excluded: Sequence[str]) -> _Groups:
    """Documents of each group one after the other, and groups in the order of their names or numbers."""
    import numpy as np

    from firth.core.categories import categories_of

    coded = categories_of(labels, "label")
    unknown = [name for name in excluded if name not in coded.names]
    if unknown:
        raise InputError(
            f"no document of {path} has the label {unknown[0]!r}; the labels are {_listed(coded.names)}."
        )
    kept = [place for place, name in enumerate(coded.names) if name not in excluded]
    if len(kept) < 2:
        raise InputError(
            f"all {len(texts):,} documents of {path} have the label {coded.names[0]!r}; a word is typical of "
            "one group beside others, so give documents with at least two labels."
            if not excluded
            else f"--exclude leaves {len(kept)} of the labels {_listed(coded.names)}; leave at least two."
        )
    ordered = sorted(kept, key=_sorting(coded.names))
    ranks = np.full(len(coded.names), -1)
    ranks[ordered] = np.arange(len(ordered))
    rank = ranks[coded.codes]
    order = np.argsort(rank, kind="stable")[np.count_nonzero(rank < 0) :]
    names = tuple(coded.names[place] for place in ordered)
    chosen, notes = _shown_texts([texts[place] for place in order.tolist()], path)
    if excluded:
        left_out = _many(len(texts) - len(chosen), "document")
        notes.insert(0, f"{left_out} with label {_listed(excluded)} left out")
    return _Groups(
        chosen, [names[place] for place in rank[order].tolist()], order + 1, names,
        np.bincount(rank[order], minlength=len(names)).tolist(), tuple(notes),
    )  # fmt: skip


def _shown_texts(texts: list[str], path: Path) -> tuple[list[str], list[str]]:
    """Texts with the line breaks of web pages as line ends, and notes of those and of empty ones."""
    notes = []
    broken = sum("<" in text and _LINE_BREAK.search(text) is not None for text in texts)
    if broken:
        # Else br would be a word, and what stands around it one sentence.
        texts = [_LINE_BREAK.sub("\n", text) if "<" in text else text for text in texts]
        notes.append(f"<br> taken as the end of a line in {_many(broken, 'document')}")
    empty = sum(not text.strip() for text in texts)
    if empty == len(texts):
        raise InputError(
            f"all {empty:,} documents of {path} are empty; in a table, name the column that has their text "
            "with --column."
        )
    if empty:
        notes.append(f"{_many(empty, 'document')} without text")
    return texts, notes


def _sorting(names: Sequence[str]) -> Callable[[int], Any]:
    """The place of a name: by number where all are numbers, such as years, and else by letters."""
    try:
        numbers = [float(name) for name in names]
    except ValueError:
        return lambda place: (names[place].casefold(), names[place])
    return lambda place: (numbers[place], names[place])


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(repr, names[:20])) + (" …" if len(names) > 20 else "")


def _found(
    groups: _Groups,
    proba: float,
    min_count: int,
    carriers: Literal["sentences", "documents"],
    sentences: int,
    threads: int | None,
    progress: Progress,
) -> CharacteristicWords:
    """All typical words; documents are numbered as in the file."""
    from firth.ca import characteristic_words

    found = characteristic_words(
        groups.texts, groups.labels, proba=proba, top=None, min_count=min_count, carriers=carriers,
        carriers_per_group=sentences, threads=threads, progress=progress,
    )  # fmt: skip
    return replace(found, document=groups.numbers[found.document])


def _words_frame(found: CharacteristicWords) -> pl.DataFrame:
    """The words as a table in the terms of groups; sums of counts are whole numbers."""
    import polars as pl

    return (
        found.words.to_polars()
        .rename({"row": "group", "column": "word", "percent_in_row": "percent_in_group"})
        .cast({"count": pl.Int64, "overall_count": pl.Int64})
    )


def _files(
    found: CharacteristicWords, carriers: str, format: str, top: int, title: str, *, plot: bool
) -> Iterator[tuple[str, Callable[[Path], object]]]:
    """Names of files, each with what writes it; pictures are drawn when their turn comes."""
    yield f"words.{format}", partial(write_frame, _words_frame(found))
    yield f"{carriers}.{format}", partial(write_frame, found.carriers_to_polars())
    if not plot:
        return
    from firth.plots import save_figure, vtest_bars

    words = found.words.strongest(min(top, _BARS))
    tests = {}
    for place, cells in _by_group(words.row, len(words.rows))[:_BLOCKS]:
        names = [words.columns.tokens[j] for j in words.column[cells].tolist()]
        tests[words.rows.tokens[place]] = (names, words.v_tests[cells])
    pages = [list(tests)[start : start + _PANELS] for start in range(0, len(tests), _PANELS)]
    for number, page in enumerate(pages, start=1):
        figure = vtest_bars({name: tests[name] for name in page}, top=_BARS, title=title)
        yield f"words_{number}.png" if len(pages) > 1 else "words.png", partial(save_figure, figure)


def _by_group(places: Array, groups: int) -> list[tuple[int, slice]]:
    """Where each group begins and ends in what is sorted by group."""
    import numpy as np

    bounds = np.searchsorted(places, np.arange(groups + 1)).tolist()
    return [(place, slice(bounds[place], bounds[place + 1])) for place in range(groups)]


def _as_list(found: CharacteristicWords, groups: _Groups, top: int) -> list[dict[str, Any]]:
    """The strongest words of each group, and its carriers, as plain values for JSON."""
    words = found.words.strongest(top)
    rows = _words_frame(replace(found, words=words)).drop("group").to_dicts()
    shown = found.carriers_to_polars().drop("group").to_dicts()
    own = dict(_by_group(found.group, len(words.rows)))
    listed = []
    for place, cells in _by_group(words.row, len(words.rows)):
        over = [row for row in rows[cells] if row["v_test"] > 0]
        under = [row for row in rows[cells] if row["v_test"] <= 0]
        listed.append(
            {
                "group": groups.names[place],
                "documents": groups.sizes[place],
                "words": int(words.rows.counts[place]),
                "over_used": over,
                "under_used": under[::-1],
                "carriers": shown[own[place]],
            }
        )
    return listed


def _print_head(found: CharacteristicWords, groups: _Groups, path: Path, min_count: int) -> None:
    often = f" that occur at least {min_count} times" if min_count > 1 else ""
    typer.echo(
        f"taken     {len(groups.texts):,} documents of {path.name} in {len(groups.names):,} groups, with "
        f"{int(found.words.total):,} words, {len(found.words.columns):,} different ones{often}"
    )
    for note in groups.notes:
        typer.echo(f"note      {note}")


def _print_blocks(found: CharacteristicWords, groups: _Groups, top: int, carriers: str) -> None:
    from rich.text import Text

    console = wide_console()
    words = found.words.strongest(top)
    own = dict(_by_group(found.group, len(words.rows)))
    for place, cells in _by_group(words.row, len(words.rows))[:_BLOCKS]:
        heading = Text(f"\n{_shortened(_plain(groups.names[place]), _NAME)}", style="bold")
        size = f"   {_many(groups.sizes[place], 'document')}, {_many(int(words.rows.counts[place]), 'word')}"
        console.print(heading.append(size, style="not bold dim"))
        tests = list(zip(words.column[cells].tolist(), words.v_tests[cells].tolist(), strict=True))
        for title, signed in (
            ("over-used", [pair for pair in tests if pair[1] > 0]),
            ("under-used", [pair for pair in tests if pair[1] <= 0][::-1]),
        ):
            named = [f"{words.columns.tokens[j]} {'−' if v < 0 else ''}{abs(v):.1f}" for j, v in signed]
            _print_beside(console, title, _filled(named, console.width - _MARGIN))
        if not tests:
            typer.echo("  no word is over- or under-used")
        places = range(len(found.text))[own[place]]
        _print_carriers(console, carriers, [(found.score[i], found.text[i]) for i in places])
    if len(groups.names) > _BLOCKS:
        more = len(groups.names) - _BLOCKS
        typer.echo(f"\nand {_many(more, 'more group')}; -o writes all groups, and --json prints them")


def _print_carriers(console: Console, title: str, found: list[tuple[float, str]]) -> None:
    from rich.text import Text

    lines = []
    for score, text in found:
        wrapped = Text(_shortened(_plain(text), _LETTERS)).wrap(console, max(20, console.width - _MARGIN - 6))
        for number, line in enumerate(wrapped):
            lines.append(f"{'' if number else f'{score:.1f}':>5} {line.plain.rstrip()}")
    _print_beside(console, title, lines)


def _print_beside(console: Console, title: str, lines: list[str]) -> None:
    from rich.text import Text

    for number, line in enumerate(lines):
        shown = Text(f"  {'' if number else title:<{_MARGIN - 2}}", style="dim")
        console.print(shown.append(line, style="not dim"), soft_wrap=True)


def _filled(items: list[str], width: int) -> list[str]:
    """Items one after the other on lines of so many cells, none of them broken."""
    from rich.cells import cell_len

    lines: list[str] = []
    for item in items:
        if lines and cell_len(lines[-1]) + 3 + cell_len(item) <= width:
            lines[-1] += f" · {item}"
        else:
            lines.append(item)
    return lines


def _many(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def _plain(text: str) -> str:
    """On one line, without what would steer a terminal."""
    return " ".join(_CONTROL.sub(" ", text).split())


def _shortened(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    head = text[: most - 1]
    return f"{head.rpartition(' ')[0] or head}…"
