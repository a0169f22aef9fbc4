"""Names counted by hand."""

from __future__ import annotations

import pytest

from firth.errors import InputError
from firth_papers.tagging import Span, score_spans, spans_of, to_bio


@pytest.mark.parametrize(
    ("tags", "spans"),
    [
        ("O O", []),
        ("B-A I-A O B-A", [("A", 0, 2), ("A", 3, 4)]),
        ("B-A B-A I-A", [("A", 0, 1), ("A", 1, 3)]),
        ("I-A I-A O I-A", [("A", 0, 2), ("A", 3, 4)]),  # IOB1
        ("I-A B-A I-B", [("A", 0, 1), ("A", 1, 2), ("B", 2, 3)]),
        ("B-A I-B", [("A", 0, 1), ("B", 1, 2)]),
        ("B-big-name I-big-name", [("big-name", 0, 2)]),
        ("", []),
    ],
)
def test_names_of_bio_and_iob1(tags, spans):
    assert spans_of(tags.split()) == [Span(*span) for span in spans]
    assert spans_of(to_bio(tags.split())) == [Span(*span) for span in spans]
    assert all(to_bio(tags.split())[span[1]].startswith("B-") for span in spans)


def test_a_name_is_right_if_its_kind_and_both_ends_are():
    true = [["B-PER", "I-PER", "O", "B-LOC"], ["O", "B-ORG", "I-ORG"]]
    found = [["B-PER", "I-PER", "O", "B-ORG"], ["B-ORG", "I-ORG", "I-ORG"]]
    scores = score_spans(true, found)
    assert (scores["all"].true, scores["all"].found, scores["all"].right) == (3, 3, 1)
    assert scores["PER"].f1 == 1
    assert (scores["LOC"].recall, scores["LOC"].precision, scores["LOC"].f1) == (0, 0, 0)
    assert (scores["ORG"].precision, scores["ORG"].recall) == (0, 0)
    assert scores["all"].as_dict()["f1"] == pytest.approx(1 / 3)


def test_precision_and_recall_differ_if_less_is_found_than_there_is():
    score = score_spans([["B-A", "O", "B-A", "O", "B-A"]], [["B-A", "O", "B-A", "O", "O"]])["all"]
    assert (score.precision, score.recall) == (1, pytest.approx(2 / 3))
    assert score.f1 == pytest.approx(0.8)


def test_tags_that_do_not_fit_the_sentences_are_refused():
    with pytest.raises(InputError, match="2 sentences were given tags for 1"):
        score_spans([["O"], ["O"]], [["O"]])
    with pytest.raises(InputError, match="sentence number 2 has 2 words and was given 1 tags"):
        score_spans([["O"], ["O", "O"]], [["O"], ["O"]])
