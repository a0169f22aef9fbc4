"""Sentences that the reports have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from firth_papers.words.claims import Claim

LEGEND = (
    "Square brackets hold intervals of 95 % by 1,000 bootstrap resamples of pairs or questions, round ones "
    "the paper's numbers; the best of ours is bold. Claims are judged by differences in the same resamples: "
    "beyond chance is p < 0.05, two-sided, not corrected for the number of comparisons."
)


def about_text(text: dict[str, Any]) -> str:
    """What was counted, from `WordText.described`."""
    counting = text["counting"]
    part = "" if text["megabytes"] is None else f"the first {text['megabytes']} MB of "
    weights = {"flat": "that count alike", "harmonic": "that count by 1/distance"}
    weighed = weights.get(counting["weights"], f"with {counting['weights']} weights")
    return (
        f"The text is {part}{text['name']}: {text['tokens']:,} tokens, {text['words']:,} words seen "
        f"{text['min_count']} times or more. Words are counted with {counting['window']} words on either "
        f"side {weighed}: {text['cells']:,} cells."
    )


def about_tests(scores: dict[str, Any]) -> str:
    """How much the scores rest on, from `Scores.as_dict`."""
    sets, questions = scores["similarity"].values(), scores["analogy"]["total"]
    covered, pairs = (sum(one[what] for one in sets) for what in ("covered", "pairs"))
    return (
        f"Similarity is Spearman's ρ with people's scores, and its mean over {len(sets)} sets ({covered:,} "
        f"of {pairs:,} pairs have two known words; others are left out). Analogies are Google's, answered by "
        f"3CosMul ({questions['scored']:,} of {questions['questions']:,} have four known words)."
    )


def listed(lines: Sequence[str]) -> str:
    """A Markdown list."""
    return "\n".join(f"- {line}" for line in lines)


def judged(claims: Sequence[dict[str, Any]]) -> str:
    """Claims, as `Claim.as_dict` gives them, as a Markdown list."""
    return listed([Claim(**claim).sentence for claim in claims])
