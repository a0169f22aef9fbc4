"""firth ca: correspondence analysis, simple and multiple, with what helps to read it."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from firth.cli.cluster_options import ClusterOptions
from firth.cli.options import Force, PlainCells, Quiet, ResultsFolder, Resume, Seed, Threads, limit_threads
from firth.cli.outputs import check_folder, result_of, write_frame, write_results, write_text
from firth.cli.progress import progress_bars
from firth.cli.table_options import (
    INTERPRETING,
    Long,
    PartOptions,
    PictureOptions,
    ReadingOptions,
    RecordOptions,
    TableFormat,
)
from firth.cli.unfinished import unfinished_blocks
from firth.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import polars as pl

    from firth.ca import Interpretation, Study
    from firth.distributed import Workers
    from firth.plots.interpretation import MapChoices
    from firth.runtime.run import Run

_PICTURES = ("png", "svg", "pdf")

_NAMES_LOOKED_AT = 2_000
"""Of each side, for letters without a font; pictures name far fewer."""


def ca(
    table: Annotated[
        Path | None,
        typer.Argument(
            metavar="TABLE",
            help="A table of counts or records (.csv .tsv .txt .parquet .xlsx .ods, also compressed).",
            show_default=False,
        ),
    ] = None,
    *,
    output: ResultsFolder = None,
    long: Long = False,
    mca: Annotated[
        bool,
        typer.Option(
            "--mca",
            help="The table holds records, with a categorical variable in each column: multiple "
            "correspondence analysis.",
        ),
    ] = False,
    axes: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Number of axes to keep.", show_default="all, 10 at most"),
    ] = None,
    format: TableFormat = "csv",
    plain_cells: PlainCells = False,
    demo: Annotated[
        bool, typer.Option("--demo", help="Analyze Fisher's table of eye and hair colors instead of a file.")
    ] = False,
    report: Annotated[
        bool,
        typer.Option(
            "--report",
            help="Write report.html, a page that reads the result in sentences with its pictures, and "
            "report.md.",
            rich_help_panel=INTERPRETING,
        ),
    ] = False,
    clusters: Annotated[
        str,
        typer.Option(
            metavar="N",
            help="Number of clusters to make, or auto or none.",
            rich_help_panel=INTERPRETING,
        ),
    ] = "auto",
    cluster_axes: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="On how many axes clusters are sought.",
            show_default="5",
            rich_help_panel=INTERPRETING,
        ),
    ] = None,
    replicates: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=0,
            help="How many tables without association the axes are compared with; 0 for none.",
            show_default="99, or 19 for large tables",
            rich_help_panel=INTERPRETING,
        ),
    ] = None,
    reading: ReadingOptions,
    parts: PartOptions,
    records: RecordOptions,
    pictures: PictureOptions,
    seed: Seed = 0,
    cluster: ClusterOptions,
    resume: Resume = False,
    force: Force = False,
    threads: Threads = None,
    quiet: Quiet = False,
) -> None:
    """Correspondence analysis of a table, with all its statistics.

    The first line says what was taken as names, rows and columns; a summary follows. With -o everything is
    written as tables too: coordinates, contributions and cos² of rows and columns, supplementary points, what
    describes the axes, how many axes to read, clusters of rows, and what is characteristic. --plot adds
    pictures, and --report a page that reads the result in plain sentences.

    [bold]Examples[/bold]

    $ firth ca --demo

    $ firth ca smoking.csv -o results --report

    $ firth ca smoking.csv -o results --plot --map contribution --plot-formats svg,pdf

    $ firth ca purchases.parquet --long -o results --axes 5

    $ firth ca survey.csv --mca --quali sex --quanti age -o results --report

    $ firth ca survey.csv --mca --bins age=4 --missing passive --rare 0.02 --inertia adjusted
    """
    limit_threads(threads)
    cluster.check(resume=resume)
    if table is None and not demo:
        raise InputError("name a table, or see what comes out with firth ca --demo.")
    if output is not None:
        check_folder(
            output, about=result_of("ca", table, output), force=force,
            left_out=_not_made(pictures, report=report),
        )  # fmt: skip
    chosen = _checked(pictures, output, report=report, parts=parts, mca=mca, records=records, long=long)
    wanted = _number_of_clusters(clusters)
    if pictures.plot or report:
        from firth.plots.canvas import require_matplotlib

        require_matplotlib()
    if resume and (output is None or table is None):
        raise InputError(
            "--resume keeps parts of the work beside the output; name a table, and a folder with -o."
        )
    for option, given in (
        ("--clusters", clusters != "auto"),
        ("--cluster-axes", cluster_axes is not None),
        ("--replicates", replicates is not None),
    ):
        if given and output is None:
            raise InputError(f"what {option} asks for is written into a folder; name one with -o.")
    from firth.ca import interpret, summary
    from firth.runtime.run import Run

    keeping = (
        nullcontext()
        if output is None or table is None
        else unfinished_blocks(output, partial(_sources, table), resume=resume, quiet=quiet)
    )
    with keeping, progress_bars(quiet=quiet) as progress:
        run = Run(seed, threads, progress=progress)
        with cluster.workers(None, progress) as workers, _multiplied_by(workers):
            study, notes = _study(table, reading, parts, records, long=long, mca=mca, axes=axes, run=run)
        text = summary(
            study.analysis,
            supplementary_rows=study.rows,
            supplementary_columns=study.columns,
            supplementary_categories=study.categories,
            quantities=study.quantities,
        )
        if not quiet:
            typer.echo(f"taken     {study.taken}")
            for note in notes:
                typer.echo(f"note      {note}")
            typer.echo(f"\n{text}", nl=False)
        if output is None:
            return
        found = interpret(
            study, replicates=replicates, clusters=wanted, cluster_axes=cluster_axes, plane=chosen.axes,
            run=run,
        )  # fmt: skip
        if found.advice is not None and not quiet:
            typer.echo(f"\naxes      {found.advice.reason}")
        about = {**result_of("ca", table, output), "taken": study.taken, "notes": list(notes)}
        files = _files(
            found, text, notes, format, pictures, chosen,
            plain_cells=plain_cells, report=report, title=_title(table),
        )  # fmt: skip
        write_results(output, files, about, force=force, tell=_keep_still if quiet else typer.echo)


def _keep_still(line: str) -> None:
    """For --quiet."""


def _not_made(pictures: PictureOptions, *, report: bool) -> list[str]:
    """Patterns of the pictures and pages that these options do not ask for."""
    if not (pictures.plot or report):
        return ["report.*", "*.html", *(f"*.{kind}" for kind in _PICTURES)]
    other = [f"*.{kind}" for kind in _PICTURES if kind not in _formats(pictures.plot_formats)]
    return other if report else ["report.*", *other]


def _multiplied_by(workers: Workers | None) -> AbstractContextManager[None]:
    """The workers of a cluster multiply by large matrices that are factorized in here."""
    if workers is None:
        return nullcontext()
    from firth.distributed.products import spread
    from firth.runtime.run import spread_by

    return spread_by(partial(spread, workers=workers))


def _sources(table: Path) -> dict[str, Any]:
    from firth.text.sources import find_sources, sources_as_plain

    return {"sources": sources_as_plain(find_sources(table))}


def _checked(
    pictures: PictureOptions,
    output: Path | None,
    *,
    report: bool,
    parts: PartOptions,
    mca: bool,
    records: RecordOptions,
    long: bool,
) -> MapChoices:
    """Refuse options that do not go together, before anything is read; the rest as choices of the maps."""
    if pictures.plot and output is None:
        raise InputError("--plot needs a folder for the pictures; name one with -o.")
    if report and output is None:
        raise InputError("--report needs a folder for the page; name one with -o.")
    drawn = pictures.plot or report
    for name in ("map", "plot_axes", "color", "annotate", "hide", "title"):
        if getattr(pictures, name) is not None and not drawn:
            option = f"--{name.replace('_', '-')} {getattr(pictures, name)}"
            raise InputError(f"{option} is for pictures; ask for them with --plot.")
    if pictures.map == "contribution" and (parts.sup_columns or parts.quali):
        raise InputError(
            "--map contribution shows columns by their masses, and supplementary columns have none; choose "
            "--map symmetric or rows."
        )
    if pictures.ellipses and pictures.map not in (None, "symmetric"):
        raise InputError(
            f"ellipses are drawn on the symmetric map; leave out --ellipses or --map {pictures.map}."
        )
    if mca and long:
        raise InputError("a long table holds counts of pairs; leave --long or --mca out.")
    if not mca:
        if records.exclude:
            raise InputError("--exclude is for --mca; leave columns out of a table with --sup-columns.")
        for name, value in (
            ("rare", records.rare),
            ("rare-as", records.rare_as != "gather"),
            ("bins", records.bins),
            ("inertia", records.inertia),
        ):
            if value:
                raise InputError(f"--{name} is for records; say --mca if each line is a record.")
        if records.missing not in ("refuse", "zero"):
            raise InputError(
                f"--missing {records.missing} is for records; a gap in counts may be --missing zero."
            )
        if parts.weight is not None and not long:
            raise InputError("--weight is for records (--mca), and for the counts of a long table (--long).")
    elif records.rare_as != "gather" and not records.rare:
        raise InputError("--rare-as says what becomes of rare categories; say which are with --rare SHARE.")
    elif records.missing == "zero":
        raise InputError("--missing zero is for counts; of records choose category, passive or drop.")
    elif parts.observations is not None:
        raise InputError("--observations is for tables of shares; the records of --mca are counted.")
    _formats(pictures.plot_formats)
    from firth.plots.interpretation import MapChoices

    return MapChoices(
        map=pictures.map or "symmetric",
        axes=_plane(pictures.plot_axes),
        color=pictures.color or "side",
        labels=_annotated(pictures.annotate),
        size=pictures.size,
        hide=pictures.hide,
        ellipses=pictures.ellipses,
        title=pictures.title,
    )


def _plane(text: str | None) -> tuple[int, ...]:
    if text is None:
        return (1, 2)
    parts = text.split(",")
    if len(parts) > 2 or not all(part.strip().isdigit() for part in parts):
        raise InputError(f"--plot-axes is {text!r}; write two axes, such as 2,3.")
    return tuple(int(part) for part in parts)


def _annotated(text: str | None) -> Any:
    if text is None:
        return "auto"
    if text in ("all", "none", "auto"):
        return text
    if not text.isdigit():
        raise InputError(f"--annotate is {text!r}; give a number of points to name, or all or none.")
    return int(text)


def _number_of_clusters(text: str) -> int | Literal["auto", "none"]:
    if text == "auto":
        return "auto"
    if text == "none":
        return "none"
    if not text.isdigit():
        raise InputError(f"--clusters is {text!r}; give a number, auto or none.")
    return int(text)


def _title(table: Path | None) -> str:
    return "Correspondence analysis" if table is None else f"Correspondence analysis of {table.name}"


def _study(
    table: Path | None,
    reading: ReadingOptions,
    parts: PartOptions,
    records: RecordOptions,
    *,
    long: bool,
    mca: bool,
    axes: int | None,
    run: Run,
) -> tuple[Study, tuple[str, ...]]:
    """The table read, checked and analyzed, and what there is to tell of it."""
    from firth.datasets import fisher_eyes_and_hair

    if table is None:
        return _study_of_counts(fisher_eyes_and_hair(), parts, axes, run, as_is=True)
    file = reading.read(table)
    frame = file.frame
    if mca:
        study, told = _study_of_records(frame, file.row_names, parts, records, axes, run, as_is=reading.as_is)
    elif long:
        study, told = _study_of_long(
            frame, file.row_names, parts, axes, run, as_is=reading.as_is, missing=records.missing
        )
    else:
        study, told = _study_of_counts(frame, parts, axes, run, as_is=reading.as_is, missing=records.missing)
    return study, (*file.notes, *told)


def _study_of_counts(
    frame: pl.DataFrame,
    parts: PartOptions,
    axes: int | None,
    run: Run,
    *,
    as_is: bool,
    missing: str = "refuse",
) -> tuple[Study, tuple[str, ...]]:
    from firth.ca import study_table
    from firth.datasets import check_table

    names = parts.column(frame)
    if not as_is:
        apart = [*(parts.drop or []), *(parts.quali or []), *(parts.quanti or [])]
        cells = frame.drop(apart, strict=False)
        if names in cells.columns:
            cells = cells.select(names, *(name for name in cells.columns if name != names))
        check_table(cells, named=names is not None)
    study = study_table(
        frame, names=names, drop=parts.drop or [], sup_rows=parts.sup_rows or [],
        sup_columns=parts.sup_columns or [], quali=parts.quali or [], quanti=parts.quanti or [],
        missing="zero" if missing == "zero" else "refuse", n=parts.observations, axes=axes, run=run,
    )  # fmt: skip
    return _with_shares(study, parts, as_is=as_is)


def _study_of_long(
    frame: pl.DataFrame,
    unnamed: str | None,
    parts: PartOptions,
    axes: int | None,
    run: Run,
    *,
    as_is: bool,
    missing: str,
) -> tuple[Study, tuple[str, ...]]:
    from firth.ca import study_long_table
    from firth.datasets import check_long

    if parts.quali or parts.quanti:
        raise InputError("--quali and --quanti describe the rows of a wide table; a long one has none.")
    parts.refuse_long()
    drop = parts.drop or []
    if unnamed is not None and unnamed not in drop and frame.width - len(drop) > 3:
        drop = [*drop, unnamed]  # R and pandas number the lines of a long table
    if not as_is:
        check_long(frame.drop(drop, strict=False), count=parts.weight)
    study = study_long_table(
        frame, count=parts.weight, drop=drop, sup_rows=parts.sup_rows or [],
        sup_columns=parts.sup_columns or [], missing="zero" if missing == "zero" else "refuse",
        n=parts.observations, axes=axes, run=run,
    )  # fmt: skip
    return _with_shares(study, parts, as_is=as_is)


def _with_shares(study: Study, parts: PartOptions, *, as_is: bool) -> tuple[Study, tuple[str, ...]]:
    """The study, without a test if its cells are shares, and notes on what its cells may be."""
    from firth.datasets import check_counts, doubts

    if as_is:
        return study, ()
    shares = check_counts(study.data)
    if parts.observations is not None:
        return study, doubts(study.data, amounts=False)
    if shares:
        study = replace(study, analysis=replace(study.analysis, no_test="the cells are shares, not counts"))
    return study, (*shares, *doubts(study.data, amounts=not shares))


def _study_of_records(
    frame: pl.DataFrame,
    unnamed: str | None,
    parts: PartOptions,
    records: RecordOptions,
    axes: int | None,
    run: Run,
    *,
    as_is: bool,
) -> tuple[Study, tuple[str, ...]]:
    from firth.ca import study_records
    from firth.counting.bins import bins
    from firth.datasets import check_records

    for given in records.bins or []:
        name, equals, count = given.rpartition("=")
        if not equals or not count.isdigit() or name not in frame.columns:
            raise InputError(f"--bins {given!r} is not NAME=N with a column of the table, such as age=5.")
        frame = frame.with_columns(bins(frame[name], int(count)).alias(name))
    names = unnamed if parts.names is None and not parts.no_names else parts.column(frame)
    quali = [*(parts.quali or []), *(parts.sup_columns or [])]
    apart = [*quali, *(parts.quanti or []), *(parts.drop or []), names, parts.weight]
    variables = frame.select(name for name in frame.columns if name not in apart)
    told = () if as_is else check_records(variables)
    study = study_records(
        frame, names=names, drop=parts.drop or [], weight=parts.weight, sup_rows=parts.sup_rows or [],
        quali=quali, quanti=parts.quanti or [], exclude=records.exclude or [],
        missing="refuse" if records.missing == "zero" else records.missing,
        rare=records.rare, rare_as=records.rare_as, inertia=records.inertia, axes=axes, run=run,
    )  # fmt: skip
    return study, told


def _files(
    found: Interpretation,
    text: str,
    notes: tuple[str, ...],
    format: str,
    pictures: PictureOptions,
    choices: MapChoices,
    *,
    plain_cells: bool,
    report: bool,
    title: str,
) -> Iterator[tuple[str, Callable[[Path], object]]]:
    """Names of files, each with what writes it; pictures are drawn when their turn comes."""
    from firth.ca import tables_of

    for name, frame in tables_of(found).items():
        yield f"{name}.{format}", partial(write_frame, frame, plain_cells=plain_cells)
    yield "summary.txt", partial(write_text, text)
    if not (pictures.plot or report):
        return
    from firth.plots import save_figure
    from firth.plots.interpretation import interpretation_figures, interpretation_page

    _tell_missing_fonts(found)
    inline: dict[str, bytes] = {}
    saved: dict[str, str] = {}
    for name, figure in interpretation_figures(found, choices):
        if report:
            inline[name] = _png(figure)
        for kind in _formats(pictures.plot_formats):
            saved.setdefault(name, f"{name}.{kind}")
            yield f"{name}.{kind}", partial(save_figure, figure, dpi=pictures.dpi)
    yield "biplot.html", partial(save_figure, interpretation_page(found, choices))
    if report:
        from firth.ca import report_markdown, report_page, report_sections

        sections = report_sections(found, notes)
        yield "report.html", partial(write_text, report_page(title, sections, inline))
        yield "report.md", partial(write_text, report_markdown(title, sections, saved))


def _tell_missing_fonts(found: Interpretation) -> None:
    """Boxes in the place of letters should surprise nobody."""
    from firth.plots.canvas import letters_without_font

    sides = (found.study.analysis.rows, found.study.analysis.columns)
    letters = letters_without_font(name for side in sides for name in islice(side.names, _NAMES_LOOKED_AT))
    if letters:
        shown = " ".join(letters[:5]) + (" …" if len(letters) > 5 else "")
        typer.echo(
            f"firth: note: no font on this machine has {shown}, so pictures show boxes instead; install one, "
            "such as Noto Sans CJK, or take --plot-formats svg, which keeps the letters.",
            err=True,
        )


def _formats(text: str) -> list[str]:
    kinds = [kind.strip().lower() for kind in text.split(",") if kind.strip()]
    for kind in kinds:
        if kind not in _PICTURES:
            raise InputError(f"--plot-formats has {kind!r}; pictures are png, svg or pdf.")
    return kinds


def _png(figure: Any) -> bytes:
    """The picture of a page: sharp enough for a screen, and not larger than need be."""
    from firth.plots import picture_bytes

    return picture_bytes(figure, dpi=130)
