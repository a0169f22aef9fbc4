"""What pyproject.toml claims of its dependencies: every one is used, and the lowest versions are tried."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
LIBRARY_EXTRAS = ("plots", "neural", "baselines", "neighbors", "icu", "clean")
IMPORTED_AS = {"scikit-learn": "sklearn", "markdown-it-py": "markdown_it"}


def requirements(lines: list[str]) -> dict[str, str]:
    """Name → lowest version, of lines such as "numpy>=2.2; python_version < '3.14'"."""
    found = (re.match(r"([\w-]+)>=([\w.]+)", line) for line in lines)
    return {match[1]: match[2] for match in found if match}


def pinned(file: Path) -> dict[str, str]:
    lines = [line for line in file.read_text().splitlines() if line and not line.startswith("#")]
    return dict(line.split("==") for line in lines)


def imported_modules(folder: Path) -> set[str]:
    found = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                found.add(node.module.split(".")[0])
            elif (
                isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module") and node.args
            ):
                found.add(str(getattr(node.args[0], "value", "")))
    return found


def test_the_lowest_versions_claimed_are_those_that_are_tried():
    extras = PROJECT["optional-dependencies"]
    claimed = requirements(PROJECT["dependencies"])
    for extra in ("plots", "baselines", "neighbors", "icu", "clean", "test"):
        claimed |= requirements(extras[extra])
    tried = pinned(ROOT / ".ci" / "lowest.txt")
    assert {name: _numbers(tried[name]) for name in claimed} == {
        name: _numbers(version) for name, version in claimed.items()
    }


def _numbers(version: str) -> list[int]:
    """1.15 and 1.15.0 are one version."""
    numbers = [int(part) for part in version.split(".")]
    while numbers[-1] == 0:
        numbers.pop()
    return numbers


@pytest.mark.parametrize("extra", LIBRARY_EXTRAS)
def test_every_extra_is_imported_by_the_package(extra):
    names = {IMPORTED_AS.get(name, name) for name in requirements(PROJECT["optional-dependencies"][extra])}
    assert names <= imported_modules(ROOT / "src")


def test_every_dependency_is_imported_by_the_package():
    names = {IMPORTED_AS.get(name, name) for name in requirements(PROJECT["dependencies"])}
    assert names <= imported_modules(ROOT / "src")


def test_the_tests_that_continuous_integration_names_exist():
    named = re.findall(r"tests/[\w/]+(?:\.py)?", (ROOT / ".ci" / "run").read_text())
    assert named
    assert not [path for path in named if not (ROOT / path).exists()]
