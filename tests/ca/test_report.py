"""The sentences of the report are true of the tables they are about."""

import numpy as np
import polars as pl
import pytest

from firth.ca import interpret, report_sections, study_records, study_table
from firth.runtime.run import Run


def report(study, **options):
    sections = report_sections(interpret(study, run=Run(seed=0), **options))
    return {section.title: " ".join(section.sentences) for section in sections}


def study_of(cells):
    cells = np.array(cells)
    names = pl.DataFrame({"row": [f"r{i}" for i in range(len(cells))]})
    columns = {f"c{j}": column for j, column in enumerate(cells.T)}
    return study_table(names.hstack(pl.DataFrame(columns)), names="row")


def test_a_sparse_table_without_association_is_not_said_to_be_beyond_chance():
    cells = np.random.default_rng(3).multinomial(
        200, np.outer(np.r_[0.9, [0.01] * 10], np.full(9, 1 / 9)).ravel()
    )
    study = study_of(cells.reshape(11, 9) + np.eye(11, 9, dtype=int))
    analysis = study.analysis
    told = report(study)["The table"]
    chance = "cannot be told from chance" if analysis.p_value_given_margins > 0.05 else "is beyond chance"
    assert chance in told
    assert f"p = {analysis.p_value_given_margins:.2g}." in told
    assert f"A cell expects as few as {analysis.least_expected:.2g} counts, so that p is taken" in told


def test_the_strength_of_an_association_is_told_where_chance_does_not_make_it():
    dense = [[60, 20, 20], [20, 70, 10], [15, 15, 70]]
    assert "As Cramér's V = 0.51 says, the association is strong." in report(study_of(dense))["The table"]
    sparse = np.eye(12, dtype=int) * 4
    assert "Cramér" not in report(study_of(sparse + np.eye(12, k=1, dtype=int)))["The table"]


def test_rows_have_more_of_some_columns_and_less_of_others():
    told = report(study_of([[60, 20, 20], [20, 70, 10], [15, 15, 70]]))["What is characteristic"]
    assert "r0 has more of c0 (7.3), and less of c1 (-3.8) and c2 (-3.4) than its margins explain." in told
    assert "the first 12 of" not in told


def test_only_some_rows_of_many_are_described_and_the_others_are_not_forgotten():
    cells = np.ones((20, 20), int) + 30 * np.eye(20, dtype=int)
    told = report(study_of(cells), clusters="none")["What is characteristic"]
    assert (
        "Here are the first 12 of 20 rows that have such cells; the table “characteristic” has them" in told
    )
    assert told.count("than its margins explain") == 12


def test_what_was_noticed_is_told_in_sentences():
    found = interpret(study_of([[60, 20, 20], [20, 70, 10], [15, 15, 70]]))
    table = report_sections(found, notes=("cells cut at ';'", "each row sums to 100: if so, say so."))[0]
    assert table.sentences[-2:] == ("Cells cut at ';'.", "Each row sums to 100: if so, say so.")


@pytest.fixture(scope="module")
def noise():
    """Records of two variables that go together, and four that have nothing to do with anything."""
    rng = np.random.default_rng(1)
    first = rng.choice(list("abc"), 200)
    frame = {"first": first, "second": first} | {f"other{i}": rng.choice(list("xyz"), 200) for i in range(4)}
    return pl.DataFrame(frame | {"gone": np.where(first == "a", 0.0, rng.random(200))})


def test_clusters_on_axes_of_chance_are_told_as_such(noise):
    found = interpret(study_records(noise, quanti=["gone"]))
    beyond = found.advice.beyond_chance
    assert beyond == 2
    told = {section.title: " ".join(section.sentences) for section in report_sections(found)}["Clusters"]
    assert "Of these axes only 2 are beyond chance; --cluster-axes 2 leaves the others out." in told
    few = report(study_records(noise, quanti=["gone"]), cluster_axes=2)["Clusters"]
    assert "beyond chance" not in few
    assert "Its mean of gone is 0 against" in few  # and no rounding of it


def test_an_axis_that_is_not_beyond_chance_says_so_first():
    table = np.array([[24, 11, 8], [9, 25, 12], [10, 9, 13], [11, 10, 9]])
    found = interpret(study_table(pl.DataFrame(table, schema=["x", "y", "z"]), names=None))
    assert found.advice.beyond_chance == 1
    first, second = (one for one in report_sections(found) if one.title.startswith("Axis"))
    assert first.sentences[0].startswith("Axis 1 explains")
    assert second.sentences[0].startswith("Not beyond chance: this axis is not to be interpreted")
