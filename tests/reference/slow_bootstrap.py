"""The bootstrap, one resample at a time: items are repeated as often as drawn, then ranked."""

import math
from statistics import fmean


def repeated(values, counts):
    return [value for value, count in zip(values, counts, strict=True) for _ in range(int(count))]


def ranks(values):
    """From 1; equal values share the mean of the ranks they fill."""
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) + 1) / 2 for value in values]


def spearman(x, y):
    x, y = ranks(x), ranks(y)
    mean_x, mean_y = fmean(x), fmean(y)
    products = math.fsum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True))
    squares = math.fsum((a - mean_x) ** 2 for a in x) * math.fsum((b - mean_y) ** 2 for b in y)
    return products / math.sqrt(squares) if squares > 0 else math.nan


def percentile(values, share):
    """Between the two nearest, in proportion."""
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def p_value(differences):
    """The rarer side of 0, doubled; the sample itself counts as one more resample on each side."""
    low = sum(difference <= 0 for difference in differences)
    high = sum(difference >= 0 for difference in differences)
    return min(1, 2 * (min(low, high) + 1) / (len(differences) + 1))
