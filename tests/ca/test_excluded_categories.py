"""Identities that records and categories keep, whatever is excluded, weighed, missing or rare."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from firth.ca import multiple_correspondence, supplementary_records, supplementary_variables
from firth.errors import InputError


@st.composite
def survey(draw):
    """Records of three to five variables, and some of their categories to exclude."""
    rng = np.random.default_rng(draw(st.integers(0, 10_000)))
    q, n = draw(st.integers(3, 5)), draw(st.integers(12, 40))
    data = {f"v{j}": rng.integers(0, draw(st.integers(2, 4)), n).astype(str).tolist() for j in range(q)}
    names = sorted({f"{name}:{value}" for name, column in data.items() for value in column})
    assume(all(len(set(column)) > 1 for column in data.values()))
    return data, draw(st.lists(st.sampled_from(names), unique=True, max_size=len(names) - q - 2))


@settings(max_examples=60, deadline=None)
@given(survey())
def test_records_keep_their_identities_with_any_categories_excluded(drawn):
    data, exclude = drawn
    try:
        analysis = multiple_correspondence(data, exclude=exclude)
    except InputError:
        assume(False)
    rows, columns = analysis.rows, analysis.columns
    assert np.allclose(rows.contributions.sum(axis=0), 1)
    assert np.allclose(columns.contributions.sum(axis=0), 1)
    assert (rows.cos2.sum(axis=1) < 1 + 1e-9).all()
    assert (columns.cos2.sum(axis=1) < 1 + 1e-9).all()
    assert np.allclose(rows.masses @ rows.principal, 0, atol=1e-9)
    # All axes are kept: squares of distances are sums of squares, on both sides, and so is the inertia.
    assert np.allclose((rows.principal**2).sum(axis=1), rows.distances**2)
    assert np.allclose((columns.principal**2).sum(axis=1), columns.distances**2)
    assert analysis.inertias.sum() == pytest.approx(analysis.total_inertia)
    # A category lies at the center of gravity of its records, over σ.
    placed = supplementary_variables(analysis, data)
    places = [placed.names.index[name] for name in columns.names]
    assert np.allclose(placed.principal[places], columns.principal, atol=1e-8)
    assert np.allclose(placed.v_tests[places], columns.v_tests, atol=1e-7)
    # A record given again lands on itself.
    again = supplementary_records(analysis, data)
    assert np.allclose(again.principal, rows.principal)
    assert np.allclose(again.distances, rows.distances)


@settings(max_examples=25, deadline=None)
@given(survey())
def test_singular_values_are_those_of_the_dense_matrix_without_the_excluded_columns(drawn):
    data, exclude = drawn
    names = [f"{name}:{value}" for name, column in data.items() for value in dict.fromkeys(column)]
    columns = [(name, value) for name, column in data.items() for value in dict.fromkeys(column)]
    z = np.array([[float(data[name][i] == value) for name, value in columns] for i in range(len(data["v0"]))])
    n, q = len(z), len(data)
    c = z.sum(axis=0) / (n * q)
    matrix = (z / q - c) / np.sqrt(c) / np.sqrt(n)
    kept = [place for place, name in enumerate(names) if name not in exclude]
    expected = np.linalg.svd(matrix[:, kept], compute_uv=False)
    try:
        found = multiple_correspondence(data, exclude=exclude).singular_values
    except InputError:
        assume(False)
    assert np.allclose(found, expected[: len(found)], atol=1e-9)
    assert (expected[len(found) :] < 1e-6).all()


@pytest.mark.parametrize("exclude", [[], ["a:x"]])
@pytest.mark.parametrize("inertia", [None, "burt", "adjusted"])
def test_a_weight_of_two_is_a_record_given_twice(inertia, exclude):
    rng = np.random.default_rng(1)
    data = pl.DataFrame({name: rng.choice(list("xyz"), 30).tolist() for name in "abcd"})
    weights = rng.integers(1, 4, 30)
    places = np.repeat(np.arange(30), weights)
    weighed = multiple_correspondence(data, weights=weights, exclude=exclude, inertia=inertia, axes=2)
    repeated = multiple_correspondence(data[places.tolist()], exclude=exclude, inertia=inertia, axes=2)
    order = [repeated.columns.names.index[name] for name in weighed.columns.names]
    flips = np.sign((weighed.columns.standard * repeated.columns.standard[order]).sum(axis=0))
    for what in ("principal", "v_tests"):
        assert np.allclose(
            getattr(weighed.columns, what), getattr(repeated.columns, what)[order] * flips, atol=1e-9
        )
    assert np.allclose(weighed.columns.cos2, repeated.columns.cos2[order])
    assert np.allclose(weighed.rows.principal[places], repeated.rows.principal * flips)
    assert weighed.total == repeated.total
    assert np.allclose(weighed.shares, repeated.shares)


def test_passive_gaps_are_an_excluded_category_and_dropped_ones_are_gone():
    data = {"a": ["x", "y", None, "x", "y", "x"], "b": list("uvuvuv"), "c": list("ppqqqp")}
    with pytest.raises(
        InputError, match=r"column 'a' has no value in 1 of 6 records .first: record 3.*missing="
    ):
        multiple_correspondence(data)
    own = multiple_correspondence(data, missing="category")
    assert "a:missing" in own.columns.names
    passive = multiple_correspondence(data, missing="passive")
    filled = {**data, "a": ["x", "y", "gap", "x", "y", "x"]}
    excluded = multiple_correspondence(filled, exclude=["a:gap"])
    assert np.array_equal(passive.rows.principal, excluded.rows.principal)
    assert passive.excluded == ("a:missing",)
    dropped = multiple_correspondence(data, missing="drop")
    left = {name: [column[i] for i in (0, 1, 3, 4, 5)] for name, column in data.items()}
    assert np.array_equal(dropped.rows.principal, multiple_correspondence(left).rows.principal)
    # Variables of all six records fit the analysis of the five that are left.
    placed = supplementary_variables(dropped, {"b": data["b"]})
    places = [dropped.columns.names.index[name] for name in placed.names]
    assert np.allclose(placed.principal, dropped.columns.principal[places])


def test_rare_categories_are_gathered_or_made_passive():
    data = {"a": ["x"] * 9 + ["y"] * 9 + ["r", "s"], "b": list("uvuuvuuvvu" * 2)}
    gathered = multiple_correspondence(data, rare=0.1)
    assert [name for name in gathered.columns.names if name.startswith("a:")] == ["a:x", "a:y", "a:other"]
    passive = multiple_correspondence(data, rare=0.1, rare_as="passive")
    assert passive.excluded == ("a:r", "a:s")
    assert "a:r" not in passive.columns.names


def test_a_rare_category_alone_is_joined_by_the_next_rarest():
    data = {"a": ["x"] * 10 + ["y"] * 6 + ["z"] * 3 + ["r"], "b": list("uvuuvuuvvu" * 2)}
    gathered = multiple_correspondence(data, rare=0.1)
    assert [name for name in gathered.columns.names if name.startswith("a:")] == ["a:x", "a:y", "a:other"]
    assert gathered.columns.weights[gathered.columns.names.index["a:other"]] == 4


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"weights": [1, 2]}, "2 weights were given for 4 records"),
        ({"weights": [1, 2, -1, 1]}, "the weight of record 3 is -1"),
        ({"rare": 5}, "rare is 5"),
        ({"inertia": "joint", "exclude": ["a:x"]}, "joint correspondence analysis takes all categories"),
        ({"inertia": "Burt"}, "choose one of indicator, burt, adjusted, joint"),
        ({"exclude": ["a:q"]}, "there is no category 'a:q'"),
    ],
)
def test_what_cannot_be_done_gets_a_sentence(options, says):
    data = {"a": list("xxyy"), "b": list("uvuv"), "c": list("ppqp")}
    with pytest.raises(InputError, match=says):
        multiple_correspondence(data, **options)


def test_versions_scale_the_same_axes_and_shares_are_adjusted_unless_asked_otherwise():
    rng = np.random.default_rng(3)
    base = rng.integers(0, 3, 200)
    noisy = {
        f"v{j}": np.where(rng.random(200) < 0.6, base, rng.integers(0, 3, 200)).astype(str).tolist()
        for j in range(5)
    }
    own, burt, adjusted = (
        multiple_correspondence(noisy, inertia=kind) for kind in (None, "burt", "adjusted")
    )
    assert np.allclose(burt.singular_values, own.singular_values**2)
    assert np.allclose(own.shares[: len(own.adjusted_values)], own.greenacre_shares)
    assert own.shares[0] > 2 * own.indicator_shares[0]
    k = len(adjusted.singular_values)
    assert np.allclose(adjusted.columns.standard, own.columns.standard[:, :k])
    assert np.allclose(adjusted.shares, adjusted.greenacre_shares)
    for one in (burt, adjusted):
        assert np.allclose(one.rows.principal[:, :k], own.rows.principal[:, :k])
