"""Every bad input ends in one sentence, exit code 2 and no file left behind."""

import gzip
import json
import lzma
import os
from pathlib import Path

import numpy as np
import pytest

from firth.core import Embedding, Vocabulary
from firth.store import save


@pytest.fixture
def refused(firth, tmp_path):
    """Run a command that must fail and leave the folder as it was: its sentence."""

    def run(command):
        before = sorted(tmp_path.rglob("*"))
        result = firth(command)
        assert result.exit_code == 2, result.output
        assert result.stdout == ""
        assert result.stderr.startswith("firth: ")
        assert result.stderr.count("\n") == 1
        assert sorted(tmp_path.rglob("*")) == before
        return result.stderr

    return run


@pytest.fixture
def refused_corpus(refused, tmp_path):
    """Embedding a corpus with this content must fail."""

    def run(name, content, options=""):
        (tmp_path / name).write_bytes(content)
        return refused(f"embed {tmp_path}/{name} -o {tmp_path}/v.safetensors {options}")

    return run


def test_an_empty_corpus(refused_corpus):
    assert "token" in refused_corpus("empty.txt", b"")


def test_no_word_that_reaches_the_minimum(refused_corpus):
    assert "min" in refused_corpus("rare.txt", b"every word is here once\n")


def test_a_folder_without_text(refused, tmp_path):
    (tmp_path / "folder").mkdir()
    assert "folder" in refused(f"embed {tmp_path}/folder -o {tmp_path}/v.safetensors")


def test_a_corpus_that_is_not_there(refused, tmp_path):
    assert "absent.txt" in refused(f"count absent.txt -o {tmp_path}/c.safetensors")


@pytest.mark.parametrize(("suffix", "pack"), [("gz", gzip.compress), ("xz", lzma.compress)])
def test_a_compressed_file_that_was_cut_short(refused_corpus, suffix, pack):
    packed = pack(os.urandom(20_000).hex().encode())
    assert f"cut.txt.{suffix}" in refused_corpus(f"cut.txt.{suffix}", packed[: len(packed) // 2])


def test_more_dimensions_than_there_are_is_a_notice_with_the_way_out(firth, trained, tmp_path):
    result = firth(f"embed {trained}/counts.safetensors -o {tmp_path}/v.safetensors --dim 500")
    assert result.exit_code == 0
    assert result.stderr.startswith("firth: note: --dim is 500, but the 26 × 26 table has ")
    assert result.stderr.endswith("for more, lower --min-count (26 words occur 2 times) or give more text.\n")
    assert "· dim_asked 500 ·" in firth(f"info {tmp_path}/v.safetensors").stdout


def test_a_corpus_of_three_lines_says_that_its_words_are_rare(refused_corpus):
    said = refused_corpus("three.txt", b"the cat sat on the mat\na dog ran home\ntea is warm now\n")
    assert (
        "3 documents, 14 words, none 5 times (the most frequent, 'the', 2 times): lower --min-count" in said
    )


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--window 0", "--window is 0"),
        ("--weights=-1,1 --window 2", "-1"),
        ("--weights 1,2 --window 3", "2 window weights"),
        ("--weights 1,x", "1,x"),
        ("--weights steep", "steep"),
        ("--min-count 0", "--min-count is 0"),
        ("--recipe nonsense", "nonsense"),
        ("--dim 0", "--dim is 0"),
        ("--option shift", "NAME=VALUE"),
        ("--option nonsense=1", "nonsense"),
        ("--memory much", "much"),
    ],
)
def test_a_parameter_out_of_range(refused_corpus, options, said):
    assert said in refused_corpus("corpus.txt", b"a cat and a dog and a hen\n" * 20, options)


@pytest.mark.parametrize("options", ["--window 0", "--recipe nonsense", "--memory much", "--option shift"])
def test_what_can_be_known_early_is_told_before_the_text_is_read(refused, tmp_path, options):
    assert "absent" not in refused(f"embed absent.txt -o {tmp_path}/v.safetensors {options}")


@pytest.mark.parametrize("place", ["", "nowhere/v.safetensors"])
def test_an_output_that_cannot_be_is_told_before_the_text_is_read(refused, tmp_path, place):
    assert "absent.txt" not in refused(f"embed absent.txt -o {tmp_path}/{place}")


def test_options_for_text_with_a_file_of_counts(refused, trained, tmp_path):
    said = refused(f"embed {trained}/counts.safetensors -o {tmp_path}/v.txt --window 3")
    assert "counted already" in said


def test_vectors_where_counts_are_wanted(refused, trained, tmp_path):
    assert "vectors.safetensors" in refused(f"embed {trained}/vectors.safetensors -o {tmp_path}/v.txt")


