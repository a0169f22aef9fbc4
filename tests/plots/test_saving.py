import re
import shutil
import subprocess
import sys
from html import unescape

import numpy as np
import pytest

from firth.errors import InputError, OutputError
from firth.plots import biplot, contribution_bars, heatmap, interactive_biplot, save_figure, scree
from plots.conftest import FISHER, analysis_of

STATIC = {
    "biplot": biplot,
    "scree": scree,
    "bars": contribution_bars,
    "heatmap": lambda analysis: heatmap(np.eye(3), ["a", "b", "c"]),
}


@pytest.mark.parametrize("suffix", ["png", "svg", "pdf"])
@pytest.mark.parametrize("picture", STATIC)
def test_the_same_picture_is_the_same_bytes(fisher, picture, suffix, tmp_path):
    for name in ("one", "two"):
        save_figure(STATIC[picture](fisher), tmp_path / f"{name}.{suffix}")
    one = (tmp_path / f"one.{suffix}").read_bytes()
    assert one == (tmp_path / f"two.{suffix}").read_bytes()
    assert not re.search(rb"CreationDate|<dc:date>|20\d\d-\d\d-\d\dT", one)


def test_the_same_page_is_the_same_bytes(fisher, tmp_path):
    for name in ("one", "two"):
        save_figure(interactive_biplot(fisher), tmp_path / f"{name}.html")
    assert (tmp_path / "one.html").read_bytes() == (tmp_path / "two.html").read_bytes()


def test_letters_that_no_font_has_are_no_reason_to_warn(tmp_path):
    rows = ["日本語", "ქართული", "\U0001f600", "አማርኛ"]
    save_figure(biplot(analysis_of(FISHER, rows=rows)), tmp_path / "biplot.png")
    assert (tmp_path / "biplot.png").stat().st_size > 1000


@pytest.mark.parametrize(
    ("draw", "name", "message"),
    [
        (biplot, "x.gif", "ends in '.gif', but a static figure is saved as .png or .svg or .pdf."),
        (biplot, "x.html", "ends in '.html', but a static figure is saved as .png or .svg or .pdf."),
        (biplot, "x", "has no ending, but a static figure is saved as .png or .svg or .pdf."),
        (interactive_biplot, "x.png", "ends in '.png', but an interactive figure is saved as .html."),
    ],
)
def test_unknown_suffixes_are_refused(fisher, draw, name, message, tmp_path):
    with pytest.raises(InputError) as caught:
        save_figure(draw(fisher), tmp_path / name)
    assert str(caught.value) == f"{tmp_path / name} {message}"
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_missing_is_named(fisher, tmp_path):
    with pytest.raises(OutputError, match="missing"):
        save_figure(scree(fisher), tmp_path / "missing" / "scree.png")


@pytest.mark.parametrize(
    ("library", "draw"), [("matplotlib", biplot), ("matplotlib", scree), ("plotly", interactive_biplot)]
)
def test_a_missing_library_is_named_with_the_extra_that_has_it(fisher, library, draw, monkeypatch):
    for name in [name for name in sys.modules if name.split(".")[0] == library]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(
        InputError, match=rf"^{library}, which draws this, is not installed; .*firth\[plots\]"
    ):
        draw(fisher)


def test_importing_the_plots_imports_no_drawing_library():
    code = "import sys, firth.plots; print([m for m in ('matplotlib', 'plotly') if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_pictures_have_the_dots_that_printers_ask_for(fisher, tmp_path):
    for dpi, options in ((300, {}), (100, {"dpi": 100})):
        save_figure(biplot(fisher), tmp_path / "biplot.png", **options)
        width = int.from_bytes((tmp_path / "biplot.png").read_bytes()[16:20], "big")
        assert width == 7 * dpi
    with pytest.raises(InputError, match="dpi is 0; there is at least 1 dot to an inch"):
        save_figure(biplot(fisher), tmp_path / "biplot.png", dpi=0)


def test_text_in_svg_files_is_text(fisher, tmp_path):
    save_figure(biplot(fisher, title="Eyes & hair"), tmp_path / "biplot.svg")
    page = (tmp_path / "biplot.svg").read_text(encoding="utf-8")
    texts = [unescape(text) for text in re.findall(r"<text[^>]*>([^<]*)</text>", page)]
    assert {*fisher.rows.names, *fisher.columns.names, "Eyes & hair", "Axis 1 (86.6 %)"} <= set(texts)
    # Where DejaVu is missing, the letters are still without serifs.
    assert all(family.endswith("sans-serif") for family in re.findall("font-family: ([^;]*)", page))


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="there is no pdftotext on this system")
def test_text_in_pdf_files_is_text(fisher, tmp_path):
    save_figure(biplot(fisher), tmp_path / "biplot.pdf")
    found = subprocess.run(
        ["pdftotext", tmp_path / "biplot.pdf", "-"], capture_output=True, text=True, check=True
    ).stdout
    assert {"medium hair", "black", "blue"} <= set(found.splitlines())
