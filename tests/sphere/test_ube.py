"""The unit-ball embedding: sweeps and objective against slow twins, starts, monomials, bad input."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest
from scipy import sparse
from sklearn.manifold import spectral_embedding

from firth.errors import InputError
from firth.sphere import given_graph, neighbor_graph, ube, unit_ball
from firth.sphere.ube import count_monomials, monomials, random_start, spectral_start
from reference.slow_ube import slow_objective, slow_sweep

RNG = np.random.default_rng(2)
CENTRES = 6 * RNG.standard_normal((5, 10))
LABELS = np.arange(60) % 5
POINTS = CENTRES[LABELS] + RNG.standard_normal((60, 10))
GRAPH = neighbor_graph(POINTS, 10)


def directions(n, dim, seed=0):
    points = np.random.default_rng(seed).standard_normal((n, dim))
    return points / np.linalg.norm(points, axis=1, keepdims=True)


@pytest.fixture(params=["moments", "pairs"])
def way(request, monkeypatch):
    """Both ways of adding up the repulsion."""
    if request.param == "pairs":
        monkeypatch.setattr(ube, "count_monomials", lambda dim, power: 10**9)


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("optimizer", ["newton", "gradient"])
@pytest.mark.parametrize(("dim", "degree"), [(3, 1), (3, 2), (3, 3), (6, 1), (4, 2)])
def test_three_sweeps_and_their_objective_are_those_of_the_slow_twin(dim, degree, optimizer):
    start = directions(60, dim)
    ball = unit_ball(GRAPH, dim, optimizer=optimizer, degree=degree, sweeps=3, init=start, tolerance=0.0)
    weights, slow = GRAPH.toarray(), start
    for sweep in range(3):
        slow = slow_sweep(weights, slow, degree, ube._rate(sweep, 3), newton=optimizer == "newton")
        assert ball.objective[sweep] == pytest.approx(slow_objective(weights, slow, degree), rel=1e-8)
    assert np.allclose(ball.points, slow, atol=1e-6)


def test_steps_shorten_from_a_tenth_to_a_hundredth():
    rates = [ube._rate(sweep, 250) for sweep in range(250)]
    assert rates[0] == pytest.approx(0.1, rel=0.01)
    assert rates[-1] == pytest.approx(0.01, rel=0.1)
    assert rates == sorted(rates, reverse=True)


@pytest.mark.parametrize("init", ["spectral", "random"])
@pytest.mark.parametrize("optimizer", ["newton", "gradient"])
def test_groups_come_together_and_part_from_each_other(optimizer, init):
    same = LABELS[:, None] == LABELS
    y = unit_ball(given_graph(same), optimizer=optimizer, init=init).points
    assert np.allclose(np.linalg.norm(y, axis=1), 1)
    cosines = y @ y.T
    assert cosines[same].min() > 0.95
    assert cosines[~same].max() < 0.1


def test_four_groups_without_edges_between_them_form_a_tetrahedron():
    y = unit_ball(given_graph(np.kron(np.eye(4), np.ones((5, 5))))).points
    corners = y.reshape(4, 5, 3).mean(axis=1)
    assert np.allclose(corners @ corners.T, np.where(np.eye(4), 1, -1 / 3), atol=0.05)


def test_the_objective_falls_from_a_random_start():
    start = directions(60, 3)
    ball = unit_ball(GRAPH, init=start)
    assert ball.objective[-1] < 0.95 * slow_objective(GRAPH.toarray(), start, 2)


def test_same_seed_same_bytes_and_another_seed_another_embedding():
    one, same, other = (
        unit_ball(GRAPH, init="random", seed=seed, sweeps=20, threads=threads).points
        for seed, threads in ((1, 1), (1, 3), (2, 1))
    )
    assert one.tobytes() == same.tobytes()
    assert not np.allclose(one, other)


def test_points_without_neighbors_and_graphs_without_edges_are_placed():
    y = unit_ball(given_graph(np.pad(np.kron(np.eye(3), np.ones((4, 4))), ((0, 1), (0, 1))))).points
    assert np.isfinite(y).all()
    assert (y[:-1] @ y[-1]).max() < 0
    lonely = unit_ball(sparse.csr_array((4, 4))).points
    assert np.allclose(lonely @ lonely.T, np.where(np.eye(4), 1, -1 / 3), atol=0.05)


def test_duplicates_may_be_all_there_is():
    y = unit_ball(neighbor_graph(np.ones((8, 2)), 3), sweeps=20).points
    assert np.allclose(np.linalg.norm(y, axis=1), 1)


def test_it_stops_when_the_objective_has_settled():
    ball = unit_ball(GRAPH, tolerance=0.01)
    changes = [
        np.ptp(ball.objective[t - 10 : t + 1]) / ball.objective[t] for t in range(10, len(ball.objective))
    ]
    assert 10 < len(ball.objective) < 250
    assert changes[-1] <= 0.01
    assert min(changes[:-1]) > 0.01


def test_of_several_starts_the_one_with_the_lowest_objective_is_kept():
    rng = np.random.default_rng(9)
    starts = [random_start(60, 3, rng) for _ in range(4)]
    each = [unit_ball(GRAPH, sweeps=30, init=start, n_init=1) for start in starts]
    best = min(each, key=lambda ball: ball.objective[-1])
    found = unit_ball(GRAPH, sweeps=30, init="random", n_init=4, seed=9)
    assert best is not each[0]
    assert np.allclose(found.points, best.points)


def test_the_number_of_sweeps_and_progress_are_told():
    told = []
    unit_ball(GRAPH, sweeps=2, n_init=2, threads=1, progress=lambda *what: told.append(what))
    assert told == [("placing points", t, 4, "sweeps") for t in (1, 2, 3, 4)]


@pytest.mark.parametrize(
    ("choices", "sentence"),
    [
        ({"dim": 2}, "dim is 2; it must be at least 3, since on a circle"),
        ({"optimizer": "adam"}, "optimizer is 'adam'"),
        ({"degree": 0}, "degree is 0"),
        ({"sweeps": 0}, "sweeps is 0"),
        ({"n_init": 0}, "n_init is 0"),
        ({"init": "pca"}, "init is 'pca'"),
        ({"init": np.ones((3, 3))}, r"init has shape \(3, 3\); it must be \(60, 3\)"),
        ({"init": np.zeros((60, 3))}, "every point needs a direction"),
    ],
)
def test_bad_choices_get_one_sentence(choices, sentence):
    with pytest.raises(InputError, match=sentence):
        unit_ball(GRAPH, **choices)


def test_random_starts_have_no_preferred_direction():
    points = random_start(20_000, 3, np.random.default_rng(0))
    assert np.allclose(np.linalg.norm(points, axis=1), 1)
    assert np.allclose(points.mean(axis=0), 0, atol=0.02)
    assert np.allclose(points.T @ points / 20_000, np.eye(3) / 3, atol=0.02)


@pytest.mark.parametrize("dense_below", [0, 500])
def test_a_spectral_start_has_the_directions_of_laplacian_eigenmaps(monkeypatch, dense_below):
    monkeypatch.setattr(ube, "DENSE_BELOW", dense_below)
    monkeypatch.setattr(ube, "NOISE", 0.0)
    graph = neighbor_graph(np.random.default_rng(1).standard_normal((80, 3)), 79)
    expected = spectral_embedding(graph.toarray(), n_components=3, drop_first=True, random_state=0)
    expected = (expected - expected.mean(axis=0)) / expected.std(axis=0)
    expected /= np.linalg.norm(expected, axis=1, keepdims=True)
    found = spectral_start(graph, 3, np.random.default_rng(0))
    signs = np.sign((found * expected).sum(axis=0))
    assert np.allclose(found, expected * signs, atol=0.02)


def test_a_spectral_start_needs_no_edges_at_all():
    points = spectral_start(sparse.csr_array((9, 9)), 3, np.random.default_rng(0))
    assert np.allclose(np.linalg.norm(points, axis=1), 1)
    points = spectral_start(sparse.csr_array(np.eye(3)[::-1]), 5, np.random.default_rng(0))
    assert np.allclose(np.linalg.norm(points, axis=1), 1)


def monomial_values(point, known):
    found = np.ones(len(known.parents))
    for k in range(1, len(found)):
        found[k] = found[known.parents[k]] * point[known.variables[k]]
    return found


@pytest.mark.parametrize("dim", [1, 3, 7])
@pytest.mark.parametrize("power", [1, 2, 4, 6])
def test_monomials_expand_powers_of_products(dim, power):
    known, rng = monomials(dim, power), np.random.default_rng(5)
    assert len(known.scales) == count_monomials(dim, power) == comb(dim + power, power)
    for _ in range(5):
        x, y = rng.standard_normal((2, dim))
        expanded = known.scales @ (monomial_values(x, known) * monomial_values(y, known))
        assert expanded == pytest.approx(((1 + x @ y) / 2) ** power, rel=1e-9)


def test_no_monomial_comes_twice():
    known = monomials(4, 5)
    at_logs = monomial_values(np.exp([1, np.sqrt(2), np.sqrt(3), np.sqrt(5)]), known)
    assert len(np.unique(np.log(at_logs).round(9))) == len(known.scales)
