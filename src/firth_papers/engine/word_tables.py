"""Scores of word vectors in the results of an experiment: found, as cells of tables, and explained."""

from __future__ import annotations

from typing import Any

from firth_papers.engine.experiment import Results
from firth_papers.engine.page import Beside

LEGEND = (
    "Square brackets hold intervals of 95 % by 1,000 bootstrap resamples of pairs or questions, round ones "
    "the paper's numbers; the best of ours is bold. Claims are judged by differences in the same resamples: "
    "beyond chance is p < 0.05, two-sided, not corrected for the number of comparisons."
)

Found = dict[str, Any]
"""What one model in one form scored, as `Scores.as_dict` gives it."""


def scores_of(results: Results, model: str, **form: Any) -> Found | None:
    """The scores of a model in the form that has these values, the first if none are given.

    None of a model that was not run, and of a form that was not scored.
    """
    for one in results["models"]:
        if one["name"] == model:
            return next((dict(scores) for scores in one["scores"] if form.items() <= scores.items()), None)
    return None


def on_set(scores: Found | None, name: str, paper: float | None = None, *, interval: bool = True) -> Beside:
    """Spearman's ρ on one set of word pairs."""
    if scores is None:
        return Beside(None, paper=paper)
    found = scores["similarity"][name]
    return Beside(found["spearman"], found["interval"] if interval else None, paper)


def on_all_sets(scores: Found | None, paper: float | None = None) -> Beside:
    """The mean of Spearman's ρ over the sets of word pairs."""
    if scores is None:
        return Beside(None, paper=paper)
    return Beside(scores["mean"], scores["mean_interval"], paper)


def on_questions(scores: Found | None, kind: str = "total", paper: float | None = None) -> Beside:
    """The share of analogies that are answered."""
    if scores is None:
        return Beside(None, paper=paper, share=True)
    found = scores["analogy"][kind]
    return Beside(found["accuracy"], found["interval"], paper, share=True)


def about_text(text: Results) -> str:
    """What was counted, from `Text.described`."""
    counting = text["counting"]
    part = "" if text["megabytes"] is None else f"the first {text['megabytes']} MB of "
    weights = {"flat": "that count alike", "harmonic": "that count by 1/distance"}
    weighed = weights.get(counting["weights"], f"with {counting['weights']} weights")
    return (
        f"The text is {part}{text['name']}: {text['tokens']:,} tokens, {text['words']:,} words seen "
        f"{text['min_count']} times or more. Words are counted with {counting['window']} words on either "
        f"side {weighed}: {text['cells']:,} cells."
    )


def about_tests(scores: Found) -> str:
    """How much the scores rest on."""
    sets, questions = scores["similarity"].values(), scores["analogy"]["total"]
    covered, pairs = (sum(one[what] for one in sets) for what in ("covered", "pairs"))
    return (
        f"Similarity is Spearman's ρ with people's scores, and its mean over {len(sets)} sets ({covered:,} "
        f"of {pairs:,} pairs have two known words; others are left out). Analogies are Google's, answered by "
        f"3CosMul ({questions['scored']:,} of {questions['questions']:,} have four known words)."
    )
