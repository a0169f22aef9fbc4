"""Sets of images: each image a row of pixels, with its class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from firth.datasets import data_folder
from firth.datasets.points import read_points
from firth.errors import InputError, MissingDataError
from firth.runtime.arrays import Array
from firth.runtime.kept import content_digest

FILES = {
    "Yale": "Yale.npz",
    "Olivetti": "Olivetti.npz",
    "Umist": "Umist_32x32.npz",
    "CMUfaces": "CMUfaces_60x64.npz",
    "COIL20": "COIL20.npz",
    "Optdigits": "Optdigits.npz",
    "USPS": "USPS.npz",
    "MNIST": "MNIST_test.npz",
}
"""Name → file in the folder images of the data folder."""

ORIGIN = "https://doi.org/10.7910/DVN/UXU6Z3"


@dataclass(frozen=True, eq=False)
class ImageSet:
    """Images × pixels, the class of each image, and a digest of the file they are from."""

    name: str
    points: Array
    labels: Array
    shape: tuple[int, ...]
    digest: str

    @property
    def classes(self) -> int:
        """How many there are."""
        return len(np.unique(self.labels))


def read_image_sets(names: Sequence[str], data: str | Path | None = None) -> list[ImageSet]:
    """Sets by their names; all files are found before one is read."""
    paths = {name: _find(name, data) for name in names}
    return [_read(name, path) for name, path in paths.items()]


def _find(name: str, data: str | Path | None) -> Path:
    wanted = f"images/{FILES[name]}"
    path = data_folder(data, wanted=wanted, origin=ORIGIN) / wanted
    if not path.is_file():
        raise MissingDataError(
            f"{name} is not at {path}; get its images from {ORIGIN} (research use) and save them there with "
            "numpy.savez: X (images × pixels), y and image_shape."
        )
    return path


def _read(name: str, path: Path) -> ImageSet:
    found = read_points(path)
    if found.labels is None:
        raise InputError(f"{path} has no classes of its images; save them beside X as y.")
    return ImageSet(
        name,
        np.asarray(found.coordinates, dtype=np.float64),
        np.array(found.labels),
        found.image_shape or (found.coordinates.shape[1],),
        content_digest([path]),
    )
