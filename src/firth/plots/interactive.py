"""What interactive pictures share: an empty plotly figure, its title, and numbers that keep pages small."""

from __future__ import annotations

from html import escape
from typing import Any

from firth.errors import InputError
from firth.plots.canvas import INK, QUIET
from firth.runtime.arrays import Array


def new_page(title: str, note: str, **place: Any) -> Any:
    """An empty figure with a title and a note below it; place: where the title stands, as plotly has it."""
    try:
        import plotly.graph_objects  # noqa: F401
    except ImportError as error:
        raise InputError(
            "plotly, which draws this, is not installed; get it with pip install 'firth[plots]'."
        ) from error
    from firth.plots.page import Page

    page = Page()
    page.update_layout(
        template="plotly_white",
        title={
            "text": escape(title),
            "subtitle": {"text": note, "font": {"color": QUIET, "size": 12}},
            **place,
            "yref": "container",
            "y": 1,
            "yanchor": "top",
            "pad": {"t": 18},
        },
        font={"color": INK},
    )
    return page


def significant(values: Array) -> list[float]:
    """Six digits, more than any screen shows; pages stay small."""
    return [float(f"{value:.6g}") for value in values.tolist()]
