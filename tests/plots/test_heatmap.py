import numpy as np
import pytest

from firth.errors import InputError
from firth.plots import heatmap


def printed(figure):
    return [text.get_text() for text in figure.axes[0].texts]


def test_values_are_printed_up_to_twenty_by_twenty():
    assert printed(heatmap([[1, -0.256], [np.nan, 1]], ["a", "b"])) == ["1.00", "−0.26", "–", "1.00"]
    assert len(printed(heatmap(np.eye(20), ["x"] * 20))) == 400
    assert not printed(heatmap(np.eye(21), ["x"] * 21))


def test_colors_diverge_from_zero_only_where_there_are_negative_values():
    assert heatmap(np.eye(2), ["a", "b"]).axes[0].images[0].get_clim() == (0, 1)
    assert heatmap([[1, -0.1], [-0.1, 1]], ["a", "b"]).axes[0].images[0].get_clim() == (-1, 1)
    assert heatmap([[4, -1], [-1, 2]], ["a", "b"]).axes[0].images[0].get_clim() == (-4, 4)


def test_rows_and_columns_are_named():
    ax = heatmap(np.eye(2), ["eyes", "$hair"]).axes[0]
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["eyes", "$hair"]
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["eyes", "$hair"]


def test_large_matrices_are_named_sparsely():
    ax = heatmap(np.eye(150), [f"variable {i}" for i in range(150)]).axes[0]
    assert [tick.get_text() for tick in ax.get_yticklabels()][:2] == ["variable 0", "variable 3"]


@pytest.mark.parametrize(
    ("matrix", "labels"), [(np.eye(2), ["a"]), (np.ones((2, 3)), ["a", "b"]), (np.eye(0), [])]
)
def test_refuses_matrices_that_are_not_square_and_labeled(matrix, labels):
    with pytest.raises(InputError, match=r"a heatmap needs a square matrix and one label for each row\.$"):
        heatmap(matrix, labels)
