import numpy as np
import pytest
from matplotlib.patches import FancyArrowPatch

from firth.ca import supplementary_quantities
from firth.errors import InputError
from firth.plots import correlation_circle
from plots.survey import survey


def test_arrows_end_at_the_correlations(fisher):
    found = {"age": np.array([0.6, -0.2, 0.1]), "height": np.array([-0.9, 0.3, 0.0])}
    (ax,) = correlation_circle(fisher, found, axes=(3, 1)).axes
    arrows = [patch for patch in ax.patches if isinstance(patch, FancyArrowPatch)]
    ends = [patch._posA_posB[1] for patch in arrows]
    assert ends == [(0.1, 0.6), (0.0, -0.9)]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("Axis 3 (0.4 %)", "Axis 1 (86.6 %)")
    assert {text.get_text() for text in ax.texts} == {"age", "height"}


def test_takes_what_supplementary_quantities_returns():
    analysis = survey()
    taste = analysis.rows.principal[:, 0]
    found = supplementary_quantities(analysis, {"taste": taste, "noise": np.arange(200.0) % 7})
    (ax,) = correlation_circle(analysis, found, title="A survey").axes
    assert "A survey" in {text.get_text() for text in ax.texts}
    arrow = next(patch for patch in ax.patches if isinstance(patch, FancyArrowPatch))
    assert arrow._posA_posB[1] == pytest.approx((1.0, 0.0), abs=1e-9)


def test_refusals_say_what_to_do(fisher):
    for found, message in (
        ({}, "correlations is empty"),
        ({"age": np.zeros(2)}, "the correlations of 'age' have the shape"),
        ({"age": np.array([2.0, 0, 0])}, "'age' has a correlation of 2; correlations lie between -1 and 1."),
    ):
        with pytest.raises(InputError) as caught:
            correlation_circle(fisher, found)
        assert str(caught.value).startswith(message)
    with pytest.raises(InputError, match="a circle shows two axes"):
        correlation_circle(fisher, {"age": np.zeros(3)}, axes=(1,))
