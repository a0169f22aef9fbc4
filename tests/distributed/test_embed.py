"""Vectors and axes found by products on workers are those of one machine."""

import numpy as np
import pytest
from scipy.sparse import random_array

import firth
from firth import distributed
from firth.core import Counts, Vocabulary
from firth.errors import InputError


@pytest.fixture(scope="module")
def counts(workers, text_files):
    there = distributed.count(text_files, workers, min_count=2)
    return there, there.collect()


@pytest.mark.parametrize("recipe", ["eigenword", "ppmi", "svd-log", "sqrt-cca", "ca", "root-ca"])
def test_vectors_are_those_of_one_machine(counts, recipe):
    there, here = counts
    one = firth.embed(here, recipe=recipe, dim=20, post=["unit"])
    other = distributed.embed(there, recipe=recipe, dim=20, post=["unit"])
    assert one.recipe == other.recipe
    assert one.vocabulary == other.vocabulary
    signs = np.sign(np.sum(one.vectors * other.vectors, axis=0))
    np.testing.assert_allclose(other.vectors * signs, one.vectors, atol=1e-4)
    np.testing.assert_allclose(other.spectrum, one.spectrum, rtol=1e-5)


def test_vectors_from_whole_rows_are_the_same_to_the_byte(counts):
    there, here = counts
    one, other = (f(c, dim=30) for f, c in ((firth.embed, here), (distributed.embed, there)))
    assert one.vectors.tobytes() == other.vectors.tobytes()


@pytest.mark.parametrize(
    ("options", "said"),
    [({"recipe": "kubwe"}, "cannot be made on a cluster"), ({"solver": "dense"}, "in one place")],
)
def test_recipes_that_need_the_whole_table_are_refused(counts, options, said):
    with pytest.raises(InputError, match=said):
        distributed.embed(counts[0], dim=5, **options)


@pytest.mark.parametrize("shape", [(6000, 400), (3000, 2000), (2000, 3000)])
def test_axes_of_a_table_are_those_of_one_machine(workers, shape):
    rng = np.random.default_rng(5)
    matrix = random_array(shape, density=0.02, format="csr", rng=rng)
    matrix.data = np.ceil(matrix.data * 9)
    names = [
        Vocabulary(tuple(f"{side}{i}" for i in range(n)), np.ones(n))
        for side, n in zip("rc", shape, strict=True)
    ]
    table = Counts(matrix, *names).without_empty()
    here = firth.correspondence(table, axes=4)
    there = distributed.correspondence(table, workers, axes=4)
    np.testing.assert_allclose(there.singular_values, here.singular_values, rtol=1e-9)
    np.testing.assert_allclose(abs(there.rows.principal), abs(here.rows.principal), atol=1e-7)
    np.testing.assert_allclose(abs(there.columns.principal), abs(here.columns.principal), atol=1e-7)
    np.testing.assert_allclose(there.rows.distances, here.rows.distances, rtol=1e-9)
    assert there.total_inertia == pytest.approx(here.total_inertia, rel=1e-12)
