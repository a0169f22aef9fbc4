"""Several networks and the mean of what they predict."""

from __future__ import annotations

import numpy as np
import pytest

from firth import Embedding, Vocabulary
from firth.errors import InputError
from firth_papers.networks import fit_sequence_ensemble, fit_sequence_model

RNG = np.random.default_rng(0)
WORDS = Embedding(
    RNG.standard_normal((20, 6)).astype("f4"),
    Vocabulary(tuple(f"w{i}" for i in range(20)), np.arange(20, 0, -1)),
)
TEXTS = [[f"w{i}" for i in RNG.integers(20, size=RNG.integers(1, 9))] for _ in range(60)]
TARGETS = [float(len(text)) / 9 for text in TEXTS]


def fitted(**options):
    pytest.importorskip("torch")
    return fit_sequence_ensemble(TEXTS, TARGETS, WORDS, epochs=2, batch=16, **options)


def test_the_mean_of_the_members_is_predicted():
    ensemble = fitted(members=3)
    each = [member.predict(TEXTS) for member in ensemble.members]
    np.testing.assert_allclose(ensemble.predict(TEXTS), np.mean(each, axis=0), rtol=1e-6)
    assert not np.allclose(each[0], each[1])
    assert not np.allclose(each[1], each[2])


def test_the_first_member_is_the_network_of_the_same_seed():
    first = fitted(members=2, seed=4).members[0]
    alone = fit_sequence_model(TEXTS, TARGETS, WORDS, epochs=2, batch=16, seed=4)
    assert first.predict(TEXTS).tobytes() == alone.predict(TEXTS).tobytes()


def test_neighboring_seeds_share_no_member():
    found = [member.predict(TEXTS[:5]).tobytes() for seed in (0, 1) for member in fitted(seed=seed).members]
    assert len(set(found)) == len(found) == 10


def test_the_number_of_threads_does_not_change_a_byte():
    found = {fitted(members=3, threads=threads).predict(TEXTS).tobytes() for threads in (1, 2)}
    assert len(found) == 1


def test_no_members_are_refused():
    with pytest.raises(InputError, match="members is 0; it must be at least 1"):
        fit_sequence_ensemble(TEXTS, TARGETS, WORDS, members=0)
