"""The public names are all there, and importing firth costs next to nothing."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import firth


@pytest.mark.parametrize("name", firth.__all__)
def test_every_public_name_exists_and_is_documented(name):
    thing = getattr(firth, name)
    assert name in dir(firth)
    if callable(thing):
        assert thing.__doc__


def test_every_public_name_is_listed_once():
    assert sorted(firth.__all__) == sorted(firth._HOME_OF)


def test_every_public_name_is_on_the_page_of_the_api():
    page = (Path(__file__).parent.parent / "docs" / "api.md").read_text()
    assert set(firth.__all__) <= set(re.findall(r"^::: firth\.(?:\w+\.)*(\w+)$", page, re.MULTILINE))


def test_unknown_names_raise_attribute_errors():
    with pytest.raises(AttributeError, match="no attribute 'magic'"):
        _ = firth.magic


def test_importing_firth_imports_none_of_the_heavy_packages():
    heavy = "{'numpy', 'scipy', 'numba', 'polars', 'sklearn', 'typer', 'rich'}"
    code = f"import sys, firth; print(sorted({heavy} & set(sys.modules)))"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"
