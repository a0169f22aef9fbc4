"""Chapter 5 of the thesis on a small invented task and text."""

from __future__ import annotations

import json
import lzma
import random
from dataclasses import asdict

import numpy as np
import pytest
from scipy.sparse import csr_array

from firth.core import Counts, Vocabulary
from firth.errors import MissingDataError
from firth_papers.engine.experiment import as_json, report, run
from firth_papers.readers.semeval13 import find_task13, read_task13
from firth_papers.sense_measures import SenseScores, score_senses
from firth_papers.senses import EXPERIMENT, Settings
from firth_papers.senses.answer_keys import graded_key, shuffled, trivial_keys
from firth_papers.senses.experiment import PAPER, Row, compare
from firth_papers.senses.lemmas import forms_of, with_lemmas, wordnet_numbers

SMALL = Settings(megabytes=(1,), window=5)
MONEY = ["money", "loan", "credit", "interest", "deposit", "account", "cash", "debt"]
RIVER = ["river", "water", "shore", "sand", "mud", "fish", "boat", "stream"]
FORMS = ("bank", "banks")


def sentence(rng, topic, form):
    words = [*rng.sample(topic, 5), "the", "of"]
    rng.shuffle(words)
    return " ".join([*words[:3], form, *words[3:]])


@pytest.fixture(scope="module")
def sense_data(tmp_path_factory):
    """A text in which bank goes with two kinds of words, and 40 sentences of either kind."""
    folder, rng = tmp_path_factory.mktemp("data"), random.Random(0)
    text = []
    while sum(map(len, text)) < 1_100_000:
        text.append(sentence(rng, rng.choice([MONEY, RIVER]), rng.choice(FORMS)) + " ")
    (folder / "corpora").mkdir()
    (folder / "corpora" / "wiki100m.txt.xz").write_bytes(lzma.compress("".join(text).encode(), preset=0))
    (folder / "wordnet").mkdir()
    senses = [
        "bank%1:14:00:: 1 1 9\n",
        "bank%1:17:01:: 2 2 9\n",
        "bank%2:40:00:: 3 1 9\n",
        "dark%3:00:01:: 4 1 9\n",
    ]
    (folder / "wordnet" / "index.sense").write_text("".join(senses))
    top = folder / "semeval2013-task13"
    xml, gold = [], []
    for number in range(40):
        money, form = rng.random() < 0.6, rng.choice(FORMS)
        said = sentence(rng, MONEY if money else RIVER, form)
        begin = said.index(form)
        xml.append(
            f'<instance id="bank.n.{number}" lemma="bank" partOfSpeech="n" tokenStart="{begin}" '
            f'tokenEnd="{begin + len(form)}">{said}</instance>'
        )
        gold.append(f"bank.n bank.n.{number} bank%1:{'14:00' if money else '17:01'}::/4\n")
    files = {
        "contexts/xml-format/bank.n.xml": f"<instances>{''.join(xml)}</instances>",
        "keys/gold/all.key": "".join(gold),
        **{
            f"keys/baselines/random.{name}-senses.induced.key": "".join(
                f"bank.n bank.n.{number} s{rng.randrange(k)}\n" for number in range(40)
            )
            for name, k in (("2", 2), ("3", 3), ("n", 2))
        },
        f"keys/{PAPER['systems'][0]['key']}.key": "".join(f"bank.n bank.n.{n} x/2 y/1\n" for n in range(40)),
    }
    for name, content in files.items():
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).write_text(content)
    return folder


@pytest.fixture(scope="module")
def task(sense_data):
    return read_task13(find_task13(sense_data))


def test_the_thesis_has_the_averages_it_prints():
    systems = [one for one in PAPER["systems"] if one["name"] in ("AI-KU", "UoS, top-3")]
    averages = [SenseScores(*one["scores"]).average for one in (*PAPER["others"], PAPER["thesis"], *systems)]
    assert [round(average, 4) for average in averages] == [0.3458, 0.3528, 0.3584, 0.3318, 0.3448]


