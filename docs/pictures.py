"""Draw the pictures of the docs: run the code of the gallery, and make what it saves small.

    FIRTH_DATA=… python docs/pictures.py            # all of them, in some minutes
    FIRTH_DATA=… python docs/pictures.py towns digits   # those whose names begin so

The code that stands under a picture in docs/gallery.md is what drew it. It runs beside the files that the
page names: those of `firth demo`, the made-up tables, docstrings of three libraries, and vectors of 30 MB of
Wikipedia from $FIRTH_DATA. A page to explore is photographed in chromium.
"""

from __future__ import annotations

import contextlib
import gzip
import io
import lzma
import os
import random
import re
import shlex
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import polars as pl
from PIL import Image

if TYPE_CHECKING:
    from playwright.sync_api import Page

from blocks import Block, blocks, commands
from firth.cli.app import app
from firth.datasets import gather_documentation

HERE = Path(__file__).parent
GALLERY = HERE / "gallery.md"
FOLDER = HERE / "pictures"
SMALLER = 0.4
"""Of the 300 dots to an inch that firth draws with."""
COLORS = 256
"""Of the palette of each picture, which keeps them small."""
LIBRARIES = ("matplotlib", "numpy", "pandas")
WIKIPEDIA = 30_000_000
"""Bytes of the text that vectors are trained on."""


def draw(beginnings: tuple[str, ...]) -> None:
    """Write the pictures of the gallery whose names begin so into docs/pictures."""
    with TemporaryDirectory() as folder, contextlib.chdir(folder):
        write_inputs(Path(os.environ["FIRTH_DATA"]))
        namespace: dict[str, object] = {}
        for block in blocks(GALLERY):
            run(block, namespace)
        for name in re.findall(r"\]\(pictures/([\w-]+)\.png\)", GALLERY.read_text()):
            if name.startswith(beginnings):
                drawn, page = Path(f"{name}.png"), Path(f"{name}.html")
                picture = Image.open(io.BytesIO(photographed(page)) if page.exists() else drawn)
                (FOLDER / f"{name}.png").write_bytes(small_png(picture, 1 if page.exists() else SMALLER))


def write_inputs(data: Path) -> None:
    """Put the files that the gallery names into the working directory."""
    for table in FOLDER.glob("*.csv"):
        shutil.copy(table, ".")
    docstrings().write_csv("libraries.csv")
    firth("demo --quiet")
    Path("data").symlink_to(data)
    shutil.copy(data / "wordsim" / "EN-MEN-TR-3k.txt", "my-pairs.txt")
    with lzma.open(data / "corpora" / "wiki100m.txt.xz") as text:
        Path("corpus.txt.gz").write_bytes(gzip.compress(text.read(WIKIPEDIA), 1))
    for recipe, name in (("eigenword", "vectors"), ("ppmi", "ppmi")):
        firth(f"embed corpus.txt.gz -o {name}.safetensors --recipe {recipe} --dim 200 --quiet")


def docstrings() -> pl.DataFrame:
    """Two hundred long docstrings of each of three libraries, with the name of the library."""
    python = set(gather_documentation([]).texts)
    random.seed(0)
    rows = []
    for library in LIBRARIES:
        texts = [text for text in gather_documentation([library]).texts if text not in python]
        long = [text for text in texts if "Parameters" in text and len(text) > 600]
        rows += [(text, library) for text in random.sample(long, 200)]
    return pl.DataFrame(rows, schema=["text", "library"], orient="row")


def run(block: Block, namespace: dict[str, object]) -> None:
    """Run the Python or the commands of a block."""
    if block.language == "python":
        exec(compile(block.code, GALLERY.name, "exec"), namespace)
    for command, _ in commands(block):
        firth(command.replace("FIRTH_DATA=data ", "").removeprefix("firth "))


def firth(arguments: str) -> None:
    """Run a command of firth's."""
    app(shlex.split(arguments), standalone_mode=False)


def photographed(page: Path) -> bytes:
    """What a browser shows of a page when the mouse is on its middle."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        view = browser.new_page(viewport={"width": 860, "height": 620})
        view.goto(page.absolute().as_uri())
        view.wait_for_timeout(3000)
        hover_over_a_point(view)
        view.wait_for_timeout(1000)
        shown = view.screenshot()
        browser.close()
    return shown


def hover_over_a_point(view: Page) -> None:
    """Put the mouse on the rightmost point of a map, or on the middle of a sphere."""
    points = [box for point in view.locator(".scatterlayer .point").all() if (box := point.bounding_box())]
    middle = {"x": 510, "y": 290, "width": 0, "height": 0}
    box = max(points, key=lambda box: box["x"], default=middle)
    view.mouse.move(box["x"] + box["width"] / 2 - 2, box["y"] + box["height"] / 2)
    view.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def small_png(picture: Image.Image, scale: float) -> bytes:
    """A smaller picture in few colors."""
    size = (round(picture.width * scale), round(picture.height * scale))
    smaller = picture.convert("RGB").resize(size, Image.Resampling.LANCZOS)
    buffer = io.BytesIO()
    smaller.quantize(COLORS, kmeans=3, dither=Image.Dither.NONE).save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


if __name__ == "__main__":
    draw(tuple(sys.argv[1:]) or ("",))
