"""Window weights are exact fractions as long as int64 has room."""

from __future__ import annotations

import numpy as np

from firth.counting import make_window


def test_harmonic_weights_share_the_least_common_denominator():
    window = make_window(10, "harmonic")
    assert window.denominator == 2520
    assert window.right.tolist() == [2520 // d for d in range(1, 11)]


def test_a_decimal_means_what_was_written():
    assert make_window(2, [0.1, 0.25]).denominator == 20


def test_weights_that_could_overflow_are_rounded_to_a_power_of_two():
    tokens = 10**10
    window = make_window(60, "harmonic", tokens=tokens)
    assert window.denominator & (window.denominator - 1) == 0
    assert int(window.right.max()) * 2 * 60 * tokens < 2**63
    assert np.allclose(window.right / window.denominator, 1 / np.arange(1, 61), atol=1e-4)


def test_one_sided_windows_have_no_weight_on_the_other_side():
    assert not make_window(3, "flat", "left").right.any()
    assert not make_window(3, "flat", "right").left.any()
