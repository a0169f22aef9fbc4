import numpy as np
import pytest

from firth.errors import InputError, UnknownWordsError
from firth.senses import tag, tag_many, tag_sentence
from firth.senses.tagging import tokens_of
from senses.conftest import WATER, bank_texts


def test_sentences_of_money_and_of_water_get_different_senses(model):
    texts = bank_texts(90)
    water = [any(word in text for word in WATER) for text in texts]
    senses = [tagging.sense for tagging in tag_many(model, texts, "bank")]
    of_water = {sense for sense, wet in zip(senses, water, strict=True) if wet}
    of_money = {sense for sense, wet in zip(senses, water, strict=True) if not wet}
    assert len(of_water) == len(of_money) == 1
    assert of_water != of_money


def test_similarity_is_the_cosine_with_the_sentence(model):
    tokens = ["river", "strange", "bank", "loan", "river"]
    found = tag(model, tokens, 2)
    query = np.zeros(len(model.vocabulary))
    for word, distance in (("river", 2), ("loan", 1), ("river", 2)):
        place = model.vocabulary.index[word]
        query[place] += 1 / distance * np.log(1 / model.masses[place])
    senses = model["bank"]
    vectors = np.zeros((len(query), 2))
    vectors[senses.contexts] = senses.parts
    expected = vectors.T @ query / np.linalg.norm(vectors, axis=0) / np.linalg.norm(query)
    np.testing.assert_allclose(found.similarities, expected, rtol=1e-9)


def test_weights_sum_to_one_and_the_margin_is_between_the_best_two(model):
    found = tag(model, ["river", "bank", "loan"], 1)
    assert found.weights.sum() == pytest.approx(1)
    assert found.margin == pytest.approx(abs(found.weights[0] - found.weights[1]))
    assert found.weights[found.sense - 1] == found.weights.max()


def test_words_beyond_the_window_have_no_say(model):
    far = ["river", *["strange"] * 5, "bank"]
    assert tag(model, far, 6).contexts == 0
    assert tag(model, far[1:2] + far[:1] + far[6:], 2).contexts == 1


def test_without_any_known_word_all_senses_weigh_the_same(model):
    found = tag(model, ["strange", "bank"], 1)
    assert (found.sense, found.margin, found.contexts) == (1, 0.0, 0)
    assert found.weights.tolist() == [0.5, 0.5]


def test_another_form_may_stand_for_the_word(model):
    assert tag(model, ["river", "banks"], 1, word="bank").sense == tag(model, ["river", "bank"], 1).sense


def test_a_batch_answers_as_one_by_one(model):
    texts = bank_texts(30)
    together = tag_many(model, texts, "bank")
    for text, found in zip(texts, together, strict=True):
        alone = tag(model, text.split(), text.split().index("bank"))
        np.testing.assert_allclose(found.similarities, alone.similarities, rtol=1e-12)


def test_all_ambiguous_words_of_a_sentence_are_tagged(model):
    assert "river" in model
    assert "river" not in model.ambiguous  # it goes with water alone
    found = tag_sentence(model, "The River, the bank and the shore; a bank!")
    assert [(tagging.word, tagging.position) for tagging in found] == [("bank", 3), ("bank", 8)]


def test_sentences_are_cut_as_the_text_was(model):
    cut = tokens_of(model, ["A Bank!", "", "x", "l’eau\nbank  "])
    assert cut == [["a", "bank"], [], ["x"], ["l'eau", "bank"]]


def test_what_cannot_be_tagged_is_told_in_a_sentence(model):
    with pytest.raises(InputError, match="does not have the word 'bank'"):
        tag_many(model, ["a river"], "bank")
    with pytest.raises(InputError, match="does not have the word 'bank'"):
        tag_sentence(model, "a river", "bank")
    with pytest.raises(InputError, match="no word of several senses"):
        tag_sentence(model, "nothing here")
    with pytest.raises(InputError, match="no words"):
        tag_sentence(model, "  ")
    with pytest.raises(InputError, match="position is 5"):
        tag(model, ["bank"], 5)
    with pytest.raises(InputError, match="list"):
        tag_many(model, "the bank", "bank")
    with pytest.raises(UnknownWordsError, match="was not split"):
        tag_many(model, ["a boat"], "boat")
    with pytest.raises(UnknownWordsError, match="bank"):
        tag_many(model, ["a bnak"], "bnak")
