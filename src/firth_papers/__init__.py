"""The laboratory: published experiments, done again by `firth reproduce NAME`.

To add one, see `firth_papers.engine`.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firth.errors import FirthError, InputError, OutputError

if TYPE_CHECKING:  # this page is read for the help of the command line, which waits for nothing heavy
    from firth.runtime.run import Progress

EXPERIMENTS = (
    "reuters",
    "table4",
    "dssvd",
    "template",
    "intrinsic",
    "ube",
    "kubwe",
    "ner",
    "senses",
    "ei-reg",
    "imdb",
)
"""Their names; each is declared as `EXPERIMENT` in the module or package of that name."""


def reproduce(
    name: str,
    *,
    output: str | Path,
    files: Sequence[str | Path] = (),
    data: str | Path | None = None,
    quick: bool = False,
    settings: Any = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> str:
    """Run an experiment; results, figures and the page returned here go to the output folder.

    Parameters
    ----------
    name : str
        One of EXPERIMENTS.
    output : path
        The folder for what comes out; it is made if it is not there.
    files : sequence of path
        Your own files, where the experiment is on such.
    data : path, optional
        The folder with the data sets; $FIRTH_DATA if not given.
    quick : bool
        Do a part of it, in one to ten minutes.
    settings : dataclass, optional
        How much is done, instead of the full or the quick settings.
    seed : int
        The random seed; the same seed gives the same numbers.
    threads : int, optional
        The number of threads; all cores if not given.
    progress : callable, optional
        Is told how far the work is.

    Returns
    -------
    str
        The page, as Markdown.

    Examples
    --------
    >>> EXPERIMENTS[0]
    'reuters'
    """
    if name not in EXPERIMENTS:
        raise InputError(f"there is no experiment {name!r}; choose one of {', '.join(EXPERIMENTS)}.")
    experiment = import_module(f"firth_papers.{name.replace('-', '_')}").EXPERIMENT
    if files and not experiment.files:
        raise InputError(f"{name} reads no files of your own; leave out {files[0]}.")
    if experiment.files and not files:
        raise InputError(f"{name} needs {experiment.files}; name them after it.")
    folder = Path(output)
    if folder.exists() and not folder.is_dir():
        raise OutputError(f"{output} is a file; name a folder for the results.")
    folder.mkdir(parents=True, exist_ok=True)
    from firth.runtime.run import silent
    from firth_papers.engine.experiment import run

    if settings is None:
        settings = experiment.quick if quick else experiment.settings
    try:
        return run(
            experiment,
            output=folder,
            settings=replace(settings, seed=seed),
            data=None if data is None else Path(data),
            files=[Path(file) for file in files],
            threads=threads,
            progress=progress or silent,
        )
    except FirthError:
        with suppress(OSError):  # it is not empty: what was done so far is kept
            folder.rmdir()
        raise
