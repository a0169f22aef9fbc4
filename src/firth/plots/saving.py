"""Pictures in files: whole or absent, and the same bytes for the same picture."""

from __future__ import annotations

from html import escape, unescape
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firth.errors import InputError
from firth.plots.canvas import unknown_glyphs_as_boxes
from firth.runtime.atomic import whole_file

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_NO_DATES: dict[str, dict[str, None]] = {
    ".png": {"Software": None},
    ".svg": {"Date": None},
    ".pdf": {"CreationDate": None},
}
"""What matplotlib would write of the time and of itself, by suffix."""

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>html, body {{ margin: 0; height: 100%; }}</style>
</head>
<body>
{body}
</body>
</html>
"""


PRINT_DPI = 300


def save_figure(figure: Figure | Any, path: str | Path, *, dpi: int = PRINT_DPI) -> None:
    """Write a figure as a file that appears when it is whole; the same figure has the same bytes.

    The text of .svg and .pdf files stays text: it can be searched, copied and edited. A page holds all it
    needs, plotly's JavaScript included, and opens without a network.

    Parameters
    ----------
    figure : matplotlib or plotly figure
        What any of the plots returns.
    path : str or Path
        The file: .png, .svg or .pdf for a figure of matplotlib's, .html for one of plotly's.
    dpi : int, default 300
        The dots to an inch of a .png, and of large clouds of points in other files; 300 is what printers ask
        for.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from firth.plots import heatmap
    >>> with TemporaryDirectory() as folder:
    ...     save_figure(heatmap([[1, 0.4], [0.4, 1]], ["eyes", "hair"]), f"{folder}/gini.png")
    ...     [file.name for file in Path(folder).iterdir()]
    ['gini.png']
    """
    suffix = Path(path).suffix.lower()
    interactive = hasattr(figure, "to_plotly_json")
    possible = [".html"] if interactive else [*_NO_DATES]
    if suffix not in possible:
        kind = "an interactive figure" if interactive else "a static figure"
        ending = f"ends in {suffix!r}" if suffix else "has no ending"
        raise InputError(f"{path} {ending}, but {kind} is saved as {' or '.join(possible)}.")
    if dpi < 1:
        raise InputError(f"dpi is {dpi}; there is at least 1 dot to an inch.")
    with whole_file(path) as temporary:
        if interactive:
            temporary.write_text(_page(figure), encoding="utf-8", newline="\n")
        else:
            _write(figure, temporary, suffix, dpi)


def picture_bytes(figure: Figure, *, dpi: int = PRINT_DPI) -> bytes:
    """A figure of matplotlib's as the bytes of a .png, for pages that hold their pictures."""
    target = BytesIO()
    _write(figure, target, ".png", dpi)
    return target.getvalue()


def _write(figure: Figure, path: Path | BytesIO, suffix: str, dpi: int) -> None:
    import matplotlib

    # Without the salt, the ids inside an SVG are new each time. Text as text, and fonts of type 42, which
    # editors can open.
    how: Any = {"svg.hashsalt": "firth", "svg.fonttype": "none", "pdf.fonttype": 42}
    # What an SVG falls back on where DejaVu is missing: first what is as wide.
    how["font.sans-serif"] = ["DejaVu Sans", "Verdana", "Arial", "Helvetica"]
    with matplotlib.rc_context(how), unknown_glyphs_as_boxes():
        figure.savefig(path, format=suffix[1:], dpi=dpi, metadata=_NO_DATES[suffix])


def _page(figure: Any) -> str:
    body = figure.to_html(
        full_html=False,
        include_plotlyjs=True,
        include_mathjax=False,
        div_id="figure",
        default_height="100%",
        config={"responsive": True, "displaylogo": False},
    )
    return _PAGE.format(title=escape(unescape(figure.layout.title.text or "firth")), body=body)
