"""Products with sparse + low-rank operators against the dense ones."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from firth.core import SparseLowRank
from firth.factorize import multiply, products


@settings(max_examples=30)
@given(
    m=st.integers(1, 40),
    p=st.integers(1, 40),
    k=st.integers(1, 9),
    rank=st.integers(0, 3),
    seed=st.integers(0, 99),
)
def test_products_equal_the_dense_ones_and_their_adjoints(m, p, k, rank, seed):
    rng = np.random.default_rng(seed)
    matrix = sparse.random_array((m, p), density=0.3, rng=rng).tocsr()
    operator = SparseLowRank(matrix, rng.standard_normal((m, rank)), rng.standard_normal((p, rank)))
    x, y = rng.standard_normal((p, k)), rng.standard_normal((m, k))
    assert np.allclose(multiply(operator, x), operator.to_dense() @ x)
    assert np.allclose(operator @ x, operator.to_dense() @ x)
    assert np.sum(multiply(operator, x) * y) == pytest.approx(np.sum(x * multiply(operator.T, y)), abs=1e-9)
    assert operator.squared_norm() == pytest.approx(np.sum(operator.to_dense() ** 2), abs=1e-9)


@pytest.mark.parametrize("width", [1, 4, 32, 33])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("index", [np.int32, np.int64])
def test_rows_of_any_length_are_summed_whole(width, dtype, index):
    rng = np.random.default_rng(0)
    cells = np.tril(rng.standard_normal((40, 40))).astype(dtype)  # row i has i + 1 cells
    matrix = sparse.csr_array(cells)
    matrix.indices, matrix.indptr = matrix.indices.astype(index), matrix.indptr.astype(index)
    block = rng.standard_normal((40, width)).astype(dtype)
    product = multiply(SparseLowRank.from_sparse(matrix), block)
    assert product.dtype == dtype
    assert np.allclose(product, cells @ block, atol=1e-5 if dtype == np.float32 else 1e-13)


@pytest.mark.parametrize("width", [4, 32])
def test_products_of_blocks_that_do_not_begin_on_a_round_address(width):
    block = np.arange(5 * width + 1, dtype=np.float32)[1:].reshape(5, width)
    assert np.array_equal(
        multiply(SparseLowRank.from_sparse(sparse.eye_array(5, format="csr", dtype="f4")), block), block
    )


@pytest.mark.parametrize("rows", [1, 5, 6, 257, 1000])
@pytest.mark.parametrize("columns", [0, 1, 5, 6, 7, 40])
def test_tall_blocks_are_multiplied_as_numpy_does(rows, columns, monkeypatch):
    monkeypatch.setattr(products, "ROWS_PER_TASK", 300)
    rng = np.random.default_rng(0)
    wide = rng.standard_normal((rows, 50)).astype(np.float32)
    tall, other = wide[:, :columns], rng.standard_normal((rows, 32)).astype(np.float32)
    exact = tall.T.astype(np.float64) @ other
    found = [products.inner(tall, other, threads) for threads in (1, 2, 3)]
    assert found[0].dtype == np.float64
    assert np.allclose(found[0], exact, atol=1e-5 * np.sqrt(rows))
    assert found[0].tobytes() == found[1].tobytes() == found[2].tobytes()
    for width in (1, 32, 33):
        small = rng.standard_normal((columns, width)).astype(np.float32)
        block = rng.standard_normal((rows, width)).astype(np.float32)
        expected = tall @ small
        assert np.allclose(products.combine(tall, small), expected, atol=1e-5)
        turned = np.asfortranarray(small)
        assert products.combine(tall, turned).tobytes() == products.combine(tall, small).tobytes()
        left = [products.combine(tall, small, t, out=block.copy(), subtract=True) for t in (1, 2, 3)]
        assert np.allclose(left[0], block - expected, atol=1e-5)
        assert left[0].tobytes() == left[1].tobytes() == left[2].tobytes()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_basis_is_replaced_by_its_combinations_where_it_stands(dtype):
    rng = np.random.default_rng(0)
    basis, small = rng.standard_normal((50, 40)).astype(dtype), rng.standard_normal((40, 33)).astype(dtype)
    expected = basis @ small
    products.combine(basis, small, out=basis[:, :33])
    assert np.allclose(basis[:, :33], expected, atol=1e-4)
