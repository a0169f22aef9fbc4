"""firth documents typical: the words of each author, party or year, and the sentences that carry them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from firth.cli.options import (
    LABEL,
    Column,
    Force,
    Json,
    PlainCells,
    Plot,
    Quiet,
    ResultsFolder,
    Threads,
    Top,
    limit_threads,
)
from firth.cli.outputs import check_folder, result_of, write_frame, write_results
from firth.cli.progress import progress_bars
from firth.cli.show import print_json
from firth.cli.table_options import TableFormat
from firth.cli.typical_blocks import MOST_BLOCKS, by_group, many, print_blocks
from firth.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import polars as pl

    from firth.ca import CharacteristicWords
    from firth.runtime.arrays import Array
    from firth.runtime.run import Progress

_PANELS = 12
"""Groups in a picture."""
_BARS = 20
"""Words of each sign in a panel of a picture, at most."""
_LINE_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)


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
    plain_cells: PlainCells = False,
    plot: Plot = False,
    force: Force = False,
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
        check_folder(
            output, f"{carriers}.{format}", f"words.{format}", "words*.png",
            about=result_of("documents typical", documents, output),
            left_out=() if plot else ("*.png",), force=force,
        )  # fmt: skip
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
        print_blocks(found, groups.sizes, top, carriers)
    if output is not None:
        about["notes"] = list(groups.notes)
        title = (
            f"Characteristic words by {label}"
            if label_file is None and documents.is_file()
            else "Characteristic words"
        )
        write_results(
            output,
            _files(found, carriers, format, top, title, plot=plot, plain_cells=plain_cells),
            {**about, **result_of("documents typical", documents, output)},
            force=force,
            tell=(lambda line: None) if quiet else partial(typer.echo, err=json),
        )


_MANY, _NEARLY_ALL = 100, 0.8
"""Of so many documents the labels are no groups if more than this share of them have one of their own."""


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
    if len(texts) >= _MANY and len(coded.names) > _NEARLY_ALL * len(texts):
        raise InputError(
            f"the {len(texts):,} documents of {path} have {len(coded.names):,} different labels, as names or "
            "numbers of documents are; choose a column of groups with --label."
        )
    ordered = sorted(kept, key=_sorting(coded.names))
    ranks = np.full(len(coded.names), -1)
    ranks[ordered] = np.arange(len(ordered))
    rank = ranks[coded.codes]
    order = np.argsort(rank, kind="stable")[np.count_nonzero(rank < 0) :]
    names = tuple(coded.names[place] for place in ordered)
    chosen, notes = _shown_texts([texts[place] for place in order.tolist()], path)
    if excluded:
        left_out = many(len(texts) - len(chosen), "document")
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
        notes.append(f"<br> taken as the end of a line in {many(broken, 'document')}")
    empty = sum(not text.strip() for text in texts)
    if empty == len(texts):
        raise InputError(
            f"all {empty:,} documents of {path} are empty; in a table, name the column that has their text "
            "with --column."
        )
    if empty:
        notes.append(f"{many(empty, 'document')} without text")
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
    found: CharacteristicWords,
    carriers: str,
    format: str,
    top: int,
    title: str,
    *,
    plot: bool,
    plain_cells: bool,
) -> Iterator[tuple[str, Callable[[Path], object]]]:
    """Names of files, each with what writes it; pictures are drawn when their turn comes."""
    write = partial(write_frame, plain_cells=plain_cells)
    yield f"words.{format}", partial(write, _words_frame(found))
    yield f"{carriers}.{format}", partial(write, found.carriers_to_polars())
    if not plot:
        return
    from firth.plots import save_figure, vtest_bars

    words = found.words.strongest(min(top, _BARS))
    tests = {}
    for place, cells in by_group(words.row, len(words.rows))[:MOST_BLOCKS]:
        names = [words.columns.tokens[j] for j in words.column[cells].tolist()]
        tests[words.rows.tokens[place]] = (names, words.v_tests[cells])
    pages = [list(tests)[start : start + _PANELS] for start in range(0, len(tests), _PANELS)]
    for number, page in enumerate(pages, start=1):
        figure = vtest_bars({name: tests[name] for name in page}, top=_BARS, title=title)
        yield f"words_{number}.png" if len(pages) > 1 else "words.png", partial(save_figure, figure)


def _as_list(found: CharacteristicWords, groups: _Groups, top: int) -> list[dict[str, Any]]:
    """The strongest words of each group, and its carriers, as plain values for JSON."""
    words = found.words.strongest(top)
    rows = _words_frame(replace(found, words=words)).drop("group").to_dicts()
    shown = found.carriers_to_polars().drop("group").to_dicts()
    own = dict(by_group(found.group, len(words.rows)))
    listed = []
    for place, cells in by_group(words.row, len(words.rows)):
        over = [row for row in rows[cells] if row["v_test"] > 0]
        under = [row for row in rows[cells] if row["v_test"] <= 0]
        listed.append(
            {
                "group": words.rows.tokens[place],
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
