import numpy as np
import pytest

from firth.errors import InputError
from firth.senses import induce_from_pool
from senses.conftest import MONEY, WATER


def test_parts_sum_to_the_row_and_none_is_negative(counts):
    model = induce_from_pool(counts, latent=6)
    for word in model.places:
        senses = model[word]
        assert (senses.parts >= 0).all()
        assert (senses.parts.sum(axis=1) == senses.weights).all()


def test_the_senses_of_bank_are_latent_ones_of_money_and_of_water(counts):
    senses = induce_from_pool(counts, ["bank"], senses=3, latent=3)["bank"]
    names = [counts.rows.tokens[context] for context in senses.contexts]
    parts = senses.parts / np.linalg.norm(senses.parts, axis=0)
    groups = [{names[i] for i in np.flatnonzero(parts.argmax(axis=1) == s)} for s in range(3)]
    assert any(group and group <= set(MONEY) for group in groups)
    assert any(group and group <= set(WATER) for group in groups)


def test_the_number_of_threads_does_not_change_a_byte(counts):
    one, two = (induce_from_pool(counts, latent=6, threads=t).memberships for t in (1, 3))
    assert one.tobytes() == two.tobytes()


@pytest.mark.parametrize("wrong", [{"senses": 0}, {"latent": 0}])
def test_numbers_below_one_are_refused(counts, wrong):
    with pytest.raises(InputError, match="at least 1"):
        induce_from_pool(counts, ["bank"], **wrong)
