"""The numbers of chapter 3 of Haji Soleimani's thesis (2019), as they are printed."""

from __future__ import annotations

DIMS = (100, 300)

SETS = {
    "WS-SIM": "EN-WS-353-SIM",
    "WS-REL": "EN-WS-353-REL",
    "WS-ALL": "EN-WS-353-ALL",
    "MC": "EN-MC-30",
    "RG": "EN-RG-65",
    "MEN": "EN-MEN-TR-3k",
    "SimLex": "EN-SIMLEX-999",
    "RW-STN": "EN-RW-STANFORD",
}
"""What table 3.1 calls a set → the set."""

TABLE: dict[int, dict[str, tuple[float, ...]]] = {
    100: {
        "SVD": (0.533, 0.282, 0.410, 0.331, 0.491, 0.390, 0.202, 0.229),
        "SVD-Sqrt": (0.754, 0.605, 0.681, 0.729, 0.667, 0.657, 0.286, 0.395),
        "SVD-Log": (0.741, 0.629, 0.699, 0.783, 0.693, 0.712, 0.328, 0.386),
        "SVD-PPMI": (0.720, 0.638, 0.692, 0.803, 0.740, 0.740, 0.318, 0.381),
        "SVD-SPPMI": (0.669, 0.593, 0.646, 0.774, 0.709, 0.716, 0.297, 0.360),
        "GloVe": (0.674, 0.553, 0.599, 0.664, 0.706, 0.704, 0.315, 0.329),
        "CBOW (k = 10)": (0.740, 0.584, 0.665, 0.703, 0.756, 0.709, 0.326, 0.393),
        "CBOW (k = 5)": (0.745, 0.585, 0.671, 0.742, 0.773, 0.707, 0.327, 0.398),
        "FastText": (0.765, 0.649, 0.713, 0.793, 0.787, 0.741, 0.326, 0.442),
        "SGNS (k = 10)": (0.774, 0.650, 0.712, 0.801, 0.789, 0.732, 0.324, 0.423),
        "SGNS (k = 5)": (0.758, 0.651, 0.709, 0.794, 0.783, 0.730, 0.323, 0.421),
        "Fast KUBWE": (0.746, 0.663, 0.728, 0.805, 0.807, 0.735, 0.367, 0.444),
        "KUBWE": (0.770, 0.692, 0.740, 0.809, 0.827, 0.761, 0.376, 0.439),
    },
    300: {
        "GloVe": (0.695, 0.572, 0.621, 0.749, 0.744, 0.726, 0.354, 0.353),
        "FastText": (0.794, 0.669, 0.733, 0.821, 0.805, 0.766, 0.381, 0.483),
        "SGNS (k = 10)": (0.792, 0.667, 0.732, 0.830, 0.799, 0.753, 0.383, 0.455),
        "Fast KUBWE": (0.781, 0.704, 0.753, 0.828, 0.836, 0.765, 0.421, 0.451),
        "KUBWE": (0.783, 0.710, 0.759, 0.851, 0.845, 0.775, 0.411, 0.452),
    },
}
"""Table 3.1: dimensions → algorithm → Spearman's ρ in the order of SETS."""

DEGREE = 13
"""Of the kernel, in table 3.1."""

DEGREES = (1, 3, 5, 7, 9, 11, 13, 15, 17, 21)
DEGREE_DIMS = (10, 20, 50, 100)
"""Figures 3.3 and 3.4."""

RECALL = 0.99
"""More than this share of the nearest neighbours is found by the pruned tree (§3.3.5)."""

DIFFERENCES = (
    "The text is wiki100m, 100 MB of English Wikipedia normalised as text8 is (and not text8): 17 million "
    "tokens, where the thesis has 2.1 billion. Expect lower scores, most of all for rare words.",
    "Words are all those seen 5 times or more; the thesis keeps the 163,188 of them that WordNet has.",
    "The thesis does not say how wide its window L is. Here 10 words on either side count by 1/distance, as "
    "GloVe's do, which is how it weighs them.",
    "All words move at once in a sweep; the thesis calls its descent stochastic. Scaling of rows, forces and "
    "steps, and the number of sweeps, which the thesis leaves out, are as in its author's program.",
    "Fast KUBWE is pushed by 8 √|V| neighbours, found by comparing all words; the thesis takes 3,000, found "
    "by its tree, and advises √|V|. The far field is firth's own.",
    "The thesis factorizes to U, without weights of the spectrum: its SVD-PPMI is PPMI-SVD-U of its chapter "
    "4. Its text describes SVD-NS too, which table 3.1 does not have. SVD-Log is of log(1 + count).",
    "What learns from the text is gensim's, and with several threads differs a little from run to run; with "
    "--threads 1 it does not.",
    "Degrees of the kernel are tried on the most frequent words alone, with exact forces.",
    "Table 3.1 is said to hold Pearson's correlation of rankings, which is Spearman's.",
)
