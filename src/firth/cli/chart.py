"""A spectrum drawn with letters."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import log10

_EIGHTHS = " ▁▂▃▄▅▆▇█"


def spectrum_chart(values: Sequence[float], *, width: int = 60, height: int = 8) -> list[str]:
    """Lines of bars on a logarithmic scale, the largest value first; only positive values are drawn.

    With more values than columns, a column is the geometric mean of its share.

    >>> print("\\n".join(spectrum_chart([100, 10, 1], height=2)))
           100 ┤█▁
             1 ┤██▁
               └1 3
    """
    logs = [log10(value) for value in values if value > 0]
    if not logs:
        return ["no positive values"]
    columns = min(width, len(logs))
    bounds = [i * len(logs) // columns for i in range(columns + 1)]
    heights = [sum(logs[a:b]) / (b - a) for a, b in pairwise(bounds)]
    top, bottom = max(heights), min(heights)
    span = (top - bottom) or 1.0
    eighths = [1 + round((value - bottom) / span * (8 * height - 1)) for value in heights]
    lines = []
    for row in range(height - 1, -1, -1):
        bars = "".join(_EIGHTHS[min(max(filled - 8 * row, 0), 8)] for filled in eighths)
        label = f"{10**top:.3g}" if row == height - 1 else f"{10**bottom:.3g}" if row == 0 else ""
        lines.append(f"{label:>10} {'┤' if label else '│'}{bars.rstrip()}")
    last = str(len(logs))
    return [*lines, f"{'':>10} └1{last:>{max(columns - 1, len(last) + 1)}}"]
