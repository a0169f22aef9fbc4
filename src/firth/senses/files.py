"""Sense models as files: safetensors, as embeddings and counts are (docs/senses.md)."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from firth.errors import FormatError
from firth.runtime.arrays import Array
from firth.runtime.other_names import refuse_other_names
from firth.runtime.sparse import compressed_rows
from firth.runtime.tensors import TensorFile, finite_data, indices_below, write_tensors
from firth.senses.model import SenseModel
from firth.senses.split import ONE
from firth.store.native import are_compressed_rows, native_metadata, open_native, recipe_in, require_arrays
from firth.store.vocabulary import name_types, pack_names, unpack_names

_TYPES = {
    "indptr": ("I64",),
    "indices": ("I32",),
    "data": ("F32",),
    "masses": ("F64",),
    "words": ("I64",),
    "numbers": ("I32",),
    "memberships": ("U16",),
}


def save_senses(model: SenseModel, path: str | Path) -> None:
    """Write a sense model to a file, as `firth.save` does.

    The file appears when it is whole, and equal models give equal bytes.

    Parameters
    ----------
    model : SenseModel
        The senses.
    path : str or Path
        The file.

    Examples
    --------
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
    metadata = native_metadata("senses", model.recipe)
    write_tensors(path, arrays, metadata, {"data": finite_data, "masses": finite_data})


@refuse_other_names()
def load_senses(path: str | Path, *, verify: bool = True) -> SenseModel:
    """Open a sense model; its arrays are mapped, not read into memory.

    Parameters
    ----------
    path : str or Path
        The file.
    verify : bool, default True
        Read the file once to compare checksums and to check values and the sums of memberships.

    Returns
    -------
    SenseModel
        The senses.

    Raises
    ------
    FormatError
        If the file is damaged or holds something else.
    """
    file = open_native(path, "senses")
    require_arrays(file, {**_TYPES, **name_types("tokens")})
    names = unpack_names(file, "tokens")
    parts = {name: file.array(name) for name in _TYPES}
    _refuse_misfits(file, parts, len(names))
    if verify:
        file.verify({"indices": indices_below(len(names)), "data": _above_zero, "masses": finite_data})
    matrix = compressed_rows(parts["indptr"], parts["indices"], parts["data"], (len(names), len(names)))
    masses, words, numbers, memberships = (
        parts[name] for name in ("masses", "words", "numbers", "memberships")
    )
    model = SenseModel(matrix, names, masses, words, numbers, memberships, recipe_in(file))
    if verify:
        _refuse_sums(model, path)
    return model


def _refuse_misfits(file: TensorFile, parts: dict[str, Array], n: int) -> None:
    """Refuse arrays that would be read outside their bounds."""
    indptr, words, numbers = parts["indptr"], parts["words"], parts["numbers"]
    sound = are_compressed_rows(indptr, parts["indices"], parts["data"], n) and len(parts["masses"]) == n
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
    """Refuse memberships of a context that do not sum to 1."""
    for place, number in enumerate(model.numbers.tolist()):
        block = model.memberships[model.starts[place] : model.starts[place + 1]].reshape(-1, number)
        if (block.sum(axis=1, dtype=np.int64) != ONE).any():
            word = model.vocabulary.tokens[int(model.words[place])]
            raise FormatError(f"{path} is damaged: the memberships of {word!r} do not sum to 1.")
