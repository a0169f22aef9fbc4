"""One door for all formats: the suffix, or the first lines, say which one a file is in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

from firth.core import Counts, Embedding
from firth.errors import InputError
from firth.runtime.kept import Kind
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


def save(content: Embedding | Counts, path: str | Path, *, format: str | None = None) -> None:
    """Write an embedding or a table of counts; the suffix chooses the format unless one is named.

    The file appears when it is whole. Counts are written in firth's own format only.

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
    elif chosen == "native":
        write_counts(content, path)
    else:
        raise InputError(f"{path} was not written: counts are saved as .safetensors, not as {chosen}.")


def load(path: str | Path, *, format: str | None = None, limit: int | None = None) -> Embedding | Counts:
    """Open whatever a file holds: an embedding in any format, or counts.

    limit: only the first vectors. Formats other than firth's own have no counts; those of the words are 0.

    >>> import numpy as np
    >>> from tempfile import TemporaryDirectory
    >>> from firth.core import Vocabulary
    >>> e = Embedding(np.eye(2, dtype="f4"), Vocabulary(("king", "queen"), np.array([3, 2])))
    >>> with TemporaryDirectory() as folder:
    ...     save(e, f"{folder}/royal.bin")
    ...     load(f"{folder}/royal.bin", limit=1).vocabulary.tokens
    ('king',)
    """
    if _format_of(path, format) == "native" and native_kind(path) == "counts":
        if limit is not None:
            raise InputError(f"{path} holds counts; a limit is for vectors.")
        return read_counts(path)
    return load_embedding(path, format=format, limit=limit)


def load_embedding(
    path: str | Path, *, format: str | None = None, limit: int | None = None, verify: bool = True
) -> Embedding:
    """Open an embedding in any format.

    Vectors in firth's own format are mapped, not read into memory. verify: read a file in that format once to
    compare checksums and refuse vectors that are not finite; in other formats these are always refused.

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


def load_counts(path: str | Path, *, verify: bool = True) -> Counts:
    """Open a table of counts; its arrays are mapped, not read into memory.

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


def kind_of(path: str | Path) -> Literal["embedding", "counts", "other"]:
    """What a file holds, by a look at its beginning: vectors, counts, or something else, such as a text.

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


def _format_of(path: str | Path, format: str | None) -> str:
    chosen = _format_named(format) if format else _format_by_suffix(path)
    if chosen == "native" and packing_of(path):
        raise InputError(f"{path} is packed; unpack it first, since firth maps its own files into memory.")
    if format is None and chosen == "word2vec":
        with opened(path) as stream:
            return chosen if FIRST_LINE.fullmatch(stream.readline(_LOOKED_AT)) else "glove"
    return chosen


def _format_named(format: str) -> str:
    if format not in FORMATS:
        raise InputError(f"format is {format!r}; it must be one of {', '.join(FORMATS)}.")
    return format


def _format_by_suffix(path: str | Path) -> str:
    suffix = inner_suffix(path)
    if suffix not in SUFFIXES:
        raise InputError(
            f"{path}: the suffix {suffix!r} names no format; use {', '.join(SUFFIXES)}, or name the format. "
            "Models saved by gensim itself are loaded by gensim and passed to firth.store.from_gensim."
        )
    return SUFFIXES[suffix]


def _looks_like_vectors(path: str | Path) -> bool:
    with opened(path) as stream:
        first, second = stream.readline(_LOOKED_AT), stream.readline(_LOOKED_AT)
    if FIRST_LINE.fullmatch(first):
        return inner_suffix(path) == ".bin" or _ends_in_numbers(second)
    return _ends_in_numbers(first) and (not second or _ends_in_numbers(second))


def _ends_in_numbers(line: bytes) -> bool:
    """Whether all fields but the first are numbers; the last of a very long line may have been cut."""
    fields = line.split()[: -1 if len(line) == _LOOKED_AT else None]
    try:
        return len([float(field) for field in fields[1:]]) > 0
    except ValueError:
        return False


COUNTS = Kind("counts", "safetensors", load_counts, save)
"""Counts, as `firth.runtime.kept` keeps them."""


def embedding_kind(prefix: str) -> Kind[Embedding]:
    """Vectors of words, as `firth.runtime.kept` keeps them."""
    return Kind(prefix, "safetensors", load_embedding, save)
