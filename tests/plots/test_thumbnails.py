import io
from base64 import b64decode

import numpy as np
import pytest

from firth.errors import InputError
from firth.plots.thumbnails import thumbnails


def sheet_of(small):
    """The pixels as another program reads them, 0 to 255."""
    from matplotlib.image import imread

    kind, content = small.uri.split(",")
    assert kind == "data:image/png;base64"
    return np.rint(imread(io.BytesIO(b64decode(content)), format="png") * 255).astype(int)


def picture(small, number):
    row, column = divmod(number, small.across)
    sheet = sheet_of(small)
    return sheet[
        row * small.height : (row + 1) * small.height, column * small.width : (column + 1) * small.width
    ]


def test_every_picture_is_on_the_sheet():
    images = np.random.default_rng(0).integers(0, 256, size=(7, 5, 8)).astype(np.uint8)
    images[0, 0, :2] = 0, 255
    small = thumbnails(images)
    assert (small.height, small.width, small.across) == (5, 8, 3)
    for number in range(7):
        np.testing.assert_array_equal(picture(small, number), images[number])


def test_color_stays():
    images = np.random.default_rng(0).integers(0, 256, size=(3, 4, 4, 3)).astype(np.uint8)
    images[0, 0, 0] = 0, 255, 7
    small = thumbnails(images)
    for number in range(3):
        np.testing.assert_array_equal(picture(small, number)[:, :, :3], images[number])


def test_brightness_goes_from_the_darkest_to_the_brightest():
    small = thumbnails(np.array([[[-1.0, 0.0]], [[1.0, 0.5]]]))
    assert picture(small, 0).tolist() == [[0, 128]]
    assert picture(small, 1).tolist() == [[255, 191]]


def test_images_of_one_color_are_black():
    assert not sheet_of(thumbnails(np.full((2, 3, 3), 9))).any()


def test_large_images_are_made_small_by_means():
    image = np.zeros((1, 130, 90))
    image[0, 3:6, 0] = 255  # a third of the nine pixels of the second block
    small = thumbnails(image)
    assert (small.height, small.width) == (43, 30)
    assert picture(small, 0)[1, 0] == 85
    assert sheet_of(small).sum() == 85


def test_of_too_many_images_some_are_kept_evenly():
    images = np.arange(40).reshape(10, 2, 2)
    small = thumbnails(images, max_bytes=16)
    assert small.places.tolist() == [0, 2, 5, 7]
    assert picture(small, 1)[0, 0] == round(8 / 39 * 255)


def test_the_sheet_never_outgrows_its_bound():
    noise = np.random.default_rng(0).integers(0, 256, size=(300, 32, 32)).astype(np.uint8)
    small = thumbnails(noise, max_bytes=100_000)
    assert len(small.places) == 97
    assert len(small.uri) < 1.35 * 100 * 1024 + 1000


@pytest.mark.parametrize("shape", [(3, 4), (0, 2, 2), (2, 2, 2, 4), (2, 2, 2, 3, 3)])
def test_what_are_no_images_is_refused(shape):
    with pytest.raises(
        InputError, match=r"have the shape .*; give points × height × width, or × 3 in color\.$"
    ):
        thumbnails(np.zeros(shape))


def test_images_too_narrow_to_be_shown_are_refused():
    with pytest.raises(InputError, match=r"^images of 1000 × 1 pixels are too narrow"):
        thumbnails(np.zeros((1, 1000, 1)))
