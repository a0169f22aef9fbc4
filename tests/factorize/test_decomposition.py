"""Solvers against LAPACK and planted spectra, on sparse + low-rank operators."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from firth.core import SparseLowRank
from firth.errors import InputError
from firth.factorize import decompose, fix_signs, products

RNG = np.random.default_rng(11)


def operator_of(m: int, p: int, *, symmetric: bool = False, rank: int = 1, dtype=np.float64) -> SparseLowRank:
    rng = np.random.default_rng(m * p + rank)
    matrix = sparse.random_array((m, p), density=0.05, rng=rng, data_sampler=rng.standard_normal)
    left, right = rng.standard_normal((m, rank)), rng.standard_normal((p, rank))
    if symmetric:
        matrix, right = matrix + matrix.T, left
    return SparseLowRank(matrix.tocsr().astype(dtype), left.astype(dtype), right.astype(dtype), symmetric)


def planted(values: np.ndarray, m: int = 400, p: int = 300) -> SparseLowRank:
    u = np.linalg.qr(RNG.standard_normal((m, len(values))))[0]
    v = np.linalg.qr(RNG.standard_normal((p, len(values))))[0]
    return SparseLowRank.from_sparse(sparse.csr_array((u * values) @ v.T))


@pytest.mark.parametrize("solver", ["krylov", "lanczos", "dense"])
@pytest.mark.parametrize("shape", [(300, 200), (200, 300)])
def test_every_solver_finds_the_singular_triples_of_a_sparse_plus_low_rank_operator(solver, shape):
    operator = operator_of(*shape)
    tolerance = 1e-12 if solver == "krylov" else None
    factors = decompose(operator, 7, solver=solver, tolerance=tolerance)
    exact = np.linalg.svd(operator.to_dense(), compute_uv=False)[:7]
    assert np.allclose(factors.values, exact, rtol=1e-10)
    assert np.allclose(operator @ factors.right, factors.left * factors.values, atol=1e-9)
    assert np.allclose(factors.left.T @ factors.left, np.eye(7), atol=1e-10)
    assert np.allclose(factors.right.T @ factors.right, np.eye(7), atol=1e-10)
    assert factors.report.residual < 1e-10


def test_axes_of_noise_are_found_to_ten_digits_however_many_steps_they_take():
    """Forty topics and fifty axes: the last ten take over a hundred products, and errors must not add up."""
    rng = np.random.default_rng(0)
    zipf = 1 / np.arange(1, 1501) ** 0.9
    laws = np.stack([rng.permutation(zipf) for _ in range(40)])
    topic = rng.choice(40, 3000, p=rng.dirichlet(np.ones(40)))
    n = rng.poisson(20 * (zipf + laws[topic]) / zipf.sum())
    r, c = np.sqrt(n.sum(axis=1, keepdims=True) / n.sum()), np.sqrt(n.sum(axis=0) / n.sum())[:, None]
    operator = SparseLowRank(sparse.csr_array(n / n.sum() / (r @ c.T)), r, c)
    factors = decompose(operator, 50, solver="krylov", tolerance=1e-10, patience=10)
    assert factors.report.residual < 1e-10
    assert np.allclose(factors.values, np.linalg.svd(operator.to_dense(), compute_uv=False)[:50], rtol=1e-12)


@pytest.mark.parametrize("kind", ["svd", "eigen"])
def test_a_loose_tolerance_gives_all_dimensions(kind):
    """One value far above the others: residuals against it are small before there are enough vectors."""
    rng = np.random.default_rng(0)
    noise = sparse.random_array((600, 600), density=0.02, rng=rng)
    line = np.ones((600, 1))
    operator = SparseLowRank(sparse.csr_array(noise + noise.T), line, -10 * line, symmetric=kind == "eigen")
    found = decompose(operator, 80, kind=kind, solver="krylov", tolerance=0.01)
    assert len(found.values) == 80
    assert found.report.residual <= 0.01


@pytest.mark.parametrize("solver", ["krylov", "lanczos", "dense"])
def test_every_solver_finds_the_algebraically_largest_eigenpairs(solver):
    operator = operator_of(250, 250, symmetric=True)
    tolerance = 1e-12 if solver == "krylov" else None
    factors = decompose(operator, 6, kind="eigen", solver=solver, tolerance=tolerance)
    spectrum = np.linalg.eigvalsh(operator.to_dense())
    assert abs(spectrum[0]) > spectrum[-6], "the test has no large negative eigenvalue to be led astray by"
    assert np.allclose(factors.values, spectrum[::-1][:6], rtol=1e-10)
    assert np.allclose(operator @ factors.left, factors.left * factors.values, atol=1e-9)
    assert factors.right is factors.left or np.array_equal(factors.right, factors.left)


def test_svd_of_a_symmetric_operator_takes_the_largest_magnitudes():
    operator = operator_of(250, 250, symmetric=True)
    factors = decompose(operator, 6, solver="krylov", tolerance=1e-12)
    exact = np.linalg.svd(operator.to_dense(), compute_uv=False)[:6]
    assert np.allclose(factors.values, exact, rtol=1e-10)
    assert np.allclose(operator @ factors.right, factors.left * factors.values, atol=1e-9)


def test_a_planted_spectrum_comes_back():
    values = 0.8 ** np.arange(40)
    factors = decompose(planted(values), 20, solver="krylov", tolerance=1e-11)
    assert np.allclose(factors.values, values[:20], rtol=1e-9)


def test_single_precision_without_tolerance_is_close_and_says_how_close():
    operator = operator_of(1500, 1500, symmetric=True, dtype=np.float32)
    factors = decompose(operator, 40, kind="eigen", solver="krylov")
    apart = np.linalg.norm(operator @ factors.left - factors.left * factors.values.astype("f4"), axis=0)
    assert apart.max() / factors.values[0] == pytest.approx(factors.report.residual, rel=0.05)
    assert factors.left.dtype == np.float32
    assert np.allclose(factors.left.T @ factors.left, np.eye(40), atol=1e-5)


@pytest.mark.parametrize("kind", ["svd", "eigen"])
def test_same_seed_same_bytes_for_any_number_of_threads(monkeypatch, kind):
    monkeypatch.setattr(products, "CELLS_PER_TASK", 5_000)
    monkeypatch.setattr(products, "ROWS_PER_TASK", 128)
    operator = operator_of(1500, 1500, symmetric=kind == "eigen", dtype=np.float32)
    results = [decompose(operator, 12, kind=kind, solver="krylov", seed=3, threads=t) for t in (1, 2, 4)]
    assert len({r.left.tobytes() + r.values.tobytes() + r.right.tobytes() for r in results}) == 1
    other = decompose(operator, 12, kind=kind, solver="krylov", seed=4)
    assert other.left.tobytes() != results[0].left.tobytes()


def test_signs_make_the_largest_entry_of_each_left_vector_positive():
    factors = decompose(operator_of(120, 90), 5)
    peaks = np.abs(factors.left).argmax(axis=0)
    assert (factors.left[peaks, range(5)] > 0).all()
    u, v = fix_signs(-factors.left, -factors.right)
    assert np.array_equal(u, factors.left)
    assert np.array_equal(v, factors.right)


@pytest.mark.parametrize("symmetric", [True, False])
def test_a_space_that_is_exhausted_gives_the_whole_rank(symmetric):
    basis = RNG.standard_normal((1300, 9))
    other = basis if symmetric else RNG.standard_normal((1300, 9))
    nothing = sparse.csr_array((1300, 1300))
    operator = SparseLowRank(nothing, -basis, other, symmetric)
    factors = decompose(operator, 9, solver="krylov")
    assert np.allclose(factors.values, np.linalg.svd(basis @ other.T, compute_uv=False)[:9], rtol=1e-8)
    with pytest.raises(InputError, match="has rank 9; choose dim of at most 9"):
        decompose(operator, 12, solver="krylov")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"dim": 0}, "dim is 0"),
        ({"dim": 50}, "at most 20 dimensions"),
        ({"dim": 3, "kind": "eigen"}, "need a symmetric matrix"),
        ({"dim": 3, "solver": "magic"}, "solver is 'magic'; choose one of auto"),
        ({"dim": 3, "kind": "qr"}, "kind is 'qr'"),
        ({"dim": 20, "solver": "lanczos"}, "use solver='dense'"),
    ],
)
def test_bad_options_get_one_sentence(options, says):
    with pytest.raises(InputError, match=says):
        decompose(operator_of(30, 20), options.pop("dim"), **options)


def test_values_that_are_not_numbers_are_refused():
    matrix = sparse.csr_array(np.array([[1.0, np.nan], [0.0, 1.0]]))
    with pytest.raises(InputError, match="NaN or infinite"):
        decompose(SparseLowRank.from_sparse(matrix), 1)
