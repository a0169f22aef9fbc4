import numpy as np
import pytest

from firth.core import Embedding, Vocabulary
from firth.errors import InputError
from firth.evaluate import Resampling, compare
from firth.plots.canvas import PALETTE
from firth.plots.score_plot import score_plot

WORDS = tuple(f"w{i}" for i in range(40))


@pytest.fixture
def compared(tmp_path):
    """Two embeddings on one set of pairs, one set of categories and two sections of analogies."""

    def run(resamples=100):
        rng = np.random.default_rng(0)
        pairs = [f"w{i} w{j} {score}\n" for i, j, score in rng.integers(0, 40, (30, 3))]
        (tmp_path / "pairs$1_a.txt").write_text("".join(pairs))
        (tmp_path / "kinds.tsv").write_text("".join(f"k{i % 3}\tw{i}\n" for i in range(40)))
        (tmp_path / "q.txt").write_text(": one\nw1 w2 w3 w4\n: gram-two\nw5 w6 w7 w8\n")
        embeddings = {
            name: Embedding(rng.normal(size=(40, 4)), Vocabulary(WORDS, np.arange(40)[::-1]))
            for name in ("first", "second")
        }
        asked = {"sets": [tmp_path / "pairs$1_a.txt"], "categories": [tmp_path / "kinds.tsv"]}
        return compare(embeddings, analogies=tmp_path / "q.txt", resampling=Resampling(resamples), **asked)

    return run


def test_every_score_is_a_dot_and_every_interval_a_line(compared):
    reports = compared().reports
    (ax,) = score_plot(reports).axes
    drawn = [m for m in reports["second"].measures if m.kind != "analogy" or m.summary]
    dots = {line.get_label(): line for line in ax.lines}
    assert dots["second"].get_xdata().tolist() == [measure.score for measure in drawn]
    spans = [segment[:, 0].tolist() for segment in ax.collections[1].get_segments()]
    assert spans == [list(measure.interval) for measure in drawn if measure.interval]


def test_embeddings_have_colors_of_their_own_and_stand_apart(compared):
    (ax,) = score_plot(compared().reports).axes
    first, second = ax.lines
    assert [first.get_color(), second.get_color()] == list(PALETTE[:2])
    assert (np.array(second.get_ydata()) > np.array(first.get_ydata())).all()
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["first", "second"]


def test_rows_are_the_tests_with_only_the_sums_of_analogies(compared):
    (ax,) = score_plot(compared().reports).axes
    rows = [label.get_text() for label in ax.get_yticklabels()]
    assert rows == ["pairs$1_a", "mean", "semantic", "syntactic", "total", "kinds"]
    headings = [text.get_text() for text in ax.texts]
    assert headings == ["word similarity (Spearman)", "analogies (accuracy)", "categories (purity)"]


def test_nothing_drawn_is_outside_the_axes(compared):
    (ax,) = score_plot(compared().reports).axes
    low, high = ax.get_xlim()
    ends = [end for segments in ax.collections for s in segments.get_segments() for end in s[:, 0]]
    assert low <= min(ends)
    assert max(ends) <= high


def test_without_resamples_there_are_dots_alone(compared):
    (ax,) = score_plot(compared(resamples=0).reports).axes
    assert not any(len(lines.get_segments()) for lines in ax.collections)
    assert ax.get_xlabel() == ""


def test_nothing_to_draw_is_refused():
    with pytest.raises(InputError, match="no scores to draw"):
        score_plot({})
