import os

import numpy as np
import pytest

from firth.core import Embedding, Vocabulary
from firth.errors import FormatError, InputError
from firth.senses import load_senses, save_senses
from firth.senses.split import ONE
from firth.store import kind_of, load, load_embedding, save


@pytest.fixture
def path(model, tmp_path):
    save_senses(model, tmp_path / "senses.safetensors")
    return tmp_path / "senses.safetensors"


def test_what_is_stored_comes_back_and_still_sums_exactly(model, path):
    stored = load_senses(path)
    assert stored.recipe == model.recipe
    assert stored.vocabulary == model.vocabulary
    for word in model.places:
        before, after = model[word], stored[word]
        assert after.memberships.tobytes() == before.memberships.tobytes()
        assert (after.parts.sum(axis=1) == after.weights).all()
        assert (after.parts >= 0).all()


def test_equal_models_give_equal_bytes(model, path, tmp_path):
    save_senses(load_senses(path), tmp_path / "again.safetensors")
    assert (tmp_path / "again.safetensors").read_bytes() == path.read_bytes()


def test_every_shorter_file_is_refused(path):
    size = path.stat().st_size
    for length in [*range(0, size, 97), size - 1][::-1]:
        os.truncate(path, length)
        with pytest.raises(FormatError, match=path.name):
            load_senses(path)


def test_every_changed_byte_is_noticed(path):
    content = path.read_bytes()
    for place in range(0, len(content), 61):
        changed = bytearray(content)
        changed[place] ^= 0x15
        path.write_bytes(changed)
        with pytest.raises(FormatError):
            load_senses(path)


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("memberships", lambda m: np.where(m.memberships == ONE, 5, m.memberships + 1).astype(np.uint16)),
        ("numbers", lambda m: m.numbers * 0),
        ("words", lambda m: m.words[::-1]),
        ("words", lambda m: m.words + len(m.vocabulary)),
    ],
)
def test_a_file_whose_parts_do_not_fit_is_refused_though_its_checksums_hold(model, tmp_path, part, value):
    damaged = object.__new__(type(model))
    for name in ("association", "vocabulary", "masses", "words", "numbers", "memberships", "recipe"):
        object.__setattr__(damaged, name, value(model) if name == part else getattr(model, name))
    save_senses(damaged, tmp_path / "bad.safetensors")
    with pytest.raises(FormatError, match="damaged"):
        load_senses(tmp_path / "bad.safetensors")


def test_files_of_other_kinds_are_refused_by_name(path, tmp_path):
    vectors = Embedding(np.eye(2, dtype="f4"), Vocabulary(("king", "queen"), np.array([3, 2])))
    save(vectors, tmp_path / "v.safetensors")
    with pytest.raises(
        FormatError, match=r"holds an embedding instead of senses; .*firth\.load_embedding opens it"
    ):
        load_senses(tmp_path / "v.safetensors")
    with pytest.raises(
        FormatError, match=r"holds senses instead of an embedding; .*firth\.load_senses opens it"
    ):
        load_embedding(path)


def test_the_common_door_opens_and_writes_senses_too(model, path, tmp_path):
    assert kind_of(path) == "senses"
    assert load(path).ambiguous == model.ambiguous
    with pytest.raises(InputError, match="a limit is for vectors"):
        load(path, limit=3)
    save(model, tmp_path / "again.safetensors")
    assert (tmp_path / "again.safetensors").read_bytes() == path.read_bytes()
    with pytest.raises(InputError, match=r"senses are saved as \.safetensors"):
        save(model, tmp_path / "senses.vec")
