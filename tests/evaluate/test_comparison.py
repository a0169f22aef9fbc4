import json

import numpy as np
import pytest

from firth.core import Embedding, Vocabulary
from firth.errors import InputError
from firth.evaluate import Resampling, compare, evaluate

WORDS = [f"w{i:02}" for i in range(60)]


@pytest.fixture
def truth():
    return np.random.default_rng(0).normal(size=(60, 6))


@pytest.fixture
def make(truth):
    """An embedding of the true vectors and noise, of the first words only if asked."""

    def embed(noise, known=60, seed=1):
        rng = np.random.default_rng(seed)
        vectors = truth + noise * rng.normal(size=truth.shape)
        return Embedding(
            vectors[:known].astype("f4"), Vocabulary(tuple(WORDS[:known]), np.arange(known)[::-1])
        )

    return embed


@pytest.fixture
def data(tmp_path, truth):
    """Two sets of pairs that say what the true vectors say, and analogies."""
    (tmp_path / "wordsim").mkdir()
    (tmp_path / "analogies").mkdir()
    unit = truth / np.linalg.norm(truth, axis=1, keepdims=True)
    rng = np.random.default_rng(2)
    for name in ("EN-A", "EN-B"):
        pairs = [rng.choice(60, 2, replace=False) for _ in range(150)]
        lines = [f"{WORDS[i]}\t{WORDS[j]}\t{10 * unit[i] @ unit[j]:.3f}\n" for i, j in pairs]
        (tmp_path / "wordsim" / f"{name}.txt").write_text("".join(lines))
    questions = [" ".join(rng.choice(WORDS, 4, replace=False)) for _ in range(30)]
    (tmp_path / "analogies" / "google.txt").write_text(": s\n" + "\n".join(questions) + "\n")
    return tmp_path


def one(comparison, name):
    return next(one for one in comparison.compared if one.first.name == name)


def test_the_better_is_best_and_the_worse_is_below_it_beyond_chance(make, data):
    found = compare({"good": make(0.2), "bad": make(2)}, data=data)
    for name in ("EN-A", "EN-B", "mean"):
        assert one(found, name).best == ("good",)
        assert one(found, name).lower("bad")
        assert not one(found, name).lower("good")
        assert one(found, name).differences["bad"].p < 0.01


def test_equally_noisy_embeddings_are_not_told_apart(make, data):
    found = compare({"one": make(1, seed=1), "two": make(1, seed=2)}, data=data, analogies=False)
    worse = ({"one", "two"} - set(one(found, "mean").best)).pop()
    assert not one(found, "mean").lower(worse)


def test_with_the_same_words_reports_are_those_of_evaluate(make, data):
    one, two = make(0.5), make(0.7, seed=2)
    found = compare({"one": one, "two": two}, data=data)
    assert found.same_words
    assert found.reports["two"].as_dict() == evaluate(two, data=data).as_dict()
    assert not any("different words" in note for note in found.notes)


def test_with_different_words_all_are_scored_on_what_all_cover(make, data):
    found = compare({"all": make(0.5), "part": make(0.5, known=40)}, data=data)
    pairs = [line.split("\t") for line in (data / "wordsim" / "EN-A.txt").read_text().splitlines()]
    common = sum(first < "w40" and second < "w40" for first, second, _ in pairs)
    results = {name: report.similarity[0] for name, report in found.reports.items()}
    assert (results["all"].covered, results["part"].covered) == (150, common)
    assert results["all"].scored == results["part"].scored == common
    # The same vectors on the same pairs, and the same candidates for answers.
    assert results["all"].spearman == results["part"].spearman
    totals = [report.analogy.total for report in found.reports.values()]
    assert totals[0].correct == totals[1].correct
    assert totals[0].scored == totals[1].scored == totals[1].covered < totals[0].covered
    assert "The embeddings know different words (all 60, part 40)" in found.notes[0]


