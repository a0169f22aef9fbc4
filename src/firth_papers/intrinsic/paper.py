"""The numbers of Haji Soleimani's thesis (2019), as they are printed."""

from __future__ import annotations

DIM = 100

SETS = {
    "MC-30": "EN-MC-30",
    "RG-65": "EN-RG-65",
    "WS-SIM": "EN-WS-353-SIM",
    "WS-REL": "EN-WS-353-REL",
    "WS-ALL": "EN-WS-353-ALL",
    "MEN": "EN-MEN-TR-3k",
    "MTurk-771": "EN-MTurk-771",
    "SimLex": "EN-SIMLEX-999",
    "YP Verbs": "EN-YP-130",
    "RW-STN": "EN-RW-STANFORD",
}
"""What tables 6.3 and 6.4 call a set → the set."""

CHAPTER_6: dict[str, tuple[float, ...]] = {
    "SVD": (0.2839, 0.4418, 0.5132, 0.2962, 0.4099, 0.3989, 0.2608, 0.2154, 0.213, 0.2876),
    "SVD-Sqrt": (0.7003, 0.6672, 0.7417, 0.5637, 0.6459, 0.6616, 0.5575, 0.2999, 0.3569, 0.4797),
    "SVD-Log": (0.7682, 0.7153, 0.7332, 0.589, 0.6589, 0.7232, 0.6394, 0.3519, 0.4415, 0.4831),
    "SVD-PPMI": (0.851, 0.8179, 0.7343, 0.6128, 0.675, 0.7751, 0.6375, 0.3746, 0.5324, 0.473),
    "SVD-SPPMI": (0.8487, 0.817, 0.7079, 0.6022, 0.6595, 0.7646, 0.62, 0.3577, 0.5356, 0.45),
    "GloVe": (0.7387, 0.7704, 0.7316, 0.5528, 0.617, 0.7551, 0.6594, 0.3628, 0.5385, 0.4587),
    "Word2Vec": (0.7606, 0.7812, 0.7845, 0.6073, 0.6851, 0.7384, 0.6318, 0.358, 0.485, 0.519),
    "FastText": (0.8192, 0.7841, 0.7893, 0.6611, 0.7216, 0.744, 0.6214, 0.3408, 0.4751, 0.457),
    "SVD-NS": (0.855, 0.789, 0.7649, 0.6339, 0.6987, 0.7729, 0.6648, 0.3644, 0.5744, 0.4928),
    "EigenWord": (0.8809, 0.8458, 0.78, 0.6832, 0.7389, 0.7811, 0.6633, 0.4017, 0.6041, 0.4917),
    "KUBWE": (0.8375, 0.8439, 0.7721, 0.6847, 0.7224, 0.7749, 0.6471, 0.4059, 0.5165, 0.5071),
}
"""Tables 6.3 and 6.4, in the order of SETS."""

AVERAGES = {
    "SVD": 0.3321,
    "SVD-Sqrt": 0.5674,
    "SVD-Log": 0.6104,
    "SVD-PPMI": 0.6484,
    "SVD-SPPMI": 0.6363,
    "GloVe": 0.6185,
    "Word2Vec": 0.6351,
    "FastText": 0.6414,
    "SVD-NS": 0.6611,
    "EigenWord": 0.6871,
    "KUBWE": 0.6712,
}
"""Table 6.5."""

EIGHT_SETS = {
    "WS-S": "EN-WS-353-SIM",
    "WS-R": "EN-WS-353-REL",
    "WS-M": "EN-WS-353-ALL",
    "MC": "EN-MC-30",
    "MEN": "EN-MEN-TR-3k",
    "MTurk": "EN-MTurk-771",
    "SimLex": "EN-SIMLEX-999",
    "YP": "EN-YP-130",
}
"""What table 4.1 calls a set → the set."""

CHAPTER_4: dict[str, tuple[float, ...]] = {
    "SVD": (0.4913, 0.1890, 0.3624, 0.4096, 0.2722, 0.1600, 0.0881, 0.122),
    "SVD-L": (0.2705, 0.1091, 0.1866, 0.1301, 0.2321, 0.2650, 0.0882, 0.0878),
    "SVD-S": (0.6245, 0.3235, 0.4854, 0.6483, 0.5356, 0.4124, 0.212, 0.2445),
    "PPMI-SVD-US": (0.6865, 0.4893, 0.5968, 0.7257, 0.6823, 0.5713, 0.2683, 0.3710),
    "PPMI-SVD-Us": (0.7189, 0.6007, 0.6674, 0.7749, 0.7302, 0.6155, 0.2976, 0.4490),
    "PPMI-SVD-U": (0.7201, 0.6387, 0.6925, 0.8035, 0.7402, 0.6217, 0.3180, 0.4496),
    "SPPMI-SVD-Us": (0.6469, 0.5416, 0.6046, 0.7405, 0.7075, 0.5735, 0.2728, 0.4472),
    "SPPMI-SVD-U": (0.6412, 0.5813, 0.6238, 0.7566, 0.7000, 0.5766, 0.2764, 0.4574),
    "GloVe": (0.6743, 0.5534, 0.5991, 0.6649, 0.7040, 0.6227, 0.3154, 0.4872),
    "CBOW": (0.7457, 0.5853, 0.6714, 0.7427, 0.7079, 0.6132, 0.3274, 0.3403),
    "SGNS": (0.7587, 0.6519, 0.7096, 0.7946, 0.7306, 0.6441, 0.3236, 0.4679),
    "SVD-NS": (0.7519, 0.6537, 0.7120, 0.8008, 0.7534, 0.6499, 0.3297, 0.5145),
}
"""Table 4.1, in the order of EIGHT_SETS. US: U Σ; Us: U Σ^½."""

BEST_THRESHOLD = -2.5
"""Where figure 4.1 has its peak, in bits."""

POSITIVE_BY_NEGATIVE = 1.54
"""Cells above 0 for each cell below it at that threshold (§4.4.3)."""

DIFFERENCES = (
    "The text is wiki100m, 100 MB of English Wikipedia normalised as text8 is (and not text8): 17 million "
    "tokens, where the thesis has 2.1 billion (chapter 4) and 2.2 billion (chapter 6). Expect lower scores, "
    "most of all for rare words.",
    "Words are all those seen 5 times or more; the thesis keeps words of WordNet (chapter 4) or of the IMDB "
    "reviews (chapter 6) only.",
    "The thesis does not say how wide its window L is. Here 10 words on either side count by 1/distance, as "
    "GloVe's do, which is how it weighs them (chapter 3).",
    "SVD-Log is of log(1 + count): sums of 1/distance may be below 1, where their logarithm is negative.",
    "Vectors are U, not weighted by the spectrum, where the thesis says so; PMI is in bits, without context "
    "smoothing, above −3 in chapter 6 and −2.5 in chapter 4. Exponent ½, firth's default, has a table of its "
    "own.",
    "The thesis tunes GloVe, Word2Vec, FastText and the thresholds and reports the best; here its best "
    "settings are taken as they are. What learns from the text is gensim's, and with several threads differs "
    "a little from run to run; with --threads 1 it does not.",
    "KUBWE's repulsion is that of firth's far field, not of all pairs one by one.",
    "The thesis does not print the 22 words of figure 4.2; here they are eleven animals and eleven foods of "
    "our own choice.",
    "Table 4.1 is said to hold Pearson's correlation of rankings, which is Spearman's.",
)
