import lzma
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firth.text.clean import clean_wikipedia
from firth.text.clean.wikipedia_text8 import text8_style
from reference.slow_text8 import slow_text8

DATA = os.environ.get("FIRTH_DATA")
MARKS = [
    "[[", "]]", "[", "]", "{{", "}}", "{", "}", "|", "&lt;", "&gt;", "&amp;", "&quot;", ";", "&", "\n", " ",
    ":", "&lt;ref&gt;", "&lt;/ref&gt;", "&lt;ref", "[http:", "|thumb", "|LEFT", "|20px", "[[Image:",
    "[[category:", "[[de:", "[[-a:", "tea", "Milk", "7", "30", "#redirect", "é",
]  # fmt: skip


@pytest.mark.skipif(DATA is None, reason="enwik8 and text8 are looked for in $FIRTH_DATA, which is not set.")
@pytest.mark.filterwarnings("ignore::firth.text.clean.DumpWarning")  # a prefix is no whole dump
def test_enwik8_becomes_text8_byte_for_byte():
    corpora = Path(DATA) / "corpora"
    cleaned = "".join(clean_wikipedia(corpora / "enwik8-prefix.xml.xz", style="text8", threads=2))
    with lzma.open(corpora / "text8-prefix.txt.xz") as packed:
        text8 = packed.read(3_010_294).decode()
    assert len(cleaned) == 3_010_294
    assert cleaned == text8


@given(st.lists(st.sampled_from(MARKS), max_size=60).map("".join))
def test_the_rules_are_those_of_the_slow_twin(text):
    page = f"<page><title>#redirect</title><text a>{text}</text><sha1>none</sha1></page>"
    assert text8_style(text.encode()).decode() == slow_text8(page)


def test_a_piece_that_ends_at_a_bare_bracket_is_cleaned_by_itself():
    text = "a {b> c} d\n#redirect> e"
    assert text8_style(text.encode()).decode() == slow_text8(f"<text >{text}</text>") == " a b"


@pytest.mark.parametrize(
    "mark",
    [
        "{{",
        "[[",
        "{",
        "&lt;",
        "[[category:",
        "[[de:",
        "[[image:",
        "[http:",
        "&amp;",
        "&lt;ref",
        "|",
        "{{{|",
        "{{}",
    ],
)
def test_a_hundred_thousand_marks_that_are_never_closed(mark):
    assert text8_style((mark * 100_000 + " tea").encode()).endswith(b" tea")


def test_marks_nested_a_hundred_thousand_deep():
    assert text8_style(b"{{" * 100_000 + b"milk" + b"}}" * 100_000 + b"tea") == b" tea"
    assert text8_style(b"[[a|" * 100_000 + b"tea" + b"]]" * 100_000) == b" tea"
