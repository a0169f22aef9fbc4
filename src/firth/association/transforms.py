"""What is done to counts before they are scaled."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite

import numpy as np

from firth.errors import InputError
from firth.runtime.arrays import Array

Transform = str | float

_NAMED: dict[str, Callable[[Array], Array]] = {
    "none": lambda x: x,
    "log": np.log1p,
    "two-thirds": lambda x: x ** (2 / 3),
    "sqrt": np.sqrt,
}


def as_transform(transform: Transform) -> Callable[[Array], Array]:
    """none x, log log(1+x), two-thirds x^⅔, sqrt √x, or any power a > 0.      [Stratos2015]

    >>> import numpy as np
    >>> as_transform("sqrt")(np.array([4.0])).tolist(), as_transform(0.25)(np.array([16.0])).tolist()
    ([2.0], [2.0])
    """
    if isinstance(transform, str):
        if transform in _NAMED:
            return _NAMED[transform]
    elif isfinite(transform) and transform > 0:
        power = float(transform)
        return _NAMED["none"] if power == 1 else lambda x: x**power
    raise InputError(f"transform is {transform!r}; choose {', '.join(_NAMED)} or a power such as 0.25.")
