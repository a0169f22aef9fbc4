"""The comparison of word vectors on a small invented text, and the thesis's numbers against each other."""

from __future__ import annotations

import json

import numpy as np
import pytest

from firth.core import Embedding, Vocabulary
from firth.evaluate import Resampling
from firth.plots import ANIMALS_AND_FOODS
from firth.runtime.run import Run
from firth.store import load_counts, load_embedding
from firth_papers.engine.experiment import run
from firth_papers.engine.word_tables import scores_of
from firth_papers.intrinsic import EXPERIMENT, Settings
from firth_papers.intrinsic.claims import separation_claim
from firth_papers.intrinsic.experiment import PAPER, examples
from firth_papers.intrinsic.separation import separation
from firth_papers.thesis_vectors import TABLE_4, TABLES_6, thesis_models

SMALL = Settings(dim=5, thresholds=(-4, -2.5, -1, 0, 1), window=3, rounds=1)


@pytest.fixture(scope="module")
def done(word_data, no_gensim, tmp_path_factory):
    """The whole experiment, without what learns from the text: its page, and where its files are."""
    folder = tmp_path_factory.mktemp("results")
    return run(EXPERIMENT, settings=SMALL, data=word_data, output=folder), folder


@pytest.fixture(scope="module")
def results(done):
    return json.loads((done[1] / "results.json").read_text())


def test_table_6_5_follows_from_tables_6_3_and_6_4():
    for name, row in PAPER["chapter_6"].items():
        assert np.mean(row) == pytest.approx(PAPER["averages"][name], abs=6e-5), name


def test_the_thesis_counts_its_best_right():
    """§6.3 and §4.4.4: EigenWord in five sets, KUBWE in two; SVD-NS in six of eight."""
    later, earlier = PAPER["chapter_6"], PAPER["chapter_4"]
    ten = [max(later, key=lambda name, k=k: later[name][k]) for k in range(10)]
    assert {name: ten.count(name) for name in ten} == {
        "EigenWord": 5,
        "KUBWE": 2,
        "SVD-NS": 1,
        "Word2Vec": 1,
        "FastText": 1,
    }
    eight = [max(earlier, key=lambda name, k=k: earlier[name][k]) for k in range(8)]
    assert {name: eight.count(name) for name in eight} == {"SVD-NS": 6, "SGNS": 1, "PPMI-SVD-U": 1}


def test_every_algorithm_of_the_tables_has_a_model():
    assert list(TABLES_6) == list(PAPER["chapter_6"])
    assert list(TABLE_4) == list(PAPER["chapter_4"])
    models = thesis_models(Run())
    for name, form in (*TABLES_6.values(), *TABLE_4.values()):
        assert models[name].missing or form in models[name].forms
    assert models["svd-ns-3"].settings["options"]["threshold"] == -3
    assert models["ppmi"].settings["options"]["alpha"] == 1
    assert models["sppmi"].settings["options"]["shift"] == 5
    assert models["sppmi"].settings["options"]["alpha"] == 1


def test_thresholded_pmi_at_zero_is_positive_pmi(results):
    ppmi, above_zero = (scores_of(results, name, exponent=0.0) for name in ("ppmi", "svd-ns+0"))
    assert {k: v for k, v in ppmi.items() if k != "measure"} == {
        k: v for k, v in above_zero.items() if k != "measure"
    }


def test_examples_are_counted_as_in_the_dense_table(done, results):
    (file,) = (done[1] / "cache").glob("counts-*.safetensors")
    counts = load_counts(file)
    n = counts.matrix.toarray()
    with np.errstate(divide="ignore"):
        pmi = np.log2(n * n.sum() / np.outer(n.sum(1), n.sum(0)))
    seen = pmi[n > 0]
    for one in results["examples"]:
        kept = seen[seen > one["threshold"]]
        assert (one["positive"], one["negative"]) == ((kept > 0).sum(), (kept < 0).sum())
    assert examples(counts, [2.0])[0]["negative"] == 0


