import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firth.text.clean.sentence_splitting import split_by_rules, splitter_of
from firth.text.clean.wikipedia_dump import Site
from firth.text.clean.wikipedia_sentences import sentences_style, without_enclosed

GERMAN = Site("de", {"datei": 6, "kategorie": 14, "hilfe": 12})


def cleaned(wikitext, site=GERMAN, split=split_by_rules):
    escaped = wikitext.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    return sentences_style(escaped.encode(), site, split).splitlines()


@pytest.mark.parametrize(
    ("wikitext", "lines"),
    [
        ("One. Two! Three?", ["one", "two", "three"]),
        ("'''Bold''' and ''slanted''", ["bold and slanted"]),
        ("a {{template|b={{c}}}} d", ["a d"]),
        ("a\n{| class=x\n|-\n| cell {{t}} || {| inner |}\n|}\nb", ["a", "b"]),
        ("tea<ref>Book, p. 3</ref> and<ref name=x /> milk<REF name=y>z</REF>.", ["tea and milk"]),
        ("a <math>x^{2}</math> b <!-- c {{ --> d", ["a b d"]),
        ("H<sub>2</sub>O<br>tea<br/>milk", ["h2o tea milk"]),
        ("[[tea]]s, [[drink|drinks]], [[#Milk|milk]], [[:Kategorie:X]]", ["teas drinks milk kategorie x"]),
        ("a [[Datei:x.png|mini|a [[b|c]] d]] e [[File:y.png]] f [[Image:z]]", ["a e f"]),
        ("a [[Kategorie:Tee]] [[category:tea|t]] b", ["a b"]),
        ("a [[fr:Thé]] [[zh-min-nan:Tê]] b [[wikt:t|tea]] [[Hilfe:Tee]] [[Hilfe:Tee|c]]", ["a b tea c"]),
        ("[[Star Wars: A New Hope]]", ["star wars a new hope"]),
        ("[http://tea.org the site], [//x.y z], https://a.b/c?d or www.tea.org", ["the site z or"]),
        ("Tea (a (hot) drink) is {braces} here", ["tea is here"]),
        ("茶（ちゃ）は飲み物。うまい！", ["茶は飲み物", "うまい"]),
        ("an (open one\nand a closed) one", ["an open one", "and a closed one"]),
        ("== Heading ==\n* one\n*# two\n: three\n----\n| left of a table", ["one", "two", "three"]),
        ("__NOTOC__ a&nbsp;b &ndash; c &amp; d", ["a b c d"]),
        ("Don’t say 'no' to rock 'n' roll", ["don't say no to rock n roll"]),
        ("snake_case 3.5 ½ Ångström", ["snake case 3 5 ½ ångström"]),
        ("नमस्ते दुनिया। फिर मिलेंगे।", ["नमस्ते दुनिया", "फिर मिलेंगे"]),
        ("a < b and c > d", ["a b and c d"]),
        ("{{open [[open (open <ref>open", ["open open open open"]),
        ("", []),
    ],
)  # fmt: skip
def test_what_is_kept_of_a_page(wikitext, lines):
    assert cleaned(wikitext) == lines


def test_sentencex_splits_by_the_language_of_the_dump():
    split = splitter_of("sentencex", "en")
    assert cleaned("Prof. Smith came. He saw.", split=split) == ["prof smith came", "he saw"]


@given(st.text(alphabet="{}a", max_size=40))
def test_enclosed_text_goes_as_if_innermost_pairs_were_taken_out_again_and_again(text):
    before, after = None, text
    while before != after:
        before, after = after, re.sub(r"\{[^{}]*\}", "", after)
    assert without_enclosed(text, "{", "}") == after


@pytest.mark.parametrize(
    "mark",
    ["{{", "[[", "(", "<", "<ref>", "<!--", "[http://", "[[a|", "''", "=", ".", "&", "_", "'", "__", "<math"],
)
def test_a_hundred_thousand_marks_that_are_never_closed(mark):
    assert cleaned(mark * 100_000 + "\ntea\n")[-1] == "tea"


@pytest.mark.parametrize(
    ("opening", "closing"), [("{{", "}}"), ("[[aaaaaaaaaa|", "]]"), ("(", ")"), ("{|", "|}")]
)
def test_marks_nested_a_hundred_thousand_deep(opening, closing):
    assert cleaned(opening * 100_000 + " " + closing * 100_000 + "\ntea")[-1] == "tea"


def test_a_page_of_many_megabytes_and_a_word_of_one():
    assert len(cleaned("Tea is [[drink|hot]]. " * 300_000)) == 300_000
    assert cleaned("a" * 1_000_000 + " b") == ["a" * 1_000_000 + " b"]
