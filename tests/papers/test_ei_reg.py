"""The EI-reg experiment on a few invented tweets, and its numbers of the thesis against each other."""

import json
import lzma
import random
from dataclasses import replace

import numpy as np
import pytest

import firth
from firth.evaluate.documents import Runs
from firth_papers.documents import Cabinet
from firth_papers.ei_reg import comparison, paper
from firth_papers.ei_reg.judgements import claims
from firth_papers.ei_reg.settings import OTHER_RECIPES, Settings
from firth_papers.ei_reg.tweets import tweet_tokens
from firth_papers.readers.emotions import EMOTIONS, Tweets

SMALL = Settings(
    emotions=("anger", "joy"),
    repeats=1,
    folds=2,
    tweets=150,
    dim=3,
    factors=3,
    epochs=2,
    min_count=1,
    network_vectors=(),
    network_recipes=(),
    network_dim=3,
    network_repeats=2,
    network_epochs=2,
    averaged_vectors=(),
    members=3,
)
WORDS = ["furious", "cross", "meh", "calm", "😀", "the", "of", "at"]
STRENGTH = {"furious": 0.9, "cross": 0.7, "meh": 0.4, "calm": 0.1, "😀": 0.2}


def invented(n, seed):
    rng = random.Random(seed)
    texts = [" ".join(rng.choices(WORDS, k=6)) + " @user" for _ in range(n)]
    scores = [np.mean([STRENGTH.get(word, 0.5) for word in text.split()]) for text in texts]
    return Tweets(tuple(texts), tuple(map(float, scores)))


SCORED = {
    emotion: {"train": invented(50, seed), "dev": invented(10, seed + 10), "test": invented(20, seed + 20)}
    for seed, emotion in enumerate(EMOTIONS)
}
CORPUS = [*invented(200, 99).texts, "", "http://t.co/x"]


@pytest.fixture(autouse=True, scope="module")
def small_forests():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("firth.evaluate.documents.learners.TREES", 5)
        yield


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("ei-reg")


@pytest.fixture(scope="module")
def results(folder):
    return comparison.compare(SCORED, CORPUS, SMALL, Cabinet(folder / "cache", 0, 1), threads=1)


def test_everything_is_measured(results):
    assert list(results["runs"]) == list(results["official"]) == ["anger", "joy"]
    for own, runs in ((results["runs"], 2), (results["official"], 1)):
        for rows in own.values():
            assert len(rows) == 11 * 4
            assert all(len(row["scores"]["pearson"]) == runs for row in rows)
    assert results["tweets"]["joy"] == {"learnt": 60, "tested": 20}
    best = max(row["scores"]["pearson"][0] for row in results["official"]["anger"])
    assert best > 0.8  # strength is a mean of the words' here
    json.dumps(results, allow_nan=False)


def test_a_run_that_goes_on_makes_nothing_anew(results, folder, monkeypatch):
    def refuse(*_, **__):
        raise AssertionError("made again")

    monkeypatch.setattr("firth_papers.documents.cabinet.measure_runs", refuse)
    assert comparison.compare(SCORED, CORPUS, SMALL, Cabinet(folder / "cache", 0, 1)) == results


def test_another_corpus_is_not_taken_for_the_same(results, folder):
    other = comparison.compare(SCORED, CORPUS[:100], SMALL, Cabinet(folder / "cache", 0, 1), threads=1)
    changed = {
        one["vectors"]
        for one, same in zip(other["runs"]["joy"], results["runs"]["joy"], strict=True)
        if one != same
    }
    assert "SIF" in changed
    assert not changed & {"BOW (unigram)", "TFIDF (uni + bi)"}


def test_an_experiment_leaves_its_results_report_and_picture(results, folder, monkeypatch):
    path = folder / "tweets.txt.xz"
    path.write_bytes(lzma.compress("\n".join(CORPUS).encode()))
    monkeypatch.setattr(comparison, "find", lambda name, data: None)
    monkeypatch.setattr(comparison, "read_emotions", lambda found: SCORED)
    monkeypatch.setattr(comparison, "read", lambda name, data: path)
    monkeypatch.setattr(comparison, "QUICK", SMALL)
    report = comparison.run(None, folder / "out", quick=True)
    assert {one.name for one in (folder / "out").iterdir()} == {
        "cache",
        "results.json",
        "report.md",
        "ei-reg.png",
    }
    assert "## Table 7.5: joy" in report
    assert "learn without scores do so from 270 tweets" in report
    assert "(65.9 ± 2.8)" in report  # joy, TF-IDF of words and pairs with the linear machine
    assert "| KUBWE | – (69.3 ± 2.4) |" in report


def test_networks_read_vectors_of_the_tweets(folder):
    pytest.importorskip("torch")
    asked = replace(SMALL, network_vectors=("SVD-NS",), network_recipes=("eigenword", "glove-pmi", "tailcut"))
    found = comparison.compare(SCORED, CORPUS, asked, Cabinet(folder / "cache", 0, 1), threads=1)
    for own in found["sequences"].values():
        assert [one["vectors"] for one in own] == ["SVD-NS", "eigenword", "glove-pmi", "tailcut"]
        assert all(len(one["scores"]["pearson"]) == 4 for one in own)
    assert "\nNot run:" not in comparison.as_markdown(found)
    again = comparison.compare(SCORED, CORPUS, asked, Cabinet(folder / "other", 0, 2), threads=2)
    assert again["sequences"] == found["sequences"]  # for any number of threads
    assert again["official_sequences"] == found["official_sequences"]


