"""firth's own files (docs/format.md): embeddings and counts; sense models come through the same door."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal, get_args

import numpy as np

from firth.core import Counts, Embedding, Recipe
from firth.core.embedding import Measure
from firth.errors import FormatError
from firth.runtime.arrays import Array
from firth.runtime.sparse import compressed_rows
from firth.runtime.tensors import TensorFile, finite_data, indices_below, type_name_of, write_tensors
from firth.store.vocabulary import finite_vectors, name_types, pack_names, unpack_names

NativeKind = Literal["embedding", "counts", "senses"]

VERSION = "1"

_NAMED = {"embedding": "an embedding", "counts": "counts", "senses": "senses"}
_COUNTS_TYPES = {
    "indptr": ("I64",),
    "indices": ("I32", "I64"),
    "data": ("F64", "F32", "F16", "I64", "U64", "I32", "U32", "I16", "U16", "I8", "U8"),
}


def write_embedding(embedding: Embedding, path: str | Path) -> None:
    """Write vectors in float32, names, counts, spectrum and recipe."""
    arrays = {
        "vectors": (embedding.vectors, "F32"),
        "spectrum": (np.asarray(embedding.spectrum).reshape(-1), "F64"),
        **pack_names(embedding.vocabulary, "tokens"),
    }
    metadata = native_metadata("embedding", embedding.recipe) | {"measure": embedding.measure}
    write_tensors(path, arrays, metadata, {"vectors": finite_vectors(embedding.vocabulary)})


def read_embedding(path: str | Path, *, verify: bool = True, limit: int | None = None) -> Embedding:
    """Open an embedding that firth wrote; its vectors are mapped, not read into memory.

    verify: read the file once, compare checksums and refuse vectors that are not finite. limit: only the
    first vectors.

    >>> from tempfile import TemporaryDirectory
    >>> from firth.core import Vocabulary
    >>> e = Embedding(np.eye(2, dtype="f4"), Vocabulary(("king", "queen"), np.array([3, 2])))
    >>> with TemporaryDirectory() as folder:
    ...     write_embedding(e, f"{folder}/royal.safetensors")
    ...     read_embedding(f"{folder}/royal.safetensors").vocabulary.tokens
    ('king', 'queen')
    """
    file = open_native(path, "embedding")
    require_arrays(file, {"vectors": ("F32",)}, ndim=2)
    require_arrays(file, {"spectrum": ("F64",), **name_types("tokens")})
    names = unpack_names(file, "tokens", limit)
    vectors = file.array("vectors")
    if len(vectors) != file.header.tensors["tokens.counts"].shape[0]:
        raise FormatError(f"{path} is damaged: its vectors do not fit its names.")
    if verify:
        file.verify({"vectors": finite_vectors(names)})
    return Embedding(vectors[: len(names)], names, file.array("spectrum"), recipe_in(file), _measure(file))


def write_counts(counts: Counts, path: str | Path) -> None:
    """Write a table of counts; numbers keep their type."""
    matrix = counts.matrix.tocsr()
    narrow = matrix.shape[1] < 2**31
    arrays = {
        "indptr": (matrix.indptr, "I64"),
        "indices": (matrix.indices, "I32" if narrow else "I64"),
        "data": (matrix.data, type_name_of(matrix.data)),
        **pack_names(counts.rows, "rows"),
    }
    if counts.columns is not counts.rows and counts.columns != counts.rows:
        arrays |= pack_names(counts.columns, "columns")
    metadata = native_metadata("counts", counts.how) | {"symmetric": "true" if counts.symmetric else "false"}
    write_tensors(path, arrays, metadata, {"data": finite_data})


def read_counts(path: str | Path, *, verify: bool = True) -> Counts:
    """Open a table of counts that firth wrote; its arrays are mapped, not read into memory.

    >>> from tempfile import TemporaryDirectory
    >>> from firth.core import Vocabulary
    >>> from scipy.sparse import csr_array
    >>> names = Vocabulary(("king", "queen"), np.array([3, 2]))
    >>> with TemporaryDirectory() as folder:
    ...     write_counts(Counts(csr_array([[0, 2], [2, 1]]), names, names), f"{folder}/counts.safetensors")
    ...     read_counts(f"{folder}/counts.safetensors").total
    5.0
    """
    file = open_native(path, "counts")
    own_columns = "columns.bytes" in file.header.tensors
    require_arrays(file, {**_COUNTS_TYPES, **name_types("rows")})
    if own_columns:
        require_arrays(file, name_types("columns"))
    rows = unpack_names(file, "rows")
    columns = unpack_names(file, "columns") if own_columns else rows
    indptr, indices, data = (file.array(name) for name in ("indptr", "indices", "data"))
    if not are_compressed_rows(indptr, indices, data, len(rows)):
        raise FormatError(f"{path} is damaged: its rows, indices and data do not fit each other.")
    if verify:
        file.verify({"indices": indices_below(len(columns)), "data": finite_data})
    matrix = compressed_rows(indptr, indices, data, (len(rows), len(columns)))
    return Counts(matrix, rows, columns, recipe_in(file), file.metadata.get("symmetric") == "true")


def native_kind(path: str | Path) -> NativeKind | None:
    """What a file of firth's own holds; None when it is not one."""
    try:
        found = TensorFile.open(path).metadata.get("format")
    except FormatError:
        return None
    return next((kind for kind in get_args(NativeKind) if found == f"firth-{kind}"), None)


