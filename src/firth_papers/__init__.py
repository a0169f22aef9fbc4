"""One folder or file per table of the papers: `firth reproduce NAME`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from firth.errors import FirthError, InputError, OutputError

if TYPE_CHECKING:  # this page is read for the help of the command line, which waits for nothing heavy
    from firth.runtime.run import Progress


@dataclass(frozen=True)
class Experiment:
    """Something published, done again.

    module: has `run(data, output, *, quick, seed, threads, progress)`, which fills the output folder and
    returns its report as Markdown. files: what the files are that `run` takes too, if it takes any.
    """

    name: str
    about: str
    source: str
    module: str
    files: str = ""


_ALL = (
    Experiment(
        "reuters",
        "Text categories from non-linear correspondence analysis, and the best power β.",
        "Picca, Curdy & Bavaud 2006, tables 1–7",
        "firth_papers.reuters",
    ),
    Experiment(
        "table4",
        "Correspondence analysis and its kin as word vectors, and the size of the window.",
        "Niitsuma & Lee 2018, table 4",
        "firth_papers.table4",
    ),
    Experiment(
        "dssvd",
        "Time and memory of correspondence analysis against the size of a text, beside dense solvers.",
        "Niitsuma & Lee 2018, figures 2–3",
        "firth_papers.dssvd",
    ),
    Experiment(
        "template",
        "Transforms and scales of counts before singular value decomposition, and the best power of them.",
        "Stratos, Collins & Hsu 2015, the table of SVD models in slides about it",
        "firth_papers.template",
    ),
    Experiment(
        "intrinsic",
        "Eleven kinds of word vectors on ten sets of word pairs, and how much repulsion helps.",
        "Haji Soleimani 2019, tables 4.1 and 6.3–6.5, figures 4.1–4.2",
        "firth_papers.intrinsic",
    ),
    Experiment(
        "ube",
        "Images on the unit ball beside t-SNE and other maps, and how well clusters in them are classes.",
        "Haji Soleimani 2019, table 2.3 and figures 2.2–2.3",
        "firth_papers.ube",
    ),
    Experiment(
        "kubwe",
        "Words on the unit ball beside other word vectors, and the degree of the kernel.",
        "Haji Soleimani 2019, table 3.1 and figures 3.1–3.4",
        "firth_papers.kubwe",
    ),
    Experiment(
        "ner",
        "Names in your own CoNLL files, found with the help of word vectors and clusters.",
        "Stratos, Collins & Hsu 2015, the comparison of F1 in slides about it",
        "firth_papers.ner",
        "CoNLL files: one to learn from, then one or more to be judged by",
    ),
    Experiment(
        "senses",
        "Senses of words in sentences beside the participants of SemEval-2013 task 13.",
        "Haji Soleimani 2019, table 5.2",
        "firth_papers.senses",
    ),
    Experiment(
        "ei-reg",
        "How strong an emotion is in a tweet: document vectors, classic learners and networks.",
        "Haji Soleimani 2019, tables 7.3–7.6 and 7.8",
        "firth_papers.ei_reg",
    ),
    Experiment(
        "imdb",
        "Sentiment of film reviews: document vectors, classic learners and networks.",
        "Haji Soleimani 2019, tables 7.10–7.12 and 7.14",
        "firth_papers.imdb",
    ),
)

EXPERIMENTS: Mapping[str, Experiment] = MappingProxyType({one.name: one for one in _ALL})
"""Name → experiment."""


def reproduce(
    name: str,
    *,
    output: str | Path,
    files: Sequence[str | Path] = (),
    data: str | Path | None = None,
    quick: bool = False,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> str:
    """Run an experiment; results, pictures and the report returned here go to the output folder.

    files: of your own, where the experiment is on such. data: the folder with the data sets; $FIRTH_DATA if
    not given. quick: a part of it, in one to ten minutes.

    >>> list(EXPERIMENTS)[0]
    'reuters'
    """
    if name not in EXPERIMENTS:
        raise InputError(f"there is no experiment {name!r}; choose one of {', '.join(EXPERIMENTS)}.")
    wanted = EXPERIMENTS[name].files
    if files and not wanted:
        raise InputError(f"{name} reads no files of your own; leave out {files[0]}.")
    if wanted and not files:
        raise InputError(f"{name} needs {wanted}; name them after it.")
    folder = Path(output)
    if folder.exists() and not folder.is_dir():
        raise OutputError(f"{output} is a file; name a folder for the results.")
    folder.mkdir(parents=True, exist_ok=True)
    from firth.runtime.run import silent

    run = import_module(EXPERIMENTS[name].module).run
    how: dict[str, Any] = {"quick": quick, "seed": seed, "threads": threads, "progress": progress or silent}
    if wanted:
        how["files"] = files
    try:
        return str(run(data, folder, **how))
    except FirthError:
        with suppress(OSError):  # it is not empty: what was done so far is kept
            folder.rmdir()
        raise
