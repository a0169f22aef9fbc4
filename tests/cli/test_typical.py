"""firth documents typical."""

from __future__ import annotations

import json
import random

import polars as pl
import pytest

from firth.ca import characteristic_words

SEA, LAND = "sea ship wave sail harbor", "hill sheep grass wool valley"


def sentence(rng, words):
    return " ".join(rng.sample(words.split(), 4)) + " and the day."


@pytest.fixture(scope="module")
def tales():
    """Texts of two sentences by sailors and shepherds, in no order."""
    rng = random.Random(5)
    tellers = rng.choices(["sailor", "shepherd"], k=80)
    texts = [
        f"{sentence(rng, words)} {sentence(rng, words)}"
        for words in (SEA if teller == "sailor" else LAND for teller in tellers)
    ]
    return texts, tellers


@pytest.fixture(scope="module")
def table(tales, tmp_path_factory):
    path = tmp_path_factory.mktemp("tales") / "tales.csv"
    pl.DataFrame({"tale": tales[0], "teller": tales[1]}).write_csv(path)
    return path


def write_folder(folder, texts, labels):
    for place, (text, label) in enumerate(zip(texts, labels, strict=True)):
        (folder / label).mkdir(parents=True, exist_ok=True)
        (folder / label / f"{place:03}.txt").write_text(text)


def test_files_have_all_words_and_sentences_that_the_library_finds(firth, table, tales, tmp_path):
    made = firth(f"documents typical {table} --column tale --label teller --top 2 -o {tmp_path}/found")
    assert made.exit_code == 0, made.output
    found = characteristic_words(*tales, top=None)
    words = pl.read_csv(tmp_path / "found" / "words.csv")
    assert words.columns == [
        "group", "word", "percent_in_group", "percent_overall", "count", "overall_count", "p_value", "v_test",
    ]  # fmt: skip
    expected = found.words.to_polars().select(group="row", word="column", v_test="v_test")
    keys = ["group", "word"]
    assert words.select("group", "word", "v_test").sort(keys).equals(expected.sort(keys))
    assert set(words["word"]) == {*SEA.split(), *LAND.split()}
    carriers = pl.read_csv(tmp_path / "found" / "sentences.csv")
    assert carriers["group"].to_list() == ["sailor"] * 3 + ["shepherd"] * 3
    for row in carriers.iter_rows(named=True):
        assert row["text"] in tales[0][row["document"] - 1]
        assert tales[1][row["document"] - 1] == row["group"]
    manifest = json.loads((tmp_path / "found" / "analysis.json").read_text())
    assert manifest["files"] == ["words.csv", "sentences.csv"]
    assert "saved     " in made.output


def test_each_group_has_a_block_of_words_above_and_below_and_sentences(firth, table):
    made = firth(f"documents typical {table} --column tale --label teller --top 3 --sentences 1 -q")
    lines = made.output.splitlines()
    starts = [number for number, line in enumerate(lines) if line and not line.startswith(" ")]
    assert [lines[number].split()[0] for number in starts] == ["sailor", "shepherd"]
    for start, own, other in zip(starts, (SEA, LAND), (LAND, SEA), strict=True):
        over, under, carrier = lines[start + 1 : start + 4]
        assert over.split()[0] == "over-used"
        assert over.count("·") == under.count("·") == 2
        assert set(over.split()[1::3]) <= set(own.split())
        assert set(under.split()[1::3]) <= set(other.split())
        assert all(pair.split()[1].startswith("−") for pair in under.partition("used")[2].split("·"))
        assert carrier.startswith("  sentences ")
        assert carrier.endswith("and the day.")


def test_json_has_the_strongest_words_and_is_the_same_for_any_number_of_threads(firth_process, table):
    command = f"documents typical {table} --column tale --label teller --json --top 2 --carriers documents"
    one, two = (firth_process(f"{command} --threads {threads}") for threads in (1, 2))
    assert one.returncode == 0, one.stderr
    assert one.stdout == two.stdout
    content = json.loads(one.stdout)
    assert content["documents"] == 80
    assert [group["group"] for group in content["groups"]] == ["sailor", "shepherd"]
    for group in content["groups"]:
        over, under = ([word["v_test"] for word in group[part]] for part in ("over_used", "under_used"))
        assert len(over) == len(under) == 2
        assert over[0] >= over[1] > 0 > under[1] >= under[0]
        assert len(group["carriers"]) == 3
    assert sum(group["documents"] for group in content["groups"]) == 80


