"""Write docs/api.md, and below docs/api a page for each topic, from the names in src/firth/__init__.pyi.

    python docs/api_page.py [--check]

With --check nothing is written; the exit code is 1 when a page is not current.
"""

from __future__ import annotations

import ast
import inspect
import pkgutil
import sys
from dataclasses import dataclass
from pathlib import Path

DOCS = Path(__file__).parent
STUB = DOCS.parent / "src" / "firth" / "__init__.pyi"
CONTENTS = DOCS / "api.md"
FOLDER = DOCS / "api"

WRITTEN = "<!-- Written by docs/api_page.py; change the sections there and run it again. -->"

OPENING = f"""\
# Python, by topic

{WRITTEN}

`import firth` is enough: `firth.embed`, `firth.SIF` and the others are imported when they are first used.
Names with a longer path are for special purposes; `from firth.association import gini` imports one. Each name
leads to its parameters, what it returns, and an example.
"""


@dataclass(frozen=True)
class Section:
    """Part of the page: names of `firth` itself, and the special ones of its packages after them."""

    title: str
    names: tuple[str, ...] = ()
    special: tuple[str, ...] = ()


SECTIONS = (
    Section(
        "Cleaning",
        (
            "clean_wikipedia",
            "clean_html",
            "clean_markdown",
            "clean_xml",
            "clean_latex",
            "clean_subtitles",
            "clean_tweets",
            "clean_tweet",
        ),
    ),
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
        (
            "query.neighbors_many",
            "query.similarity_many",
            "query.analogy_many",
            "query.most_similar",
            "query.doesnt_match",
        ),
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
        ("BagOfWords", "WordVectors", "WordMeans", "SIF", "PowerMeans", "Doc2VecC", "Doc2Vec"),
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
            "datasets.read_table",
            "datasets.read_table_file",
            "counting.bins",
            "ca.MultipleCorrespondence",
            "ca.Joint",
            "ca.Side",
            "ca.CategorySide",
            "ca.supplementary_variables",
            "ca.supplementary_quantities",
            "ca.supplementary_records",
            "ca.Quantities",
            "ca.summary",
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
        "Interpretation of tables",
        (),
        (
            "ca.study_table",
            "ca.study_long_table",
            "ca.study_records",
            "ca.Study",
            "ca.interpret",
            "ca.Interpretation",
            "ca.tables_of",
            "ca.report_sections",
            "ca.report_page",
            "ca.report_markdown",
            "ca.Section",
            "ca.number_of_axes",
            "ca.AxisAdvice",
            "ca.malinvaud",
            "ca.MalinvaudTest",
            "ca.broken_stick",
            "ca.describe_axes",
            "ca.AxesDescription",
            "ca.describe_groups",
            "ca.GroupDescription",
            "ca.correlation_ratios",
            "ca.confidence_ellipses",
            "ca.group_ellipses",
            "ca.Ellipses",
            "ca.cluster_axes",
            "ca.AxisClusters",
            "ca.NamedPoint",
            "ca.characteristic",
            "ca.CharacteristicCells",
            "ca.characteristic_words",
            "ca.CharacteristicWords",
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
            "plots.Supplementary",
            "plots.interactive_biplot",
            "plots.scree",
            "plots.contribution_bars",
            "plots.correlation_circle",
            "plots.dendrogram",
            "plots.cluster_map",
            "plots.quality_bars",
            "plots.vtest_bars",
            "plots.residual_heat",
            "plots.interpretation.interpretation_figures",
            "plots.interpretation.interpretation_page",
            "plots.interpretation.MapChoices",
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


def pages() -> dict[Path, str]:
    """The table of contents and a page for each topic; every public name must stand in one section."""
    shown = sorted(name for section in SECTIONS for name in section.names)
    if shown != public_names():
        missing, odd = set(public_names()) - set(shown), set(shown) - set(public_names())
        raise SystemExit(
            f"docs/api_page.py: missing {sorted(missing)}, unknown or twice {sorted(odd) or shown}"
        )
    contents = "\n".join([OPENING, *map(_contents, SECTIONS)])
    return {CONTENTS: contents} | {topic_file(section): _topic(section) for section in SECTIONS}


def topic_of(path: str) -> str:
    """The name of the page, below api, that has an object such as firth.embed."""
    for section in SECTIONS:
        for known in _paths(section):
            if path in (known, _resolved(known)):
                return topic_file(section).stem
    raise KeyError(f"{path} is on no page of the API; name it in docs/api_page.py.")


def _paths(section: Section) -> list[str]:
    special = [name if name.startswith("firth_papers.") else f"firth.{name}" for name in section.special]
    return [*(f"firth.{name}" for name in section.names), *special]


def topic_file(section: Section) -> Path:
    """The page of a topic."""
    return FOLDER / f"{section.title.lower().replace(' ', '-')}.md"


def _contents(section: Section) -> str:
    """The names of a topic with the first sentence of each."""
    page = f"api/{topic_file(section).name}"
    rows = [f"| [`{path}`]({page}#{_resolved(path)}) | {_sentence(path)} |" for path in _paths(section)]
    return "\n".join([f"## [{section.title}]({page})\n", "| name | what it is |", "| --- | --- |", *rows, ""])


def _sentence(path: str) -> str:
    """The first paragraph of what an object says of itself."""
    thing = pkgutil.resolve_name(_resolved(path))
    told = inspect.getdoc(thing) if callable(thing) else _TOLD_OF_DATA[path]
    return " ".join((told or "").partition("\n\n")[0].split()).replace("|", "\\|")


_TOLD_OF_DATA = {"firth.RECIPES": "The recipes by name."}
"""What is no function and no class carries no docstring at run time."""


def _topic(section: Section) -> str:
    return "\n".join([f"# {section.title}\n", f"{WRITTEN}\n", *map(_entry, _paths(section)), ""])


def _entry(path: str) -> str:
    """The line for an object; where a file is named after its function, the path goes through the file."""
    resolved = _resolved(path)
    if resolved == path:
        return f"::: {path}"
    return f"::: {resolved}\n    options:\n      heading: {path}\n      toc_label: {path.rpartition('.')[2]}"


def _resolved(path: str) -> str:
    """The path of an object by which it is found also where its file has the same name."""
    file = DOCS.parent / "src" / f"{path.replace('.', '/')}.py"
    return f"{path}.{file.stem}" if file.exists() else path


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    wanted = pages()
    stale = [path for path, text in wanted.items() if not path.exists() or path.read_text() != text]
    stale += set(FOLDER.glob("*.md")) - set(wanted)
    if "--check" not in sys.argv:
        for path in stale:
            path.unlink() if path not in wanted else path.write_text(wanted[path])
    elif stale:
        names = ", ".join(sorted(str(path.relative_to(DOCS.parent)) for path in stale))
        raise SystemExit(f"{names} not current; run: python docs/api_page.py")
