"""What the paper printed (text8, pairs with an unknown word counted as 0)."""

from __future__ import annotations

SETS = {
    "SIM": "EN-WS-353-SIM",
    "REL": "EN-WS-353-REL",
    "MEN": "EN-MEN-TR-3k",
    "M.Turk": "EN-MTurk-287",
    "RARE": "EN-RW-STANFORD",
    "S999": "EN-SIMLEX-999",
}
"""The paper's columns, and the sets they are here."""

TABLE: dict[str, tuple[float, ...]] = {
    "CBOW": (0.388, 0.438, 0.383, 0.579, 0.050, 0.075),
    "SGNS": (0.674, 0.608, 0.561, 0.654, 0.027, 0.215),
    "GloVe": (0.431, 0.466, 0.421, 0.508, 0.118, 0.096),
    "fastText": (0.655, 0.609, 0.636, 0.623, 0.059, 0.223),
    "tail-cut": (0.762, 0.667, 0.682, 0.649, 0.121, 0.212),
    "CA N_flat": (0.749, 0.680, 0.671, 0.668, 0.127, 0.218),
    "CA N_skip": (0.741, 0.640, 0.672, 0.657, 0.135, 0.211),
    "SCA+MEN": (0.743, 0.665, 0.770, 0.636, 0.136, 0.210),
    "SCA+M.Turk": (0.741, 0.658, 0.672, 0.798, 0.136, 0.211),
}
"""Method → Spearman's ρ in the order of SETS."""

WINDOW = 24
WINDOWS = (5, 10, 20, 30, 50)
