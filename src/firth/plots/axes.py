"""Axes by their numbers: which there are, and how pictures title them."""

from __future__ import annotations

from firth.errors import InputError
from firth.runtime.arrays import Array


def checked_axes(axes: tuple[int, ...], kept: int) -> tuple[int, ...]:
    """One or two of the axes that an analysis keeps."""
    if len(axes) not in (1, 2) or len(set(axes)) != len(axes):
        raise InputError(f"axes are {axes}; a biplot shows two different axes, such as (1, 2), or one.")
    for axis in axes:
        checked_axis(axis, kept)
    return axes


def checked_axis(axis: int, kept: int) -> int:
    """An axis that an analysis keeps, numbered from 1."""
    if axis < 1:
        raise InputError(f"axis {axis} was asked for; axes are numbered from 1.")
    if axis > kept:
        only = "only 1 axis" if kept == 1 else f"{kept} axes"
        raise InputError(f"axis {axis} was asked for, but the analysis keeps {only}; analyse with more axes.")
    return axis


def axis_title(axis: int, shares: Array) -> str:
    """Its number and its share of the total inertia.

    >>> axis_title(2, [0.866, 0.131])
    'Axis 2 (13.1 %)'
    """
    return f"Axis {axis} ({100 * shares[axis - 1]:.1f} %)"
