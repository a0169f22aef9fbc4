"""The EI-reg experiment on a few invented tweets, and its numbers of the thesis against each other."""

from __future__ import annotations

import json
import lzma
import random
from dataclasses import replace
from shutil import copytree

import numpy as np
import pytest

import firth
from firth.evaluate.documents import Runs
from firth.runtime.run import Run
from firth_papers.ei_reg import (
    EXPERIMENT,
    OTHER_RECIPES,
    PAPER,
    TABLES,
    VECTORS,
    Settings,
    claims,
    network_models,
    tweet_tokens,
)
from firth_papers.engine import document_networks
from firth_papers.engine.experiment import run
from firth_papers.readers.emotions import EMOTIONS, FILES

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
    return list(zip(texts, map(float, scores), strict=True))


CORPUS = [*(text for text, _ in invented(200, 99)), "", "http://t.co/x"]


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """A data folder with invented tweets."""
    return written(tmp_path_factory.mktemp("data"), CORPUS)


def written(folder, corpus):
    scored = folder / "semeval2018-ei-reg"
    scored.mkdir()
    for seed, emotion in enumerate(EMOTIONS):
        for step, (size, ending) in enumerate(zip((50, 10, 20), FILES.values(), strict=True)):
            lines = [
                f"{number}\t{text}\t{emotion}\t{score!r}"
                for number, (text, score) in enumerate(invented(size, seed + 10 * step))
            ]
            head = "ID\tTweet\tAffect Dimension\tIntensity Score"
            (scored / f"EI-reg-En-{emotion}-{ending}.txt").write_text("\n".join([head, *lines]) + "\n")
    (folder / "corpora").mkdir()
    packed = lzma.compress("\n".join(corpus).encode(), preset=0)
    (folder / "corpora" / "tweets.txt.xz").write_bytes(packed)
    return folder


@pytest.fixture(scope="module")
def done(data, small_forests, tmp_path_factory):
    """The whole experiment without networks: its page, and where its files are."""
    folder = tmp_path_factory.mktemp("ei-reg")
    return run(EXPERIMENT, settings=SMALL, data=data, output=folder, threads=1), folder


@pytest.fixture(scope="module")
def results(done):
    return read_results(done[1])


@pytest.fixture
def copied(done, tmp_path):
    """Copies of the folder, for runs that go on there."""
    return lambda name: copytree(done[1], tmp_path / name)


@pytest.fixture
def folder(copied):
    return copied("again")


def read_results(folder):
    return json.loads((folder / "results.json").read_text())


def page_and_results(folder, settings, data, **how):
    page = run(EXPERIMENT, settings=settings, data=data, output=folder, **{"threads": 1, **how})
    return page, read_results(folder)


def test_everything_is_measured(results):
    assert list(results["runs"]) == list(results["official"]) == ["anger", "joy"]
    for own, runs in ((results["runs"], 2), (results["official"], 1)):
        for rows in own.values():
            assert len(rows) == 11 * 4
            assert all(len(row["scores"]["pearson"]) == runs for row in rows)
    assert results["tweets"]["joy"] == {"learnt": 60, "tested": 20}
    best = max(row["scores"]["pearson"][0] for row in results["official"]["anger"])
    assert best > 0.8  # strength is a mean of the words' here


def test_a_run_that_goes_on_makes_nothing_again(folder, data, small_forests):
    before = (folder / "results.json").read_bytes()
    run(EXPERIMENT, settings=SMALL, data=data, output=folder)
    assert (folder / "results.json").read_bytes() == before  # seconds included


def test_another_corpus_is_not_taken_for_the_same(folder, results, small_forests, tmp_path):
    other = written(tmp_path, CORPUS[:100])
    run(EXPERIMENT, settings=SMALL, data=other, output=folder, threads=1)
    changed = {
        one["vectors"]
        for one, same in zip(read_results(folder)["runs"]["joy"], results["runs"]["joy"], strict=True)
        if one != same
    }
    assert "SIF" in changed
    assert not changed & {"BOW (unigram)", "TFIDF (uni + bi)"}


def test_an_experiment_leaves_its_results_report_and_picture(done):
    page, folder = done
    assert {one.name for one in folder.iterdir()} == {"cache", "results.json", "report.md", "ei-reg.png"}
    assert "## Table 7.5: joy" in page
    assert "learn without scores do so from 270 tweets" in page
    assert "(65.9 ± 2.8)" in page  # joy, TF-IDF of words and pairs with the linear machine
    assert "| KUBWE | – (69.3 ± 2.4) |" in page


