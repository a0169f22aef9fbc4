"""The search scores what embed makes, sees development pairs alone, and goes on where it was stopped."""

import json
from dataclasses import replace
from functools import wraps
from itertools import islice

import numpy as np
import pytest

import firth
import firth.tune.search
from firth.datasets import read_pairs
from firth.errors import DimensionWarning, FormatError, InputError, OutputError
from firth.evaluate import Resampling, evaluate_similarity, paired_difference
from firth.runtime.run import silent
from firth.store import load_embedding
from firth.tune import Choices, plan, run, split_sets, tune

FEW = Choices(recipes=("ppmi", "svd"), windows=(2,), weights=("flat",), exponents=(0, 1), dims=(3, 6))
READING = {"min_count": 2}


def content(folder):
    return json.loads((folder / "results.json").read_text())


@pytest.fixture(scope="session")
def tuned(text, sets, tmp_path_factory):
    folder = tmp_path_factory.mktemp("tuned")
    return folder, tune(text, folder, choices=FEW, sets=sets, text=READING)


def slow_scores(configuration, text, side):
    """Made and scored from the beginning, as a user would without this package."""
    counts = firth.count(firth.encode(text, min_count=2), **configuration.counting)
    embedding = firth.embed(
        counts,
        recipe=configuration.recipe,
        dim=configuration.dim,
        exponent=configuration.exponent,
        options=dict(configuration.options),
        post=configuration.steps,
    )
    return {
        name: evaluate_similarity(embedding, pairs, resampling=Resampling(0)).spearman or 0.0
        for name, pairs in side.sets.items()
    }


def test_every_trial_has_the_scores_of_embed_on_the_development_pairs(text, sets, tmp_path):
    choices = Choices(
        recipes=("eigenword", "root-ca", "tailcut"), exponents=(0, 0.5), dims=(2, 5),
        windows=(1, 3), weights=("harmonic",), post=((), ("remove-top=1", "unit")),
        options={"power": (0.5, 1)},
    )  # fmt: skip
    found = tune(text, tmp_path / "out", choices=choices, sets=sets, text=READING)
    development, _ = split_sets({path.stem: read_pairs(path) for path in sets})
    assert len(found.trials) + len(found.refused) == 16 + 32 + 32
    for trial in found.trials:
        # A rounding in another place may swap two pairs that are all but equally alike.
        assert trial.scores == pytest.approx(slow_scores(trial.configuration, text, development), abs=5e-4)
    for trial in found.refused:
        with pytest.raises((InputError, DimensionWarning)):
            slow_scores(trial.configuration, text, development)


def test_so_it_is_where_the_solver_is_not_exact_and_axes_depend_on_their_number(text, sets, tmp_path):
    rng = np.random.default_rng(0)
    noise = [" ".join(f"n{number}" for number in line) for line in rng.integers(0, 1300, (800, 10))]
    (tmp_path / "text.txt").write_text(text.read_text() + "\n" + "\n".join(noise))
    found = tune(tmp_path / "text.txt", tmp_path / "out", choices=FEW, sets=sets, text=READING)
    development, _ = split_sets({path.stem: read_pairs(path) for path in sets})
    best = load_embedding(tmp_path / "out" / "best.safetensors")
    assert best.recipe["factorize"]["solver"] == "krylov"
    for trial in found.trials:
        assert trial.scores == slow_scores(trial.configuration, tmp_path / "text.txt", development)


def test_the_chosen_is_the_best_on_development_pairs(tuned):
    folder, found = tuned
    means = [np.mean(list(trial.scores.values())) for trial in found.trials]
    assert means == pytest.approx(sorted(means, reverse=True))
    assert len(means) == 8
    assert found.chosen == found.trials[0].configuration
    assert content(folder)["chosen"] == found.chosen.as_dict()


def test_scores_of_held_out_pairs_change_nothing_but_the_held_out_scores(tuned, text, sets, tmp_path):
    folder, found = tuned
    _, held_out = split_sets({path.stem: read_pairs(path) for path in sets})
    rng = np.random.default_rng(0)
    for path in sets:
        unseen = {pair[:2] for pair in held_out.sets[path.stem]}
        pairs = [
            pair._replace(score=rng.normal()) if pair[:2] in unseen else pair for pair in read_pairs(path)
        ]
        (tmp_path / path.name).write_text("\n".join(f"{a} {b} {score!r}" for a, b, score in pairs))
    spoilt = [tmp_path / path.name for path in sets]
    other = tune(text, tmp_path / "out", choices=FEW, sets=spoilt, text=READING)
    assert content(tmp_path / "out")["trials"] == content(folder)["trials"]
    assert (tmp_path / "out" / "best.safetensors").read_bytes() == (folder / "best.safetensors").read_bytes()
    assert other.verdict.mean.chosen.spearman < 0.5 < found.verdict.mean.chosen.spearman


