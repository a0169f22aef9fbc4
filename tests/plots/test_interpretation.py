import numpy as np
import polars as pl
import pytest

from firth.ca import interpret, study_records, study_table
from firth.plots.interpretation import MapChoices, interpretation_figures
from plots.survey import ACTIVE, answers


@pytest.fixture(scope="module")
def blocks():
    """Twelve clusters of three rows each, found in no order of their numbers."""
    rng = np.random.default_rng(0)
    table = np.repeat(20 + 400 * np.eye(12, dtype=int), 3, axis=0) + rng.poisson(5, (36, 12))
    columns = {f"c{i}": table[:, i] for i in range(12)}
    frame = pl.DataFrame({"row": [f"r{i}" for i in range(36)], **columns})
    return interpret(study_table(frame, names="row"), clusters=12, cluster_axes=10, replicates=0)


def test_clusters_are_described_in_the_order_of_their_numbers(blocks):
    figures = dict(interpretation_figures(blocks))
    titles = [
        text.get_text()
        for ax in figures["cluster_vtests"].axes
        for text in ax.texts
        if text.get_text().startswith("cluster ")
    ]
    assert titles == [f"cluster {number}" for number in range(1, 13)]


def test_a_map_colored_by_a_variable_names_it_in_the_legend():
    study = study_records(answers().select(*ACTIVE, "sex"), quali=["sex"])
    found = interpret(study, clusters="none", replicates=0)
    (ax,) = dict(interpretation_figures(found, MapChoices(color="sex")))["biplot"].axes
    titles = [child.get_title().get_text() for child in ax.get_children() if hasattr(child, "get_title")]
    assert "sex" in titles
