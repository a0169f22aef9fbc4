"""Multiple correspondence analysis of tables of practice against FactoMineR and ca, to 1e-9."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from ca.practice import (
    FOLDER,
    QUANTITATIVE,
    SUPPLEMENTARY,
    TABLES,
    active,
    excluded,
    largest_deviation,
    needs_practice,
    of_r,
    places_of,
    records,
    signs,
)
from ca.r_numbers import signs_of
from firth.ca import multiple_correspondence, supplementary_quantities, supplementary_variables

pytestmark = needs_practice
STATISTICS = [("coord", "principal", 1), ("cos2", "cos2", 1), ("contrib", "contributions", 100)]


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("kind", ["mca", "excl"])
@pytest.mark.parametrize(("what", "ours", "scale"), STATISTICS)
def test_records_and_categories_are_those_of_factominer(name, kind, what, ours, scale):
    analysis = multiple_correspondence(active(name), exclude=excluded(name) if kind == "excl" else ())
    flips = signs(analysis, of_r(name, f"{kind}_ind_coord")) if what == "coord" else None
    people = scale * getattr(analysis.rows, ours)
    assert largest_deviation(people, of_r(name, f"{kind}_ind_{what}"), flips) < 1e-10
    expected = of_r(name, f"{kind}_var_{what}")
    categories = scale * getattr(analysis.columns, ours)[places_of(analysis.columns, expected.index)]
    assert largest_deviation(categories, expected, flips) < 1e-10


@pytest.mark.parametrize("name", TABLES)
def test_v_tests_of_active_categories_are_those_of_factominer(name):
    analysis = multiple_correspondence(active(name))
    expected = of_r(name, "mca_var_v.test")
    found = analysis.columns.v_tests[places_of(analysis.columns, expected.index)]
    assert largest_deviation(found, expected, signs(analysis, of_r(name, "mca_ind_coord"))) < 1e-10


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize(("what", "ours"), [("coord", "principal"), ("cos2", "cos2"), ("v.test", "v_tests")])
def test_supplementary_categories_are_those_of_factominer(name, what, ours):
    analysis = multiple_correspondence(active(name))
    flips = None if what == "cos2" else signs(analysis, of_r(name, "mca_ind_coord"))
    placed = supplementary_variables(analysis, records(name).iloc[:, SUPPLEMENTARY[name]])
    expected = of_r(name, f"mca_quali.sup_{what}")
    assert (
        largest_deviation(getattr(placed, ours)[places_of(placed, expected.index)], expected, flips) < 1e-10
    )


@pytest.mark.parametrize("name", TABLES)
def test_quantitative_variables_have_the_correlations_of_factominer(name):
    analysis = multiple_correspondence(active(name))
    placed = supplementary_quantities(analysis, records(name).iloc[:, QUANTITATIVE[name]])
    flips = signs(analysis, of_r(name, "mca_ind_coord"))
    assert largest_deviation(placed.correlations, of_r(name, "mca_quanti.sup_coord"), flips) < 1e-10


@pytest.mark.parametrize("name", TABLES)
def test_inertias_without_some_categories_are_those_of_factominer_and_adjusted_ones_those_of_mjca(name):
    analysis = multiple_correspondence(active(name), exclude=excluded(name))
    expected = of_r(name, "excl_eig")["eigenvalue"].to_numpy()
    assert np.allclose(analysis.inertias, expected[: len(analysis.inertias)], rtol=0, atol=1e-12)
    roots = of_r(name, "excl_adjusted_sv")["sv"].to_numpy()
    assert np.allclose(analysis.adjusted_values, roots, rtol=0, atol=1e-12)
    total = float((FOLDER / f"{name}__excl_adjusted_total.txt").read_text())
    assert analysis.adjusted_total == pytest.approx(total, abs=1e-13)


def test_joint_analysis_gives_the_numbers_of_mjca_run_to_the_end():
    answers = pd.read_csv(FOLDER.parent / "wg93_ca_raw_categorical.csv", dtype=str)[list("ABCD")]
    analysis = multiple_correspondence(answers, inertia="joint")
    levels = (FOLDER / "wg93__jca_levels.txt").read_text().split()
    places = [analysis.columns.names.index[level] for level in levels]
    standard = of_r("wg93", "jca_colcoord")
    flips = signs_of(analysis.columns.standard[places], standard.to_numpy())
    assert np.allclose(analysis.singular_values, of_r("wg93", "jca_sv")["sv"], rtol=0, atol=1e-10)
    assert largest_deviation(analysis.columns.standard[places], standard, flips) < 1e-9
    assert largest_deviation(analysis.columns.principal[places], of_r("wg93", "jca_colpcoord"), flips) < 1e-9
    total, explained = map(float, (FOLDER / "wg93__jca_inertia.txt").read_text().split())
    assert analysis.total_inertia == pytest.approx(total, abs=1e-10)
    assert analysis.joint.explained == pytest.approx(explained, abs=1e-10)
