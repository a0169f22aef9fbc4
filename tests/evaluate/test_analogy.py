import numpy as np
import pytest

from firth.datasets import AnalogySection
from firth.evaluate import evaluate_analogies

SECTIONS = [
    AnalogySection("family", (("man", "woman", "king", "queen"), ("king", "queen", "boy", "girl"))),
    AnalogySection("gram8-plural", (("King", "kings", "Queen", "queens"), ("king", "kings", "man", "men"))),
]


@pytest.fixture
def royals(make_embedding):
    """Axes: anyone, female, royal, plural."""
    return make_embedding(
        {
            "man": [1, 0, 0, 0],
            "woman": [1, 1, 0, 0],
            "king": [1, 0, 1, 0],
            "queen": [1, 1, 1, 0],
            "kings": [1, 0, 1, 1],
            "queens": [1, 1, 1, 1],
            "men": [0, 1, 0, 0],  # in the wrong place: that question is answered wrongly
        }
    )


@pytest.mark.parametrize("method", ["mul", "add"])
def test_accuracy_is_over_covered_questions_by_section(royals, method):
    result = evaluate_analogies(royals, SECTIONS, method=method)
    assert result.sections["family"].as_dict() == {
        "accuracy": 1.0, "correct": 1, "covered": 1, "questions": 2, "interval": None, "scored": 1,
    }  # fmt: skip
    assert result.sections["gram8-plural"].as_dict() == {
        "accuracy": 0.5, "correct": 1, "covered": 2, "questions": 2, "interval": None, "scored": 2,
    }  # fmt: skip
    assert (result.semantic.covered, result.syntactic.covered, result.total.covered) == (1, 2, 3)
    assert result.total.accuracy == pytest.approx(2 / 3)


def test_no_covered_question_is_no_score_and_no_error(royals):
    result = evaluate_analogies(royals, [AnalogySection("none", (("a", "b", "c", "d"),))])
    assert (result.total.accuracy, result.total.interval) == (None, None)
    assert (result.total.correct, result.total.covered, result.total.questions) == (0, 0, 1)


def test_a_file_is_read_like_its_sections(royals, tmp_path):
    path = tmp_path / "questions.txt"
    path.write_text(
        "".join(f": {s.name}\n" + "".join(" ".join(q) + "\n" for q in s.questions) for s in SECTIONS)
    )
    assert evaluate_analogies(royals, path) == evaluate_analogies(royals, SECTIONS)


def test_candidates_alone_are_asked_for_and_answer(royals):
    # Without "queens" there is one question less; without "kings" nothing stands between king and queen.
    everyone = evaluate_analogies(royals, SECTIONS)
    part = np.array([place for place, word in enumerate(royals.vocabulary) if word != "queens"])
    result = evaluate_analogies(royals, SECTIONS, candidates=part)
    assert (result.syntactic.covered, result.syntactic.scored) == (2, 1)
    assert result.semantic == everyone.semantic
    assert result.syntactic.accuracy == 0.0


def test_fewer_candidates_make_the_answer_easier(make_embedding):
    e = make_embedding({"a": [1, 0, 0], "b": [1, 1, 0], "c": [0, 0, 1], "d": [0.1, 1, 1], "near": [0, 1, 1]})
    questions = [AnalogySection("s", (("a", "b", "c", "d"),))]
    assert evaluate_analogies(e, questions, method="add").total.correct == 0
    assert evaluate_analogies(e, questions, method="add", candidates=np.arange(4)).total.correct == 1


def test_within_scores_no_more_than_the_questions_given(royals):
    result = evaluate_analogies(royals, SECTIONS).within([np.array([False, True]), np.array([True, False])])
    assert (result.total.covered, result.total.scored, result.total.correct) == (3, 1, 1)
    assert result.semantic.accuracy is None
    assert result.syntactic.accuracy == 1.0
