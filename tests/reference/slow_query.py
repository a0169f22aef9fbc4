"""Nearest neighbors and analogies, one word at a time and in float64."""

import math


def dot(a, b):
    return math.fsum(float(x) * float(y) for x, y in zip(a, b, strict=True))


def cosine(a, b):
    lengths = math.sqrt(dot(a, a)) * math.sqrt(dot(b, b))
    return dot(a, b) / lengths if lengths > 0 else 0.0


def neighbors(vectors, query, n, *, measure, without=()):
    """(place, similarity) pairs, nearest first, equal ones in order of place."""
    compare = {"cosine": cosine, "dot": dot}[measure]
    found = [(place, compare(vector, query)) for place, vector in enumerate(vectors) if place not in without]
    return sorted(found, key=lambda pair: (-pair[1], pair[0]))[:n]


def analogy_score(vectors, x, a, b, c, *, method):
    if method == "mul":
        to_a, to_b, to_c = ((1 + cosine(vectors[x], vectors[word])) / 2 for word in (a, b, c))
        return to_b * to_c / (to_a + 0.001)
    return cosine(vectors[x], vectors[b]) - cosine(vectors[x], vectors[a]) + cosine(vectors[x], vectors[c])
