"""Haji Soleimani 2019, chapter 2: images on the unit ball, and how well their classes come apart there."""

from firth_papers.engine.experiment import Experiment
from firth_papers.ube.measure import QUICK, Settings, measure
from firth_papers.ube.page import means_figure, method, restarts_figure, tables

__all__ = ["EXPERIMENT", "Settings"]

EXPERIMENT = Experiment(
    name="ube",
    title="Images on the unit ball",
    about="Images on the unit ball beside maps by t-SNE, LLE, PCA, Sammon and LPP, and how well their "
    "classes come apart (table 2.3 and figures 2.2–2.3).",
    source="Haji Soleimani 2019, table 2.3 and figures 2.2–2.3",
    settings=Settings(),
    quick=QUICK,
    measure=measure,
    method=method,
    tables=tables,
    figures={"overall.png": means_figure, "starts.png": restarts_figure},
    differs_from="the thesis",
    differences=(
        "YaleB and COIL100 are not here. Umist and CMUfaces have smaller images than the thesis's, CMUfaces "
        "16 images fewer, and Optdigits 1,934 of its 5,620.",
        "The thesis's UBE has up to 50 neighbours, a kernel of degree 1, a random start, and steps that "
        "shrink as 0.1/√t; firth's has its own defaults, which were chosen by looking at the labels of some "
        "of these sets.",
        "The authors' program brings each pixel to [0, 1] over the images of a set before it looks for "
        "neighbours; here pixels are left as they are, for all methods.",
        "The thesis does not say how it set the other methods. t-SNE is scikit-learn's, from a start by "
        "PCA, of perplexity 30, and 10 in the last column, which was added because 30 falls short of the "
        "thesis's t-SNE where classes are small; UBE is judged against the better of both. LLE has 12 "
        "neighbours; Sammon's stress is brought down by L-BFGS from a start by PCA; LPP has UBE's graph.",
        "The thesis cites two definitions of NMI: Fred and Jain's, mutual information over the arithmetic "
        "mean of both entropies, which is taken here; and Estévez et al.'s, which divides by the smaller of "
        "them.",
        "k-means is scikit-learn's, Lloyd's steps from one k-means++ start a run. Spectral clustering joins "
        "each point to its 10 nearest; the thesis does not say how it makes the graph.",
    ),
)