def open_native(path: str | Path, kind: NativeKind) -> TensorFile:
    """Open a file of this kind; a file of another kind or version is refused."""
    file = TensorFile.open(path)
    found, version = file.metadata.get("format", ""), file.metadata.get("format_version")
    if not found.startswith("firth-"):
        raise FormatError(
            f"{path} is a safetensors file that firth did not write; give a file with {_NAMED[kind]}."
        )
    if found != f"firth-{kind}":
        held = found.removeprefix("firth-")
        way_out = _way_out(held, kind)
        raise FormatError(f"{path} holds {_NAMED.get(held, held)} instead of {_NAMED[kind]}; {way_out}.")
    if version != VERSION:
        raise FormatError(
            f"{path} is of format version {version} and this firth reads {VERSION}; upgrade firth."
        )
    return file


def _way_out(held: str, wanted: NativeKind) -> str:
    if held not in _NAMED:
        return "upgrade firth"
    tools = {
        ("counts", "embedding"): "firth embed makes vectors of them",
        ("embedding", "counts"): "firth count makes counts of a text",
    }
    return f"{tools.get((held, wanted), 'give another file')} (in Python firth.load_{held} opens it)"


def native_metadata(kind: NativeKind, recipe: Recipe) -> dict[str, str]:
    """The texts that every file of firth's own has in its header."""
    from firth import __version__

    return {
        "format": f"firth-{kind}",
        "format_version": VERSION,
        "firth": __version__,
        "recipe": recipe.to_json(),
    }


def recipe_in(file: TensorFile) -> Recipe:
    """The recipe that a file was written with."""
    try:
        return Recipe.from_json(file.metadata.get("recipe", ""))
    except (FormatError, RecursionError) as error:
        raise FormatError(f"{file.path} is damaged: {error}") from error


def require_arrays(file: TensorFile, types: Mapping[str, tuple[str, ...]], *, ndim: int = 1) -> None:
    """Refuse a file that lacks one of these arrays or has it in another number type."""
    for name, allowed in types.items():
        tensor = file.header.tensors.get(name)
        if tensor is None or tensor.type_name not in allowed or len(tensor.shape) != ndim:
            what = f"{ndim}-dimensional array {name!r} of type {' or '.join(allowed)}"
            raise FormatError(f"{file.path} is damaged: it has no {what}.")


def are_compressed_rows(indptr: Array, indices: Array, data: Array, rows: int) -> bool:
    """Whether the arrays of a sparse matrix fit each other; column numbers are checked apart."""
    fits = len(indptr) == rows + 1 and len(indices) == len(data)
    return bool(fits and indptr[0] == 0 and indptr[-1] == len(data) and not np.any(indptr[1:] < indptr[:-1]))


def _measure(file: TensorFile) -> Measure:
    known: dict[str, Measure] = {"cosine": "cosine", "dot": "dot"}
    name = file.metadata.get("measure", "")
    if name not in known:
        raise FormatError(f"{file.path} compares vectors by {name!r}, which this firth does not know.")
    return known[name]
