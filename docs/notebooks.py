"""Run the notebooks of the docs and keep their outputs, with small pictures; turn a notebook into Markdown.

    python docs/notebooks.py            # runs docs/notebooks/*.ipynb, and writes what they print into them

The site shows notebooks as pages: docs/hooks.py calls `markdown_of`, so that nothing runs while it is built.
"""

from __future__ import annotations

import base64
import io
import json
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

DOCS = Path(__file__).parent
NOTEBOOKS = sorted((DOCS / "notebooks").glob("*.ipynb"))


def run(notebook: Path) -> Any:
    """The notebook with fresh outputs, run beside copies of the example tables."""
    import nbformat
    from nbclient import NotebookClient

    with TemporaryDirectory() as folder:
        shutil.copytree(DOCS / "pictures", Path(folder) / "pictures")
        (Path(folder) / "notebooks").mkdir()
        found = nbformat.read(notebook, as_version=4)
        where = {"metadata": {"path": f"{folder}/notebooks"}}
        NotebookClient(found, timeout=300, resources=where, record_timing=False).execute()
    return found


def write(notebook: Path) -> None:
    """Run a notebook and keep what it prints."""
    import nbformat
    from PIL import Image

    from pictures import small_png

    found = run(notebook)
    found.metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    for cell in found.cells:
        for output in cell.get("outputs", []):
            png = output.get("data", {}).get("image/png")
            if png:
                small = small_png(Image.open(io.BytesIO(base64.b64decode(png))), 1)
                output.data = {"image/png": base64.b64encode(small).decode()}
                output.metadata = {}
    nbformat.write(found, notebook)


def markdown_of(notebook: str, name: str) -> tuple[str, dict[str, bytes]]:
    """A notebook as a page, and its pictures by the names that the page gives them.

    notebook: the text of the file. name: what the names of pictures begin with.
    """
    parts: list[str] = []
    pictures: dict[str, bytes] = {}
    for cell in json.loads(notebook)["cells"]:
        source = "".join(cell["source"]).strip()
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        for kind, content in _shown(cell["outputs"]):
            if kind == "image/png":
                file = f"{name}-{len(pictures) + 1}.png"
                pictures[file] = base64.b64decode(content)
                parts.append(f"![What the code above draws.]({file})")
            else:
                parts.append(
                    content if kind == "text/html" else f"```{{ .text .printed }}\n{content.rstrip()}\n```"
                )
    return "\n\n".join(parts) + "\n", pictures


def _shown(outputs: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    """The richest form of each output; what is printed stands together."""
    printed = "".join("".join(one["text"]) for one in outputs if one["output_type"] == "stream")
    if printed:
        yield "text/plain", printed
    for output in outputs:
        if output["output_type"] == "stream":
            continue
        for kind in ("image/png", "text/html", "text/plain"):
            if kind in output["data"]:
                yield kind, "".join(output["data"][kind])
                break


if __name__ == "__main__":
    for path in NOTEBOOKS:
        write(path)