def test_recipes_are_put_into_networks_as_firth_embeds_them():
    from firth_papers.ei_reg.networks import _kinds

    text = firth.encode_texts(CORPUS, min_count=1)
    asked = replace(SMALL, network_recipes=OTHER_RECIPES, network_dim=2, window=3)
    (models, members), _ = _kinds(asked, threads=1)
    assert list(models) == list(OTHER_RECIPES)
    assert members == 1
    for name, (model, form) in models.items():
        how = {"window": 3, "weights": "harmonic", **firth.RECIPES[name].counting}
        counts = firth.count(text, **how)
        np.testing.assert_allclose(
            form.of(model.make(firth.count(text, **model.counting))).vectors,
            firth.embed(counts, recipe=name, dim=2).vectors,
            rtol=1e-5,
        )


def test_networks_that_were_interrupted_go_on_after_the_last_whole_run(folder, monkeypatch):
    pytest.importorskip("torch")
    from firth_papers.documents import networks

    asked = replace(SMALL, emotions=("joy",), network_vectors=("SVD-PPMI",))
    cabinet = Cabinet(folder / "interrupted", 0, 1)
    fit, fitted = networks.fit_sequence_model, []

    def once(*given, **how):
        fitted.append(how["seed"])
        if len(fitted) == 3:
            raise KeyboardInterrupt
        return fit(*given, **how)

    monkeypatch.setattr(networks, "fit_sequence_model", once)
    with pytest.raises(KeyboardInterrupt):
        comparison.compare(SCORED, CORPUS, asked, cabinet, threads=1)
    found = comparison.compare(SCORED, CORPUS, asked, cabinet, threads=1)
    assert fitted == [0, 1, 2, 2, 3, 0]  # four folds, and the tweets that the task was judged by
    other = comparison.compare(SCORED, CORPUS, asked, Cabinet(folder / "at once", 0, 1), threads=1)
    assert found["sequences"] == other["sequences"]
    fitted.clear()
    more = comparison.compare(SCORED, CORPUS, replace(asked, network_repeats=3), cabinet, threads=1)
    assert fitted == [4, 5]  # more repeats add to those that were kept
    assert (
        more["sequences"]["joy"][0]["scores"]["pearson"][:4]
        == found["sequences"]["joy"][0]["scores"]["pearson"]
    )


def test_predictions_of_several_networks_are_averaged(folder):
    pytest.importorskip("torch")
    asked = replace(
        SMALL, emotions=("joy",), network_vectors=("SVD-PPMI",), averaged_vectors=("SVD-PPMI UΣ",)
    )
    found = comparison.compare(SCORED, CORPUS, asked, Cabinet(folder / "cache", 0, 1), threads=1)
    one, several = found["sequences"]["joy"]
    assert several["vectors"] == "SVD-PPMI UΣ, mean of 3 networks"
    assert len(several["scores"]["pearson"]) == len(one["scores"]["pearson"]) == 4
    judged = [run["scores"]["pearson"] for run in found["official_sequences"]["joy"]]
    assert [len(scores) for scores in judged] == [1, 1]
    row = f"| SVD-PPMI UΣ, mean of 3 networks | – | – | {100 * judged[1][0]:.1f} | – |"
    page = comparison.as_markdown(found)
    assert row in page  # one run has no spread
    best = max((one, several), key=lambda runs: np.mean(runs["scores"]["pearson"]))
    assert f"| {best['vectors']} | – |\n" in page  # of the best there is no p-value


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("@ann Sooooo happy!!! 😀😀", ["soo", "happy", "!", "!", "!", "😀", "😀"]),
        ("don’t go\\n\\nnow", ["don't", "go", "now"]),
        ("#fuming at https://t.co/abc &amp; me", ["fuming", "at", "me"]),
        ("", []),
        ("@user http://x.y", []),
    ],
)
def test_tweets_are_parted_into_words_emojis_and_marks(text, tokens):
    assert tweet_tokens(text) == tokens


@pytest.mark.parametrize("emotion", EMOTIONS)
def test_the_thesis_tables_are_whole(emotion):
    table = paper.TABLES[emotion]
    assert list(table) == list(paper.VECTORS)
    assert all(list(row) == list(paper.LEARNERS) for row in table.values())
    assert all(15 < mean < 68 and 2 < sd < 19 for row in table.values() for mean, sd in row.values())


def test_the_thesis_best_figures_are_those_of_its_text():
    best = {
        emotion: max(cell[0] for row in table.values() for cell in row.values())
        for emotion, table in paper.TABLES.items()
    }
    assert best == {"anger": 61.69, "fear": 67.14, "joy": 65.87, "sadness": 63.03}
    assert np.mean(list(best.values())) == pytest.approx(64.43, abs=0.005)
    networks = [max(row[place][0] for row in paper.SEQUENCES.values()) for place in range(4)]
    assert np.mean(networks) == pytest.approx(70.46, abs=0.005)


def test_the_claims_are_not_refuted_by_the_thesis_own_numbers():
    steps = np.linspace(-1, 1, 50)
    steps /= np.std(steps, ddof=1)
    runs = {
        emotion: [
            Runs(vectors, learner, {"pearson": ((mean + sd * steps) / 100).tolist()})
            for vectors, row in table.items()
            for learner, (mean, sd) in row.items()
        ]
        for emotion, table in paper.TABLES.items()
    }
    found = claims(runs)
    assert "refuted" not in {claim.verdict for claim in found}
    assert sum(claim.verdict == "confirmed" for claim in found) > len(found) / 2
