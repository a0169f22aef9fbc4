"""HTML to paragraphs: the text that a page shows, without scripts, navigation and other boilerplate.

The page is cut at its tags rather than made into a tree. Both libraries that were tried, selectolax and
Python's html.parser, take minutes for some pages below a megabyte: elements nested 100,000 deep, tags that
never end.
Here the time is linear in the length of the page, whatever it holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from firth.text.clean.entities import unescaped

_BLOCKS = frozenset(
    """
    address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption
    figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li main menu nav ol
    optgroup option p pre search section summary table tbody td tfoot th thead title tr ul
    """.split()  # noqa: SIM905  # easier to read
)
"""Elements that begin and end a line; all others stand within one."""

_LEFT_OUT = frozenset(
    """
    applet area aside audio base basefont button canvas code datalist dialog embed footer frame iframe input
    keygen link map math menu meta meter nav noembed noframes noscript object optgroup option output param
    picture progress rp rt search select source style svg template textarea track video
    """.split()  # noqa: SIM905  # easier to read
)
"""Elements that are left out with all they hold: no text of the page, or the same on every page of a site."""

_RAW = frozenset({"script", "style", "textarea", "iframe", "noembed", "noframes", "xmp"})
"""Elements in which tags are not tags; they are left out too."""

_READINGS = frozenset({"rp", "rt"})
"""How a word is read, above it; what stands beside them is one word."""

_EMPTY = frozenset(
    """
    area base basefont br col embed frame hr img input keygen link meta param source track wbr
    """.split()  # noqa: SIM905  # easier to read
)
_HIDEABLE = frozenset(
    """
    article aside details div figure form ol section span table ul
    """.split()  # noqa: SIM905  # easier to read
)
_HIDDEN = re.compile(
    r"""[\s"'](?:aria-hidden\s*=\s*["']?true"""
    r"""|role\s*=\s*["']?(?:navigation|banner|contentinfo|search|menu|menubar|dialog|alertdialog)\b"""
    r"""|style\s*=\s*["'][^"']{0,500}?display\s*:\s*none)""",
    re.IGNORECASE,
)
_HIDDEN_BY_NAME = re.compile(r"\shidden(?=[\s=/>])", re.IGNORECASE)
_QUOTED = re.compile(r""""[^"]*"|'[^']*'""")
_TAG = re.compile(r"""<(/?)([a-zA-Z][^\s/>]*+)((?:[^"'>]|"[^"]*+"|'[^']*+')*+)>""")
_NAME = re.compile(r"<(/?)([a-zA-Z][^\s/>]*+)")
_LONGEST_TAG = 1024
"""Characters in which the quotation marks of a tag must be closed; a longer tag ends at its first >."""

_EMPTY_LINE = re.compile(r"\n[ \t]*\r?\n")


class _Tag(NamedTuple):
    """A tag, or a part of the page that holds no text, such as a comment, whose name is empty."""

    start: int
    end: int
    name: str
    closes: bool
    hidden: bool


def html_paragraphs(page: str, *, code: bool = False) -> list[str]:
    """The paragraphs of a page, each on one line: headings, list items and cells of tables are some too.

    Marks that are never closed hide nothing, except scripts.

    code: whether what stands in <code> is kept, as within a sentence of Markdown.

    >>> html_paragraphs("<nav>Home</nav><h1>Tea</h1><p>Tea is <b>hot</b> &amp;<br>good.<script>x()</script>")
    ['Tea', 'Tea is hot & good.']
    """
    parts: list[str] = []
    position = preformatted = breaks = 0
    tags = list(_tags(page))
    for tag in _without_left_out(page, tags, code):
        if tag.start > position:
            text = unescaped(page[position : tag.start])
            breaks = breaks if text.isspace() else 0
            parts.append(
                _EMPTY_LINE.sub("\0", text).replace("\n", " ") if preformatted else text.replace("\n", " ")
            )
        position = max(position, tag.end)
        if tag.name == "br":
            breaks += 1
            parts.append("\0" if breaks == 2 else " ")  # two in a row are how paragraphs are made without <p>
        elif tag.name in _BLOCKS:
            parts.append("\0")
            preformatted += {"pre": -1 if tag.closes else 1}.get(tag.name, 0)
            preformatted = max(preformatted, 0)
        elif tag.name in _LEFT_OUT and tag.name not in _READINGS:
            parts.append(" ")
    parts.append(unescaped(page[position:]).replace("\n", " "))
    lines = (" ".join(line.split()) for line in "".join(parts).split("\0"))
    return [line for line in lines if line]