def test_the_held_out_scores_are_those_of_the_two_embeddings(tuned, text, sets):
    folder, found = tuned
    _, held_out = split_sets({path.stem: read_pairs(path) for path in sets})
    counts = firth.count(firth.encode(text, min_count=2))
    default = firth.embed(counts, dim=found.verdict.default.dim)  # nothing asked but the dimension
    best = load_embedding(folder / "best.safetensors")
    ours, theirs = (
        [evaluate_similarity(e, pairs, name=name) for name, pairs in held_out.sets.items()]
        for e in (best, default)
    )
    assert [row.name for row in found.verdict.rows] == ["one", "two", "mean"]
    for row, one, other in zip(found.verdict.rows, ours, theirs, strict=False):
        assert row.pairs == one.covered
        assert (row.chosen.spearman, row.chosen.interval) == (one.spearman, one.interval)
        assert (row.default.spearman, row.default.interval) == (other.spearman, other.interval)
        assert row.difference == paired_difference([one.sample], [other.sample])
    assert found.verdict.mean.difference == paired_difference(
        [one.sample for one in ours], [one.sample for one in theirs], "tests"
    )


def test_the_default_has_300_dimensions_where_the_text_allows(tuned):
    _, found = tuned
    assert found.verdict.default.dim == found.chosen.dim  # 51 words have no 300 axes


def test_the_shares_of_every_set_are_told(tuned):
    folder, found = tuned
    one = found.shares[0]
    assert (one.name, one.pairs) == ("one", 101)
    assert one.development + one.held_out == 101
    assert one.development_known + one.held_out_known == 100  # one word is not in the text
    report = (folder / "report.md").read_text()
    assert f"| one | 101 | {one.development} |" in report
    assert "by the mean Spearman over one, two, on development pairs alone" in report
    assert found.command in report


def test_split_by_words_leaves_pairs_out(text, sets, tmp_path):
    found = tune(text, tmp_path, choices=FEW, sets=sets, text=READING, split="words")
    assert sum(share.development + share.held_out for share in found.shares) < 0.7 * 201
    assert any("no word is on both sides" in note for note in found.notes)


def test_counting_and_factorizing_are_shared(text, sets, tmp_path, monkeypatch):
    made = []

    def noted(place):
        module, name = place.split(".")
        original = getattr(getattr(firth.tune, module), name)

        def call(*arguments, **options):
            made.append(name)
            return original(*arguments, **options)

        monkeypatch.setattr(f"firth.tune.{place}", wraps(original)(call))

    for place in ("reading.encode", "reading.count", "search.embed"):
        noted(place)
    two = replace(FEW, windows=(2, 3))
    tune(text, tmp_path, choices=two, sets=sets, text=READING)
    # two windows and the default's; two windows, two recipes and two dimensions, whatever the exponents
    assert [made.count(name) for name in ("encode", "count", "embed")] == [1, 3, 8]


def test_a_run_that_was_stopped_goes_on_and_ends_with_the_same_bytes(
    tuned, text, sets, tmp_path, monkeypatch
):
    folder, _ = tuned
    original = firth.tune.search.search

    def stopped(*arguments, **options):
        yield from islice(original(*arguments, **options), 3)
        raise KeyboardInterrupt

    monkeypatch.setattr("firth.tune.tuning.search", stopped)
    with pytest.raises(KeyboardInterrupt):
        tune(text, tmp_path, choices=FEW, sets=sets, text=READING)
    assert len(content(tmp_path)["trials"]) == 3
    monkeypatch.undo()
    planned = plan(text, tmp_path, choices=FEW, sets=sets, text=READING)
    assert planned.sentence == "8 configurations, 3 of them done; to do: 1 × counting, 3 × factorizing."
    run(planned)
    for name in ("results.json", "report.md", "best.safetensors"):
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes()


def test_nothing_is_read_or_computed_again(tuned, text, sets, monkeypatch):
    folder, _ = tuned
    for place in ("search.embed", "reading.count", "tuning.embed"):
        monkeypatch.setattr(f"firth.tune.{place}", None)
    monkeypatch.setattr("firth.tune.reading.encode", wraps(firth.encode)(lambda *_, **__: 1 / 0))
    before = (folder / "results.json").read_bytes()
    found = tune(text, folder, choices=FEW, sets=sets, text=READING)
    assert (folder / "results.json").read_bytes() == before
    assert len(found.trials) == 8


def test_more_choices_are_added_and_a_second_look_is_told(tuned, text, sets, tmp_path):
    worst = Choices(recipes=("svd",), windows=(2,), weights=("flat",), exponents=(1,), dims=(3,))
    first = tune(text, tmp_path, choices=worst, sets=sets, text=READING)
    assert not any("choices" in note for note in first.notes)
    both = tune(text, tmp_path, choices=FEW, sets=sets, text=READING)
    assert {t.configuration: t.scores for t in both.trials} == {
        t.configuration: t.scores for t in tuned[1].trials
    }
    assert both.chosen == tuned[1].chosen != first.chosen
    assert any("scored for 2 choices" in note for note in both.notes)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"text": {"min_count": 3}}, "min_count was 2 and is 3"),
        ({"seed": 1}, "seed was 0 and is 1"),
        ({"development": 0.4}, "development was 0.5 and is 0.4"),
        ({"split": "words"}, "split was 'pairs' and is 'words'"),
    ],
)
def test_other_settings_are_refused(tuned, text, sets, changed, said):
    with pytest.raises(InputError, match=said):
        plan(text, tuned[0], **{"sets": sets, "text": READING, **changed})


