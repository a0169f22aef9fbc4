"""Text with marks of another format is noticed, once, and told with the way out."""

import gzip
import warnings

import pytest

from firth.errors import TextWarning
from firth.text import encode, encode_texts
from firth.text.markup import markup_of

SRT = "1\n00:00:01,000 --> 00:00:02,000\nTea is hot.\n\n2\n00:00:03,000 --> 00:00:04,000\nSo is coffee.\n"
MARKED = {
    "html": "<!DOCTYPE html>\n<title>Tea</title><p>Tea is <b>hot</b>.",
    "xml": "<?xml version='1.0'?><text><p>Tea is <hi>hot</hi>.</p></text>",
    "latex": "% tea\n\\documentclass{article}\n\\begin{document}Tea is \\emph{hot}.\\end{document}",
    "markdown": "# Tea\n\nTea is [hot](https://example.org/tea).\n\n```\nx()\n```\n",
    "subtitles": SRT,
    "wikipedia": "<mediawiki xml:lang='en'><page><title>Tea</title></page></mediawiki>",
}


@pytest.mark.parametrize(("markup", "text"), MARKED.items())
def test_a_format_is_known_by_its_content(markup, text):
    assert markup_of(text) == markup


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("html", "Good.<br /><br />Not <i>very</i> good." * 3),
        ("xml", "<corpus><s>tea is hot</s><s>so is coffee</s></corpus>"),
        ("latex", "\\section{Tea} is \\emph{hot} \\cite{x}"),
        ("subtitles", "WEBVTT\n\n00:01.000 --> 00:02.000\ntea\n"),
    ],
)
def test_a_part_without_its_beginning_is_known_too(markup, text):
    assert markup_of(text) == markup


@pytest.mark.parametrize(
    "text",
    [
        "", "Tea is hot: 1 < 2 and 3 > 2, a --> b.", "<unk> is a word of <unk> corpora, and so is <unk>",
        "#tea #coffee\n# not a heading of anything\nplain", "It cost $5 \\ and 10%.", "Tea & coffee; p<0.05",
        "- a list\n- of things\n* and more\n", "She wrote <3 and <b in an e-mail. " * 20,
    ],
)  # fmt: skip
def test_plain_text_is_left_in_peace(text):
    assert markup_of(text) is None


def test_a_suffix_decides_where_marks_are_few():
    assert markup_of("# Tea\n\nTea is hot.") is None
    assert markup_of("# Tea\n\nTea is hot.", ".md") == "markdown"
    assert markup_of("plain", ".html") is None


@pytest.mark.parametrize(("markup", "text"), MARKED.items())
def test_a_file_is_named_with_the_command_that_cleans_it(markup, text, tmp_path):
    (tmp_path / "a.txt.gz").write_bytes(gzip.compress(text.encode()))
    with pytest.warns(
        TextWarning, match=rf"a\.txt\.gz seems to be .* firth clean {markup} .*a\.txt\.gz -o"
    ) as told:
        encode(tmp_path / "a.txt.gz", min_count=1, documents="file")
    assert len(told) == 1


def test_many_files_of_one_format_are_told_once(tmp_path):
    for name in "abc":
        (tmp_path / f"{name}.txt").write_text(MARKED["html"])
    with pytest.warns(TextWarning) as told:
        encode(tmp_path, min_count=1)
    assert len(told) == 1


def test_texts_and_records_of_html_are_told(tmp_path):
    reviews = ["Good.<br /><br />Not <i>very</i> good."] * 9
    with pytest.warns(TextWarning, match=r"the texts seem to be HTML.*firth\.text\.clean\.html_text"):
        encode_texts(reviews)
    (tmp_path / "a.csv").write_text("text\n" + "\n".join(reviews))
    with pytest.warns(TextWarning, match=r"the texts of .*a\.csv seem to be HTML"):
        encode(tmp_path)


def test_plain_files_are_read_without_a_word(tmp_path):
    (tmp_path / "a.txt").write_text("Tea is hot.\n" * 9)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        encode(tmp_path)


def test_one_matrix_in_plain_text_is_no_latex():
    matrix = "Rotate by\n\\begin{pmatrix} a & b \\end{pmatrix} and \\begin{pmatrix} c \\end{pmatrix}.\n"
    assert markup_of(matrix) is None
    assert markup_of(matrix + "\\section{Tea} See \\ref{tea} and \\cite{cup}.") == "latex"