def test_counts_where_vectors_are_wanted(refused, trained):
    assert "counts.safetensors" in refused(f"neighbors {trained}/counts.safetensors cat")


@pytest.mark.parametrize("keep", [0, 5, 100, -1])
def test_a_vectors_file_that_was_cut_short(refused, trained, tmp_path, keep):
    (tmp_path / "cut.safetensors").write_bytes((trained / "vectors.safetensors").read_bytes()[:keep])
    assert "cut.safetensors" in refused(f"neighbors {tmp_path}/cut.safetensors cat")


def test_a_vectors_file_that_was_changed(refused, trained, tmp_path):
    content = bytearray((trained / "vectors.safetensors").read_bytes())
    content[8:40] = b"\xff" * 32
    (tmp_path / "changed.safetensors").write_bytes(content)
    assert "changed.safetensors" in refused(f"info {tmp_path}/changed.safetensors")


@pytest.mark.parametrize("header", ["3 2", "1 2", "2 3", "2 x"])
def test_a_word2vec_file_with_a_wrong_header(refused, tmp_path, header):
    (tmp_path / "v.txt").write_text(f"{header}\na 1 2\nb 3 4\n")
    assert "v.txt" in refused(f"export {tmp_path}/v.txt -o {tmp_path}/w.safetensors")


def test_vectors_that_are_not_numbers(refused, tmp_path):
    (tmp_path / "v.txt").write_text("2 2\na 1 nan\nb 3 4\n")
    assert "v.txt" in refused(f"neighbors {tmp_path}/v.txt a")


def test_an_unknown_word_with_near_spellings(refused, trained):
    assert "horse" in refused(f"neighbors {trained}/vectors.safetensors hrse")


def test_a_vectors_file_that_is_not_there(refused):
    assert "absent.safetensors" in refused("info absent.safetensors")


def test_a_format_nobody_knows(refused, trained, tmp_path):
    assert "doc" in refused(f"export {trained}/vectors.safetensors -o {tmp_path}/v.txt --format doc")


def test_no_data_for_the_evaluation(refused, trained, tmp_path):
    assert "has no word pairs" in refused(f"evaluate {trained}/vectors.safetensors --data {tmp_path}")


def test_no_data_for_an_experiment_names_what_it_needs(firth, tmp_path, monkeypatch):
    monkeypatch.delenv("FIRTH_DATA", raising=False)
    said = firth(f"reproduce reuters -o {tmp_path}/results").stderr
    assert said.startswith("firth: FIRTH_DATA is not set;")
    assert "reuters21578.tar.xz" in said
    assert "wordsim" not in said


PAIR_COMMANDS = {
    "evaluate": "evaluate {trained}/vectors.safetensors --no-analogies --set {file}",
    "compare": "compare {trained}/vectors.safetensors {folder}/other.txt --no-analogies --set {file}",
    "tune": "tune {trained}/corpus.txt -o {folder}/tuned --set {file}",
    "sca": "embed {trained}/corpus.txt -o {folder}/v.safetensors --dim 4 --recipe sca --pairs {file}",
}


@pytest.mark.parametrize("command", PAIR_COMMANDS)
@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("cat dog 8\ncow hen\n", "line 2: 'cow hen' has two words but no score"),
        ("cat\tdog\t\n", "line 1: 'cat\\tdog' has two words but no score"),
        ("cat dog 8\ncow hen high\n", "line 2: the score 'high' is not a finite number"),
        ("cat dog 7,5\n", "line 1: the score '7,5' is not a finite number"),
        ("word1 word2 score\ncat dog 8\n", "line 1: the score 'score' is not a finite number"),
        ("cat,dog,8\n", "line 1: 'cat,dog,8' is not two words and a score"),
        ("\n \n", "has no word pairs"),
    ],
)
def test_a_spoilt_file_of_pairs(refused, trained, tmp_path, command, content, said):
    (tmp_path / "other.txt").write_text("2 1\ncat 1\ndog 2\n")
    (tmp_path / "spoilt.txt").write_text(content)
    asked = PAIR_COMMANDS[command].format(trained=trained, folder=tmp_path, file=tmp_path / "spoilt.txt")
    told = refused(asked)
    assert "spoilt.txt" in told
    assert said in told


@pytest.mark.parametrize("command", ["evaluate", "compare", "tune"])
def test_two_sets_of_pairs_with_one_name(refused, trained, tmp_path, command):
    (tmp_path / "other.txt").write_text("2 1\ncat 1\ndog 2\n")
    for name in ("men.txt", "men.csv"):
        (tmp_path / name).write_text("cat dog 8\n")
    asked = PAIR_COMMANDS[command].format(trained=trained, folder=tmp_path, file=tmp_path / "men.txt")
    told = refused(f"{asked} --set {tmp_path}/men.csv")
    assert f"two sets are named men: {tmp_path}/men.txt and {tmp_path}/men.csv" in told


