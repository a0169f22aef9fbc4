"""One door for all files: suffix or first lines tell the format, and firth's own files tell their kind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from firth.core import Counts, Embedding
from firth.errors import FormatError, InputError
from firth.runtime.kept import FileKind
from firth.runtime.other_names import refuse_other_names
from firth.store.native import native_kind, read_counts, read_embedding, write_counts, write_embedding
from firth.store.packed import inner_suffix, opened, packing_of
from firth.store.text_formats import read_glove, write_glove
from firth.store.word2vec import (
    FIRST_LINE,
    read_word2vec,
    read_word2vec_binary,
    write_word2vec,
    write_word2vec_binary,
)

if TYPE_CHECKING:
    from firth.senses import SenseModel

FORMATS = ("native", "word2vec", "word2vec-binary", "glove")
"""firth's own, word2vec's two, and GloVe's."""

SUFFIXES = {
    ".safetensors": "native",
    ".vec": "word2vec",
    ".txt": "word2vec",
    ".bin": "word2vec-binary",
    ".glove": "glove",
}
"""What each suffix is written as. When .txt and .vec are read, the first line tells word2vec from GloVe."""

_READERS: dict[str, Callable[..., Embedding]] = {
    "word2vec": read_word2vec,
    "word2vec-binary": read_word2vec_binary,
    "glove": read_glove,
}
_WRITERS: dict[str, Callable[[Embedding, str | Path], None]] = {
    "native": write_embedding,
    "word2vec": write_word2vec,
    "word2vec-binary": write_word2vec_binary,
    "glove": write_glove,
}
_LOOKED_AT = 2**16


@refuse_other_names()
def save(content: Embedding | Counts | SenseModel, path: str | Path, *, format: str | None = None) -> None:
    """Write an embedding, counts or a sense model to a file.

    The file appears when it is whole: an interrupted or failed save leaves what was there before.

    Parameters
    ----------
    content : Embedding, Counts or SenseModel
        What to write. Counts and senses are written in firth's own format only.
    path : str or Path
        The file. Its suffix chooses the format: ``.safetensors`` (firth's own), ``.vec`` or ``.txt``
        (word2vec, text), ``.bin`` (word2vec, binary) or ``.glove``.
    format : {"native", "word2vec", "word2vec-binary", "glove"}, optional
        The format, where the suffix is not to choose it.

    Examples
    --------
    >>> import numpy as np
    >>> from tempfile import TemporaryDirectory
    >>> from firth.core import Vocabulary
    >>> e = Embedding(np.eye(2, dtype="f4"), Vocabulary(("king", "queen"), np.array([3, 2])))
    >>> with TemporaryDirectory() as folder:
    ...     save(e, f"{folder}/royal.vec")
    ...     print(Path(f"{folder}/royal.vec").read_text())
    2 2
    king 1.0 0.0
    queen 0.0 1.0
    <BLANKLINE>
    """
    chosen = _format_named(format) if format else _format_by_suffix(path)
    if packing_of(path):
        raise InputError(f"{path} would be packed; firth reads packed files but writes plain ones.")
    if isinstance(content, Embedding):
        _WRITERS[chosen](content, path)
    elif isinstance(content, Counts):
        _refuse_other_formats(path, chosen, "counts")
        write_counts(content, path)
    else:
        from firth.senses import SenseModel, save_senses

        if not isinstance(content, SenseModel):
            raise InputError(
                f"a {type(content).__name__} cannot be saved; give an Embedding, Counts or a SenseModel."
            )
        _refuse_other_formats(path, chosen, "senses")
        save_senses(content, path)


@refuse_other_names()
def load(
    path: str | Path, *, format: str | None = None, limit: int | None = None
) -> Embedding | Counts | SenseModel:
    """Open a file, whatever it holds: an embedding in any format, counts or a sense model.

    Where one kind is expected, `load_embedding`, `load_counts` and `load_senses` return that type and refuse
    files of the others.

    Parameters
    ----------
    path : str or Path
        The file.
    format : {"native", "word2vec", "word2vec-binary", "glove"}, optional
        The format, where the suffix does not tell it.
    limit : int, optional
        Read only the first vectors, as many as this.

    Returns
    -------
    Embedding, Counts or SenseModel
        What the file holds. Formats of other programs have no counts, so the counts of their words are 0.

    Examples
    --------
    >>> import numpy as np
    >>> from tempfile import TemporaryDirectory
    >>> from firth.core import Vocabulary
    >>> e = Embedding(np.eye(2, dtype="f4"), Vocabulary(("king", "queen"), np.array([3, 2])))
    >>> with TemporaryDirectory() as folder:
    ...     save(e, f"{folder}/royal.bin")
    ...     load(f"{folder}/royal.bin", limit=1).vocabulary.tokens
    ('king',)
    """
    kind = native_kind(path) if _format_of(path, format) == "native" else "embedding"
    if kind not in ("counts", "senses"):
        return load_embedding(path, format=format, limit=limit)
    if limit is not None:
        raise InputError(f"{path} holds {kind}; a limit is for vectors.")
    if kind == "counts":
        return load_counts(path)
    from firth.senses import load_senses

    return load_senses(path)


