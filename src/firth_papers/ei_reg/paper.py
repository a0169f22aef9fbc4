"""The numbers of section 7.1 of Haji Soleimani's thesis (2019), as they are printed: 100 × Pearson's r."""

from __future__ import annotations

FOLDS = 5
RUNS = 50
LEARNERS = ("random-forest", "linear-svr", "nearest-neighbors", "lasso")
"""The columns of tables 7.3–7.6."""

VECTORS = (
    "BOW (unigram)",
    "BOW (uni + bi)",
    "TFIDF (unigram)",
    "TFIDF (uni + bi)",
    "Doc2Vec",
    "Doc2VecC",
)

_ROWS = {
    "anger": (
        ((60.6, 2.99), (52.68, 3.91), (30.83, 5.44), (43.58, 18.0)),
        ((60.77, 2.95), (59.51, 2.89), (29.2, 4.87), (43.72, 18.08)),
        ((58.77, 3.21), (60.2, 3.05), (50.51, 3.21), (60.05, 3.26)),
        ((59.42, 3.08), (59.76, 2.59), (49.03, 3.04), (59.5, 3.45)),
        ((32.69, 4.0), (52.9, 2.56), (19.57, 4.81), (54.94, 3.25)),
        ((61.69, 3.28), (57.41, 3.05), (57.4, 2.51), (58.13, 2.89)),
    ),
    "fear": (
        ((61.05, 3.24), (55.73, 3.46), (34.21, 4.69), (56.73, 4.02)),
        ((61.15, 3.21), (62.1, 3.4), (30.18, 4.22), (56.61, 4.0)),
        ((59.89, 3.1), (66.26, 2.69), (53.1, 2.82), (66.34, 2.92)),
        ((59.86, 3.04), (67.14, 2.52), (49.09, 4.05), (65.54, 2.93)),
        ((29.2, 4.66), (47.01, 4.09), (16.52, 4.33), (48.31, 3.32)),
        ((63.61, 2.76), (59.02, 3.33), (60.41, 3.5), (60.28, 3.12)),
    ),
    "joy": (
        ((57.05, 3.6), (55.96, 4.01), (34.32, 4.71), (52.1, 3.69)),
        ((56.51, 3.61), (62.41, 3.79), (32.23, 5.43), (52.55, 3.79)),
        ((56.29, 3.59), (64.57, 3.21), (57.03, 3.09), (61.77, 2.76)),
        ((56.07, 3.71), (65.87, 2.83), (54.98, 3.23), (60.89, 2.9)),
        ((23.91, 4.63), (39.88, 4.64), (15.06, 6.36), (42.78, 4.26)),
        ((58.2, 3.62), (57.73, 3.23), (56.07, 3.76), (58.21, 3.64)),
    ),
    "sadness": (
        ((61.02, 2.69), (51.55, 3.62), (34.44, 5.35), (60.56, 3.1)),
        ((61.39, 2.87), (62.12, 2.9), (25.01, 5.91), (60.19, 3.07)),
        ((60.6, 3.0), (59.3, 3.12), (53.54, 2.87), (62.26, 2.89)),
        ((60.21, 2.92), (62.42, 2.96), (48.38, 3.55), (61.24, 3.11)),
        ((34.45, 4.27), (50.89, 3.07), (23.33, 4.66), (50.81, 2.81)),
        ((61.02, 3.06), (62.4, 2.37), (55.2, 3.05), (63.03, 2.82)),
    ),
}

TABLES = {
    emotion: {
        vectors: dict(zip(LEARNERS, row, strict=True)) for vectors, row in zip(VECTORS, rows, strict=True)
    }
    for emotion, rows in _ROWS.items()
}
"""Tables 7.3–7.6: emotion → vectors → learner → mean and standard deviation."""

NUMBERS = {"anger": "7.3", "fear": "7.4", "joy": "7.5", "sadness": "7.6"}

SEQUENCES = {
    "SVD": ((37.97, 4.3), (40.54, 5.32), (50.39, 4.64), (37.57, 5.31)),
    "SVD-Sqrt": ((53.73, 3.66), (60.75, 3.48), (57.7, 3.92), (57.05, 2.78)),
    "SVD-Log": ((65.03, 3.04), (69.4, 2.52), (65.35, 3.51), (69.33, 2.41)),
    "SVD-PPMI": ((65.69, 2.48), (71.31, 2.35), (64.21, 3.76), (70.51, 2.06)),
    "SVD-SPPMI": ((60.74, 2.61), (67.39, 2.77), (57.89, 3.82), (65.58, 2.55)),
    "GloVe": ((66.64, 3.1), (70.2, 2.66), (65.63, 3.4), (69.85, 2.75)),
    "Word2Vec": ((67.32, 2.66), (71.4, 2.11), (65.69, 3.53), (70.49, 2.29)),
    "FastText": ((67.96, 2.46), (71.53, 2.47), (66.49, 3.48), (70.68, 2.07)),
    "SVD-NS": ((68.31, 2.64), (72.51, 2.42), (67.94, 2.77), (71.8, 2.04)),
    "EigenWord": ((68.18, 2.82), (71.65, 2.49), (68.19, 2.48), (71.07, 2.06)),
    "KUBWE": ((69.34, 2.35), (71.73, 2.42), (67.21, 3.39), (71.46, 2.42)),
}
"""Table 7.8: word vectors in the LSTM, for anger, fear, joy and sadness."""

DIFFERENCES = (
    "The thesis speaks of 5-fold cross-validation, repeated 50 times, and does not say on which tweets; its "
    "p-values are those of 50 scores, and its standard deviations those of single folds of about 400 tweets. "
    "Here the tweets for training and development are parted, and a score is that of a fold.",
    "Tweets are lower-cased; mentions and addresses are taken out, the sign of hashtags too but not their "
    "words; letters repeated more than twice are cut to two; emojis and marks such as ! are words. The other "
    "steps of section 7.1.3 (abbreviations, misspelt words, lemmas) are left out, and hashtags are kept.",
    "Vectors learn from about 170,000 tweets, where the thesis has 21 million chosen by words of emotion, "
    "and from the 8,600 scored ones for training and development, without their scores: they have seen the "
    "words of a fold's tweets before it is tested, but not those of the tweets that the task was judged by.",
    "Tables of words are made from the tweets learnt from in each run. CA, NLCA, means of word vectors (of "
    "length 1 each), SIF and power means are not in the thesis.",
    "Word vectors in the network have length 1 and, in full settings, 300 dimensions, where the thesis has "
    "100 and says that more are better. Means of several networks are not in the thesis; that SVD-PPMI "
    "weighted by its singular values (UΣ) is put into them was chosen by scores on these folds.",
    "The strengths of LASSO and SVR are chosen on a fifth of the tweets learnt from in each run (SVR: C of "
    "0.1, 0.3, 1, 3 or 10, divided by the mean square length of rows); the thesis does not give its own. "
    "Nearest neighbours are 25, by cosine; forests have 100 trees.",
    "Of the tweets to test on, 16,937 for each emotion are made-up sentences that nobody scored; they are "
    "left out. Table 7.1 of the thesis counts them.",
)