def test_separation_is_that_of_a_loop_over_drawn_words():
    words = [word for group in ANIMALS_AND_FOODS.values() for word in group[:4]]
    rng = np.random.default_rng(3)
    vectors = rng.normal(size=(8, 3)) + 2 * np.repeat(np.eye(2, 3), 4, axis=0)
    embedding = Embedding(vectors, Vocabulary(tuple(words), np.arange(8, 0, -1)))
    resampling = Resampling(resamples=6)
    found = separation(embedding, resampling)
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    drawn = [np.concatenate(list(resampling.draws(name, 4))).astype(int) for name in ANIMALS_AND_FOODS]
    for number in range(6):
        places = [4 * g + i for g in (0, 1) for i, times in enumerate(drawn[g][number]) for _ in range(times)]
        pairs = [(i, j) for k, i in enumerate(places) for j in places[k + 1 :] if i != j]
        inside = np.mean([unit[i] @ unit[j] for i, j in pairs if i // 4 == j // 4])
        across = np.mean([unit[i] @ unit[j] for i, j in pairs if i // 4 != j // 4])
        assert found.resampled[number] == pytest.approx(inside - across)
    turned = separation(Embedding(-2 * vectors[:, ::-1], embedding.vocabulary), resampling)
    assert found.less(turned).value == pytest.approx(0, abs=1e-12)


def test_the_claim_about_separation_is_judged_by_resampled_words():
    words = tuple(word for group in ANIMALS_AND_FOODS.values() for word in group)
    rng, groups = np.random.default_rng(0), np.repeat(np.eye(2, 12), 11, axis=0)

    def apart(strength):
        vectors = rng.normal(size=(22, 12)) + strength * groups
        return separation(Embedding(vectors, Vocabulary(words, np.arange(22, 0, -1))), Resampling(200))

    near, far = apart(0.0), apart(8.0)
    for ours, others, verdict in (
        (far, near, "confirmed"),
        (near, far, "refuted"),
        (near, near, "undecided"),
    ):
        claim = separation_claim({"EigenWord": ours, "Word2Vec": others, "GloVe": near})
        assert claim.verdict == verdict
    assert separation_claim({"EigenWord": far}).verdict == "not run"


def test_the_experiment_leaves_results_page_pictures_and_vectors(done):
    printed, folder = done
    assert {path.name for path in folder.iterdir()} == {
        "cache",
        "cosines.png",
        "intrinsic.png",
        "report.md",
        "results.json",
        "thresholds.png",
        "vectors",
    }
    assert printed == (folder / "report.md").read_text()
    for name in ("cosines.png", "intrinsic.png", "thresholds.png"):
        assert (folder / name).read_bytes().startswith(b"\x89PNG")
    (file,) = (folder / "vectors").glob("eigenword-3-*.safetensors")
    assert load_embedding(file).dim == 5


def test_what_is_not_run_keeps_the_papers_numbers_and_says_why(done, results):
    printed, _ = done
    assert "| Word2Vec | – (0.635) | – (0.761) |" in printed
    assert "- Word2Vec: gensim is not installed; get it with" in printed
    verdicts = {claim["statement"]: claim["verdict"] for claim in results["claims"]}
    assert verdicts["FastText is better than Word2Vec (table 6.5)."] == "not run"
    assert verdicts["SVD-NS is better than SVD-PPMI (table 6.5)."] != "not run"


def test_means_are_over_the_sets_of_their_table(results):
    rows = {row["algorithm"]: row for row in results["tables"]["4.1"]}
    scores = scores_of(results, "ppmi", exponent=0.5)["similarity"]
    eight = [scores[name]["spearman"] for name in PAPER["eight_sets"].values()]
    assert rows["PPMI-SVD-Us"]["mean"] == pytest.approx(np.mean(eight))
    ten = {row["algorithm"]: row for row in results["tables"]["6.3–6.5"]}
    assert ten["SVD-PPMI"]["mean"] == scores_of(results, "ppmi", exponent=0.0)["mean"]


def test_a_second_run_makes_nothing_again(done, word_data):
    page, folder = done
    before = (folder / "results.json").read_bytes()  # the seconds of all models included
    assert run(EXPERIMENT, settings=SMALL, data=word_data, output=folder) == page
    assert (folder / "results.json").read_bytes() == before


def test_what_learns_from_the_text_takes_its_place_once_it_is_there(done, word_data, fake_baselines):
    _, folder = done
    printed = run(EXPERIMENT, settings=SMALL, data=word_data, output=folder)
    assert [(name, call["negative"]) for name, call in fake_baselines] == [
        ("cbow", 5),
        ("sgns", 5),
        ("sgns", 10),
        ("fasttext", 10),
    ]
    assert "gensim is not installed" not in printed
    assert "EigenWord less Word2Vec:" in printed
