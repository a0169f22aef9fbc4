"""Reading CoNLL files, whole and broken."""

from __future__ import annotations

import pytest

from firth.errors import FormatError, MissingDataError
from firth_papers.readers.conll import TaggedSentence, read_conll


def written(folder, text):
    path = folder / "names.conll"
    path.write_text(text, encoding="utf-8")
    return path


def test_words_are_first_and_tags_last_and_documents_are_parted(tmp_path):
    text = (
        "-DOCSTART- -X- O O\n\nEU NNP I-NP I-ORG\nrejects VBZ I-VP O\n\n\n-DOCSTART- -X- O O\n\n"
        "Peter\tNNP\tI-NP\tB-PER\r\n"
    )
    assert read_conll(written(tmp_path, text)) == [
        TaggedSentence(("EU", "rejects"), ("I-ORG", "O")),
        TaggedSentence(("Peter",), ("B-PER",)),
    ]


def test_the_last_sentence_needs_no_empty_line(tmp_path):
    assert len(read_conll(written(tmp_path, "a O\n\nb B-X"))) == 2


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a NN O\nb O\n", "line 2: 'b O' is not 3 columns as the lines before"),
        ("alone\n", "line 1: 'alone' is not a word and its tag"),
        ("a LOC\n", "line 1: the tag 'LOC' is not O, B-KIND or I-KIND"),
        ("a S-LOC\n", "tag 'S-LOC' is not"),
        ("a B-\n", "tag 'B-' is not"),
        ("\n\n-DOCSTART- -X- O O\n", "has no sentences"),
        ("", "has no sentences"),
    ],
)
def test_a_file_that_breaks_the_format_is_refused_with_its_line(tmp_path, text, sentence):
    with pytest.raises(FormatError, match=sentence):
        read_conll(written(tmp_path, text))


def test_bytes_that_are_no_text_and_missing_files_are_refused(tmp_path):
    (tmp_path / "bytes").write_bytes(b"a\xff O\n")
    with pytest.raises(FormatError, match="not UTF-8"):
        read_conll(tmp_path / "bytes")
    with pytest.raises(MissingDataError, match="there is no file"):
        read_conll(tmp_path / "nothing")
