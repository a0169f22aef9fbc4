"""Which stories, which words: the documents × words table of the experiment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from firth.errors import InputError
from firth.runtime.arrays import Array, Sparse
from firth_papers.readers.reuters import ReutersStory
from firth_papers.reuters.paper import CATEGORIES

Labelling = Literal["last", "only"]
FEWEST_OCCURRENCES = 3
TOKENS = r"[a-z]+"


@dataclass(frozen=True, eq=False)
class LabelledTable:
    """Documents × words, and the category of each document."""

    table: Sparse
    labels: Array

    @property
    def sizes(self) -> dict[str, int]:
        """How many documents each category has."""
        found = Counter(self.labels.tolist())
        return {category: found[category] for category in CATEGORIES}


def labelled_table(stories: Iterable[ReutersStory], labelling: Labelling = "last") -> LabelledTable:
    """Training stories of ModApte that have a body and one of the ten categories.

    labelling: last takes the last of the ten that a story names as its category, which gives the paper's
    table 1 but for two stories; only leaves out stories that name several. Words are runs of letters in title
    and body, lower-cased, without scikit-learn's English stop words, with three occurrences or more.
    """
    from sklearn.feature_extraction.text import CountVectorizer

    texts: list[str] = []
    labels: list[str] = []
    for story in stories:
        named = [topic for topic in story.topics if topic in CATEGORIES]
        suits = len(named) == 1 if labelling == "only" else bool(named)
        if story.split == "train" and story.kind == "normal" and suits:
            texts.append(f"{story.title}\n{story.body}")
            labels.append(named[-1])
    if not texts:
        raise InputError(f"no training story has one of the categories {', '.join(CATEGORIES)}.")
    counts = CountVectorizer(token_pattern=TOKENS, stop_words="english").fit_transform(texts)
    frequent = np.asarray(counts.sum(axis=0)).ravel() >= FEWEST_OCCURRENCES
    return LabelledTable(counts[:, frequent].astype(np.float64), np.array(labels))