@pytest.mark.parametrize(
    ("option", "content", "said"),
    [
        ("categories", "animal cat\n", "line 1: 'animal cat' is not a category and a word"),
        ("categories", "animal\tcat\tdog\n", "line 1"),
        ("categories", "animal\tcat\npet\tcat\n", "line 2: 'cat' is in 'animal' and in 'pet'"),
        ("categories", "animal\tcat\nanimal\tdog\n", "fewer than two categories"),
        ("categories", "", "fewer than two categories"),
        ("outliers", "cat\ndog\nbus\n", "the group 'spoilt' has no empty line"),
        ("outliers", "cat\n\nbus\n", "the group 'spoilt' has only one member, 'cat'"),
        ("outliers", "cat\ndog\n\ncat\n", "'cat' is a member and an outlier"),
        ("outliers", "", "has no words"),
    ],
)
def test_a_spoilt_file_of_categories_or_outliers(refused, trained, tmp_path, option, content, said):
    (tmp_path / "spoilt.txt").write_text(content)
    tests = f"--no-similarity --no-analogies --{option} {tmp_path}/spoilt.txt"
    told = refused(f"evaluate {trained}/vectors.safetensors {tests}")
    assert "spoilt.txt" in told
    assert said in told


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--recipe sca", "recipe sca learns from scored pairs; name their file with --pairs"),
        ("--recipe ppmi --pairs {0}", "--pairs is for recipe sca only; leave it out, or choose --recipe sca"),
        ("--recipe sca --pairs {0} --option strength=x", "strength is 'x'; it must be a number"),
        ("--recipe glove --option epochs=many", "epochs is 'many'; it must be a number"),
        ("--recipe eigenword-unseen --option seed=-1", "seed is -1; it must be a whole number, 0 or more"),
    ],
)
def test_options_that_do_not_fit_the_recipe(refused, trained, tmp_path, options, said):
    (tmp_path / "mine.txt").write_text("cat dog 8\ncow bus 2\n")
    asked = f"embed {trained}/corpus.txt -o {tmp_path}/v.safetensors --dim 4 "
    assert said in refused(asked + options.format(tmp_path / "mine.txt"))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("cat dog 5\ncow hen 5\n", "the scores run from 5 to 5; give pairs with different scores"),
        ("cat cat 5\ndog dog 6\n", "none of the 2 pairs has two different words of the vocabulary"),
        ("emu cat 5\nowl emu 6\n", "none of the 2 pairs has two different words of the vocabulary"),
    ],
)
def test_pairs_that_nothing_can_be_learnt_from(refused, trained, tmp_path, content, said):
    (tmp_path / "mine.txt").write_text(content)
    pairs = f"--recipe sca --pairs {tmp_path}/mine.txt"
    assert said in refused(f"embed {trained}/counts.safetensors -o {tmp_path}/v.safetensors --dim 4 {pairs}")


def test_how_many_of_the_pairs_are_learnt_from_is_shown(firth, trained, tmp_path):
    (tmp_path / "mine.txt").write_text("cat dog 8\ndog cat 7\ncow bus 2\nemu cat 4\nhen hen 10\n")
    made_of = f"{trained}/counts.safetensors --recipe sca --pairs {tmp_path}/mine.txt"
    asked = f"embed {made_of} -o {tmp_path}/v.txt --dim 4"
    assert (
        "learned   from 2 of 5 pairs; the others have an unknown word, one word twice, or are repeated"
        in firth(asked).stdout
    )
    assert json.loads(firth(f"{asked} --json --force").stdout)["pairs"] == {"used": 2, "given": 5}
    (tmp_path / "mine.txt").write_text("cat dog 8\ncow bus 2\n")
    assert "learned   from 2 of 2 pairs\n" in firth(f"{asked} --force").stdout


def test_no_covered_pair_to_tune_by(refused, trained, tmp_path):
    (tmp_path / "far.txt").write_text("".join(f"sun{n} moon{n} {n}\n" for n in range(60)))
    told = refused(
        f"embed {trained}/corpus.txt -o {tmp_path}/v.txt --dim 4 --recipe sca --pairs {tmp_path}/far.txt"
    )
    assert "none of the 60 pairs" in told


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full on this system")
def test_a_full_disk(refused, trained):
    assert "no space left" in refused(f"export {trained}/vectors.safetensors -o /dev/full --format glove")


