"""What the slides about Stratos, Collins & Hsu 2015 say of names, and what is different here."""

from __future__ import annotations

DIM = 30
CLUSTERS = 1000

DIFFERENCES = (
    "The slides give their F1 as a picture without numbers, so only their claim is compared: vectors by "
    "singular values help more than Brown's clusters and word2vec do.",
    "Vectors and clusters are made from wiki100m, 17 million words in lower case; the paper's are from an "
    "English Wikipedia of 1.4 billion words.",
    "Clusters are not Brown's own, by bigrams, but Brown-style: agglomerative, from the vectors of sqrt-cca.",
    "The slides do not describe their tagger. Here it is a conditional random field over words, shapes, "
    "affixes and neighbours; vectors are those of a word and its two neighbours.",
)
