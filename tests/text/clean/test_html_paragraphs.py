"""Pages of HTML to paragraphs."""

import pytest

from firth.text.clean import html_text
from firth.text.clean.html_paragraphs import html_paragraphs


@pytest.mark.parametrize(
    ("page", "paragraphs"),
    [
        ("<h1>Tea</h1><p>is <b>h</b>ot<p>and\ngood", ["Tea", "is hot", "and good"]),
        ("<ul><li>one<li>two</ul><table><tr><td>a<td>b</table>", ["one", "two", "a", "b"]),
        ("caf&eacute; &amp; t&#233; &#x4e2d; 1 < 2 > 0", ["café & té 中 1 < 2 > 0"]),
        ("a<script>if (a < b) '<p>'</script>b<style>p > a {}</style>c", ["abc"]),
        ("<nav>Home<nav>x</nav>Menu</nav><p>text</p><footer>2026</footer>", ["text"]),
        ("<header>Site</header><main><header><h1>Title</h1></header>text</main>", ["Title", "text"]),
        ("<div hidden>a</div><div aria-hidden='true'>b</div><div style='display: none'>c</div>d", ["d"]),
        ("<div role=navigation>a</div><div class=hidden-x title='a hidden b'>d</div>", ["d"]),
        ("one<br>line<br><br>two", ["one line", "two"]),
        ("<pre>one\nline\n\ntwo</pre>", ["one line", "two"]),
        ("<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>字", ["漢字"]),
        ("a<!-- <p> no -->b<![CDATA[x]]><?php x ?>", ["ab"]),
        ("<img alt='a > b' src=\"x>y\">text<P CLASS=x>MORE</P>", ["text", "MORE"]),
        ("", []),
    ],
)  # fmt: skip
def test_what_a_page_shows_is_kept(page, paragraphs):
    assert html_paragraphs(page) == paragraphs


@pytest.mark.parametrize(
    "page", ["<nav>tea", "<!-- tea", "<div hidden>tea", "tea<a b='", "tea<", "<b>tea<nav>"]
)
def test_marks_that_are_never_closed_hide_nothing(page):
    assert "tea" in html_text(page)


@pytest.mark.parametrize(
    "piece",
    ["<div>", "<!--", "<", "<a ", '<a b="', '<">', "<a '>", "&#", "<script>", "<nav>", "<table><tr><td>",
     "<?", "</p>", "<div style='", "<script></scrip", "<font size=1><p>"],
)  # fmt: skip
def test_each_character_is_looked_at_a_bounded_number_of_times(piece):
    html_paragraphs(piece * 50_000)  # what is quadratic takes hours here


def test_a_number_of_thousands_of_digits_is_no_character():
    assert html_paragraphs(f"tea &#{'9' * 5000}; &#x{'f' * 5000};") == ["tea \ufffd \ufffd"]
