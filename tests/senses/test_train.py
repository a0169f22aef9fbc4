import numpy as np
import pytest
from scipy.sparse import csr_array

from firth.core import Counts, Vocabulary
from firth.counting import count
from firth.errors import FirthError, InputError, UnknownWordsError
from firth.recipes import associate
from firth.senses import induce
from firth.text import encode_texts
from senses.conftest import MONEY, WATER


def all_of(model):
    return model.words.tolist(), model.numbers.tolist(), model.memberships.tobytes()


@pytest.mark.parametrize("clustering", ["svd", "nmf"])
def test_senses_sum_to_the_row_of_positive_pmi(counts, clustering):
    model = induce(counts, senses=3, clustering=clustering)
    rows = associate(counts, "ppmi", alpha=1.0).operator.sparse.toarray()
    for place in model.words.tolist():
        senses = model[counts.rows.tokens[place]]
        assert (senses.parts >= 0).all()
        assert (senses.parts.sum(axis=1) == rows[place][senses.contexts]).all()
        assert np.count_nonzero(rows[place]) == len(senses.contexts)


@pytest.mark.parametrize("clustering", ["svd", "nmf"])
def test_the_number_of_threads_does_not_change_a_byte(counts, clustering):
    models = [induce(counts, clustering=clustering, threads=threads) for threads in (1, 2, 5)]
    assert all_of(models[0]) == all_of(models[1]) == all_of(models[2])


@pytest.mark.parametrize("clustering", ["svd", "nmf"])
def test_bank_has_a_sense_of_money_and_one_of_water(counts, clustering):
    senses = induce(counts, ["bank"], senses=2, clustering=clustering)["bank"]
    names = [counts.rows.tokens[context] for context in senses.contexts]
    parts = senses.parts / np.linalg.norm(senses.parts, axis=0)
    groups = [{names[i] for i in np.flatnonzero(parts.argmax(axis=1) == sense)} for sense in (0, 1)]
    wanted = [set(MONEY) & set(names), set(WATER) & set(names)]
    assert sorted(map(sorted, groups)) == sorted(map(sorted, wanted))


def test_shares_fall_and_sum_to_one(model):
    for word in model.ambiguous:
        shares = model[word].shares
        assert (np.diff(shares) <= 0).all()
        assert shares.sum() == pytest.approx(1)


def test_each_word_may_have_its_own_number(counts):
    model = induce(counts, ["bank", "money"], senses={"bank": 2, "money": 1})
    assert (model["bank"].number, model["money"].number) == (2, 1)
    assert model.ambiguous == ["bank"]


def test_words_seen_a_hundred_times_are_split_unless_others_are_named(counts):
    frequent = [t for t, n in zip(counts.rows.tokens, counts.rows.counts, strict=True) if n >= 100]
    assert [counts.rows.tokens[i] for i in induce(counts).words] == frequent


def test_what_cannot_be_split_is_told_in_a_sentence(counts):
    refused = [
        ({"words": ["bnak"]}, "bank"),
        ({"words": []}, "no word"),
        ({"words": "bank"}, "list"),
        ({"words": ["bank"], "senses": 99}, "bank.*cannot have 99"),
        ({"words": ["bank"], "senses": 0}, "1 or more"),
        ({"words": ["bank"], "senses": True}, "1 or more"),
        ({"words": ["bank"], "senses": "many"}, "auto"),
        ({"words": ["bank"], "senses": {"money": 2}}, "bank"),
        ({"words": ["bank"], "clustering": "lda"}, "svd"),
        ({"words": ["bank"], "core": 1}, "core"),
        ({"words": ["bank"], "memory": "1KB"}, "budget"),
    ]
    for arguments, words in refused:
        with pytest.raises(FirthError, match=words):
            induce(counts, **arguments)
    with pytest.raises(UnknownWordsError):
        induce(counts, ["zzz"])


def test_counts_that_are_not_symmetric_are_refused():
    counts = count(encode_texts(["a b c d"] * 9), contexts="right")
    with pytest.raises(InputError, match="both"):
        induce(counts, ["a"])


def test_counts_with_nan_are_refused():
    names = Vocabulary(("a", "b"), np.array([200, 100]))
    table = csr_array(np.array([[0, np.nan], [np.nan, 1]]))
    with pytest.raises(InputError, match="NaN"):
        induce(Counts(table, names, names, symmetric=True), ["a"])


def test_a_word_that_goes_with_nothing_is_refused_by_name():
    names = Vocabulary(("a", "b", "c"), np.array([3, 2, 1]))
    table = csr_array(np.array([[0, 9, 0], [9, 0, 0], [0, 0, 0]], dtype=float))
    with pytest.raises(InputError, match="'c' has no context"):
        induce(Counts(table, names, names, symmetric=True), ["c"])