def test_networks_read_vectors_of_the_tweets(copied, data, small_forests):
    pytest.importorskip("torch")
    recipes = ("eigenword", "glove-pmi", "tailcut")
    asked = replace(SMALL, network_vectors=("SVD-NS",), network_recipes=recipes, network_repeats=1)
    page, found = page_and_results(copied("one"), asked, data)
    for own in found["sequences"].values():
        assert [one["vectors"] for one in own] == ["SVD-NS", *recipes]
        assert all(len(one["scores"]["pearson"]) == 2 for one in own)
    assert "\nNot run:" not in page
    _, again = page_and_results(copied("two"), asked, data, threads=2)
    assert again["sequences"] == found["sequences"]  # for any number of threads
    assert again["official_sequences"] == found["official_sequences"]


def test_recipes_are_put_into_networks_as_firth_embeds_them():
    text = firth.encode_texts(CORPUS, min_count=1)
    asked = replace(SMALL, network_recipes=OTHER_RECIPES, network_dim=2, window=3)
    (models, members), _ = network_models(asked, Run(threads=1))
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


def test_networks_that_were_interrupted_go_on_after_the_last_whole_run(
    copied, data, small_forests, monkeypatch
):
    pytest.importorskip("torch")
    asked = replace(SMALL, network_vectors=("SVD-PPMI",))
    fit, fitted = document_networks.fit_sequence_model, []

    def once(*given, **how):
        fitted.append(how["seed"])
        if fitted == [0, 1, 2]:
            raise KeyboardInterrupt
        return fit(*given, **how)

    monkeypatch.setattr(document_networks, "fit_sequence_model", once)
    interrupted = copied("interrupted")
    with pytest.raises(KeyboardInterrupt):
        page_and_results(interrupted, asked, data)
    _, found = page_and_results(interrupted, asked, data)
    judged = [0, 1, 2, 3, 0]  # four folds, and the tweets that the task was judged by
    assert fitted == [0, 1, 2, *judged[2:], *judged]  # anger and joy
    _, other = page_and_results(copied("at once"), asked, data)
    assert found["sequences"] == other["sequences"]
    fitted.clear()
    _, more = page_and_results(interrupted, replace(asked, network_repeats=3), data)
    assert fitted == [4, 5, 4, 5]  # more repeats add to those that were kept
    assert (
        more["sequences"]["joy"][0]["scores"]["pearson"][:4]
        == found["sequences"]["joy"][0]["scores"]["pearson"]
    )


def test_predictions_of_several_networks_are_averaged(folder, data, small_forests):
    pytest.importorskip("torch")
    asked = replace(
        SMALL, emotions=("joy",), network_vectors=("SVD-PPMI",), averaged_vectors=("SVD-PPMI UΣ",)
    )
    page, found = page_and_results(folder, asked, data)
    one, several = found["sequences"]["joy"]
    assert several["vectors"] == "SVD-PPMI UΣ, mean of 3 networks"
    assert len(several["scores"]["pearson"]) == len(one["scores"]["pearson"]) == 4
    judged = [runs["scores"]["pearson"] for runs in found["official_sequences"]["joy"]]
    assert [len(scores) for scores in judged] == [1, 1]
    row = f"| SVD-PPMI UΣ, mean of 3 networks | – | – | {100 * judged[1][0]:.1f} | – |"
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
    table = TABLES[emotion]
    assert list(table) == list(VECTORS)
    assert all(list(row) == list(PAPER["learners"]) for row in table.values())
    assert all(15 < mean < 68 and 2 < sd < 19 for row in table.values() for mean, sd in row.values())


def test_the_thesis_best_figures_are_those_of_its_text():
    best = {
        emotion: max(cell[0] for row in table.values() for cell in row.values())
        for emotion, table in TABLES.items()
    }
    assert best == {"anger": 61.69, "fear": 67.14, "joy": 65.87, "sadness": 63.03}
    assert np.mean(list(best.values())) == pytest.approx(64.43, abs=0.005)
    networks = [max(row[place][0] for row in PAPER["networks"].values()) for place in range(4)]
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
        for emotion, table in TABLES.items()
    }
    found = claims(runs)
    assert "refuted" not in {claim.verdict for claim in found}
    assert sum(claim.verdict == "confirmed" for claim in found) > len(found) / 2
