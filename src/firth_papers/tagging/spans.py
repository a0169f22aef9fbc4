"""Names in tagged sentences, and how many of them were found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from firth.errors import InputError


class Span(NamedTuple):
    """A name: its kind and the words from first to before end."""

    kind: str
    first: int
    end: int


def spans_of(tags: Sequence[str]) -> list[Span]:
    """The names that tags mark, in BIO or in IOB1.

    A name begins at B-, or at I- after O or after another kind, as the shared task of CoNLL counts it.

    >>> spans_of(["I-LOC", "B-LOC", "I-LOC", "O", "B-PER"])
    [Span(kind='LOC', first=0, end=1), Span(kind='LOC', first=1, end=3), Span(kind='PER', first=4, end=5)]
    """
    spans: list[Span] = []
    kind, first = "", 0
    for place, tag in enumerate([*tags, "O"]):
        begins, _, named = tag.partition("-")
        if kind and (begins != "I" or named != kind):
            spans.append(Span(kind, first, place))
            kind = ""
        if begins != "O" and not kind:
            kind, first = named, place
    return spans


def to_bio(tags: Sequence[str]) -> list[str]:
    """The same names in BIO, where each begins with B-.

    >>> to_bio(["I-LOC", "B-LOC", "I-LOC", "O"])
    ['B-LOC', 'B-LOC', 'I-LOC', 'O']
    """
    written = ["O"] * len(tags)
    for kind, first, end in spans_of(tags):
        written[first:end] = [f"B-{kind}", *[f"I-{kind}"] * (end - first - 1)]
    return written


@dataclass(frozen=True)
class SpanScore:
    """How many names there are, how many were found, and how many of those are right from end to end."""

    true: int
    found: int
    right: int

    @property
    def precision(self) -> float:
        """The share of names found that are right; 0 if none is found."""
        return self.right / self.found if self.found else 0.0

    @property
    def recall(self) -> float:
        """The share of true names that are found; 0 if there is none."""
        return self.right / self.true if self.true else 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean of both."""
        return 2 * self.right / (self.true + self.found) if self.true + self.found else 0.0

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        rates = {"precision": self.precision, "recall": self.recall, "f1": self.f1}
        return {"true": self.true, "found": self.found, "right": self.right, **rates}


def score_spans(true: Iterable[Sequence[str]], found: Iterable[Sequence[str]]) -> dict[str, SpanScore]:
    """The score of each kind of name, and of "all", from the tags of sentences.

    Parameters
    ----------
    true, found : iterable of sequences of str
        The tags of each sentence, as they should be and as they were found.

    Returns
    -------
    dict of SpanScore

    Examples
    --------
    >>> score_spans([["B-LOC", "I-LOC", "O"]], [["B-LOC", "O", "B-PER"]])["all"]
    SpanScore(true=1, found=2, right=0)
    """
    counts = {which: Counter[str]() for which in ("true", "found", "right")}
    true, found = list(true), list(found)
    if len(true) != len(found):
        raise InputError(f"{len(true):,} sentences were given tags for {len(found):,}; give tags for each.")
    for place, (theirs, ours) in enumerate(zip(true, found, strict=True)):
        if len(theirs) != len(ours):
            raise InputError(
                f"sentence number {place + 1} has {len(theirs)} words and was given {len(ours)} tags."
            )
        wanted, given = spans_of(theirs), spans_of(ours)
        for which, spans in (("true", wanted), ("found", given), ("right", set(wanted) & set(given))):
            counts[which].update(span.kind for span in spans)
    kinds = sorted(set(counts["true"]) | set(counts["found"]))
    scores = {kind: SpanScore(*(counts[which][kind] for which in counts)) for kind in kinds}
    return {"all": SpanScore(*(counter.total() for counter in counts.values())), **scores}