def test_written_files_are_the_same_bytes_for_any_number_of_threads(firth_process, table, tmp_path):
    for threads in (1, 2):
        made = firth_process(
            f"documents typical {table} --column tale --label teller --plot -o {tmp_path}/{threads} "
            f"--threads {threads}"
        )
        assert made.returncode == 0, made.stderr
    names = sorted(path.name for path in (tmp_path / "1").iterdir())
    assert names == ["analysis.json", "sentences.csv", "words.csv", "words.png"]
    for name in names:
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes()


def test_a_folder_and_lines_with_labels_are_read_as_tables_are(firth, table, tales, tmp_path):
    write_folder(tmp_path / "folder", *tales)
    (tmp_path / "tales.txt").write_text("\n".join(tales[0]))
    (tmp_path / "tellers.txt").write_text("\n".join(tales[1]))
    printed = [
        firth(f"documents typical {given} --sentences 0 -q").output
        for given in (
            f"{table} --column tale --label teller",
            f"{tmp_path}/folder",
            f"{tmp_path}/tales.txt --label-file {tmp_path}/tellers.txt",
        )
    ]
    assert "over-used" in printed[0]
    assert printed[0] == printed[1] == printed[2]


def test_what_an_earlier_run_wrote_and_this_one_does_not_is_removed(firth, table, tmp_path):
    command = f"documents typical {table} --column tale --label teller -q -o {tmp_path}"
    (tmp_path / "mine.csv").write_text("kept")
    assert firth(f"{command} --plot").exit_code == 0
    assert firth(f"{command} --format parquet --carriers documents --force").exit_code == 0
    assert {path.name for path in tmp_path.iterdir()} == {
        "mine.csv", "words.parquet", "documents.parquet", "analysis.json",
    }  # fmt: skip
    assert pl.read_parquet(tmp_path / "documents.parquet").height == 6


def test_years_come_in_their_order_and_names_in_that_of_letters(firth, tmp_path):
    for labels, order in (([2003, 999, 1848], "999 1848 2003"), (["b", "a", "C"], "a b C")):
        rows = [{"text": f"{word} {word} tea", "label": one} for word, one in zip("xyz", labels, strict=True)]
        pl.DataFrame(rows * 5).write_csv(tmp_path / "d.csv")
        content = json.loads(firth(f"documents typical {tmp_path}/d.csv --json").output)
        assert [group["group"] for group in content["groups"]] == order.split()


def test_a_label_can_be_left_out_and_documents_keep_their_numbers(firth, tales, tmp_path):
    texts, tellers = ["noise noise noise noise noise noise", *tales[0]], ["nobody", *tales[1]]
    pl.DataFrame({"text": texts, "label": tellers}).write_ndjson(tmp_path / "d.jsonl")
    content = json.loads(firth(f"documents typical {tmp_path}/d.jsonl --exclude nobody --json").output)
    assert content["notes"] == ["1 document with label 'nobody' left out"]
    assert [group["group"] for group in content["groups"]] == ["sailor", "shepherd"]
    for group in content["groups"]:
        for carrier in group["carriers"]:
            assert carrier["text"] in texts[carrier["document"] - 1]


def test_line_breaks_of_web_pages_end_sentences_and_are_no_words(firth, tmp_path):
    texts = ["tea tea tea tea tea tea<br /><br>milk milk milk milk milk milk", "ice ice ice ice ice ice", ""]
    pl.DataFrame({"text": texts * 5, "label": ["warm", "cold", "cold"] * 5}).write_csv(tmp_path / "d.csv")
    content = json.loads(firth(f"documents typical {tmp_path}/d.csv --json").output)
    assert content["different_words"] == 3
    assert content["notes"] == ["<br> taken as the end of a line in 5 documents", "5 documents without text"]
    warm = content["groups"][1]
    assert sorted(one["text"] for one in warm["carriers"]) == [
        "milk milk milk milk milk milk",
        "tea tea tea tea tea tea",
    ]


