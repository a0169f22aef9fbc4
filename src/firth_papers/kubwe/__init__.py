"""Haji Soleimani 2019, chapter 3: words on the unit ball, beside other word vectors."""

from firth_papers.engine.experiment import Experiment
from firth_papers.kernel_figures import kernel_curves, kernel_spheres
from firth_papers.kubwe.measure import measure
from firth_papers.kubwe.models import QUICK, Settings
from firth_papers.kubwe.page import (
    degree_figure,
    dimension_figure,
    mean_figure,
    method,
    pruning_figure,
    tables,
)
from firth_papers.random_cosines import random_cosines

__all__ = ["EXPERIMENT", "Settings"]

EXPERIMENT = Experiment(
    name="kubwe",
    title="Words on the unit ball",
    about="Words on the unit ball beside other word vectors, and the degree of the kernel "
    "(table 3.1 and figures 3.1–3.4).",
    source="Haji Soleimani 2019, chapter 3",
    settings=Settings(),
    quick=QUICK,
    measure=measure,
    method=method,
    tables=tables,
    figures={
        "kubwe.png": mean_figure,
        "cosines.png": lambda results: random_cosines(seed=results["settings"]["seed"]),
        "kernels.png": lambda _: kernel_curves(),
        "spheres.png": lambda _: kernel_spheres(),
        "degrees.png": degree_figure,
        "dimensions.png": dimension_figure,
        "tree.png": pruning_figure,
    },
    differs_from="the thesis",
    differences=(
        "The text is wiki100m, 100 MB of English Wikipedia normalised as text8 is (and not text8): 17 "
        "million tokens, where the thesis has 2.1 billion. Expect lower scores, most of all for rare words.",
        "Words are all those seen 5 times or more; the thesis keeps the 163,188 of them that WordNet has.",
        "The thesis does not say how wide its window L is. Here 10 words on either side count by "
        "1/distance, as GloVe's do, which is how it weighs them.",
        "All words move at once in a sweep; the thesis calls its descent stochastic. Scaling of rows, "
        "forces and steps, and the number of sweeps, which the thesis leaves out, are as in its author's "
        "program.",
        "Fast KUBWE is pushed by 8 √|V| neighbours, found by comparing all words; the thesis takes 3,000, "
        "found by its tree, and advises √|V|. The far field is firth's own.",
        "The thesis factorizes to U, without weights of the spectrum: its SVD-PPMI is PPMI-SVD-U of its "
        "chapter 4. Its text describes SVD-NS too, which table 3.1 does not have. SVD-Log is of log(1 + "
        "count).",
        "What learns from the text is gensim's, and with several threads differs a little from run to run; "
        "with --threads 1 it does not.",
        "Degrees of the kernel are tried on the most frequent words alone, with exact forces.",
        "Table 3.1 is said to hold Pearson's correlation of rankings, which is Spearman's.",
    ),
)