def test_a_disk_that_fills_while_writing_leaves_the_old_file(refused, trained, tmp_path, monkeypatch):
    save(
        Embedding(np.eye(2, dtype="f4"), Vocabulary(("a", "b"), np.array([2, 1]))), tmp_path / "v.safetensors"
    )
    before = (tmp_path / "v.safetensors").read_bytes()

    def full(*arguments, **options):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", full)
    said = refused(f"embed {trained}/counts.safetensors -o {tmp_path}/v.safetensors --dim 4 -f")
    assert "no space left" in said
    assert (tmp_path / "v.safetensors").read_bytes() == before


def test_an_operating_system_error_nobody_foresaw_is_a_sentence(refused, monkeypatch):
    def broken(*arguments, **options):
        raise OSError(5, "Input/output error", "disk")

    monkeypatch.setattr("firth.store.load", broken)
    assert "disk: input/output error" in refused("info anything")


def test_too_little_memory_is_a_sentence(refused, monkeypatch):
    def broken(*arguments, **options):
        raise MemoryError

    monkeypatch.setattr("firth.store.load", broken)
    assert "not enough memory" in refused("info anything")


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("--nonsense", "--nonsense; see firth -h."),
        ("embd", "'embd', did you mean 'embed'; see firth -h."),
        ("info --nonsense", "--nonsense; see firth info -h."),
        ("embed a.txt -o v --dimm 3", "--dim"),
        ("embed a.txt -o v --dim many", "--dim is 'many'; it must be a whole number."),
        ("embed a.txt -o v --exponent half", "--exponent is 'half'; it must be a number."),
        ("embed a.txt -o v --threads 0", "--threads is 0; it must be at least 1."),
        ("plot bars v.txt", "KIND is 'bars'; choose scatter, heatmap or cosine."),
        ("embed a.txt", "--output"),
        ("count a.txt -o c --contexts above", "above"),
        ("embed a.txt -o v --solver magic", "magic"),
        ("clean wikipdia a.xml -o a.txt", "'wikipdia'"),
    ],
)
def test_a_command_line_nobody_knows_ends_in_a_sentence(refused, command, says):
    assert says in refused(command)


@pytest.mark.parametrize("command", ["", "embed", "senses", "clean wikipedia"])
def test_a_command_alone_shows_its_help(firth, command):
    shown = firth(command)
    assert f"Usage\n  firth {command}".rstrip() in shown.output
    assert "firth: " not in shown.stderr


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ("--seed -1", "seed is -1"),
        ("--exponent nan", "exponent is nan"),
        ("--exponent 1e308", "exponent is 1e+308"),
        ("--recipe sppmi --option shift=abc", "shift is 'abc'"),
        ("--window 2 --weights=1e300,1", "weight 1e+300 is too large"),
        ("--window 100000000000", "1 to 10,000 tokens"),
        ("--subsample -1", "subsample is -1"),
        ("--contexts left", "eigenword needs --contexts both"),
    ],
)
def test_what_a_tester_broke_stays_mended(firth, tmp_path, options, says):
    (tmp_path / "corpus.txt").write_text("a cat and a dog and a hen and an ox\n" * 20)
    result = firth(f"embed {tmp_path / 'corpus.txt'} -o {tmp_path / 'v.safetensors'} --dim 2 {options}")
    assert result.exit_code == 2
    assert result.stderr.startswith("firth: ")
    assert says in result.stderr
    assert not (tmp_path / "v.safetensors").exists()


def test_binary_data_is_not_read_as_text(firth, tmp_path):
    (tmp_path / "corpus.txt").write_bytes(bytes(range(256)) * 100)
    result = firth(f"count {tmp_path / 'corpus.txt'} -o {tmp_path / 'c.safetensors'}")
    assert (result.exit_code, "is not text" in result.stderr) == (2, True)


def test_counts_and_vectors_cannot_share_a_file(firth, tmp_path):
    (tmp_path / "corpus.txt").write_text("a cat and a dog\n" * 20)
    same = tmp_path / "v.safetensors"
    result = firth(f"embed {tmp_path / 'corpus.txt'} -o {same} --counts {same} --dim 2")
    assert (result.exit_code, "name two files" in result.stderr) == (2, True)


def test_gaps_in_records_are_told_with_the_option_alone(firth, tmp_path):
    (tmp_path / "r.csv").write_text("sex,eats,age\nf,rice,20\nm,,30\nf,bread,40\nm,rice,50\n")
    said = firth(f"ca {tmp_path}/r.csv --mca --quanti age").stderr
    assert said.endswith("their own category, passive or drop, with --missing.\n")
