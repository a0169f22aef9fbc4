"""The numbers of chapter 2 of Haji Soleimani's thesis (2019), as they are printed."""

from __future__ import annotations

from typing import NamedTuple

RUNS = 50
METHODS = ("UBE", "t-SNE", "raw data", "LLE", "PCA", "Sammon")
"""The columns of table 2.3, in the order of their overall results."""


class Printed(NamedTuple):
    """Mean and standard deviation of 100 NMI over 50 runs of k-means."""

    mean: float
    sd: float


class Described(NamedTuple):
    """A line of table 2.2."""

    images: int
    classes: int
    height: int
    width: int


SETS = {
    "Yale": Described(165, 15, 64, 64),
    "Olivetti": Described(400, 40, 64, 64),
    "Umist": Described(575, 20, 112, 92),
    "CMUfaces": Described(640, 20, 128, 120),
    "COIL20": Described(1440, 20, 32, 32),
    "Optdigits": Described(5620, 10, 32, 32),
    "YaleB": Described(2414, 38, 32, 32),
    "COIL100": Described(7200, 100, 32, 32),
    "USPS": Described(9298, 10, 16, 16),
    "MNIST": Described(10000, 10, 28, 28),
}

_TABLE = {
    "Yale": ((61.9, 1.2), (60.5, 1.9), (53.3, 3.4), (52.1, 1.9), (49.2, 1.6), (48.7, 1.3)),
    "Olivetti": ((79.8, 0.6), (80.5, 1.1), (73.8, 1.6), (71.8, 0.7), (63.3, 0.7), (64.5, 0.7)),
    "Umist": ((84.4, 1.4), (74.2, 1.4), (64.5, 2.0), (58.0, 0.5), (58.4, 1.3), (59.5, 1.0)),
    "CMUfaces": ((89.4, 0.8), (82.8, 2.6), (75.7, 3.0), (74.3, 1.5), (59.5, 1.2), (59.0, 1.2)),
    "COIL20": ((92.6, 1.3), (84.9, 2.3), (75.4, 1.6), (75.4, 1.3), (71.9, 1.0), (71.2, 1.7)),
    "Optdigits": ((86.0, 0.8), (84.5, 4.7), (73.6, 2.4), (75.3, 1.7), (61.3, 1.5), (52.8, 1.7)),
    "YaleB": ((25.6, 0.4), (25.7, 1.1), (13.1, 0.8), (33.8, 0.4), (10.1, 0.2), (10.9, 0.3)),
    "COIL100": ((90.1, 0.3), (88.4, 0.5), (76.0, 0.5), (74.2, 0.5), (71.4, 0.2), (72.4, 0.3)),
    "USPS": ((84.9, 1.1), (85.8, 3.2), (60.9, 0.9), (34.8, 0.6), (41.3, 1.0), (44.7, 0.5)),
    "MNIST": ((81.2, 1.8), (81.8, 2.4), (50.9, 1.7), (60.4, 1.0), (38.9, 0.3), (36.7, 0.7)),
}

TABLE: dict[str, dict[str, Printed]] = {
    name: {method: Printed(*cell) for method, cell in zip(METHODS, row, strict=True)}
    for name, row in _TABLE.items()
}
"""Table 2.3: set → method → 100 NMI."""

P_VALUES = {
    ("Olivetti", "UBE"): 0.0007,
    ("Optdigits", "t-SNE"): 0.0307,
    ("USPS", "UBE"): 0.0706,
    ("MNIST", "UBE"): 0.1657,
}
"""The p-values of table 2.3 that are printed as more than a power of ten, against the best of the set."""

DIFFERENCES = (
    "YaleB and COIL100 are not here. Umist and CMUfaces have smaller images than the thesis's, CMUfaces 16 "
    "images fewer, and Optdigits 1,934 of its 5,620.",
    "The thesis's UBE has up to 50 neighbours, a kernel of degree 1, a random start, and steps that shrink "
    "as 0.1/√t; firth's has its own defaults, which were chosen by looking at the labels of some of these "
    "sets.",
    "The authors' program brings each pixel to [0, 1] over the images of a set before it looks for "
    "neighbours; here pixels are left as they are, for all methods.",
    "The thesis does not say how it set the other methods. t-SNE is scikit-learn's, from a start by PCA, of "
    "perplexity 30, and 10 in the last column, which was added because 30 falls short of the thesis's "
    "t-SNE where classes are small; UBE is judged against the better of both. LLE has 12 neighbours; "
    "Sammon's stress is brought down by L-BFGS from a start by PCA; LPP has UBE's graph.",
    "The thesis cites two definitions of NMI: Fred and Jain's, mutual information over the arithmetic mean "
    "of both entropies, which is taken here; and Estévez et al.'s, which divides by the smaller of them.",
    "k-means is scikit-learn's, Lloyd's steps from one k-means++ start a run. Spectral clustering joins each "
    "point to its 10 nearest; the thesis does not say how it makes the graph.",
)