def test_on_their_own_each_is_scored_on_what_it_covers(make, data):
    whole, part = make(0.5), make(0.5, known=40)
    found = compare({"all": whole, "part": part}, data=data, own=True)
    assert found.reports["part"].as_dict() == evaluate(part, data=data).as_dict()
    assert found.reports["all"].similarity[0].scored == 150
    # Differences are on pairs that both cover, where both have the same vectors.
    assert one(found, "EN-A").differences.popitem()[1].value == 0.0
    assert "each is scored on what it covers itself" in found.notes[0]


def test_with_zero_all_pairs_count_for_all(make, data):
    found = compare(
        {"all": make(0.5), "part": make(0.5, known=40)}, data=data, missing="zero", analogies=False
    )
    assert [report.similarity[0].scored for report in found.reports.values()] == [150, 150]
    assert one(found, "EN-A").best == ("all",)
    assert "count as 0" in found.notes[0]


def test_a_set_that_one_does_not_cover_is_left_out_for_all(make, data):
    (data / "wordsim" / "EN-C.txt").write_text("w58 w59 1\nw57 w59 2\nw58 w57 3\n")
    found = compare({"all": make(0.5), "part": make(0.5, known=40)}, data=data, analogies=False)
    assert one(found, "EN-C").best == ()
    assert [report.similarity[2].covered for report in found.reports.values()] == [3, 0]
    assert found.reports["all"].mean_spearman == pytest.approx(
        np.mean([result.spearman for result in found.reports["all"].similarity[:2]])
    )
    assert "EN-C is left out: none of its 3 pairs can be scored for every embedding." in found.notes
    alone = compare({"all": make(0.5), "part": make(0.5, known=40)}, data=data, analogies=False, own=True)
    assert one(alone, "EN-C").best == ("all",)
    assert "EN-C has no score for part; means are over different sets." in alone.notes


def test_embeddings_without_a_word_in_common_have_coverage_and_reasons_but_no_scores(make, data):
    (data / "kinds.tsv").write_text("odd\tw01\nodd\tw03\neven\tw02\n")
    (data / "odd.txt").write_text("w01\nw02\nw03\n\nw04\nw59\n")
    ours = make(0.5)
    theirs = Embedding(ours.vectors, Vocabulary(tuple(f"mot{i}" for i in range(60)), ours.vocabulary.counts))
    groups = {"categories": [data / "kinds.tsv"], "outliers": [data / "odd.txt"]}
    for embeddings in ({"ours": ours, "theirs": theirs}, {"theirs": theirs, "ours": ours}):
        found = compare(embeddings, data=data, **groups)
        assert all(one.best == () for one in found.compared)
        words = ", ".join(f"{name} 60" for name in embeddings)
        assert found.notes == [
            f"The embeddings know different words ({words}): all are scored on the pairs and questions and "
            "words and cases that every one covers.",
            "Analogies are answered out of the words that all know.",
            "EN-A is left out: none of its 150 pairs can be scored for every embedding.",
            "EN-B is left out: none of its 150 pairs can be scored for every embedding.",
            "s is left out: none of its 30 questions can be scored for every embedding.",
            "kinds is left out: the words that could be scored are of fewer than two categories.",
            "odd is left out: none of its 2 cases can be scored for every embedding.",
            *(note for note in found.notes if note.startswith("Pairs given more than once")),
        ]
        counts = {"ours": "150", "theirs": "0"}
        covered = " | ".join(counts[name] for name in embeddings)
        assert f"| EN-A | {covered} | 0 | 150 |" in found.markdown()


def test_pairs_that_nobody_can_rank_are_told_so_with_how_many_all_cover(make, data):
    (data / "flat.txt").write_text("w01 w02 5\nw03 w04 5\nw05 w59 5\n")
    embeddings = {"all": make(0.5), "part": make(0.5, known=40)}
    found = compare(embeddings, sets=[data / "flat.txt"], analogies=False)
    told = "flat is left out: its 2 scored pairs are all equally alike to people or to the vectors."
    assert found.notes[1:] == [told]
    assert "| flat | 3 | 2 | 2 | 3 |" in found.markdown()


def test_a_set_that_nobody_covers_is_told_so(make, data):
    (data / "far.txt").write_text("sun moon 5\nmars moon 4\n")
    found = compare({"one": make(0.5), "two": make(1.0)}, sets=[data / "far.txt"], analogies=False)
    assert found.notes == ["far is left out: none of its 2 pairs is covered by any vocabulary."]


