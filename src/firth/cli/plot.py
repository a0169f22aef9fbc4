"""firth plot."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from firth.cli.options import WORDS, Force, Json, PlainCells, VectorsFile, listed_words
from firth.cli.outputs import check_file, text_file
from firth.cli.show import print_json
from firth.errors import InputError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from firth.core import Embedding
    from firth.plots import WordCosines
    from firth.plots.word_groups import Groups

Kind = Literal["scatter", "heatmap", "cosine"]
Order = Literal["axis", "difference"]

_MOST_NAMED = 10


def plot(
    kind: Annotated[
        Kind,
        typer.Argument(
            metavar="KIND", help="The kind of picture: scatter, heatmap or cosine.", show_default=False
        ),
    ],
    vectors: VectorsFile,
    group: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[NAME=]A,B,…|@FILE",
            help=f"{WORDS}, in a group that may have a name; may be repeated.",
            show_default="11 animals, 11 foods",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="The file of the picture (.png .svg .pdf).",
            show_default="KIND.png",
        ),
    ] = None,
    order: Annotated[
        Order | None,
        typer.Option(
            help="The order of a heatmap's columns: axis keeps it, difference sorts by how far a column sets "
            "two groups apart.",
            show_default="axis",
        ),
    ] = None,
    title: Annotated[str | None, typer.Option(metavar="TEXT", help="The title above the picture.")] = None,
    csv: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A file that the numbers of the picture are written to as well."),
    ] = None,
    plain_cells: PlainCells = False,
    force: Force = False,
    json: Json = False,
) -> None:
    """Draw groups of words: as points, as vectors, or by how alike they are.

    scatter: the first two principal components of the unit vectors.
    heatmap: a unit vector in each row.
    cosine: the similarity of every two words.

    It prints the mean cosine within groups and between them, and the difference.

    [bold]Examples[/bold]

    $ firth plot scatter vectors.safetensors

    $ firth plot cosine vectors.safetensors --group pets=cat,dog --group farm=cow,pig -o farm.svg

    $ firth plot heatmap vectors.safetensors --group @animals.txt --group @foods.txt --order difference
    """
    if order is not None and kind != "heatmap":
        raise InputError(f"--order is for heatmaps, and this is a {kind} plot; leave it out.")
    from firth.plots import ANIMALS_AND_FOODS, save_figure, word_cosines
    from firth.store import load_embedding

    output = output or Path(f"{kind}.png")
    saved = [output] if csv is None else [output, csv]
    for path in saved:
        check_file(path, force=force)
    groups = _groups(group) if group else ANIMALS_AND_FOODS
    embedding = load_embedding(vectors)
    cosines = word_cosines(embedding, groups)
    save_figure(_draw(kind, embedding, groups, order or "axis", title), output)
    if csv is not None:
        _write_numbers(csv, kind, embedding, cosines, order or "axis", plain_cells)
    _tell_unknown(cosines.chosen.unknown, len(embedding))
    if json:
        print_json(_summary(cosines) | {"saved": [str(path) for path in saved]})
        return
    if cosines.sentence:
        typer.echo(cosines.sentence)
    for path in saved:
        typer.echo(f"saved     {path}")


def _groups(given: list[str]) -> Groups:
    """{"pets": ["cat", "dog"]} from ["pets=cat,dog"]; without a name, that of the file, or a number."""
    groups: dict[str, list[str]] = {}
    for number, text in enumerate(given, start=1):
        before, equals, after = text.partition("=")
        name, listed = (before.strip(), after.strip()) if equals else ("", text.strip())
        name = name or (Path(listed[1:]).stem if listed.startswith("@") else f"group {number}")
        words = listed_words(listed)
        if not words:
            raise InputError(f"--group {text!r} holds no word; write such as cat,dog or @FILE.")
        if name in groups:
            raise InputError(f"two groups are named {name!r}; name one of them apart with NAME={listed}.")
        groups[name] = words
    return groups


def _draw(kind: Kind, embedding: Embedding, groups: Groups, order: Order, title: str | None) -> Figure:
    from firth.plots import cosine_matrix, word_heatmap, word_scatter

    if kind == "heatmap":
        return word_heatmap(embedding, groups, order=order, title=title)
    return {"scatter": word_scatter, "cosine": cosine_matrix}[kind](embedding, groups, title=title)


def _write_numbers(
    path: Path, kind: Kind, embedding: Embedding, cosines: WordCosines, order: Order, plain_cells: bool
) -> None:
    """A line for each word: the word, its group, and what is drawn of it."""
    import csv

    from firth.plots.word_groups import unit_vectors
    from firth.plots.word_heatmap import column_order
    from firth.plots.word_scatter import principal_plane
    from firth.store.spreadsheet_cells import as_text_cell

    chosen, numbers = cosines.chosen, cosines.matrix
    columns = list(chosen.words)
    if kind == "scatter":
        numbers = principal_plane(unit_vectors(embedding, chosen.words)).points
        columns = ["component 1", "component 2"]
    elif kind == "heatmap":
        vectors = unit_vectors(embedding, chosen.words)
        places = column_order(vectors, chosen, order)
        numbers = vectors[:, places]
        columns = [f"dimension {place + 1}" for place in places]
    shown = str if plain_cells else as_text_cell
    with text_file(path) as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["word", "group", *map(shown, columns)])
        for word, group, row in zip(chosen.words, chosen.membership, numbers.tolist(), strict=True):
            writer.writerow([shown(word), shown(chosen.groups[group]), *row])


def _tell_unknown(unknown: tuple[str, ...], size: int) -> None:
    if unknown:
        more = f" and {len(unknown) - _MOST_NAMED:,} others" if len(unknown) > _MOST_NAMED else ""
        listed = ", ".join(map(repr, unknown[:_MOST_NAMED]))
        typer.echo(f"firth: note: left out, not among the {size:,} words: {listed}{more}.", err=True)


def _summary(cosines: WordCosines) -> dict[str, object]:
    chosen = cosines.chosen
    return {
        "groups": {
            group: [
                word for word, place in zip(chosen.words, chosen.membership, strict=True) if place == number
            ]
            for number, group in enumerate(chosen.groups)
        },
        "unknown": list(chosen.unknown),
        "within": cosines.within,
        "between": cosines.between,
        "difference": cosines.difference,
    }