@refuse_other_names()
def load_embedding(
    path: str | Path, *, format: str | None = None, limit: int | None = None, verify: bool = True
) -> Embedding:
    """Open an embedding, in any format.

    Vectors in firth's own format are mapped, not read into memory.

    Parameters
    ----------
    path : str or Path
        The file.
    format : {"native", "word2vec", "word2vec-binary", "glove"}, optional
        The format, where the suffix does not tell it. For ``.txt`` and ``.vec`` the first line tells word2vec
        from GloVe.
    limit : int, optional
        Read only the first vectors, as many as this.
    verify : bool, default True
        Read a file in firth's own format once to compare checksums and to refuse vectors that are not finite.
        In other formats such vectors are always refused.

    Returns
    -------
    Embedding
        The vectors. Formats of other programs have no counts, so the counts of their words are 0.

    Raises
    ------
    FormatError
        If the file is damaged or holds something else.

    Examples
    --------
    >>> import numpy as np
    >>> from tempfile import TemporaryDirectory
    >>> from firth.core import Vocabulary
    >>> e = Embedding(np.eye(2, dtype="f4"), Vocabulary(("king", "queen"), np.array([3, 2])))
    >>> with TemporaryDirectory() as folder:
    ...     save(e, f"{folder}/royal.safetensors")
    ...     load_embedding(f"{folder}/royal.safetensors")["queen"]
    array([0., 1.], dtype=float32)
    """
    chosen = _format_of(path, format)
    if chosen == "native":
        return read_embedding(path, verify=verify, limit=limit)
    return _READERS[chosen](path, limit=limit)


@refuse_other_names()
def load_counts(path: str | Path, *, verify: bool = True) -> Counts:
    """Open a table of counts; its arrays are mapped, not read into memory.

    Parameters
    ----------
    path : str or Path
        The file.
    verify : bool, default True
        Read the file once to compare checksums and to refuse counts that are not finite.

    Returns
    -------
    Counts
        The table, its names and how it was counted.

    Raises
    ------
    FormatError
        If the file is damaged or holds something else.

    Examples
    --------
    >>> import numpy as np
    >>> from tempfile import TemporaryDirectory
    >>> from scipy.sparse import csr_array
    >>> from firth.core import Vocabulary
    >>> names = Vocabulary(("king", "queen"), np.array([3, 2]))
    >>> with TemporaryDirectory() as folder:
    ...     save(Counts(csr_array([[0, 2], [2, 1]]), names, names), f"{folder}/royal.safetensors")
    ...     load_counts(f"{folder}/royal.safetensors").total
    5.0
    """
    return read_counts(path, verify=verify)


def kind_of(path: str | Path) -> Literal["embedding", "counts", "senses", "other"]:
    """Tell by a look at its beginning what a file holds.

    Parameters
    ----------
    path : str or Path
        A file or folder.

    Returns
    -------
    {"embedding", "counts", "senses", "other"}
        "other" is anything else, such as a text or a folder.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     _ = Path(f"{folder}/corpus.txt").write_text("you shall know a word by the company it keeps")
    ...     kind_of(f"{folder}/corpus.txt")
    'other'
    """
    if Path(path).is_dir():
        return "other"
    suffix = inner_suffix(path)
    if suffix == ".safetensors" or suffix not in SUFFIXES:
        return native_kind(path) or "other"
    return "embedding" if _looks_like_vectors(path) else "other"


def _refuse_other_formats(path: str | Path, format: str, what: str) -> None:
    if format != "native":
        raise InputError(f"{path} was not written: {what} are saved as .safetensors, not as {format}.")


def _format_of(path: str | Path, format: str | None) -> str:
    chosen = _format_named(format) if format else _format_by_suffix(path)
    if chosen == "native" and packing_of(path):
        raise InputError(f"{path} is packed; unpack it first, since firth maps its own files into memory.")
    if format is not None or chosen != "word2vec":
        return chosen
    with opened(path) as stream:
        first, second = stream.readline(_LOOKED_AT), stream.readline(_LOOKED_AT)
    if FIRST_LINE.fullmatch(first):
        return chosen
    if first.strip() and not any(_are_numbers(_fields(line)[1:][-2:]) for line in (first, second)):
        raise FormatError(
            f"{path} does not hold vectors: its first lines do not end in numbers. To make vectors from a "
            "text, use firth embed."
        )
    return "glove"


def _format_named(format: str) -> str:
    if format not in FORMATS:
        raise InputError(f"format is {format!r}; it must be one of {', '.join(FORMATS)}.")
    return format


def _format_by_suffix(path: str | Path) -> str:
    suffix = inner_suffix(path)
    if suffix not in SUFFIXES:
        raise InputError(
            f"{path}: the suffix {suffix!r} names no format of vectors; use {', '.join(SUFFIXES)} (in Python "
            "format= names another, and firth.store.from_gensim takes models that gensim has loaded)."
        )
    return SUFFIXES[suffix]


def _looks_like_vectors(path: str | Path) -> bool:
    with opened(path) as stream:
        first, second = stream.readline(_LOOKED_AT), stream.readline(_LOOKED_AT)
    if FIRST_LINE.fullmatch(first):
        return inner_suffix(path) == ".bin" or _are_numbers(_fields(second)[1:])
    return _are_numbers(_fields(first)[1:]) and (not second or _are_numbers(_fields(second)[1:]))


def _fields(line: bytes) -> list[bytes]:
    """The fields of a line, without the last of a very long one, which may have been cut."""
    return line.split()[: -1 if len(line) == _LOOKED_AT else None]


def _are_numbers(fields: list[bytes]) -> bool:
    try:
        return len([float(field) for field in fields]) > 0
    except ValueError:
        return False


COUNTS = FileKind("counts", "safetensors", load_counts, save)
"""Counts, as `firth.runtime.kept` keeps them."""


def embedding_kind(prefix: str) -> FileKind[Embedding]:
    """Vectors of words, as `firth.runtime.kept` keeps them."""
    return FileKind(prefix, "safetensors", load_embedding, save)
