import numpy as np
import pytest

from firth.errors import InputError
from firth.plots.classes import CLASS_COLORS, class_color, class_marker, class_symbol, classes_of

SIMULATED = {
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
    "all colors": np.eye(3).tolist(),
}
"""How linear red, green and blue look to others (Machado, Oliveira and Fernandes 2009, at full strength)."""


def cielab(linear):
    xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    ratios = np.clip(linear, 0, 1) @ xyz.T / xyz.sum(axis=1)
    f = np.where(ratios > 0.008856, np.cbrt(ratios), 7.787 * ratios + 16 / 116)
    return np.column_stack([116 * f[:, 1] - 16, 500 * (f[:, 0] - f[:, 1]), 200 * (f[:, 1] - f[:, 2])])


@pytest.mark.parametrize("vision", SIMULATED)
def test_ten_colors_are_told_apart_by_all_kinds_of_color_vision(vision):
    values = np.array([[int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)] for color in CLASS_COLORS])
    linear = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    places = cielab(linear @ np.array(SIMULATED[vision]).T)
    apart = np.linalg.norm(places[:, None] - places[None], axis=2)[np.triu_indices(10, 1)]
    assert apart.min() > 18  # a difference of 2 can just be seen; well-known palettes of ten reach 17


def test_no_two_of_seventy_classes_look_alike():
    assert len({(class_color(i), class_marker(i)) for i in range(70)}) == 70
    assert len({(class_color(i), class_symbol(i)) for i in range(70)}) == 70


@pytest.mark.parametrize(
    ("given", "names", "membership"),
    [
        ([10, 9, 10], ("9", "10"), [1, 0, 1]),
        (np.array([2.5, -1.0]), ("-1.0", "2.5"), [1, 0]),
        (["10", "9", "b"], ("10", "9", "b"), [0, 1, 2]),
        (["nan", "1"], ("1", "nan"), [1, 0]),
    ],
)
def test_classes_are_sorted_as_numbers_where_all_are(given, names, membership):
    classes = classes_of(given, len(given))
    assert (classes.names, classes.membership.tolist()) == (names, membership)


def test_points_without_classes_are_of_one_without_a_name():
    classes = classes_of(None, 3)
    assert (classes.names, classes.membership.tolist()) == (("",), [0, 0, 0])


def test_classes_that_do_not_fit_are_refused():
    with pytest.raises(InputError, match=r"^there are 2 classes for 3 points; give one for each point\.$"):
        classes_of(["a", "b"], 3)
    with pytest.raises(InputError, match=r"^201 classes \(the first is '0'\) .* give them as labels\.$"):
        classes_of(range(201), 201)
