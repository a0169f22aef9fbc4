"""Kernels against their formulas."""

from __future__ import annotations

import math

import numpy as np
import pytest

from firth.errors import InputError
from firth.sphere.kernels import SphereKernel

FORMULAS = {
    "polynomial": lambda x, p: ((x + 1) / 2) ** p,
    "gaussian": lambda x, p: math.exp(-p * (2 - 2 * x) / 2),
    "exponential": lambda x, p: math.exp(-math.sqrt(2) * p * math.sqrt(2 - 2 * x)),
}


@pytest.mark.parametrize("name", FORMULAS)
@pytest.mark.parametrize("degree", [1, 2, 3, 13, 21])
def test_values_are_those_of_the_formula(name, degree):
    x = np.linspace(-1, 1, 1501)
    expected = [FORMULAS[name](one, degree) for one in x]
    assert np.allclose(SphereKernel(name, degree)(x), expected, rtol=1e-12)
    rounded = x.astype(np.float32)
    single = SphereKernel(name, degree)(rounded)
    assert single.dtype == np.float32
    assert np.allclose(single, [FORMULAS[name](float(one), degree) for one in rounded], rtol=3e-5)


@pytest.mark.parametrize("name", FORMULAS)
def test_every_kernel_is_one_at_one_and_as_steep_at_zero_as_its_degree(name):
    kernel = SphereKernel(name, 5)
    low, high = np.log(kernel(np.array([-1e-6, 1e-6])))
    assert kernel(np.array([1.0])) == pytest.approx(1)
    assert (high - low) / 2e-6 == pytest.approx(5, rel=1e-4)


def test_a_cosine_a_little_above_one_is_no_nan():
    for name in FORMULAS:
        assert np.isfinite(SphereKernel(name)(np.array([1.0000001], np.float32))).all()


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (("cubic", 3), "kernel is 'cubic'; choose one of polynomial, gaussian, exponential"),
        (("polynomial", 2.5), "degree is 2.5; that of a polynomial is a whole number"),
        (("gaussian", 0), "degree is 0; it must be a number above 0"),
        (("gaussian", float("nan")), "degree is nan"),
    ],
)
def test_what_is_no_kernel_gets_one_sentence(given, says):
    with pytest.raises(InputError, match=says):
        SphereKernel(*given)
