import pytest

from firth.errors import InputError
from firth.tune import Configuration, Trial
from firth.tune.figure import tuning_figure


def trial(recipe, window, dim, score, weights="flat", **options):
    configuration = Configuration(recipe, window, weights, 0.5, dim, tuple(options.items()))
    return Trial(configuration, {"one": score - 0.1, "two": score + 0.1})


TRIALS = [
    trial("ppmi", 5, 10, 0.4),
    trial("ppmi", 5, 20, 0.5),
    trial("ppmi", 10, 20, 0.3),
    trial("svd", 10, 10, 0.2),
    trial("svd", 5, 10, -0.4),
    Trial(Configuration("svd", 7, "flat", 0.5, 30), refused="too many"),
]


def test_every_setting_that_was_varied_has_a_panel_and_no_other():
    assert [ax.get_xlabel() for ax in tuning_figure(TRIALS).axes] == ["window", "dim"]
    ticks = [[t.get_text() for t in ax.get_xticklabels()] for ax in tuning_figure(TRIALS).axes]
    assert ticks == [["5", "10"], ["10", "20"]]


def test_lines_are_at_the_best_score_with_each_value():
    window, dim = tuning_figure(TRIALS).axes
    assert {line.get_label(): pytest.approx(line.get_ydata()) for line in window.lines} == {
        "ppmi": [0.5, 0.3],
        "svd": [-0.4, 0.2],
    }
    assert {line.get_label(): pytest.approx(line.get_ydata()) for line in dim.lines} == {
        "ppmi": [0.4, 0.5],
        "svd": [0.2],
    }


def test_every_trial_is_a_dot_and_every_line_is_in_the_frame():
    for ax in tuning_figure(TRIALS).axes:
        assert sum(len(dots.get_offsets()) for dots in ax.collections) == 5
        low, high = ax.get_ylim()
        assert all(low < y < high for line in ax.lines for y in line.get_ydata())


def test_names_are_not_joined_by_lines():
    one = [trial("ppmi", 5, 10, 0.4), trial("ppmi", 5, 10, 0.5, weights="harmonic")]
    (ax,) = tuning_figure(one).axes
    assert [line.get_linewidth() for line in ax.lines] == [0]


def test_an_option_that_only_one_recipe_has_is_drawn_for_that_one():
    one = [trial("ppmi", 5, 10, 0.4, alpha=1), trial("ppmi", 5, 10, 0.5, alpha=0.5), trial("svd", 5, 10, 0.3)]
    (ax,) = tuning_figure(one).axes
    assert ax.get_xlabel() == "option alpha"
    assert [list(line.get_ydata()) for line in ax.lines] == [pytest.approx([0.5, 0.4]), []]


def test_one_trial_alone_is_drawn_and_none_is_refused():
    assert len(tuning_figure(TRIALS[:1]).axes) == 1
    with pytest.raises(InputError, match="no scores"):
        tuning_figure(TRIALS[-1:])
