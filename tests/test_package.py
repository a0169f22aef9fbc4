"""The public names are all there, and importing firth costs next to nothing."""

from __future__ import annotations

import inspect
import os
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import firth

NAMES = [
    "Association",
    "BagOfWords",
    "CenteredPCA",
    "Corpus",
    "Correspondence",
    "CorrespondenceAnalysis",
    "Counts",
    "Doc2Vec",
    "Doc2VecC",
    "Embedding",
    "EmptyRowsWarning",
    "Factors",
    "FirthError",
    "KernelCA",
    "MultipleCorrespondenceAnalysis",
    "NamedRecipe",
    "NonlinearCA",
    "PowerMeans",
    "RECIPES",
    "Recipe",
    "SIF",
    "SemiSupervisedCA",
    "SenseModel",
    "SparseLowRank",
    "UnitBallEmbedding",
    "Vocabulary",
    "WordMeans",
    "WordVectors",
    "analogy",
    "associate",
    "clean_html",
    "clean_latex",
    "clean_markdown",
    "clean_subtitles",
    "clean_tweet",
    "clean_tweets",
    "clean_wikipedia",
    "clean_xml",
    "cluster_words",
    "compare",
    "correspondence",
    "count",
    "counts_from_long",
    "counts_from_table",
    "decompose",
    "embed",
    "encode",
    "encode_texts",
    "evaluate_analogies",
    "evaluate_categories",
    "evaluate_outliers",
    "evaluate_similarity",
    "from_gensim",
    "induce",
    "load",
    "load_counts",
    "load_embedding",
    "load_senses",
    "multiple_correspondence",
    "neighbor_report",
    "neighbors",
    "nonlinear_correspondence",
    "postprocess",
    "register_recipe",
    "save",
    "sense_embedding",
    "similarity",
    "supplementary_columns",
    "supplementary_rows",
    "tag",
]

PACKAGES = [
    "association",
    "ca",
    "clusters",
    "core",
    "counting",
    "datasets",
    "distributed",
    "documents",
    "errors",
    "estimators",
    "evaluate",
    "factorize",
    "plots",
    "query",
    "recipes",
    "senses",
    "sphere",
    "store",
    "text",
    "tune",
]

DOCS = Path(__file__).parent.parent / "docs"


def test_the_public_names_are_these():
    assert firth.__all__ == sorted(NAMES + PACKAGES)


@pytest.mark.parametrize("name", firth.__all__)
def test_every_public_name_exists_and_is_documented(name):
    thing = getattr(firth, name)
    assert name in dir(firth)
    if callable(thing) or name in PACKAGES:
        assert thing.__doc__


def test_every_public_name_is_on_a_page_of_the_api_and_the_pages_are_current():
    command = [sys.executable, str(DOCS / "api_page.py"), "--check"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    assert {f"firth.{name}" for name in NAMES} <= set(PATHS)
    contents = (DOCS / "api.md").read_text()
    assert all(f"(api/{page.name}#{path})" in contents for page, path in ENTRIES)


ENTRIES = [
    (page, path)
    for page in sorted((DOCS / "api").glob("*.md"))
    for path in re.findall(r"^::: (\S+)$", page.read_text(), re.MULTILINE)
]
PATHS = [path for _, path in ENTRIES]


@pytest.mark.parametrize("path", PATHS)
def test_what_is_on_a_page_of_the_api_tells_its_parameters_and_examples_in_blocks(path):
    thing = pkgutil.resolve_name(path)
    if not callable(thing) or (isinstance(thing, type) and issubclass(thing, Exception)):
        return
    told = thing.__doc__
    blocks = re.findall(r"^ *(\w[\w ]*)\n *-{3,}$", told, re.MULTILINE)
    if inspect.signature(thing).parameters:
        assert {"Parameters", "Attributes"} & set(blocks)
    assert ("Examples" in blocks) == (">>>" in told)


def test_unknown_names_raise_attribute_errors():
    with pytest.raises(AttributeError, match="firth attribute magic"):
        _ = firth.magic


def test_importing_firth_imports_none_of_the_heavy_packages():
    heavy = "{'numpy', 'scipy', 'numba', 'polars', 'sklearn', 'typer', 'rich'}"
    code = f"import sys, firth; print(sorted({heavy} & set(sys.modules)))"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"


def test_everything_is_imported_at_once_where_eager_import_is_set():
    code = f"import firth; print(set({NAMES!r}) <= set(vars(firth)))"
    environment = os.environ | {"EAGER_IMPORT": "1"}
    command = [sys.executable, "-c", code]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "True"
