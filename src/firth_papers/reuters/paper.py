"""The numbers of Picca, Curdy & Bavaud 2006, as they are printed."""

from __future__ import annotations

import numpy as np

from firth.runtime.arrays import Array

DOCUMENTS = {
    "earn": 2689,
    "acq": 1462,
    "money-fx": 330,
    "crude": 320,
    "trade": 307,
    "interest": 265,
    "ship": 168,
    "wheat": 141,
    "corn": 129,
    "grain": 107,
}
"""Table 1."""

CATEGORIES = tuple(DOCUMENTS)
WORDS = 7517
BETAS = (1.25, 1.0, 0.75)
KAPPA = {1.25: 0.28, 1.0: 0.81, 0.75: 0.86}

CONFUSION: dict[float, Array] = {
    1.25: np.array(
        [[836, 70], [176, 320], [122, 2], [106, 3], [98, 0], [91, 0], [56, 2], [45, 2], [49, 0], [35, 0]]
    )
    @ np.eye(2, 10, dtype=int),
    1.0: np.array(
        [
            [866, 39, 0, 0, 0, 1, 0, 0, 0, 0],
            [16, 471, 0, 8, 1, 0, 0, 0, 0, 0],
            [2, 1, 69, 0, 13, 39, 0, 0, 0, 0],
            [5, 8, 3, 85, 3, 0, 5, 0, 0, 0],
            [4, 0, 5, 0, 88, 0, 0, 0, 1, 0],
            [2, 2, 12, 0, 0, 75, 0, 0, 0, 0],
            [0, 6, 1, 5, 4, 1, 36, 5, 0, 0],
            [1, 1, 0, 0, 1, 0, 0, 36, 4, 4],
            [0, 3, 1, 0, 5, 0, 0, 30, 10, 0],
            [1, 0, 0, 0, 5, 0, 2, 19, 5, 3],
        ]
    ),
    0.75: np.array(
        [
            [866, 19, 0, 1, 0, 0, 0, 0, 0, 0],
            [16, 472, 0, 7, 1, 0, 0, 0, 0, 0],
            [3, 2, 95, 0, 10, 14, 0, 0, 0, 0],
            [3, 9, 3, 85, 2, 0, 7, 0, 0, 0],
            [1, 0, 5, 1, 90, 0, 0, 0, 1, 0],
            [2, 1, 13, 0, 0, 75, 0, 0, 0, 0],
            [0, 5, 0, 5, 0, 0, 43, 2, 0, 3],
            [1, 0, 0, 0, 1, 0, 1, 34, 3, 7],
            [0, 2, 1, 0, 2, 0, 0, 13, 26, 5],
            [0, 0, 0, 0, 2, 0, 4, 14, 5, 10],
        ]
    ),
}
"""Tables 2–4: a row for each true category, a column for each assigned one."""

_NOTHING = [(0.0, 0.0, 0.0)] * 8

PRECISION_RECALL_F: dict[float, Array] = {
    1.25: np.array([(0.965, 0.956, 0.961), (0.802, 0.645, 0.715), *_NOTHING]),
    1.0: np.array(
        [
            (0.965, 0.956, 0.961),
            (0.887, 0.95, 0.917),
            (0.758, 0.556, 0.642),
            (0.867, 0.78, 0.821),
            (0.733, 0.898, 0.807),
            (0.647, 0.824, 0.725),
            (0.837, 0.621, 0.713),
            (0.4, 0.766, 0.526),
            (0.5, 0.204, 0.29),
            (0.429, 0.086, 0.143),
        ]
    ),
    0.75: np.array(
        [
            (0.971, 0.978, 0.975),
            (0.925, 0.952, 0.938),
            (0.812, 0.766, 0.788),
            (0.859, 0.78, 0.817),
            (0.833, 0.918, 0.874),
            (0.843, 0.824, 0.833),
            (0.782, 0.741, 0.761),
            (0.54, 0.723, 0.618),
            (0.743, 0.531, 0.619),
            (0.4, 0.286, 0.333),
        ]
    ),
}
"""Tables 5–7. The first printed column is headed recall and the second precision; by the paper's own
confusion matrices it is the other way round, so here they are precision, recall and F."""

MISPRINTS = (
    "The columns headed recall and precision in the paper's tables 5 to 7 are interchanged: by its own "
    "confusion matrices the first is precision, TP/(TP+FP), and the second recall, TP/(TP+FN). They are put "
    "right here.",
    "In its table 4 the first cell is printed 866; its row then sums to 886 rather than 906, and only 886 "
    "gives the printed recall of 0.978.",
    "The earn line of its table 5 repeats that of table 6; its table 2 gives precision 0.518, recall 0.923, "
    "F 0.663.",
)
