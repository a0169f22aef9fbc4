"""What Niitsuma & Lee 2018 say of figures 2 and 3, which have no numbers but those of their axes."""

from __future__ import annotations

LARGEST = 10
"""Megabytes of text at the right end of both figures."""

CLAIMS = {
    ("scikit-learn", "seconds"): 10,
    ("scikit-learn", "memory"): 5,
    ("numpy", "seconds"): 100,
    ("numpy", "memory"): 10,
}
"""How many times less of it the paper's method takes, by §8.1: "100 times faster than svd with numpy and 10
times faster than randomized svd", "10%" and "20%" of their memory."""

UNSTATED = "which words and windows were counted and how many axes were kept"
