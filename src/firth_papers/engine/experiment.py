"""What an experiment declares, and how every one of them is run."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

from firth.plots.canvas import require_matplotlib
from firth.plots.saving import save_figure
from firth.runtime.atomic import whole_file
from firth.runtime.kept import Kept, save_json
from firth.runtime.run import Progress, Run, silent
from firth_papers.engine.claims import Claim
from firth_papers.engine.page import Part, as_page

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Results = dict[str, Any]
"""Plain values for JSON."""


class Seeded(Protocol):
    """Settings are a frozen dataclass of plain values: how much is done, and the random seed."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def seed(self) -> int:
        """The random seed."""


S = TypeVar("S", bound=Seeded)


@dataclass(frozen=True)
class Context(Generic[S]):
    """What an experiment is given to measure with.

    Attributes
    ----------
    settings : dataclass
        How much is done.
    folder : Path
        The output folder.
    data : Path, optional
        The folder with the data sets; $FIRTH_DATA if None.
    files : tuple of Path
        The user's own files, where the experiment asks for some.
    threads : int, optional
        The number of threads; all cores if None.
    progress : callable
        Is told how far the work is.
    """

    settings: S
    folder: Path
    data: Path | None = None
    files: tuple[Path, ...] = ()
    threads: int | None = None
    progress: Progress = silent

    @cached_property
    def run(self) -> Run:
        """The random seed of the settings, threads and progress, as one value."""
        return Run(self.settings.seed, self.threads, progress=self.progress)

    @cached_property
    def kept(self) -> Kept:
        """The folder where intermediate results are kept, so that a stopped run goes on."""
        return Kept(self.folder / "cache")


@dataclass(frozen=True)
class Found:
    """What was measured.

    Attributes
    ----------
    results : dict
        Plain values: all that the page and the figures are made of.
    claims : sequence of Claim, optional
        The judged claims; None if the experiment judges none.
    figures : mapping
        The figures that need more than the results, by the names of their files.
    """

    results: Results
    claims: Sequence[Claim] | None = None
    figures: Mapping[str, Callable[[], Figure]] = field(default_factory=dict)


def _only_settings(context: Context[Any]) -> Results:
    return {"settings": asdict(context.settings)}


@dataclass(frozen=True, kw_only=True)
class Experiment(Generic[S]):
    """A published experiment, done again.

    Attributes
    ----------
    name : str
        As the command line takes it.
    title : str
        The title of the page.
    about : str
        One sentence on what is compared.
    source : str
        What was published, as results.json says it.
    settings, quick : dataclass
        How much is done by default, and with ``--quick``, in one to ten minutes.
    measure : callable
        ``measure(context)`` finds the data, does the work and returns what was found.
    method : callable
        ``method(results)`` is the paragraph of the page on what was done.
    tables : callable
        ``tables(results)`` are the parts of the page in their order: headings, paragraphs, tables.
    figures : mapping
        File name → ``figure(results)``, which may be None where there is nothing to draw.
    differences : sequence of str
        What differs from the source, a sentence or two each.
    differs_from : str
        What the page calls the source.
    files : str
        What the user's own files are, if the experiment needs any.
    conditions : callable
        ``conditions(context)`` is what numbers depend on, as results.json says it: the settings alone,
        unless threads or the machine matter too.
    results_name, report_name : str
        The names of the files.
    """

    name: str
    title: str
    about: str
    source: str
    settings: S
    quick: S
    measure: Callable[[Context[S]], Found]
    method: Callable[[Results], str]
    tables: Callable[[Results], Iterable[Part]]
    figures: Mapping[str, Callable[[Results], Figure | None]] = field(default_factory=dict)
    differences: Sequence[str] = ()
    differs_from: str = "the paper"
    files: str = ""
    conditions: Callable[[Context[S]], Results] = _only_settings
    results_name: str = "results.json"
    report_name: str = "report.md"


def run(
    experiment: Experiment[S],
    *,
    output: Path,
    settings: S | None = None,
    data: Path | None = None,
    files: Sequence[Path] = (),
    threads: int | None = None,
    progress: Progress = silent,
) -> str:
    """Run an experiment, write its results, page and figures to the output folder, and return the page.

    What the experiment keeps is found again by a later run with the same settings.
    """
    if experiment.figures:
        require_matplotlib()  # said before the work rather than after it
    settings = settings or experiment.settings
    context = Context(settings, output, data, tuple(files), threads, progress)
    found = experiment.measure(context)
    claims = {} if found.claims is None else {"claims": [asdict(claim) for claim in found.claims]}
    started = {"experiment": experiment.name, "source": experiment.source, **experiment.conditions(context)}
    results = as_json({**started, **found.results, **claims})
    page = report(experiment, results)
    save_json(results, output / experiment.results_name, indent=1)
    with whole_file(output / experiment.report_name) as temporary:
        temporary.write_text(page, encoding="utf-8")
    for name, draw in experiment.figures.items():
        figure = draw(results)
        if figure is not None:
            save_figure(figure, output / name)
    for name, drawn in found.figures.items():
        save_figure(drawn(), output / name)
    return page


def report(experiment: Experiment[Any], results: Results) -> str:
    """The page of an experiment, from what its results.json holds."""
    return as_page(
        experiment.title,
        experiment.method(results),
        results.get("claims"),
        experiment.tables(results),
        experiment.differences,
        experiment.differs_from,
    )


def as_json(results: Results) -> Results:
    """The results as they are read from a file: tuples are lists, and keys are strings."""
    plain: Results = json.loads(json.dumps(results, allow_nan=False))
    return plain