def _tags(page: str) -> Iterator[_Tag]:
    """All tags, comments and declarations, in their order."""
    position, closing = 0, _Closings(page)
    while (start := page.find("<", position)) >= 0:
        end = _end(page, start, closing)
        position = end or start + 1
        if not end:
            continue
        tag = _NAME.match(page, start, end)
        if tag is None:
            yield _Tag(start, end, "", False, False)
            continue
        name, closes = tag[2].lower(), bool(tag[1])
        hidden = (
            not closes and name in _HIDEABLE and _is_hidden(page[tag.end() : min(end, start + _LONGEST_TAG)])
        )
        if name in _RAW and not closes:
            position = end = closing.after(f"</{name}", end) or len(page)
            name = ""
        yield _Tag(start, end, name, closes, hidden)


def _is_hidden(attributes: str) -> bool:
    found = _HIDDEN.search(attributes) or _HIDDEN_BY_NAME.search(_QUOTED.sub("''", attributes))
    return found is not None


def _end(page: str, start: int, closing: _Closings) -> int:
    """Where the tag or comment ends that begins here; 0 if it is none."""
    if page.startswith("<!--", start):
        return closing.after("-->", start + 4) or start + 4
    following = page[start + 1 : start + 2]
    if following in ("!", "?"):
        return closing.after(">", start)
    if not following.isalpha() and not (following == "/" and page[start + 2 : start + 3].isalpha()):
        return 0
    if tag := _TAG.match(page, start, start + _LONGEST_TAG):
        return tag.end()
    return closing.after(">", start)


class _Closings:
    """Where marks are found next; one that does not come any more is not sought again."""

    def __init__(self, page: str) -> None:
        self._page = page
        self._next: dict[str, int] = {}
        self._lower: str | None = None

    def after(self, mark: str, position: int) -> int:
        """The place behind the next such mark, in whatever case; 0 if there is none."""
        found = self._next.get(mark, 0)
        if 0 <= found < position + len(mark):
            found = self._find(mark, position)
            self._next[mark] = found
        return max(found, 0)

    def _find(self, mark: str, position: int) -> int:
        if not mark.startswith("</"):
            place = self._page.find(mark, position)
            return place + len(mark) if place >= 0 else -1
        found = re.compile(rf"{mark}[^>]{{0,{_LONGEST_TAG}}}>", re.IGNORECASE).search(self._page, position)
        return found.end() if found else -1


def _without_left_out(page: str, tags: list[_Tag], code: bool) -> Iterator[_Tag]:
    """The tags, without those inside elements that are left out, whose first tag spans all of it."""
    ends = _ends(tags)
    position = articles = 0
    for place, tag in enumerate(tags):
        if tag.start < position:
            continue
        if tag.name in ("article", "main"):
            articles = max(0, articles + (-1 if tag.closes else 1))
        left_out = tag.hidden or (tag.name in _LEFT_OUT and not (code and tag.name == "code"))
        if tag.name == "header" and not tag.closes:
            left_out = not articles  # the header of an article has its title
        if left_out and not tag.closes and place in ends:
            position = ends[place]
            yield tag._replace(end=position)
        else:
            yield tag


def _ends(tags: list[_Tag]) -> dict[int, int]:
    """Where elements end that could be left out, by the place of their first tag, if they are closed."""
    open_tags: dict[str, list[int]] = {}
    ends: dict[int, int] = {}
    for place, tag in enumerate(tags):
        if tag.name in _EMPTY or not (tag.name in _LEFT_OUT or tag.name in _HIDEABLE or tag.name == "header"):
            continue
        if not tag.closes:
            open_tags.setdefault(tag.name, []).append(place)
        elif open_tags.get(tag.name):
            ends[open_tags[tag.name].pop()] = tag.end
    return ends
