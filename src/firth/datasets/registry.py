"""The data sets: name, place, reader, origin and license of each, on one page.

Two small ones come with firth; $FIRTH_DATA may hold the others.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from firth.datasets.analogies import read_analogies
from firth.datasets.pairs import read_pairs
from firth.errors import InputError, MissingDataError

DatasetKind = Literal["similarity", "analogy", "corpus", "documents"]

DATA_VARIABLE = "FIRTH_DATA"
"""The environment variable that names the folder."""

OWN_PAIRS, OWN_ANALOGIES = "firth-pairs", "firth-analogies"
"""The sets that come with firth, for a machine without the usual ones."""

_OWN_FOLDER = Path(__file__).parent / "words"

SIMILARITY_FOLDER = "wordsim"
"""Where the word pairs lie below the data folder; other files of pairs put there are found too."""


@dataclass(frozen=True)
class Dataset:
    """A data set that may be in the data folder.

    Attributes
    ----------
    name : str
        What it is called here.
    kind : {"similarity", "analogy", "corpus", "documents"}
        What it is for.
    path : str
        Where it lies below the data folder; an absolute path if it comes with firth.
    about : str
        What it holds.
    origin : str
        Where it is available.
    license : str
        On what terms.
    reader : callable
        Reads it, given its path. A corpus stays a path, which `firth.encode` takes; so do documents with
        labels, whose readers belong to the experiments on them.
    """

    name: str
    kind: DatasetKind
    path: str
    about: str
    origin: str
    license: str
    reader: Callable[[Path], Any]


def find(name: str, data: str | Path | None = None) -> Path:
    """Find where a data set is on this machine.

    Parameters
    ----------
    name : str
        A name in `DATASETS`.
    data : str or Path, optional
        The data folder; by default the one that $FIRTH_DATA names.

    Returns
    -------
    Path
        The file or folder.

    Raises
    ------
    MissingDataError
        If it is not there; the message says where it is available.

    Examples
    --------
    >>> DATASETS["EN-MC-30"].path
    'wordsim/EN-MC-30.txt'
    """
    dataset = DATASETS.get(name)
    if dataset is None:
        raise InputError(f"there is no data set {name!r}; there are {', '.join(DATASETS)}.")
    if Path(dataset.path).is_absolute():
        return Path(dataset.path)
    path = data_folder(data, wanted=dataset.path, origin=dataset.origin) / dataset.path
    if not path.exists():
        raise MissingDataError(
            f"{name} is not at {path}; get it from {dataset.origin} ({dataset.license}) and put it there."
        )
    return path


def read(name: str, data: str | Path | None = None) -> Any:
    """Read a data set.

    Parameters
    ----------
    name : str
        A name in `DATASETS`.
    data : str or Path, optional
        The data folder; by default the one that $FIRTH_DATA names.

    Returns
    -------
    list or Path
        Word pairs, or sections of analogies; of a corpus, and of documents with labels, the path.

    Examples
    --------
    >>> sorted({dataset.kind for dataset in DATASETS.values()})
    ['analogy', 'corpus', 'documents', 'similarity']
    """
    path = find(name, data)
    return DATASETS[name].reader(path)


def similarity_sets(
    sets: Sequence[str | Path] | None = None, data: str | Path | None = None
) -> dict[str, Path]:
    """Find files of word pairs.

    Parameters
    ----------
    sets : sequence of str or Path, optional
        Names of known sets, parts of such names that only one set has, or files; by default all files in
        the folder ``wordsim`` of the data folder, or firth's own pairs where no folder is named.
    data : str or Path, optional
        The data folder; by default the one that $FIRTH_DATA names.

    Returns
    -------
    dict of str to Path
        The files by name.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "mine.txt"
    >>> _ = path.write_text("tiger cat 7.35")
    >>> similarity_sets([path])["mine"] == path
    True
    """
    if sets is not None:
        return by_stem(_locate(given, data) for given in sets)
    if not _named_folder(data):
        return by_stem([find(OWN_PAIRS)])
    wanted = f"{SIMILARITY_FOLDER}/*.txt"
    folder = data_folder(data, wanted=wanted, origin=EVAL_WORD_VECTORS) / SIMILARITY_FOLDER
    paths = sorted(folder.glob("*.txt")) if folder.is_dir() else []
    if not paths:
        raise MissingDataError(
            f"{folder} has no word pairs (*.txt); get them from {EVAL_WORD_VECTORS} and put them there."
        )
    return by_stem(paths)


def analogy_questions(data: str | Path | None = None) -> Path:
    """Find the file of analogies: Google's in the data folder, or firth's own where no folder is named.

    >>> analogy_questions().suffix
    '.txt'
    """
    return find("google" if _named_folder(data) else OWN_ANALOGIES, data)


def by_stem(paths: Iterable[Path]) -> dict[str, Path]:
    """Name → path, where a file is called by its name without the suffix; two files of one name are refused.

    >>> by_stem([Path("mine.txt")])
    {'mine': PosixPath('mine.txt')}
    """
    named: dict[str, Path] = {}
    for path in paths:
        if path.stem in named:
            raise InputError(
                f"two sets are named {path.stem}: {named[path.stem]} and {path}; rename one or leave it out."
            )
        named[path.stem] = path
    return named


def _locate(given: str | Path, data: str | Path | None) -> Path:
    """A known set by its name, or a part of it such as MEN that no other has; or a file."""
    if str(given) in DATASETS:
        return find(str(given), data)
    if Path(given).is_file():
        return Path(given)
    known = [dataset.name for dataset in DATASETS.values() if dataset.kind == "similarity"]
    meant = [name for name in known if str(given).lower() in name.lower()]
    if len(meant) != 1:
        raise InputError(f"{given} is neither a file of word pairs nor a known set: {', '.join(known)}.")
    return find(meant[0], data)


def data_folder(data: str | Path | None = None, *, wanted: str, origin: str) -> Path:
    """The folder with data sets: the one given, or the one that $FIRTH_DATA names.

    wanted: what is looked for in it; origin: where that is available. The error names both.

    >>> data_folder("/", wanted="wordsim/EN-MC-30.txt", origin="its authors")
    PosixPath('/')
    """
    named = _named_folder(data)
    if not named:
        raise MissingDataError(
            f"{DATA_VARIABLE} is not set; set it, or --data, to a folder that holds {wanted}, available from "
            f"{origin}."
        )
    folder = Path(named).expanduser()
    if not folder.is_dir():
        source = f"{DATA_VARIABLE} names {named}, which" if data is None else f"the data folder {named}"
        raise MissingDataError(f"{source} is not a folder; name one that holds {wanted}.")
    return folder


def _named_folder(data: str | Path | None) -> str:
    """The data folder as it was named; empty if nobody names one."""
    return os.environ.get(DATA_VARIABLE, "") if data is None else str(data)


EVAL_WORD_VECTORS = "https://github.com/mfaruqui/eval-word-vectors"
"""The collection whose file names are the usual names of the sets."""


def _pairs(name: str, about: str, license: str = "research use") -> Dataset:
    path = f"{SIMILARITY_FOLDER}/{name}.txt"
    return Dataset(name, "similarity", path, about, EVAL_WORD_VECTORS, license, read_pairs)


def _own(name: str, kind: DatasetKind, about: str, reader: Callable[[Path], Any]) -> Dataset:
    return Dataset(
        name, kind, str(_OWN_FOLDER / f"{name}.txt"), about, "firth itself", "BSD-3-Clause", reader
    )


def _corpus(name: str, file: str, about: str, origin: str, license: str) -> Dataset:
    return Dataset(name, "corpus", f"corpora/{file}", about, origin, license, Path)


_ALL = (
    _own(
        OWN_PAIRS, "similarity", "420 pairs: the same thing, kind or topic, or nothing in common", read_pairs
    ),
    _own(OWN_ANALOGIES, "analogy", "522 questions in 18 sections, of plain facts", read_analogies),
    _pairs("EN-MC-30", "30 noun pairs (Miller and Charles 1991)"),
    _pairs("EN-MEN-TR-3k", "3,000 pairs by relatedness (Bruni et al. 2012)", "CC BY 2.0"),
    _pairs("EN-MTurk-287", "287 pairs by relatedness (Radinsky et al. 2011)"),
    _pairs("EN-MTurk-771", "771 pairs by relatedness (Halawi et al. 2012)"),
    _pairs("EN-RG-65", "65 noun pairs (Rubenstein and Goodenough 1965)"),
    _pairs("EN-RW-STANFORD", "2,034 pairs with rare words (Luong et al. 2013)"),
    _pairs("EN-SIMLEX-999", "999 pairs by similarity, not relatedness (Hill et al. 2015)"),
    _pairs("EN-WS-353-ALL", "WordSim-353 (Finkelstein et al. 2002)"),
    _pairs("EN-WS-353-REL", "the related pairs of WordSim-353 (Agirre et al. 2009)"),
    _pairs("EN-WS-353-SIM", "the similar pairs of WordSim-353 (Agirre et al. 2009)"),
    _pairs("EN-YP-130", "130 verb pairs (Yang and Powers 2006)"),
    Dataset(
        "google",
        "analogy",
        "analogies/google.txt",
        "19,544 questions in 14 sections (Mikolov et al. 2013)",
        "https://github.com/tmikolov/word2vec (questions-words.txt)",
        "Apache 2.0",
        read_analogies,
    ),
    Dataset(
        "reuters",
        "documents",
        "reuters21578.tar.xz",
        "Reuters-21578: 21,578 newswire stories of 1987 with topics and the ModApte split (Lewis 1997)",
        "https://archive.ics.uci.edu/dataset/137 (the 22 .sgm files, in one tar archive)",
        "research use",
        Path,
    ),
    Dataset(
        "imdb",
        "documents",
        "imdb.parquet",
        "100,000 film reviews, half of them labeled (Maas et al. 2011)",
        "https://ai.stanford.edu/~amaas/data/sentiment (as Parquet: split, label, text)",
        "research use",
        Path,
    ),
    Dataset(
        "ei-reg",
        "documents",
        "semeval2018-ei-reg",
        "tweets with the strength of four emotions (SemEval-2018 task 1)",
        "https://competitions.codalab.org/competitions/17751",
        "research use, cite",
        Path,
    ),
    _corpus(
        "wiki100m",
        "wiki100m.txt.xz",
        "100,000,000 bytes of English Wikipedia (2015), normalized as text8 is; it is not text8",
        "https://dumps.wikimedia.org (articles in page order)",
        "CC BY-SA",
    ),
    _corpus(
        "text8-prefix",
        "text8-prefix.txt.xz",
        "the first 6,877,825 bytes of text8",
        "http://mattmahoney.net/dc/text8.zip",
        "GFDL and CC BY-SA",
    ),
    _corpus(
        "enwik8-prefix",
        "enwik8-prefix.xml.xz",
        "the first 491 whole pages of enwik8, as XML",
        "http://mattmahoney.net/dc/enwik8.zip",
        "GFDL and CC BY-SA",
    ),
    _corpus(
        "enwiki-articles",
        "enwiki-pages-articles1-shortened.xml.bz2",
        "206 pages of a Wikipedia dump, as XML",
        "https://github.com/piskvorky/gensim (test data)",
        "CC BY-SA",
    ),
    _corpus(
        "enwiki-tables",
        "enwiki-table-markup.xml.bz2",
        "5 pages of a Wikipedia dump with heavy tables, as XML",
        "https://github.com/piskvorky/gensim (test data)",
        "CC BY-SA",
    ),
    _corpus(
        "tweets",
        "tweets.txt.xz",
        "about 170,000 tweets, one a line, users masked",
        "your own collection: one tweet a line",
        "research use",
    ),
)

DATASETS: Mapping[str, Dataset] = MappingProxyType({dataset.name: dataset for dataset in _ALL})
"""Name → data set."""