def test_long_lines_are_wrapped_to_the_terminal_and_steering_signs_are_not_printed(
    firth, tmp_path, monkeypatch
):
    monkeypatch.setenv("COLUMNS", "60")
    texts = ["\x1b[31mred " + "茶茶 お茶 " * 60] * 6 + ["milk " * 100 + "\nmilk"] * 6
    pl.DataFrame({"text": texts, "label": ["a\x1b[1m"] * 6 + ["b"] * 6}).write_csv(tmp_path / "d.csv")
    made = firth(f"documents typical {tmp_path}/d.csv --carriers documents")
    assert made.exit_code == 0, made.output
    block = made.output.partition("\n\n")[2]
    assert "\x1b" not in block
    from rich.cells import cell_len

    assert max(map(cell_len, block.splitlines())) <= 60
    assert "milk…" in block
    assert not any(line.endswith(" ") for line in block.splitlines())


def test_of_many_groups_the_first_are_printed_and_all_are_written(firth, tmp_path):
    names = [f"g{place:03}" for place in range(62)]
    texts = [f"{name} " * 6 for name in names]
    pl.DataFrame({"text": texts, "label": names}).write_csv(tmp_path / "d.csv")
    made = firth(f"documents typical {tmp_path}/d.csv -o {tmp_path}/out --plot --top 1")
    assert made.exit_code == 0, made.output
    assert "\ng059 " in made.output
    assert "\ng060 " not in made.output
    assert "and 2 more groups" in made.output
    assert pl.read_csv(tmp_path / "out" / "words.csv")["group"].n_unique() == 62
    pictures = sorted(path.name for path in (tmp_path / "out").glob("*.png"))
    assert pictures == [f"words_{number}.png" for number in range(1, 6)]


def test_a_group_without_typical_words_says_so(firth, tmp_path):
    pl.DataFrame({"text": ["tea milk", "milk tea", ""], "label": ["x", "y", "z"]}).write_csv(
        tmp_path / "d.csv"
    )
    made = firth(f"documents typical {tmp_path}/d.csv --min-count 1")
    assert made.output.count("  no word is over- or under-used") == 3


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("one.csv", "all 2 documents of one.csv have the label 'x'"),
        ("two.csv --label party", "there is no column 'party' in two.csv; its columns are 'text', 'label'"),
        ("two.csv --column body", "there is no column 'body' in two.csv; its columns are 'text', 'label'"),
        ("gap.csv", "row 2 of gap.csv has no label"),
        ("empty.csv", "all 2 documents of empty.csv are empty"),
        ("signs.csv", "there is not one word in the texts"),
        ("two.csv --min-count 9", "no word occurs 9 times in the texts, the most frequent one 2 times"),
        ("two.csv --proba 0", "--proba is 0.0; it must be above 0"),
        ("two.csv --plot", "--plot needs a folder"),
        ("two.csv --exclude z", "no document of two.csv has the label 'z'; the labels are 'x', 'y'"),
        ("two.csv --exclude x", "--exclude leaves 1 of the labels 'x', 'y'"),
        ("two.csv --carriers words", "--carriers"),
        ("lines.txt", "name a file with a label on each line"),
        ("two.csv -o two.csv", "two.csv is a file, and -o names a folder"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(firth, tmp_path, monkeypatch, options, sentence):
    monkeypatch.chdir(tmp_path)
    for name, texts, labels in (
        ("one", ["tea", "milk"], ["x", "x"]),
        ("two", ["tea tea", "milk"], ["x", "y"]),
        ("gap", ["tea", "milk"], ["x", None]),
        ("empty", ["", " "], ["x", "y"]),
        ("signs", ["!", "?"], ["x", "y"]),
    ):
        pl.DataFrame({"text": texts, "label": labels}).write_csv(f"{name}.csv")
    (tmp_path / "lines.txt").write_text("tea\nmilk\n")
    made = firth(f"documents typical {options} -q")
    assert made.exit_code == 2, made.output
    assert sentence in " ".join(made.output.split())
    assert not list(tmp_path.glob("*/"))


def test_labels_that_differ_in_nearly_every_document_are_refused(firth, tmp_path):
    lines = [f"tea is hot,{number},{'ab'[number % 2]}" for number in range(100)]
    (tmp_path / "d.csv").write_text("\n".join(["text,id,group", *lines]) + "\n")
    refused = firth(f"documents typical {tmp_path}/d.csv --label id")
    assert refused.exit_code == 2
    assert "have 100 different labels, as names or numbers of documents are" in refused.stderr
    assert firth(f"documents typical {tmp_path}/d.csv --label group").exit_code == 0
