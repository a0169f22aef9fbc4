"""Small pictures of points, all on one sheet that a page carries within."""

from __future__ import annotations

import struct
import zlib
from base64 import b64encode
from dataclasses import dataclass
from math import ceil, sqrt

import numpy as np

from firth.errors import InputError
from firth.runtime.arrays import Array

LARGEST_SIDE = 64
MOST_BYTES = 10_000_000
"""Of the pixels on a sheet, before they are packed: with plotly's JavaScript, a page stays below 20 MB."""


@dataclass(frozen=True, eq=False)
class Thumbnails:
    """A sheet of pictures as a data URI, `across` in each of its rows.

    width, height: of a picture in pixels. places: which points have one, in the order of the sheet.
    """

    uri: str
    width: int
    height: int
    across: int
    places: Array


def thumbnails(images: Array, *, max_bytes: int = MOST_BYTES) -> Thumbnails:
    """Images (points × height × width, gray, or × 3 in color) made at most 64 pixels high and wide.

    Brightness is scaled from the darkest pixel of all images to the brightest. When there are too many,
    points evenly spaced among them have pictures.

    >>> small = thumbnails(np.arange(12).reshape(3, 2, 2))
    >>> small.width, small.across, small.places.tolist(), small.uri[:22]
    (2, 2, [0, 1, 2], 'data:image/png;base64,')
    """
    if images.ndim not in (3, 4) or 0 in images.shape or (images.ndim == 4 and images.shape[3] != 3):
        raise InputError(
            f"images have the shape {images.shape}; give points × height × width, or × 3 in color."
        )
    step = ceil(max(images.shape[1:3]) / LARGEST_SIDE)
    height, width = images.shape[1] // step, images.shape[2] // step
    if not height or not width:
        raise InputError(
            f"images of {images.shape[1]} × {images.shape[2]} pixels are too narrow to be shown."
        )
    each = height * width * (3 if images.ndim == 4 else 1)
    places = _evenly(len(images), max(1, max_bytes // each))
    low, high = float(images.min()), float(images.max())
    chosen = images[places, : height * step, : width * step].astype(np.float32)
    blocks = chosen.reshape(len(places), height, step, width, step, -1).mean(axis=(2, 4))
    pixels = np.rint((blocks - low) * (255 / ((high - low) or 1.0))).clip(0, 255).astype(np.uint8)
    across = ceil(sqrt(len(places)))
    return Thumbnails(
        "data:image/png;base64," + b64encode(_png(_sheet(pixels, across))).decode("ascii"),
        width,
        height,
        across,
        places,
    )


def _evenly(points: int, most: int) -> Array:
    """Places of at most so many points."""
    return np.arange(points) if points <= most else np.arange(most) * points // most


def _sheet(pixels: Array, across: int) -> Array:
    """One image of all, row by row; what is left of the last row is black."""
    count, height, width, colors = pixels.shape
    down = -(-count // across)
    full = np.zeros((down * across, height, width, colors), dtype=np.uint8)
    full[:count] = pixels
    grid = full.reshape(down, across, height, width, colors).swapaxes(1, 2)
    return grid.reshape(down * height, across * width, colors)


def _png(image: Array) -> bytes:
    """A PNG of eight-bit pixels, each line as the difference to the one above."""
    height, width, colors = image.shape
    lines = image.reshape(height, -1)
    above = np.vstack([np.zeros_like(lines[:1]), lines[:-1]])
    packed = zlib.compress(np.hstack([np.full((height, 1), 2, dtype=np.uint8), lines - above]).tobytes(), 9)
    head = struct.pack(">IIBBBBB", width, height, 8, 0 if colors == 1 else 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", packed), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )
