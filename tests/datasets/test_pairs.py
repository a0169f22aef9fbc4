import os

import pytest

from firth.datasets import WordPair, read_pairs, similarity_sets
from firth.datasets.pairs import repeated_pairs
from firth.errors import FormatError, MissingDataError


@pytest.fixture
def pairs_file(tmp_path):
    def write(content, encoding="utf-8"):
        path = tmp_path / "pairs.txt"
        path.write_bytes(content.encode(encoding))
        return path

    return write


def test_tabs_blanks_and_windows_line_ends_read_alike(pairs_file):
    path = pairs_file("tiger\tcat\t7.35\r\nbook paper 10\r\n\r\n")
    assert read_pairs(path) == [WordPair("tiger", "cat", 7.35), WordPair("book", "paper", 10.0)]


def test_a_tab_file_may_have_names_of_several_words(pairs_file):
    assert read_pairs(pairs_file("New York\tcity\t8"))[0].first == "New York"


def test_a_pair_given_twice_is_kept_twice(pairs_file):
    assert len(read_pairs(pairs_file("a b 1\na b 1\n"))) == 2


def test_a_byte_order_mark_is_no_part_of_the_first_word(pairs_file):
    assert read_pairs(pairs_file("\ufefftiger cat 7"))[0].first == "tiger"


@pytest.mark.parametrize("line", ["tiger cat high", "tiger cat nan", "tiger cat inf", "tiger cat", "a b c 1"])
def test_a_line_without_a_number_is_refused_with_file_and_line(pairs_file, line):
    path = pairs_file(f"book paper 1\n{line}\n")
    with pytest.raises(FormatError, match=rf"{path}, line 2"):
        read_pairs(path)


def test_words_without_scores_are_told_so(pairs_file):
    with pytest.raises(FormatError, match=r"line 1: 'tiger\\tcat' has two words but no score"):
        read_pairs(pairs_file("tiger\tcat\ncar\tbus\n"))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("word1 word2 score", "leave out headings"),
        ("tiger cat 7,5", "the score '7,5' is not a finite number"),
        ("tiger cat 1_000", "the score '1_000' is not a finite number"),
        ("tiger,cat,7.5", "separated by tabs or spaces"),
        ("\ttiger\t\t7.5", "lacks a word|not two words"),
        ("tiger\t\t7.5", "lacks a word"),
    ],
)
def test_text_where_numbers_belong_is_never_ranked(pairs_file, line, said):
    with pytest.raises(FormatError, match=said):
        read_pairs(pairs_file(line))


def test_an_empty_file_is_refused(pairs_file):
    with pytest.raises(FormatError, match="no word pairs"):
        read_pairs(pairs_file(" \n\n"))


def test_a_file_that_is_not_utf8_is_refused(pairs_file):
    with pytest.raises(FormatError, match="not UTF-8"):
        read_pairs(pairs_file("café bar 1", encoding="latin-1"))


def test_an_absent_file_is_named(tmp_path):
    with pytest.raises(MissingDataError, match="absent"):
        read_pairs(tmp_path / "absent.txt")


def test_a_folder_is_refused_in_a_sentence(tmp_path):
    with pytest.raises(FormatError, match="cannot be read"):
        read_pairs(tmp_path)


def test_repeated_pairs_are_counted_in_either_order():
    given = [WordPair("a", "b", 1), WordPair("b", "a", 2), WordPair("a", "b", 1), WordPair("a", "c", 1)]
    assert repeated_pairs(given) == 2


@pytest.mark.skipif(
    "FIRTH_DATA" not in os.environ, reason="FIRTH_DATA is not set: the real sets are not here"
)
def test_the_real_sets_give_these_pairs_again():
    again = {name: repeated_pairs(read_pairs(path)) for name, path in similarity_sets().items()}
    # money–cash, money–bank; the others once each: gasoline–stock, discovery–rediscovery, sly–strange.
    assert {name: n for name, n in again.items() if n} == {
        "EN-MTurk-287": 1, "EN-RW-STANFORD": 1, "EN-SIMLEX-999": 1, "EN-WS-353-ALL": 2, "EN-WS-353-REL": 1,
    }  # fmt: skip