def test_a_cased_vocabulary_is_compared_with_a_lower_cased_one(make, data):
    lower = make(0.5)
    capital = Embedding(lower.vectors, Vocabulary(tuple(map(str.upper, WORDS)), lower.vocabulary.counts))
    text = (data / "wordsim" / "EN-A.txt").read_text().upper()
    (data / "wordsim" / "EN-A.txt").write_text(text)
    (data / "analogies" / "google.txt").write_text(
        (data / "analogies" / "google.txt").read_text().replace("w", "W")
    )
    found = compare({"lower": lower, "capital": capital}, data=data, sets=[data / "wordsim" / "EN-A.txt"])
    one, two = found.reports.values()
    assert one.similarity[0].scored == two.similarity[0].scored == 150
    assert one.analogy.total == two.analogy.total
    assert one.analogy.total.scored == 30


def test_groups_are_made_of_common_words(make, data):
    kinds = [f"{'odd' if i % 2 else 'even'}\t{word}\n" for i, word in enumerate(WORDS)]
    (data / "kinds.tsv").write_text("".join(kinds))
    (data / "odd.txt").write_text("w01\nw02\nw03\n\nw04\nw59\n")
    whole, part = make(0.5), make(0.5, known=40)
    asked = {
        "sets": [],
        "analogies": False,
        "categories": [data / "kinds.tsv"],
        "outliers": [data / "odd.txt"],
    }
    found = compare({"all": whole, "part": part}, **asked)
    one, two = found.reports.values()
    assert (one.categories[0].covered, two.categories[0].covered) == (60, 40)
    assert one.categories[0].scored == two.categories[0].scored == 40
    assert one.categories[0].purity == two.categories[0].purity
    assert (one.outliers[0].covered, one.outliers[0].scored, two.outliers[0].scored) == (2, 1, 1)


def test_ties_are_all_best(make, data):
    found = compare({"one": make(0.5), "same": make(0.5), "bad": make(2)}, data=data, analogies=False)
    assert one(found, "EN-A").best == ("one", "same")
    assert list(one(found, "EN-A").differences) == ["bad"]


def test_the_tables_show_the_best_the_mark_the_interval_and_the_coverage(make, data):
    page = compare({"good": make(0.2), "bad": make(2, known=50)}, data=data).markdown()
    row = next(line for line in page.splitlines() if line.startswith("| EN-A"))
    _, good, bad = row.strip("| ").split(" | ")
    assert good.startswith("**0.")
    assert good.endswith("]**")
    assert r"\* [" in bad
    assert "| covered by | good | bad | compared on | of |" in page
    assert "paired bootstrap, 1,000 resamples, seed 0" in page


def test_without_resamples_there_are_no_intervals_and_no_marks(make, data):
    found = compare({"good": make(0.2), "bad": make(2)}, data=data, resampling=Resampling(0))
    assert one(found, "EN-A").differences == {"bad": None}
    assert "[" not in found.markdown()


def test_the_json_holds_each_report_and_each_contest(make, data):
    found = compare({"good": make(0.2), "bad": make(2)}, data=data)
    content = json.loads(json.dumps(found.as_dict(), allow_nan=False))
    assert content["embeddings"]["bad"]["similarity"]["EN-A"]["pairs"] == 150
    assert content["embeddings"]["bad"]["words"] == 60
    row = next(row for row in content["contests"] if row["name"] == "mean")
    assert row["best"] == ["good"]
    assert set(row["differences"]["bad"]) == {"value", "interval", "p"}
    assert content["scored_on"] == "common"


def test_the_same_seed_gives_the_same_comparison(make, data):
    def run(seed):
        return compare(
            {"a": make(1), "b": make(1, seed=2)}, data=data, resampling=Resampling(200, seed)
        ).as_dict()

    assert run(0) == run(0) != run(1)


def test_nothing_to_compare_is_refused(data):
    with pytest.raises(InputError, match="no embeddings"):
        compare({}, data=data)
