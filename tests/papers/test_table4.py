"""Table 4 on a small invented text: similarities at full rank, and pairs that nothing was tuned by."""

from __future__ import annotations

import json

import numpy as np
import pytest
from scipy.stats import spearmanr

from firth.ca import correspondence
from firth.counting import count, counts_from_table
from firth.datasets import WordPair, read_pairs, similarity_sets
from firth.evaluate import Sample
from firth.recipes import embed
from firth.runtime.run import Run
from firth.text import encode, encode_texts
from firth_papers.engine.experiment import run
from firth_papers.engine.models import Form
from firth_papers.engine.scores import Scores
from firth_papers.table4 import (
    EXPERIMENT,
    PAPER,
    SETS,
    Settings,
    full_rank_similarities,
    halves,
    held_out,
    learned_models,
    on_held_out,
)


def test_similarities_at_full_rank_are_those_of_all_principal_coordinates():
    rng = np.random.default_rng(0)
    counts = counts_from_table(rng.poisson(2.0, (9, 12)) + np.eye(9, 12, dtype=int))
    f = correspondence(counts).rows.principal
    places = np.array([[0, 1], [3, 3], [8, 2], [1, 0]])
    dots = np.array([f[i] @ f[j] for i, j in places])
    lengths = np.linalg.norm(f, axis=1)
    assert np.allclose(full_rank_similarities(counts, places)["dot"], dots)
    cosines = dots / (lengths[places[:, 0]] * lengths[places[:, 1]])
    assert np.allclose(full_rank_similarities(counts, places)["cosine"], cosines)


def test_halves_share_no_pair_and_lose_none():
    rng = np.random.default_rng(1)
    words = [f"w{i}" for i in range(12)]
    pairs = [WordPair(*rng.choice(words, 2, replace=False).tolist(), float(i)) for i in range(80)]
    first, second = halves(pairs, seed=3)
    assert sorted(first + second) == sorted(pairs)
    assert held_out(second, first).all()
    assert halves(pairs, seed=3) == (first, second)
    assert halves(pairs, seed=4) != (first, second)


def test_samples_are_cut_to_the_pairs_that_nothing_was_tuned_by():
    pairs = [WordPair("a", "b", 1.0), WordPair("c", "A", 2.0), WordPair("b", "d", 3.0)]
    sample = Sample("mine", np.array([0.1, 0.2, 0.3]), np.array([True, True, False]))
    scores = Scores({"mine": sample}, {"mine": 2}, {})
    (found,) = on_held_out(scores, {"mine": pairs}, [WordPair("a", "c", 9.0)])
    assert found.scored.tolist() == [True, False, False]


def test_the_paper_has_a_number_for_every_method_and_set():
    table = PAPER["table"]
    assert {len(row) for row in table.values()} == {len(SETS)}
    # As the paper's text cites the tail-cut: SIM, REL, MEN, M.Turk.
    assert table["tail-cut"][:4] == [0.762, 0.667, 0.682, 0.649]
    best = {name: max(table, key=lambda m, k=k: table[m][k]) for k, name in enumerate(SETS)}
    assert best["MEN"] == "SCA+MEN"
    assert best["M.Turk"] == "SCA+M.Turk"


def test_glove_is_scored_by_the_vectors_that_it_fits():
    settings = Settings(learned_dim=4, epochs=2)
    (glove,) = (model for model in learned_models(settings, Run(threads=1)) if model.name == "GloVe")
    counts = count(encode_texts(["tea or milk", "king or queen"] * 9, min_count=1))
    assert glove.forms == (Form(),)
    assert np.array_equal(glove.make(counts).vectors, embed(counts, recipe="glove", dim=4).vectors)


SMALL = Settings(dims=(3, 6), learned_dim=4, epochs=2, windows=(2, 3))


@pytest.fixture
def reproduced(word_data, fake_baselines):
    def reproduce(folder):
        page = run(EXPERIMENT, settings=SMALL, data=word_data, output=folder)
        return page, json.loads((folder / "results.json").read_text())

    return reproduce


def test_the_whole_table_is_reproduced_and_a_second_run_goes_on_from_what_was_kept(
    reproduced, fake_baselines, tmp_path
):
    shown, results = reproduced(tmp_path)
    assert (tmp_path / "report.md").read_text() == shown
    assert (tmp_path / "windows.png").exists()
    assert [name for name, _ in fake_baselines] == ["cbow", "sgns", "fasttext"]
    assert all(f"| {name.replace('_', chr(92) + '_')} |" in shown for name in PAPER["table"])
    again, same = reproduced(tmp_path)
    assert (again, same) == (shown, results)
    assert len(fake_baselines) == 3, "baselines were learned a second time"


def test_scores_at_full_rank_are_spearmans_of_all_coordinates_with_zero_for_unknown_words(
    reproduced, word_data, tmp_path
):
    _, results = reproduced(tmp_path)
    corpus = encode(word_data / "corpora" / "wiki100m.txt.xz", min_count=5)
    counts = count(corpus, window=3, weights="flat", cut="independence").without_empty()
    f = correspondence(counts).rows.principal
    place = counts.rows.index
    (found,) = [
        one for one in results["limits"]
        if (one["name"], one["window"], one["measure"]) == ("tail-cut", 3, "dot")
    ]  # fmt: skip
    for name, path in similarity_sets(list(SETS.values()), word_data).items():
        pairs = read_pairs(path)
        ours = [f[place[a]] @ f[place[b]] if a in place and b in place else 0.0 for a, b, _ in pairs]
        assert 0.0 in ours
        expected = spearmanr([score for *_, score in pairs], np.round(ours, 9)).statistic
        assert found["similarity"][name]["spearman"] == pytest.approx(expected, abs=1e-6)
