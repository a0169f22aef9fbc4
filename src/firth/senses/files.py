"""Sense models as files: safetensors, as firth's vectors and counts are (docs/senses.md)."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from firth.core import Recipe
from firth.errors import FirthError, FormatError
from firth.runtime.arrays import Array
from firth.runtime.cells import compressed_rows
from firth.senses.model import SenseModel
from firth.senses.split import ONE
from firth.store.tensors import TensorFile, write_tensors
from firth.store.vocabulary import finite_data, indices_below, pack_names, unpack_names

FORMAT = "firth-senses"
VERSION = "1"

_TYPES = {
    "indptr": ("I64",),
    "indices": ("I32",),
    "data": ("F32",),
    "masses": ("F64",),
    "words": ("I64",),
    "numbers": ("I32",),
    "memberships": ("U16",),
    "tokens.bytes": ("U8",),
    "tokens.offsets": ("I64",),
    "tokens.counts": ("I64", "F64"),
}


def save_senses(model: SenseModel, path: str | Path) -> None:
    """Write a sense model; the file appears when it is whole, and equal models give equal bytes.

    >>> from tempfile import TemporaryDirectory
    >>> from firth.counting import count
    >>> from firth.senses import induce
    >>> from firth.text import encode_texts
    >>> texts = ["money in the bank", "the bank lent money", "the river bank", "a river and its bank"] * 9
    >>> model = induce(count(encode_texts(texts)), ["bank"], senses=2)
    >>> with TemporaryDirectory() as folder:
    ...     save_senses(model, f"{folder}/senses.safetensors")
    ...     load_senses(f"{folder}/senses.safetensors").ambiguous
    ['bank']
    """
    from firth import __version__

    matrix = model.association
    arrays = {
        "indptr": (matrix.indptr, "I64"),
        "indices": (matrix.indices, "I32"),
        "data": (matrix.data, "F32"),
        "masses": (model.masses, "F64"),
        "words": (model.words, "I64"),
        "numbers": (model.numbers, "I32"),
        "memberships": (model.memberships, "U16"),
        **pack_names(model.vocabulary, "tokens"),
    }
    metadata = {
        "format": FORMAT,
        "format_version": VERSION,
        "firth": __version__,
        "recipe": model.recipe.to_json(),
    }
    write_tensors(path, arrays, metadata, {"data": finite_data, "masses": finite_data})


def load_senses(path: str | Path, *, verify: bool = True) -> SenseModel:
    """Open a sense model; its arrays are mapped, not read into memory.

    verify: read the file once and compare checksums, values and the sums of memberships.
    """
    file = TensorFile.open(path)
    _refuse_other_kinds(file)
    names = unpack_names(file, "tokens")
    parts = {name: file.array(name) for name in _TYPES if not name.startswith("tokens.")}
    _refuse_misfits(file, parts, len(names))
    if verify:
        file.verify({"indices": indices_below(len(names)), "data": _above_zero, "masses": finite_data})
    matrix = compressed_rows(parts["indptr"], parts["indices"], parts["data"], (len(names), len(names)))
    try:
        recipe = Recipe.from_json(file.metadata.get("recipe", ""))
    except (FormatError, RecursionError) as error:
        raise FormatError(f"{path} is damaged: {error}") from error
    model = SenseModel(
        matrix, names, parts["masses"], parts["words"], parts["numbers"], parts["memberships"], recipe
    )
    if verify:
        _refuse_sums(model, path)
    return model


def holds_senses(path: str | Path) -> bool:
    """Whether a file is a sense model, be it whole or not."""
    try:
        return TensorFile.open(path).metadata.get("format") == FORMAT
    except FirthError:  # no such file, or one of another kind
        return False


def _refuse_other_kinds(file: TensorFile) -> None:
    found, version = file.metadata.get("format", ""), file.metadata.get("format_version")
    if found != FORMAT:
        what = found.removeprefix("firth-") if found.startswith("firth-") else "something firth did not write"
        raise FormatError(f"{file.path} holds {what} where senses were expected; give a firth senses file.")
    if version != VERSION:
        raise FormatError(
            f"{file.path} is of format version {version} and this firth reads {VERSION}; upgrade firth."
        )
    for name, allowed in _TYPES.items():
        tensor = file.header.tensors.get(name)
        if tensor is None or tensor.type_name not in allowed or len(tensor.shape) != 1:
            what = f"1-dimensional array {name!r} of type {' or '.join(allowed)}"
            raise FormatError(f"{file.path} is damaged: it has no {what}.")


def _refuse_misfits(file: TensorFile, parts: dict[str, Array], n: int) -> None:
    """Raise where arrays would be read outside their bounds."""
    indptr, words, numbers = parts["indptr"], parts["words"], parts["numbers"]
    cells = len(parts["data"])
    sound = len(indptr) == n + 1 and len(parts["indices"]) == cells and len(parts["masses"]) == n
    sound = sound and indptr[0] == 0 and indptr[-1] == cells and not np.any(indptr[1:] < indptr[:-1])
    sound = sound and len(words) == len(numbers) and not np.any(numbers < 1)
    if sound and len(words):
        sound = bool(words[0] >= 0 and words[-1] < n and np.all(words[1:] > words[:-1]))
    if sound:
        lengths = np.diff(indptr)[words] * numbers.astype(np.int64)
        sound = int(lengths.sum()) == len(parts["memberships"])
    if not sound:
        raise FormatError(f"{file.path} is damaged: its arrays do not fit each other.")


def _above_zero(data: Array, first: int) -> str | None:
    return finite_data(data, first) or (None if (data > 0).all() else "a weight is not above zero")


def _refuse_sums(model: SenseModel, path: str | Path) -> None:
    """Raise where the memberships of a context do not make a whole."""
    for place, number in enumerate(model.numbers.tolist()):
        block = model.memberships[model.starts[place] : model.starts[place + 1]].reshape(-1, number)
        if (block.sum(axis=1, dtype=np.int64) != ONE).any():
            word = model.vocabulary.tokens[int(model.words[place])]
            raise FormatError(f"{path} is damaged: the memberships of {word!r} do not sum to 1.")
