"""A report as one self-contained page, and as Markdown."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from firth.ca.report import Section

if TYPE_CHECKING:
    import polars as pl

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light; }}
body {{ font: 16px/1.55 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; color: #222;
       max-width: 60rem; margin: 2.5rem auto; padding: 0 1.25rem; }}
h1 {{ font-size: 1.7rem; margin-bottom: .3rem; }}
h2 {{ font-size: 1.2rem; margin-top: 2.4rem; border-bottom: 1px solid #ddd; padding-bottom: .25rem; }}
p {{ max-width: 46rem; }}
nav {{ font-size: .9rem; margin-bottom: 1.5rem; }} nav a {{ margin-right: .9rem; white-space: nowrap; }}
a {{ color: #0072B2; }}
img {{ max-width: 100%; height: auto; display: block; margin: 1rem 0; }}
details {{ margin: 1rem 0; }} summary {{ cursor: pointer; color: #0072B2; }}
.wide {{ overflow-x: auto; }}
table {{ border-collapse: collapse; font-size: .82rem; font-variant-numeric: tabular-nums; }}
th, td {{ padding: .2rem .6rem; text-align: right; border-bottom: 1px solid #eee; white-space: nowrap; }}
th {{ border-bottom: 1px solid #aaa; }} th:first-child, td:first-child {{ text-align: left; }}
@media print {{ nav {{ display: none; }} h2 {{ break-after: avoid; }} img {{ break-inside: avoid; }} }}
</style>
</head>
<body>
<h1>{title}</h1>
<nav>{contents}</nav>
{body}
</body>
</html>
"""


def report_page(title: str, sections: Sequence[Section], pictures: Mapping[str, bytes]) -> str:
    """One page that holds all it needs.

    Parameters
    ----------
    title : str
    sections : sequence of Section
        What `report_sections` returns.
    pictures : mapping of str to bytes
        PNG files by their names; a picture that is not among them is left out.

    Returns
    -------
    str
        HTML.

    Examples
    --------
    >>> page = report_page("Eyes", [Section("The table", ("4 rows <5>",), ("map",))], {})
    >>> "<h2 id=\\"s1\\">The table</h2>" in page, "4 rows &lt;5&gt;" in page
    (True, True)
    """
    parts = []
    for place, section in enumerate(sections, 1):
        parts.append(f'<h2 id="s{place}">{escape(section.title)}</h2>')
        parts += [f"<p>{_unbroken(escape(sentence))}</p>" for sentence in section.sentences]
        for name in section.pictures:
            if name in pictures:
                data = base64.b64encode(pictures[name]).decode("ascii")
                parts.append(f'<img alt="{escape(name)}" src="data:image/png;base64,{data}">')
        for caption, frame in (section.tables or {}).items():
            parts.append(
                f'<details><summary>{escape(caption)}</summary><div class="wide">{_html_table(frame)}</div>'
                "</details>"
            )
    contents = " ".join(
        f'<a href="#s{place}">{escape(section.title)}</a>' for place, section in enumerate(sections, 1)
    )
    return _PAGE.format(title=escape(title), contents=contents, body="\n".join(parts))


def report_markdown(title: str, sections: Sequence[Section], pictures: Mapping[str, str]) -> str:
    """The same as Markdown.

    Parameters
    ----------
    title : str
    sections : sequence of Section
        What `report_sections` returns.
    pictures : mapping of str to str
        Paths by the names of the pictures; a picture that is not among them is left out.

    Returns
    -------
    str

    Examples
    --------
    >>> print(report_markdown("Eyes", [Section("The table", ("4 rows.",), ("map",))], {"map": "map.png"}))
    # Eyes
    <BLANKLINE>
    ## The table
    <BLANKLINE>
    4 rows.
    <BLANKLINE>
    ![map](map.png)
    <BLANKLINE>
    """
    parts = [f"# {title}"]
    for section in sections:
        parts.append(f"## {section.title}")
        parts += [_plain(sentence) for sentence in section.sentences]
        parts += [f"![{name}]({pictures[name]})" for name in section.pictures if name in pictures]
        for caption, frame in (section.tables or {}).items():
            parts += [f"**{caption}**", _markdown_table(frame)]
    return "\n\n".join(parts) + "\n"


def _unbroken(text: str) -> str:
    """No line begins with the sign of a percentage, or ends within n = 5."""
    text = re.sub(r"(?<=\d) %", "\N{NO-BREAK SPACE}%", text)
    return re.sub(r"(?<=[np²]) = (?=\d)", "\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}", text)


def _html_table(frame: pl.DataFrame) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in frame.columns)
    rows = (
        "<tr>" + "".join(f"<td>{escape(_cell(value))}</td>" for value in row) + "</tr>"
        for row in frame.iter_rows()
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _markdown_table(frame: pl.DataFrame) -> str:
    lines = [
        f"| {' | '.join(_escaped(name) for name in frame.columns)} |",
        f"| {' | '.join(['---', *['---:'] * (frame.width - 1)])} |",
    ]
    lines += [f"| {' | '.join(_escaped(_cell(value)) for value in row)} |" for row in frame.iter_rows()]
    return "\n".join(lines)


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.4f}" if 1e-4 <= abs(value) < 1e5 or value == 0 else f"{value:.3g}"
    return str(value)


def _escaped(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _plain(sentence: str) -> str:
    """A sentence whose names are no marks of Markdown."""
    for mark in ("*", "_", "<", "#"):
        sentence = sentence.replace(mark, f"\\{mark}")
    return sentence
