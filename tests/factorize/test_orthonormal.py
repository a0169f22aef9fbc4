"""Orthonormal blocks, and what is left of a block outside of a basis."""

from __future__ import annotations

import numpy as np

from firth.factorize.orthonormal import orthonormal, project_out

RNG = np.random.default_rng(11)


def test_orthonormal_spans_the_block_and_drops_what_depends():
    block = RNG.standard_normal((200, 6))
    block[:, 4] = block[:, 0] - 2 * block[:, 1]
    block[:, 5] = 0
    q, back = orthonormal(block)
    assert q.shape == (200, 4)
    assert np.allclose(q.T @ q, np.eye(4), atol=1e-13)
    assert np.allclose(q @ back, block, atol=1e-6)


def test_project_out_leaves_nothing_of_the_basis():
    basis = np.linalg.qr(RNG.standard_normal((200, 10)))[0]
    block = RNG.standard_normal((200, 3)) * 1e-6 + basis[:, :3]
    rest, coefficients = project_out(block.copy(), basis)
    assert np.abs(basis.T @ rest).max() < 1e-18
    assert np.allclose(basis @ coefficients + rest, block, atol=1e-14)


def test_a_block_that_may_not_be_written_to_is_left_as_it_is():
    basis, block = np.linalg.qr(RNG.standard_normal((50, 4)))[0], RNG.standard_normal((50, 3))
    expected, _ = project_out(block.copy(), basis)
    block.flags.writeable = False
    assert np.array_equal(project_out(block, basis)[0], expected)
