"""Write docs/api.md from the public names in src/firth/__init__.pyi.

    python docs/api_page.py [--check]

With --check nothing is written; the exit code is 1 when the page is not current.
"""

from __future__ import annotations

import ast
import sys
from dataclasses import dataclass
from pathlib import Path

DOCS = Path(__file__).parent
STUB = DOCS.parent / "src" / "firth" / "__init__.pyi"
PAGE = DOCS / "api.md"

OPENING = """\
# API

<!-- Written by docs/api_page.py; change the sections there and run it again. -->

`import firth` is enough: `firth.embed`, `firth.SIF` and the others are imported when they are first used.
Names with a longer path are for special purposes; `from firth.association import gini` imports one.
"""


@dataclass(frozen=True)
class Section:
    """Part of the page: names of `firth` itself, and the special ones of its packages after them."""

    title: str
    names: tuple[str, ...] = ()
    special: tuple[str, ...] = ()


SECTIONS = (
    Section("Cleaning", ("clean_wikipedia", "clean_tweets", "clean_tweet")),
    Section(
        "Text to counts",
        ("encode", "encode_texts", "count"),
        ("counting.count_pair_at", "counting.count_at_distance", "counting.count_each_distance"),
    ),
    Section(
        "Counts to vectors",
        ("embed", "postprocess", "associate", "decompose"),
        ("factorize.gsvd", "factorize.scaled_coordinates"),
    ),
    Section("Recipes", ("RECIPES", "NamedRecipe", "register_recipe")),
    Section(
        "Vectors",
        ("Embedding", "neighbors", "similarity", "analogy"),
        ("query.neighbors_many", "query.similarity_many", "query.analogy_many"),
    ),
    Section(
        "Files",
        ("load", "load_embedding", "load_counts", "save", "from_gensim"),
        ("store.to_gensim",),
    ),
    Section(
        "Evaluation",
        (
            "evaluate_similarity",
            "evaluate_analogies",
            "evaluate_categories",
            "evaluate_outliers",
            "compare",
            "neighbor_report",
        ),
        ("evaluate.evaluate", "evaluate.Resampling"),
    ),
    Section("Tuning", (), ("tune.tune", "tune.Choices")),
    Section("Clusters of words", ("cluster_words",)),
    Section(
        "Senses",
        ("induce", "tag", "sense_embedding", "load_senses", "SenseModel"),
        ("senses.tag_many", "senses.Tagging", "senses.describe", "senses.induce_from_pool"),
    ),
    Section(
        "Documents",
        ("BagOfWords", "WordMeans", "SIF", "PowerMeans", "Doc2VecC", "Doc2Vec"),
        (
            "estimators.document_kinds.document_vectors",
            "estimators.document_kinds.DocumentChoices",
            "datasets.read_labeled",
            "datasets.read_documents",
            "evaluate.documents.evaluate_documents",
            "evaluate.documents.results_markdown",
            "evaluate.documents.Runs",
        ),
    ),
    Section(
        "Tables",
        (
            "counts_from_table",
            "counts_from_long",
            "correspondence",
            "multiple_correspondence",
            "nonlinear_correspondence",
            "supplementary_rows",
            "supplementary_columns",
            "Correspondence",
        ),
        (
            "ca.number_of_axes",
            "ca.AxisAdvice",
            "ca.malinvaud",
            "ca.MalinvaudTest",
            "ca.confidence_ellipses",
            "ca.group_ellipses",
            "ca.Ellipses",
            "ca.cluster_axes",
            "ca.AxisClusters",
            "association.power",
            "association.presence",
            "association.logarithm",
            "association.nonlinear_quotient",
            "association.gini",
            "association.categorical_covariance",
            "association.categorical_correlation",
            "association.covariance_matrix",
            "association.correlation_matrix",
        ),
    ),
    Section(
        "Tables in scikit-learn",
        (
            "CorrespondenceAnalysis",
            "MultipleCorrespondenceAnalysis",
            "NonlinearCA",
            "KernelCA",
            "SemiSupervisedCA",
            "CenteredPCA",
            "EmptyRowsWarning",
        ),
    ),
    Section("Maps on the sphere", ("UnitBallEmbedding",)),
    Section(
        "Pictures",
        (),
        (
            "plots.biplot",
            "plots.interactive_biplot",
            "plots.scree",
            "plots.contribution_bars",
            "plots.correlation_circle",
            "plots.dendrogram",
            "plots.cluster_map",
            "plots.quality_bars",
            "plots.vtest_bars",
            "plots.residual_heat",
            "plots.heatmap",
            "plots.word_scatter",
            "plots.word_heatmap",
            "plots.cosine_matrix",
            "plots.cosine_matrices",
            "plots.word_cosines",
            "plots.score_plot",
            "plots.roc_curves",
            "plots.confusion_matrices",
            "plots.sphere",
            "plots.spheres",
            "plots.interactive_sphere",
            "plots.save_figure",
        ),
    ),
    Section(
        "Types",
        ("Vocabulary", "Corpus", "Counts", "SparseLowRank", "Association", "Factors", "Recipe", "FirthError"),
    ),
    Section(
        "The laboratory",
        (),
        (
            "firth_papers.networks.fit_sequence_model",
            "firth_papers.networks.fit_sequence_ensemble",
            "firth_papers.networks.SequenceModel",
            "firth_papers.tagging.fit_tagger",
            "firth_papers.tagging.score_spans",
            "firth_papers.readers.read_conll",
        ),
    ),
)


def public_names() -> list[str]:
    """What the stub imports from firth's packages, apart from the packages themselves."""
    imports = [node for node in ast.parse(STUB.read_text()).body if isinstance(node, ast.ImportFrom)]
    return sorted(alias.name for node in imports if node.module for alias in node.names)


def page() -> str:
    """The whole page; every public name must stand in one section."""
    shown = sorted(name for section in SECTIONS for name in section.names)
    if shown != public_names():
        missing, odd = set(public_names()) - set(shown), set(shown) - set(public_names())
        raise SystemExit(
            f"docs/api_page.py: missing {sorted(missing)}, unknown or twice {sorted(odd) or shown}"
        )
    return "\n".join([OPENING, *(_part(section) for section in SECTIONS)])


def _part(section: Section) -> str:
    paths = [f"firth.{name}" for name in section.names]
    paths += [name if name.startswith("firth_papers.") else f"firth.{name}" for name in section.special]
    return "\n".join([f"## {section.title}\n", *map(_entry, paths), ""])


def _entry(path: str) -> str:
    """The line for an object; where a file is named after its function, the path goes through the file."""
    file = DOCS.parent / "src" / f"{path.replace('.', '/')}.py"
    if not file.exists():
        return f"::: {path}"
    return f"::: {path}.{file.stem}\n    options:\n      heading: {path}\n      toc_label: {path}"


if __name__ == "__main__":
    if "--check" not in sys.argv:
        PAGE.write_text(page())
    elif PAGE.read_text() != page():
        raise SystemExit("docs/api.md is not current; run: python docs/api_page.py")
