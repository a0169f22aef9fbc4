"""Markdown, LaTeX, XML and subtitles to paragraphs."""

import pytest

from firth.errors import FormatError
from firth.text.clean.latex_paragraphs import latex_paragraphs
from firth.text.clean.markdown_paragraphs import markdown_paragraphs
from firth.text.clean.subtitle_paragraphs import subtitle_paragraphs
from firth.text.clean.xml_paragraphs import xml_paragraphs


def captions(*texts):
    times = [f"00:{n:02}:00,000 --> 00:{n:02}:59,900" for n in range(len(texts))]
    return "\n".join(
        f"{n}\n{time}\n{text}\n" for n, (time, text) in enumerate(zip(times, texts, strict=True))
    )


def of_xml(document, **options):
    return list(
        xml_paragraphs([document if isinstance(document, bytes) else document.encode()], "a.xml", **options)
    )


@pytest.mark.parametrize(
    ("text", "paragraphs"),
    [
        ("---\ntitle: x\n---\n# Tea *time*\n\nTea is\n**hot**.", ["Tea time", "Tea is hot."]),
        ("[tea](http://x.org \"t\") ![alt](i.png) `code`", ["tea code"]),
        ("a\n\n```py\nx()\n```\n\n    y()\n\nb", ["a", "b"]),
        ("- one\n  more\n- two\n\n> said", ["one more", "two", "said"]),
        ("| a | b |\n|---|---|\n| c | d |", ["a", "b", "c", "d"]),
        ("<div>in <b>html</b></div>\n\n$$x^2$$ text[^1]\n\n[^1]: note", ["in html", "text", "note"]),
    ],
)  # fmt: skip
def test_markdown(text, paragraphs):
    assert markdown_paragraphs(text) == paragraphs


@pytest.mark.parametrize(
    ("text", "paragraphs"),
    [
        (r"\usepackage{x}\begin{document}Tea.\end{document} after", ["Tea."]),
        (r"\section*{Tea\label{a}} is \emph{hot}~\cite[p.~3]{x,y}.", ["Tea", "is hot ."]),
        (r"Na\"{\i}ve caf\'e, \c{c}a, Stra\ss e, Erd\H{o}s", ["Naı̈ve café, ça, Straße, Erdős"]),
        ("one % comment\ntwo\n\nthree 10\\% \\$5", ["one two", "three 10% $5"]),
        (r"a $x^2$ b \(y\) c \[z\] d $$w$$ e", ["a b c d e"]),
        (r"a\begin{equation}x\end{equation}b\begin{verbatim}\no{\end{verbatim}c", ["a", "b", "c"]),
        (r"\begin{itemize}\item one \item[x] two\end{itemize}", ["one", "two"]),
        (r"\href{http://x.y}{site} \textcolor{red}{words} {\it old} \LaTeX{}", ["site words old LaTeX"]),
        (r"so\footnote{A \emph{note}.} it goes -- ``on'' --- and on", ["so it goes – “on” — and on"]),
        ("", []),
    ],
)  # fmt: skip
def test_latex(text, paragraphs):
    found = latex_paragraphs(text)
    assert [line.replace("ï", "ı̈") for line in found] == paragraphs


@pytest.mark.parametrize(
    "piece", ["{", "\\cite{", "\\cite[", "$", "$$ ", "\\begin{equation}", "\\[", "\\'", "\\href", "%", "\n "]
)
def test_latex_that_is_never_closed_takes_linear_time(piece):
    latex_paragraphs(piece * 50_000)


def test_sentences_go_on_over_captions_and_end_with_pauses_and_speakers():
    text = captions("<i>Tea is</i>", "hot. [sighs]", "- Really?\n- MARY: Yes", "{\\an8}it (laughs) is")
    assert subtitle_paragraphs(text) == ["Tea is hot.", "Really?", "Yes it is"]
    long_after = "00:00:01.000 --> 00:00:02.000\nTea is\n\n00:09:00.000 --> 00:09:01.000\nhot\n"
    assert subtitle_paragraphs(f"WEBVTT\n\nNOTE no\n\n{long_after}") == ["Tea is", "hot"]


def test_lines_that_automatic_captions_repeat_are_taken_once():
    assert subtitle_paragraphs(captions("so today", "so today\nwe drink<00:00:04.000><c> tea</c>")) == [
        "so today we drink tea"
    ]


@pytest.mark.parametrize(
    ("document", "paragraphs"),
    [
        ("<TEI><teiHeader>x</teiHeader><p>Tea <hi>is</hi>\nhot<note>n</note>.</p></TEI>", ["Tea is hot."]),
        ("<d><title>Tea</title><para>is <unknown>hot</unknown> here</para></d>", ["Tea", "is hot here"]),
        ("<s><w>The</w><w>cat</w></s><!-- x -->", ["The cat"]),
        ("<l>&eacute; &#233; &lt; <![CDATA[a<b]]></l>", ["é é < a<b"]),
        ("<x:a xmlns:x='u'><x:p>one</x:p><x:p>two</x:p></x:a>", ["one", "two"]),
    ],
)  # fmt: skip
def test_xml(document, paragraphs):
    assert of_xml(document) == paragraphs
    cut_anywhere = [document[n : n + 1].encode() for n in range(len(document))]
    assert list(xml_paragraphs(cut_anywhere, "a.xml")) == paragraphs


def test_elements_of_xml_are_chosen_or_left_out():
    document = "<d><h>x</h><b><p>one</p><q>two</q></b></d>"
    assert of_xml(document, elements=["b"]) == ["one", "two"]
    assert of_xml(document, elements=["b"], without=["p"]) == ["two"]
    assert of_xml("<d><note>x</note></d>", elements=["note"]) == ["x"]


def test_xml_is_read_in_the_encoding_that_it_declares():
    for encoding in ("windows-1251", "shift_jis", "utf-16"):
        document = f"<?xml version='1.0' encoding='{encoding}'?><p>чай</p>".encode(encoding)
        assert of_xml(document) == ["чай"]
    assert of_xml("<p>é</p>".encode("latin-1"), encoding="latin-1") == ["é"]


@pytest.mark.parametrize(
    ("document", "said"),
    [
        (b"<?xml version='1.0' encoding='klingon'?><p/>", "its encoding is 'klingon', which is none"),
        (b"<p>\xff</p>", "not in the encoding utf-8"),
        (b"<p>tea", "no whole XML: no element found in line 1"),
        (b"", "no whole XML"),
        (b"<a>" * 5000, r"a\.xml has elements nested more than 1,000 deep"),
    ],
)
def test_broken_xml_is_refused_in_a_sentence(document, said):
    with pytest.raises(FormatError, match=said):
        of_xml(document)


def test_entities_do_not_grow():
    nested = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))
    bomb = f'<!DOCTYPE l [<!ENTITY a0 "lol">{nested}]><l>tea &a11; &a0;</l>'
    assert of_xml(bomb) == ["tea lol"]
    long = f'<!DOCTYPE l [<!ENTITY a "{"x" * 50_000}">]><l>{"&a;" * 50_000} tea</l>'
    assert of_xml(long) == ["tea"]
    with pytest.raises(FormatError, match="no whole XML"):
        of_xml(bomb.replace("<l>", "<l x='&a11;'>"))
