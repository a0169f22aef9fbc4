"""The options of commands that analyze tables: how the file is read, what plays which part, and pictures."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from firth.cli.options import Plot
from firth.errors import InputError

if TYPE_CHECKING:
    import polars as pl

    from firth.datasets import TableFile

READING = "Reading the table"
PARTS = "What plays which part"
RECORDS = "Records (with --mca)"
INTERPRETING = "Interpretation"
PICTURES = "Pictures (with --plot or --report)"
"""Panels of the help."""

Long = Annotated[
    bool,
    typer.Option("--long", help="The table is long: each line has a row, a column and perhaps a count."),
]
TableFormat = Annotated[Literal["csv", "parquet"], typer.Option(help="The format of the tables to write.")]


@dataclass(frozen=True)
class ReadingOptions:
    """How a file is read; what is not given is found out."""

    separator: Annotated[
        str | None,
        typer.Option(
            metavar="SIGN",
            help="The sign between cells.",
            show_default="found out",
            rich_help_panel=READING,
        ),
    ] = None
    decimal: Annotated[
        Literal[".", ","] | None,
        typer.Option(help="The decimal sign.", show_default="found out", rich_help_panel=READING),
    ] = None
    encoding: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="The encoding of text, such as latin-1.",
            show_default="found out",
            rich_help_panel=READING,
        ),
    ] = None
    sheet: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="The sheet of a spreadsheet, by name or number.",
            show_default="the first",
            rich_help_panel=READING,
        ),
    ] = None
    no_header: Annotated[
        bool,
        typer.Option(
            "--no-header", help="The first line has data, not names of columns.", rich_help_panel=READING
        ),
    ] = False
    as_is: Annotated[
        bool,
        typer.Option(
            "--as-is",
            help="The table is taken as it is, whatever it looks like: totals, shares, records, an id.",
            rich_help_panel=READING,
        ),
    ] = False

    def read(self, path: Path) -> TableFile:
        """The table of a file, and what was found out about it."""
        from firth.datasets import read_table_file

        return read_table_file(
            path, separator=self.separator, encoding=self.encoding, decimal=self.decimal, sheet=self.sheet,
            header=not self.no_header, as_is=self.as_is,
        )  # fmt: skip


@dataclass(frozen=True)
class NameOptions:
    """Which column names the rows, and which are left out."""

    names: Annotated[
        str | None,
        typer.Option(
            metavar="COLUMN",
            help="The column that names the rows.",
            show_default="the first; of records none",
            rich_help_panel=PARTS,
        ),
    ] = None
    no_names: Annotated[
        bool,
        typer.Option(
            "--no-names", help="No column names the rows: the first has counts too.", rich_help_panel=PARTS
        ),
    ] = False
    drop: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A column to leave out; may be repeated.", rich_help_panel=PARTS),
    ] = None

    def column(self, frame: pl.DataFrame) -> str | None:
        """The column that names the rows of a table of counts: the first that is not left out."""
        if self.names is not None and self.no_names:
            raise InputError("--names and --no-names contradict each other; leave one out.")
        if self.no_names or self.names is not None:
            return self.names
        return next((name for name in frame.columns if name not in (self.drop or [])), None)

    def named_first(self, frame: pl.DataFrame, *, long: bool = False) -> tuple[pl.DataFrame, str | None]:
        """The table with the column that names its rows first and without those left out, and that column."""
        from firth.core.categories import refuse_unknown

        for name in (*(self.drop or []), *([] if self.names is None else [self.names])):
            refuse_unknown(name, frame.columns)
        if long:
            self.refuse_long()
            return frame.drop(self.drop or []), None
        names = self.column(frame)
        others = [name for name in frame.columns if name != names and name not in (self.drop or [])]
        return frame.select(*([] if names is None else [names]), *others), names

    def refuse_long(self) -> None:
        """Refuse names of rows that a long table cannot have."""
        if self.names is not None or self.no_names:
            raise InputError(
                "--names and --no-names are for wide tables; the first column of a long one names the rows."
            )


@dataclass(frozen=True)
class PartOptions(NameOptions):
    """Which rows and columns are names, supplementary, weights or left out."""

    sup_rows: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="A supplementary row or individual, by name, or by a range such as 20-30 where they are "
            "numbered; may be repeated.",
            rich_help_panel=PARTS,
        ),
    ] = None
    sup_columns: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="A supplementary column of counts, or with --mca a supplementary categorical variable; may "
            "be repeated.",
            rich_help_panel=PARTS,
        ),
    ] = None
    quali: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="A column that is a supplementary categorical variable; may be repeated.",
            rich_help_panel=PARTS,
        ),
    ] = None
    quanti: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="A column that is a supplementary quantitative variable; may be repeated.",
            rich_help_panel=PARTS,
        ),
    ] = None
    weight: Annotated[
        str | None,
        typer.Option(
            metavar="COLUMN",
            help="The column that says how many cases a record stands for, or with --long the count.",
            rich_help_panel=PARTS,
        ),
    ] = None
    observations: Annotated[
        float | None,
        typer.Option(
            metavar="N",
            help="The number of observations behind a table of shares or percentages.",
            show_default="the sum of the table",
            rich_help_panel=PARTS,
        ),
    ] = None


@dataclass(frozen=True)
class RecordOptions:
    """What becomes of gaps, rare and excluded categories, and which version is shown."""

    exclude: Annotated[
        list[str] | None,
        typer.Option(
            metavar="VARIABLE:CATEGORY",
            help="A category that takes no part; may be repeated.",
            rich_help_panel=RECORDS,
        ),
    ] = None
    missing: Annotated[
        Literal["refuse", "zero", "category", "passive", "drop"],
        typer.Option(
            help="The treatment of missing values: refused; zero, in tables of counts; with --mca a category "
            "of their own, one that takes no part (passive), or their records dropped.",
            rich_help_panel=RECORDS,
        ),
    ] = "refuse"
    rare: Annotated[
        float,
        typer.Option(
            metavar="SHARE",
            help="Categories of a smaller share of the records are rare, such as 0.05; 0 leaves all as they "
            "are.",
            rich_help_panel=RECORDS,
        ),
    ] = 0.0
    rare_as: Annotated[
        Literal["gather", "passive"],
        typer.Option(
            help="What becomes of rare categories: those of a variable gathered in one, or taking no part.",
            rich_help_panel=RECORDS,
        ),
    ] = "gather"
    bins: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=N",
            help="A numeric variable to be cut into N categories of equal size; may be repeated.",
            rich_help_panel=RECORDS,
        ),
    ] = None
    inertia: Annotated[
        Literal["indicator", "burt", "adjusted", "joint"] | None,
        typer.Option(
            help="The version that coordinates, shares and cos² are given in.",
            show_default="shares adjusted, the others of the indicator table",
            rich_help_panel=RECORDS,
        ),
    ] = None


@dataclass(frozen=True)
class PictureOptions:
    """What pictures show, and how they are saved."""

    plot: Plot = False
    map: Annotated[
        Literal["symmetric", "rows", "columns", "contribution"] | None,
        typer.Option(
            help="The map that biplots draw: symmetric shows distances on both sides, rows and columns those "
            "of one side exactly, contribution the contributions of columns.",
            show_default="symmetric",
            rich_help_panel=PICTURES,
        ),
    ] = None
    plot_axes: Annotated[
        str | None,
        typer.Option(
            metavar="I,J",
            help="The axes of the maps, such as 2,3.",
            show_default="1,2",
            rich_help_panel=PICTURES,
        ),
    ] = None
    color: Annotated[
        str | None,
        typer.Option(
            metavar="BY",
            help="What colors the points: variable, cos2, contribution, cluster, or the name of a "
            "categorical variable.",
            show_default="rows and columns",
            rich_help_panel=PICTURES,
        ),
    ] = None
    annotate: Annotated[
        str | None,
        typer.Option(
            metavar="N",
            help="How many points are named: a number, all or none.",
            show_default="all of up to 120, 40 of more",
            rich_help_panel=PICTURES,
        ),
    ] = None
    size: Annotated[
        Literal["equal", "mass"],
        typer.Option(help="The size of the points.", rich_help_panel=PICTURES),
    ] = "equal"
    hide: Annotated[
        Literal["rows", "columns"] | None,
        typer.Option(
            help="The side that maps leave out; rows are the individuals with --mca.",
            rich_help_panel=PICTURES,
        ),
    ] = None
    ellipses: Annotated[
        bool,
        typer.Option(
            "--ellipses",
            help="Draw 95 % confidence ellipses around rows and columns, or around categories.",
            rich_help_panel=PICTURES,
        ),
    ] = False
    title: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="The title above the picture.", rich_help_panel=PICTURES),
    ] = None
    plot_formats: Annotated[
        str,
        typer.Option(
            metavar="LIST",
            help="The formats of pictures, a list with commas of png, svg and pdf.",
            rich_help_panel=PICTURES,
        ),
    ] = "png"
    dpi: Annotated[
        int,
        typer.Option(metavar="N", min=50, max=1200, help="Dots per inch of png.", rich_help_panel=PICTURES),
    ] = 300