def test_forms_of_a_lemma_are_counted_as_one_word():
    table = np.array([[0, 2, 1, 5], [2, 0, 4, 0], [1, 4, 8, 0], [5, 0, 0, 0]])
    words = Vocabulary(("the", "won", "win", "a"), np.array([9, 4, 4, 1]))
    together = with_lemmas(
        Counts(csr_array(table), words, words, symmetric=True), {"won": "win", "win": "win"}
    )
    assert together.rows.tokens == ("the", "win", "a")
    assert together.rows.counts.tolist() == [9, 8, 1]
    assert together.matrix.toarray().tolist() == [[0, 3, 5], [3, 16, 0], [5, 0, 0]]
    assert together.symmetric


def test_wordnets_numbers_are_by_part_of_speech(task, sense_data):
    assert wordnet_numbers(task.instances, sense_data) == {"bank": 2}


def test_words_that_were_not_split_have_one_sense(task):
    key = graded_key({}, task.instances, forms_of(task.instances))
    assert score_senses(task.gold, key) == score_senses(task.gold, trivial_keys(task)["one sense for all"])


def test_shuffled_answers_are_the_same_in_another_order():
    key = {"t": {str(n): {f"s{n}": 1.0} for n in range(50)}, "u": {"1": {"a": 2.0}}}
    dealt = shuffled(key, 1)
    assert list(dealt["t"]) == list(key["t"])
    assert dealt["t"] != key["t"]
    assert sorted(map(str, dealt["t"].values())) == sorted(map(str, key["t"].values()))
    assert dealt == shuffled(key, 1)
    assert dealt["u"] == key["u"]


def test_the_two_banks_are_told_apart_and_nothing_is_done_twice(sense_data, tmp_path):
    page = run(EXPERIMENT, settings=SMALL, data=sense_data, output=tmp_path, threads=1)
    results = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
    best = [r for r in results["ours"] if (r["number"], r["answer"]) == ("wordnet", "best")]
    assert [r["own_contexts"] for r in best] == [False, True]
    for row in best:
        assert row["senses"] == 2
        assert SenseScores(**row["scores"]) == pytest.approx((1, 1, 0.75, 1, 1), abs=0.11)
    assert all(claim["verdict"] == "confirmed" for claim in results["claims"])
    assert {"growth.png", "report.md", "cache"} < {path.name for path in tmp_path.iterdir()}
    for told in (
        "one sense per instance",
        "ours, wordnet, with the task’s sentences",
        "AdaGram",
        "**Confirmed:**",
    ):
        assert told in page
    kept = {path: path.stat().st_mtime_ns for path in (tmp_path / "cache").iterdir()}
    assert run(EXPERIMENT, settings=SMALL, data=sense_data, output=tmp_path, threads=2) == page
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "cache").iterdir()} == kept


def test_measures_stand_beside_the_published_ones(task):
    scores = SenseScores(0.1, 0.2, 0.3, 0.4, 0.5)
    rows = [
        Row(1, own, number, "two best", 2.0, 0.29, scores)
        for own in (False, True)
        for number in ("wordnet", "auto")
    ]
    found = compare(task, rows, SMALL)
    claims = [asdict(claim) for claim in found.claims]
    page = report(EXPERIMENT, as_json({"settings": asdict(SMALL), **found.results, "claims": claims}))
    assert [one["name"] for one in found.results["systems"]] == ["AI-KU"]
    ours = score_senses(task.gold, task.key(PAPER["systems"][0]["key"])).jaccard
    assert f"| AI-KU | {ours:.4f} (0.197) |" in page
    assert [claim["verdict"] for claim in claims] == ["refuted"] * 3 + ["confirmed"]


def test_without_the_task_it_says_where_to_get_it(sense_data, tmp_path):
    (tmp_path / "corpora").mkdir()
    (tmp_path / "corpora" / "wiki100m.txt.xz").write_bytes(b"")
    with pytest.raises(MissingDataError, match="task 13 is not at"):
        run(EXPERIMENT, settings=SMALL, data=tmp_path, output=tmp_path / "out")
