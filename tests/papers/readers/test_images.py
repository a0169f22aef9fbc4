import numpy as np
import pytest

from firth.errors import InputError, MissingDataError
from firth_papers.readers.images import FILES, read_image_sets


def test_sets_that_are_not_here_are_named_before_any_work(tmp_path):
    (tmp_path / "images").mkdir()
    np.savez(tmp_path / "images" / FILES["Yale"], X=np.eye(4), y=np.arange(4))
    with pytest.raises(MissingDataError, match=r"Olivetti is not at .*get its images from https"):
        read_image_sets(("Yale", "Olivetti"), tmp_path)


def test_images_without_classes_are_refused(tmp_path):
    (tmp_path / "images").mkdir()
    np.savez(tmp_path / "images" / FILES["Yale"], X=np.eye(4))
    with pytest.raises(InputError, match="has no classes of its images"):
        read_image_sets(("Yale",), tmp_path)
