"""What an experiment leaves behind: results.json and report.md."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from firth.store import whole_file


def write_results(folder: Path, results: dict[str, Any], report: str) -> None:
    """Both files, each whole or absent."""
    content = {"results.json": json.dumps(results, indent=1, allow_nan=False), "report.md": report}
    for name, text in content.items():
        with whole_file(folder / name) as temporary:
            temporary.write_text(text, encoding="utf-8")
