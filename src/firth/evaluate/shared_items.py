"""Embeddings of different vocabularies on the same footing: scored on what all of them cover."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from firth.core import Embedding
from firth.evaluate.evaluation_sets import EvaluationSets
from firth.evaluate.report import Report, run_groups
from firth.evaluate.similarity import SimilarityResult
from firth.query.lookup import UNKNOWN, known_places
from firth.runtime.arrays import Array


def on_common_items(
    embeddings: Mapping[str, Embedding], reports: Mapping[str, Report], tests: EvaluationSets
) -> dict[str, Report]:
    """The reports on the items that all are scored on; clusters and groups are made of common words."""
    every = list(reports.values())
    pairs = [_shared_pairs(results) for results in zip(*(r.similarity for r in every), strict=True)]
    answered = [report.analogy.sections.values() for report in every if report.analogy is not None]
    questions = [
        _shared(score.samples[0].scored for score in scores) for scores in zip(*answered, strict=True)
    ]
    words = _shared_words(embeddings.values(), tests.words)
    common = {}
    for name, report in reports.items():
        categories, outliers = run_groups(embeddings[name], tests, report.resampling, among=words)
        common[name] = replace(
            report,
            similarity=tuple(r.within(items) for r, items in zip(report.similarity, pairs, strict=True)),
            analogy=report.analogy and report.analogy.within(questions),
            categories=categories,
            outliers=outliers,
        )
    return common


def common_candidates(embeddings: Mapping[str, Embedding]) -> dict[str, Array]:
    """Places of the words that all know, capitals aside: a smaller vocabulary must not answer more easily.

    >>> from firth.core import Vocabulary
    >>> one = Embedding(np.eye(3), Vocabulary.from_counts({"tea": 3, "Paris": 2, "ox": 1}))
    >>> two = Embedding(np.eye(2), Vocabulary.from_counts({"paris": 2, "tea": 1}))
    >>> common_candidates({"one": one, "two": two})
    {'one': array([0, 1]), 'two': array([0, 1])}
    """
    lowered = {
        name: [word.lower() for word in embedding.vocabulary] for name, embedding in embeddings.items()
    }
    shared = set.intersection(*(set(words) for words in lowered.values()))
    return {
        name: np.flatnonzero([word in shared for word in words]).astype(np.intp)
        for name, words in lowered.items()
    }


def _shared_pairs(results: Sequence[SimilarityResult]) -> Array:
    """The pairs that all are scored on; none where only some have a score: means are of the same sets."""
    shared = _shared(result.sample.scored for result in results)
    lacking = {result.within(shared).spearman is None for result in results}
    return np.zeros_like(shared) if len(lacking) == 2 else shared


def _shared(masks: Iterable[Array]) -> Array:
    return np.asarray(np.logical_and.reduce(list(masks)))


def _shared_words(embeddings: Iterable[Embedding], words: Sequence[str]) -> set[str]:
    rows = [(word,) for word in words]
    known = [known_places(embedding.vocabulary, rows).ravel() != UNKNOWN for embedding in embeddings]
    return {word for word, there in zip(words, _shared(known), strict=True) if there}
