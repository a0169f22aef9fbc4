import pytest

from firth.errors import InputError
from firth.plots import confusion_matrices, save_figure


def test_cells_are_per_cent_of_the_true_class(tmp_path):
    figure = confusion_matrices(
        {"SVM": [[30, 10], [0, 20]], "never tested": [[4, 0], [0, 0]]}, ["bad", "good"], title="IMDB"
    )
    assert [text.get_text() for text in figure.axes[0].texts] == ["75", "25", "0", "100"]
    assert [text.get_text() for text in figure.axes[1].texts] == ["100", "0", "0", "0"]
    assert [ax.get_title(loc="left") for ax in figure.axes] == ["SVM", "never tested"]
    save_figure(figure, tmp_path / "confusion.png")


def test_matrices_that_do_not_fit_the_classes_are_refused():
    with pytest.raises(
        InputError, match=r"the matrix of SVM has the shape \(1, 2\), but there are 2 classes"
    ):
        confusion_matrices({"SVM": [[1, 2]]}, ["bad", "good"])
    with pytest.raises(InputError, match="there are no confusion matrices to draw"):
        confusion_matrices({}, ["bad", "good"])
