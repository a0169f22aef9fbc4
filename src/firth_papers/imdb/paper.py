"""The numbers of section 7.2 of Haji Soleimani's thesis (2019), as they are printed, in per cent."""

from __future__ import annotations

REPEATS = 25
SHARE = 0.8
LEARNERS = ("random-forest", "linear-svm", "naive-bayes", "nearest-neighbors")
"""The columns of tables 7.10–7.12."""

VECTORS = (
    "BOW (unigram)",
    "BOW (uni + bi)",
    "TFIDF (unigram)",
    "TFIDF (uni + bi)",
    "Doc2Vec",
    "Doc2VecC",
)

_ACCURACY = (
    ((81.39, 0.25), (85.35, 0.11), (81.17, 0.13), (64.54, 0.17)),
    ((81.91, 0.23), (88.24, 0.08), (85.41, 0.12), (62.74, 0.41)),
    ((80.41, 0.22), (87.11, 0.09), (82.74, 0.26), (69.49, 0.21)),
    ((80.97, 0.34), (88.77, 0.08), (86.35, 0.35), (69.7, 0.82)),
    ((76.17, 0.13), (81.68, 0.06), (62.0, 0.54), (70.07, 0.23)),
    ((82.83, 0.12), (84.8, 0.05), (75.2, 0.08), (80.6, 0.15)),
)
_AUC = (
    ((89.61, 0.16), (92.5, 0.09), (89.04, 0.08), (70.47, 0.25)),
    ((89.97, 0.22), (94.59, 0.04), (92.4, 0.07), (68.25, 0.53)),
    ((88.59, 0.17), (94.15, 0.04), (91.58, 0.07), (76.27, 0.24)),
    ((89.09, 0.28), (95.14, 0.02), (94.33, 0.06), (77.24, 0.5)),
    ((84.19, 0.11), (89.01, 0.03), (74.08, 0.77), (77.52, 0.27)),
    ((90.72, 0.07), (92.1, 0.02), (83.0, 0.08), (88.28, 0.06)),
)
_F1 = (
    ((81.38, 0.25), (85.35, 0.11), (81.09, 0.13), (64.34, 0.19)),
    ((81.91, 0.23), (88.24, 0.08), (85.39, 0.13), (62.41, 0.52)),
    ((80.4, 0.22), (87.11, 0.09), (82.66, 0.28), (69.45, 0.23)),
    ((80.97, 0.34), (88.77, 0.08), (86.31, 0.36), (69.27, 1.03)),
    ((76.16, 0.13), (81.68, 0.06), (60.33, 0.61), (69.95, 0.25)),
    ((82.83, 0.12), (84.8, 0.05), (75.19, 0.08), (80.6, 0.15)),
)

TABLES = {
    measure: {
        vectors: dict(zip(LEARNERS, row, strict=True)) for vectors, row in zip(VECTORS, table, strict=True)
    }
    for measure, table in (("accuracy", _ACCURACY), ("auc", _AUC), ("f1", _F1))
}
"""Tables 7.10, 7.11 and 7.12: measure → vectors → learner → mean and standard deviation."""

SEQUENCES = {
    "SVD": ((75.75, 0.44), (83.61, 0.37), (75.72, 0.46)),
    "SVD-Sqrt": ((78.89, 0.34), (86.85, 0.3), (78.86, 0.35)),
    "SVD-Log": ((87.01, 0.33), (94.08, 0.19), (87.01, 0.34)),
    "SVD-PPMI": ((88.19, 0.38), (94.81, 0.24), (88.19, 0.38)),
    "SVD-SPPMI": ((87.44, 0.39), (94.42, 0.27), (87.44, 0.4)),
    "GloVe": ((87.66, 0.29), (94.75, 0.16), (87.66, 0.29)),
    "Word2Vec": ((87.29, 0.33), (94.43, 0.14), (87.28, 0.34)),
    "FastText": ((87.71, 0.31), (94.74, 0.18), (87.71, 0.31)),
    "SVD-NS": ((88.66, 0.36), (95.23, 0.24), (88.66, 0.37)),
    "EigenWord": ((88.53, 0.32), (95.18, 0.17), (88.52, 0.32)),
    "KUBWE": ((88.75, 0.38), (95.32, 0.17), (88.74, 0.38)),
}
"""Table 7.14: word vectors in the CNN-LSTM: accuracy, AUC and F1."""

DIFFERENCES = (
    "Words are runs of letters and digits, lower-cased, and none is stopped; the thesis does not say how it "
    "parts reviews into words. Terms are those that two reviews have at least.",
    "The strength of linear learners is chosen on a fifth of the reviews learnt from in the first run, and "
    "taken in all: C of 0.1, 0.3, 1, 3 or 10, divided by the mean square length of rows, after vectors are "
    "brought to mean 0 and variance 1. The thesis does not give its own. Nothing is chosen on the reviews to "
    "test on.",
    "k nearest neighbours are 25, by cosine; forests have 100 trees. The thesis gives neither.",
    "Random forests, nearest neighbours and logistic regression are run fewer times than the others, as the "
    "head of the report says, because they are slow on tables of words.",
    "Doc2Vec is gensim's, without the order of words (PV-DBOW), learnt from the texts of all reviews in the "
    "tables, those to test on included, as in the thesis. Doc2VecC is firth's own, and learns from the "
    "reviews that teach alone; full settings add the unlabelled ones to both.",
    "CA, NLCA, means of word vectors, SIF and power means are not in the thesis. CA and NLCA learn from the "
    "reviews that teach, word vectors from those and, in full settings, from the unlabelled ones; none of "
    "them from reviews to test on.",
    "F1 is the mean over both classes.",
)