def test_another_text_and_other_sets_are_refused(tuned, text, sets, tmp_path):
    (tmp_path / "text.txt").write_text(text.read_text() + " more")
    with pytest.raises(InputError, match="the text changed"):
        plan(tmp_path / "text.txt", tuned[0], sets=sets, text=READING)
    with pytest.raises(InputError, match="the sets of pairs changed"):
        plan(text, tuned[0], sets=sets[:1], text=READING)


@pytest.mark.parametrize(
    "results",
    ["{}", "[1]", "not JSON", '{"what": "firth tune", "settings": {}, "trials": [{}], "looked": []}'],
)
def test_a_file_of_something_else_is_not_written_over(text, sets, tmp_path, results):
    (tmp_path / "results.json").write_text(results)
    with pytest.raises(FormatError, match="not what firth tune wrote"):
        tune(text, tmp_path, choices=FEW, sets=sets, text=READING)
    assert (tmp_path / "results.json").read_text() == results


def test_configurations_that_cannot_be_made_are_told_and_the_others_go_on(text, sets, tmp_path):
    choices = Choices(
        recipes=("eigenword", "ppmi"), windows=(2,), weights=("flat",), exponents=(0, 1), dims=(3, 50),
        options={"alpha": (0.75, 1)}, post=((), ("remove-top=3",)),
    )  # fmt: skip
    found = tune(text, tmp_path, choices=choices, sets=sets, text=READING)
    reasons = {trial.configuration: trial.refused for trial in found.refused}
    assert all(
        ("symmetric" in reason) == (one.recipe == "eigenword" and one.options == (("alpha", 0.75),))
        for one, reason in reasons.items()
    )
    assert any("eigenvalues are positive" in reason for reason in reasons.values())
    assert any("remove-top=3" in reason for reason in reasons.values())
    assert len(found.trials) + len(found.refused) == 2 * 2 * 2 * 2 * 2
    report = (tmp_path / "report.md").read_text()
    assert f"{len(found.refused)} more could not be made:" in report


def test_a_search_of_which_nothing_can_be_made_says_why(text, sets, tmp_path):
    choices = Choices(recipes=("eigenword",), dims=(3,), options={"alpha": (0.75,)})
    with pytest.raises(InputError, match=r"none of the 16 configurations .* symmetric"):
        tune(text, tmp_path, choices=choices, sets=sets, text=READING)


def test_words_without_a_vector_count_as_unlike_for_every_configuration(text, sets, tmp_path):
    lonely = tmp_path / "text.txt"  # x0 … x9 stand alone in their lines: no window sees anything near them
    lonely.write_text(text.read_text() + "\n" + "\n".join(f"x{n}\nx{n}" for n in range(10)))
    pairs = [f"x{n} a{m} {n + m}" for n in range(10) for m in range(8)]
    (tmp_path / "pairs.txt").write_text("\n".join(pairs))
    found = tune(lonely, tmp_path / "out", choices=FEW, sets=[tmp_path / "pairs.txt", sets[0]], text=READING)
    assert {trial.scores["pairs"] for trial in found.trials} == {0.0}
    assert found.shares[0].development_known == found.shares[0].development


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"sets": []}, "sets is empty"),
        ({"text": {"nonsense": 1}}, "no option 'nonsense'"),
        ({"text": {"tokenizer": str.split}}, "tokenizer is"),
        ({"development": 0.001}, "development side has"),
        ({"development": 0.999}, "held-out side has"),
    ],
)
def test_what_is_wrong_is_told_before_the_text_is_read(text, sets, tmp_path, changed, said):
    with pytest.raises(InputError, match=said):
        plan(text, tmp_path, **{"sets": sets, **changed})


def test_a_dimension_above_the_vocabulary_is_told_before_counting(text, sets, tmp_path, monkeypatch):
    monkeypatch.setattr("firth.tune.reading.count", None)
    with pytest.raises(InputError, match="dim is 300, but the text has 51 words"):
        tune(text, tmp_path, sets=sets, text=READING)


def test_pairs_that_the_text_has_no_words_of_are_told_before_counting(text, tmp_path, monkeypatch):
    monkeypatch.setattr("firth.tune.reading.count", None)
    (tmp_path / "pairs.txt").write_text("\n".join(f"x{n} y{n} {n}" for n in range(60)))
    with pytest.raises(InputError, match="development side has 0 pairs whose words are among the 51"):
        tune(text, tmp_path / "out", choices=FEW, sets=[tmp_path / "pairs.txt"], text=READING)


def test_a_file_is_no_folder_for_results(text, sets):
    with pytest.raises(OutputError, match="is a file"):
        plan(text, text, sets=sets)


def test_threads_change_no_byte(tuned, text, sets, tmp_path):
    tune(text, tmp_path, choices=FEW, sets=sets, text=READING, threads=1, progress=silent)
    assert (tmp_path / "results.json").read_bytes() == (tuned[0] / "results.json").read_bytes()
