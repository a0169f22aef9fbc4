"""The measures against the scores that were published for the participants of the task."""

from __future__ import annotations

import os

import pytest

from firth_papers.readers.semeval13 import find_task13, read_task13
from firth_papers.sense_measures import score_senses

pytestmark = pytest.mark.skipif(
    "FIRTH_DATA" not in os.environ, reason="FIRTH_DATA is not set: the real data sets are not here"
)

# Jaccard, τ, WNDCG, fuzzy NMI, fuzzy B-cubed: Haji Soleimani 2019, table 5.2, from Jurgens & Klapaftis 2013.
THESIS = {
    "AI-KU/base/y-22-cluster-test": (0.197, 0.620, 0.387, 0.065, 0.390),
    "AI-KU/remove5-add1000/y-22-cluster-test-remove5-add1000": (0.245, 0.642, 0.332, 0.039, 0.451),
    "Unimelb/50k/hdp-wsi-sample-50k": (0.213, 0.620, 0.371, 0.060, 0.483),
    "UoS/top-3/UoS.DEPENDENCYPARSED.MAXMAX.ALLCLUSTERS": (0.232, 0.625, 0.374, 0.045, 0.448),
}


@pytest.fixture(scope="module")
def task():
    return read_task13(find_task13())


@pytest.mark.parametrize("name", THESIS)
def test_participants_have_their_published_scores(task, name):
    found, wanted = score_senses(task.gold, task.key(f"systems/{name}")), THESIS[name]
    for place, within in enumerate((0.0006, 0.002, 0.0006, 0.0006, 0.0006)):
        assert found[place] == pytest.approx(wanted[place], abs=within)


def test_one_sense_for_all_has_its_published_scores(task):
    """As the task's authors report it, not checked against their print.

    τ is 0.609 there; the order of ties is not told, and here it is 0.620.
    """
    key = {target: {name: {"1": 1.0} for name in answers} for target, answers in task.gold.items()}
    found = score_senses(task.gold, key)
    assert (found.jaccard, found.wndcg) == (
        pytest.approx(0.192, abs=0.0006),
        pytest.approx(0.288, abs=0.0006),
    )
    assert found.fuzzy_nmi == pytest.approx(0)
    assert found.fuzzy_bcubed == pytest.approx(0.623, abs=0.0006)
    assert found.tau == pytest.approx(0.609, abs=0.012)


def test_wordnet_senses_are_scored_without_mapping(task):
    """The most frequent sense of SemCor, and all senses ranked by it; reported, not checked in print."""
    for name, jaccard, wndcg in (("mfs", 0.455, 0.339), ("all-senses", 0.149, 0.489)):
        found = score_senses(task.gold, task.key(f"baselines/semcor.{name}"), induced=False)
        assert (found.jaccard, found.wndcg) == (
            pytest.approx(jaccard, abs=0.0006),
            pytest.approx(wndcg, abs=0.0006),
        )
