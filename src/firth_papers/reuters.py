"""Picca, Curdy & Bavaud 2006: categories of Reuters stories from non-linear correspondence analysis."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from firth.association import power
from firth.core import Recipe
from firth.counting import counts_from_table
from firth.datasets import find
from firth.errors import InputError
from firth.estimators.nonlinear_ca import NonlinearCA
from firth.factorize import decompose
from firth.plots.canvas import COLUMNS, INK, QUIET, ROWS, figure_of, new_axes, plain_frame, text_style
from firth.runtime.arrays import Array, Sparse
from firth.runtime.kept import json_kind
from firth.runtime.parallel import in_order
from firth_papers.engine.experiment import Context, Experiment, Found, Results
from firth_papers.engine.page import Part, listed, plain_table
from firth_papers.engine.printed import printed
from firth_papers.engine.text import digest_of
from firth_papers.lsi import Weighting, lsi_weighting
from firth_papers.readers.reuters import ReutersStory, read_reuters

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PAPER = printed("reuters")
CATEGORIES: tuple[str, ...] = tuple(PAPER["documents"])
BEST_BETA = 0.75
"""The paper's best β, where variants are tried."""

FEWEST_OCCURRENCES = 3
TEST_SHARE = 0.34
COSTS = (1.0, 10.0, 100.0)
"""Values of C to choose from where it is chosen."""


@dataclass(frozen=True)
class Settings:
    """How much is done.

    betas: the powers that are tried. splits: into training and test documents; split i is drawn with
    seed + i. factors: the number of axes. choose_cost: whether C is chosen by cross-validation in two of the
    variants.
    """

    betas: tuple[float, ...] = (*(round(0.1 * i, 1) for i in range(1, 16)), 0.75, 1.25)
    splits: int = 20
    factors: int = 50
    choose_cost: bool = True
    seed: int = 0


QUICK = Settings(betas=(0.25, 0.5, 0.75, 1.0, 1.25), splits=3, choose_cost=False)


# The documents.


@dataclass(frozen=True, eq=False)
class LabeledTable:
    """Documents × words, the category of each document, and a digest of both."""

    table: Sparse
    labels: Array
    digest: str

    @property
    def sizes(self) -> dict[str, int]:
        """The number of documents in each category."""
        found = Counter(self.labels.tolist())
        return {category: found[category] for category in CATEGORIES}


def labeled_table(
    stories: Iterable[ReutersStory], labeling: Literal["last", "only"] = "last"
) -> LabeledTable:
    """Training stories of ModApte that have a body and one of the ten categories.

    labeling: last takes the last of the ten that a story names as its category, which gives the paper's
    table 1 but for two stories; only leaves out stories that name several. Words are runs of letters in title
    and body, lower-cased, without scikit-learn's English stop words, with three occurrences or more.
    """
    from sklearn.feature_extraction.text import CountVectorizer

    texts: list[str] = []
    labels: list[str] = []
    for story in stories:
        named = [topic for topic in story.topics if topic in CATEGORIES]
        suits = len(named) == 1 if labeling == "only" else bool(named)
        if story.split == "train" and story.kind == "normal" and suits:
            texts.append(f"{story.title}\n{story.body}")
            labels.append(named[-1])
    if not texts:
        raise InputError(f"no training story has one of the categories {', '.join(CATEGORIES)}.")
    counts = CountVectorizer(token_pattern=r"[a-z]+", stop_words="english").fit_transform(texts)
    frequent = np.asarray(counts.sum(axis=0)).ravel() >= FEWEST_OCCURRENCES
    digest = digest_of([*texts, *labels], np.zeros(0))
    return LabeledTable(counts[:, frequent].astype(np.float64), np.array(labels), digest)


# Documents as vectors.

Features = Array | Sparse


def nonlinear_features(
    table: Sparse, beta: float, *, factors: int, seed: int, threads: int | None, part: Array | None = None
) -> dict[str, Array]:
    """x* of all documents from the power kernel, and x of those that made the axes: all, or a part."""
    learned_from = table if part is None else table[part]
    analysis = NonlinearCA(factors, function=power(beta), random_state=seed, n_jobs=threads).fit(learned_from)
    return {"x*": np.asarray(analysis.transform(table)), "x": analysis.row_coordinates_}


def lsi_features(
    table: Sparse, weighting: Weighting, *, factors: int, seed: int, threads: int | None
) -> Array:
    """Documents γ u of latent semantic indexing, of length 1, as it compares them by cosine."""
    association = lsi_weighting(counts_from_table(table.T), weighting=weighting, threads=threads)
    found = decompose(association, factors, tolerance=1e-6, seed=seed, threads=threads)
    documents = found.right * found.values
    return np.asarray(documents / np.linalg.norm(documents, axis=1, keepdims=True))


# Classification.

Split = tuple[Array, Array]


@dataclass(frozen=True)
class Machine:
    """A support vector machine with one machine for each pair of categories, as Weka's SMO has.

    kernel: gaussian takes scikit-learn's γ = 1/(features · variance). scaling: range brings each feature to
    [0, 1] on the training documents, Weka's habit; deviation to mean 0 and variance 1. cost: C, 1 as in Weka;
    None chooses among COSTS by three-fold cross-validation on the training documents.
    """

    kernel: Literal["linear", "gaussian"] = "linear"
    scaling: Literal["range", "deviation", "none"] = "range"
    cost: float | None = 1.0

    def predict(self, features: Features, labels: Array, split: Split) -> Array:
        """Categories of the test documents of a split, learned from its training documents."""
        train, test = split
        return np.asarray(self._model().fit(features[train], labels[train]).predict(features[test]))

    def _model(self) -> Any:
        from sklearn.model_selection import GridSearchCV
        from sklearn.pipeline import Pipeline
        from sklearn.preprocessing import MinMaxScaler, StandardScaler
        from sklearn.svm import SVC

        scalers = {"range": MinMaxScaler(), "deviation": StandardScaler(), "none": "passthrough"}
        machine = SVC(kernel="linear" if self.kernel == "linear" else "rbf", C=self.cost or 1.0)
        model = Pipeline([("scale", scalers[self.scaling]), ("svm", machine)])
        if self.cost is not None:
            return model
        return GridSearchCV(model, {"svm__C": COSTS}, scoring="accuracy", cv=3)


LINEAR, GAUSSIAN = Machine("linear"), Machine("gaussian")


def random_splits(documents: int, splits: int, seed: int) -> list[Split]:
    """Training and test documents, 66 % and 34 %, at random, the same for all features and machines."""
    from sklearn.model_selection import train_test_split

    places = np.arange(documents)
    made = (train_test_split(places, test_size=TEST_SHARE, random_state=seed + i) for i in range(splits))
    return [(train, test) for train, test in made]


# What is measured: each function makes rows of results, as plain values.


@dataclass(frozen=True, eq=False)
class Trial:
    """Documents, the splits they are classified on, and how their axes are found."""

    documents: LabeledTable
    splits: Sequence[Split]
    factors: int
    seed: int
    threads: int | None

    def axes(self) -> dict[str, Any]:
        """What every decomposition takes."""
        return {"factors": self.factors, "seed": self.seed, "threads": self.threads}

    def nonlinear(self, beta: float, part: Array | None = None) -> dict[str, Array]:
        """x* and x of the documents."""
        return nonlinear_features(self.documents.table, beta, **self.axes(), part=part)

    def measure(self, features: Features | list[Array], machine: Machine, **named: Any) -> Results:
        """Cohen's κ on every split, under the names given; a list of features has an entry for each split."""
        from sklearn.metrics import cohen_kappa_score

        labels, splits = self.documents.labels, self.splits
        each: list[Any] = features if isinstance(features, list) else [features] * len(splits)

        def kappa(place: int) -> float:
            predicted = machine.predict(each[place], labels, splits[place])
            return float(cohen_kappa_score(labels[splits[place][1]], predicted))

        kappas = list(in_order(kappa, range(len(splits)), self.threads))
        spread = float(np.std(kappas, ddof=1)) if len(kappas) > 1 else 0.0
        return {
            **named,
            "svm": machine.kernel,
            "mean": float(np.mean(kappas)),
            "sd": spread,
            "kappas": kappas,
        }


def sweep_at(trial: Trial, beta: float) -> list[Results]:
    """One β: x* and x, linear and Gaussian."""
    return [
        trial.measure(points, machine, beta=beta, coordinates=name)
        for name, points in trial.nonlinear(beta).items()
        for machine in (LINEAR, GAUSSIAN)
    ]


def lsi_baseline(trial: Trial, weighting: Weighting) -> list[Results]:
    """Latent semantic indexing with one weighting, linear and Gaussian."""
    features = lsi_features(trial.documents.table, weighting, **trial.axes())
    return [trial.measure(features, machine, baseline=f"LSI {weighting}") for machine in (LINEAR, GAUSSIAN)]


def tfidf_baseline(trial: Trial) -> list[Results]:
    """scikit-learn's TF-IDF of all words, of length 1, which no scaling to [0, 1] suits."""
    from sklearn.feature_extraction.text import TfidfTransformer

    features = TfidfTransformer().fit_transform(trial.documents.table)
    return [trial.measure(features, Machine(scaling="none"), baseline="TF-IDF, all words")]


def scaling_variants(trial: Trial, *, choose_cost: bool) -> list[Results]:
    """Other habits of classifying at the paper's best β."""
    features = trial.nonlinear(BEST_BETA)["x*"]
    machines = {
        "features as they are": Machine(scaling="none"),
        "features of mean 0 and variance 1": Machine(scaling="deviation"),
    }
    if choose_cost:
        machines |= {
            "C of 1, 10 or 100 by cross-validation": Machine(cost=None),
            "C by cross-validation, Gaussian": Machine("gaussian", cost=None),
        }
    return [trial.measure(features, machine, variant=name) for name, machine in machines.items()]


def training_axes(trial: Trial) -> list[Results]:
    """Axes from the training documents of each split alone; in the paper all documents make them."""
    features = [trial.nonlinear(BEST_BETA, train)["x*"] for train, _ in trial.splits]
    return [trial.measure(features, LINEAR, variant="axes from training documents alone")]


def single_category(trial: Trial, documents: LabeledTable) -> list[Results]:
    """Only stories that name one of the ten categories."""
    splits = random_splits(len(documents.labels), len(trial.splits), trial.seed)
    other = replace(trial, documents=documents, splits=splits)
    name = f"only the {len(documents.labels):,} stories that name just one of the ten"
    return [other.measure(other.nonlinear(BEST_BETA)["x*"], LINEAR, variant=name)]


def paper_table(trial: Trial, table: Results) -> Results:
    """The confusion matrix of the first split in x* and what follows from it, beside a table of the paper."""
    from sklearn.metrics import cohen_kappa_score, confusion_matrix, precision_recall_fscore_support

    features, labels = trial.nonlinear(table["beta"])["x*"], trial.documents.labels
    truth, found = labels[trial.splits[0][1]], LINEAR.predict(features, labels, trial.splits[0])
    rates = precision_recall_fscore_support(truth, found, labels=CATEGORIES, zero_division=0)[:3]
    return {
        "beta": table["beta"],
        "kappa": float(cohen_kappa_score(truth, found)),
        "confusion": confusion_matrix(truth, found, labels=CATEGORIES).tolist(),
        "precision_recall_f": np.transpose(rates).round(4).tolist(),
        "paper": {
            "kappa": table["kappa"],
            "confusion": table["confusion"],
            "precision_recall_f": table["rates"],
        },
    }


def measure(context: Context[Settings]) -> Found:
    """Tables 1–7 of the paper, the sweep over β, baselines and variants."""
    context.progress("reading", 0, 0, "stories")
    return compare(read_reuters(find("reuters", context.data)), context)


def compare(stories: Sequence[ReutersStory], context: Context[Settings]) -> Found:
    """Everything that is measured on some stories."""
    settings = context.settings
    documents, single = labeled_table(stories), labeled_table(stories, "only")
    splits = random_splits(len(documents.labels), settings.splits, settings.seed)
    trial = Trial(documents, splits, settings.factors, settings.seed, context.threads)
    steps: list[tuple[str, Callable[[], list[Results]], Any]] = [
        *(("sweep", partial(sweep_at, trial, beta), beta) for beta in sorted(settings.betas)),
        *(("baselines", partial(lsi_baseline, trial, w), w) for w in ("raw", "ca", "idf", "log-idf")),
        ("baselines", partial(tfidf_baseline, trial), "tf-idf"),
        (
            "variants",
            partial(scaling_variants, trial, choose_cost=settings.choose_cost),
            settings.choose_cost,
        ),
        ("variants", partial(training_axes, trial), "training axes"),
        ("variants", partial(single_category, trial, single), "single category"),
    ]
    how = {name: getattr(settings, name) for name in ("splits", "factors", "choose_cost", "seed")}
    recipe = Recipe().then("stories", digest=documents.digest).then("trial", **how)
    measured: Results = {"sweep": [], "baselines": [], "variants": []}
    for done, (section, step, what) in enumerate(steps):
        context.progress("comparing", done, len(steps), "steps")
        measured[section] += context.kept.get(recipe.then(section, what=what), step, json_kind("rows"))
    data = {
        "documents": len(documents.labels),
        "words": int(documents.table.shape[1]),
        "occurrences": int(documents.table.sum()),
        "categories": documents.sizes,
        "paper": {
            "documents": sum(PAPER["documents"].values()),
            "words": PAPER["words"],
            "categories": PAPER["documents"],
        },
    }
    return Found(
        {
            "data": data,
            "tables": [paper_table(trial, table) for table in PAPER["tables"]],
            **measured,
            "best": max(measured["sweep"], key=lambda row: float(row["mean"])),
        }
    )


# The page.

MISPRINTS = (
    "The columns headed recall and precision in the paper's tables 5 to 7 are interchanged: by its own "
    "confusion matrices the first is precision, TP/(TP+FP), and the second recall, TP/(TP+FN). They are put "
    "right here.",
    "In its table 4 the first cell is printed 866; its row then sums to 886 rather than 906, and only 886 "
    "gives the printed recall of 0.978.",
    "The earn line of its table 5 repeats that of table 6; its table 2 gives precision 0.518, recall 0.923, "
    "F 0.663.",
)


def method(results: Results) -> str:
    """The paragraph on what was done."""
    settings, data = results["settings"], results["data"]
    last_seed = settings["seed"] + settings["splits"] - 1
    return (
        "Training stories of the ModApte split that have a body and one of the ten largest categories; a "
        "story that names several of the ten is given the last it names. Words are runs of letters in title "
        f"and body, lower-cased, with {FEWEST_OCCURRENCES} occurrences or more, without scikit-learn's "
        f"English stop words: {data['documents']:,} documents and {data['words']:,} words, where the paper "
        f"has {data['paper']['documents']:,} and {data['paper']['words']:,} and does not say how words were "
        f"cut or which were stopped. {settings['factors']} factors of all documents; documents at the "
        "centers of gravity of their words (x*) or in principal coordinates (x). Support vector machines for "
        "pairs of categories, C = 1, each feature brought to [0, 1] on the training documents, as Weka's SMO "
        "does unasked; the Gaussian one with scikit-learn's γ. "
        f"{settings['splits']} random splits into {1 - TEST_SHARE:.0%} to learn from and {TEST_SHARE:.0%} to "
        f"test on, seeds {settings['seed']} to {last_seed}, the same for all; figures are means ± standard "
        "deviations over them, and confusion matrices are those of the first."
    )


def tables(results: Results) -> Iterator[Part]:
    """The paper's tables beside ours, the sweep, baselines and variants."""
    yield from ("## Table 1: documents", _documents(results["data"]))
    yield from ("## κ at the paper's three β", _headline(results))
    for number, table in enumerate(results["tables"], start=2):
        yield from _confusions(table, number)
    for number, table in enumerate(results["tables"], start=5):
        yield from (f"## Table {number}: precision and recall at β = {table['beta']:g}", _rates(table))
    yield from ("## Misprints in the paper", listed(MISPRINTS))
    yield from ("## κ over β", *_sweep(results))
    for head, section, name in (
        ("Baselines", "baselines", "baseline"),
        ("Variants at β = 0.75, x*", "variants", "variant"),
    ):
        rows = ((row[name], row["svm"], _spread(row)) for row in results[section])
        yield from (f"## {head}", plain_table(("features" if name == "baseline" else name, "SVM", "κ"), rows))


def _documents(data: Results) -> str:
    theirs = data["paper"]["categories"]
    rows = [(name, n, theirs[name]) for name, n in data["categories"].items()]
    total = ("total", data["documents"], sum(theirs.values()))
    return plain_table(("category", "ours", "paper"), [*rows, total])


def _headline(results: Results) -> str:
    mean = {row["beta"]: _spread(row) for row in _as_in_the_paper(results)}
    rows = (
        (
            f"{t['beta']:g}",
            f"{t['kappa']:.3f}",
            mean.get(t["beta"], "not swept"),
            f"{t['paper']['kappa']:.2f}",
        )
        for t in results["tables"]
    )
    return plain_table(("β", "ours, first split", "ours, all splits", "paper"), rows)


def _confusions(table: Results, number: int) -> Iterator[str]:
    yield f"## Table {number}: confusion at β = {table['beta']:g}"
    for owner, source in (("ours", table), ("the paper's", table["paper"])):
        rows = ((name, *row) for name, row in zip(CATEGORIES, source["confusion"], strict=True))
        yield f"{owner}, κ = {source['kappa']:.2f}"
        yield plain_table(("true ↓ assigned →", *CATEGORIES), rows)


def _rates(table: Results) -> str:
    heads = ("category", "precision", "paper", "recall", "paper", "F", "paper")
    both = zip(CATEGORIES, table["precision_recall_f"], table["paper"]["precision_recall_f"], strict=True)
    return plain_table(
        heads,
        (
            (name, *(f"{value:.3f}" for pair in zip(ours, theirs, strict=True) for value in pair))
            for name, ours, theirs in both
        ),
    )


def _sweep(results: Results) -> tuple[str, str]:
    kinds = [(c, k) for c in ("x*", "x") for k in ("linear", "gaussian")]
    found = {(r["beta"], r["coordinates"], r["svm"]): _spread(r) for r in results["sweep"]}
    betas = sorted({r["beta"] for r in results["sweep"]})
    rows = ((f"{beta:g}", *(found[beta, c, k] for c, k in kinds)) for beta in betas)
    best, plain = results["best"], max(_as_in_the_paper(results), key=lambda row: float(row["mean"]))
    return (
        plain_table(("β", *(f"{c}, {k}" for c, k in kinds)), rows),
        f"Best of all: κ = {_spread(best)} at β = {best['beta']:g} ({best['coordinates']}, {best['svm']}); "
        f"best as the paper classifies (x*, linear): κ = {_spread(plain)} at β = {plain['beta']:g}.",
    )


def _as_in_the_paper(results: Results) -> list[Results]:
    return [row for row in results["sweep"] if (row["coordinates"], row["svm"]) == ("x*", "linear")]


def _spread(row: Results) -> str:
    return f"{row['mean']:.3f} ± {row['sd']:.3f}"


# The figure.

_STYLES: dict[tuple[str, str], dict[str, Any]] = {
    ("x*", "linear"): {"color": ROWS, "linestyle": "-", "marker": "o"},
    ("x*", "gaussian"): {"color": ROWS, "linestyle": "--", "marker": "s"},
    ("x", "linear"): {"color": COLUMNS, "linestyle": "-", "marker": "o"},
    ("x", "gaussian"): {"color": COLUMNS, "linestyle": "--", "marker": "s"},
}


def sweep_figure(results: Results) -> Figure:
    """Mean κ ± one standard deviation for each β, the paper's three points and the best baseline."""
    ax = new_axes(7.0, 4.4, (0.7, 0.2, 0.6, 0.4))
    for (coordinates, kernel), style in _STYLES.items():
        rows = [r for r in results["sweep"] if (r["coordinates"], r["svm"]) == (coordinates, kernel)]
        ax.errorbar(
            [row["beta"] for row in rows],
            [row["mean"] for row in rows],
            yerr=[row["sd"] for row in rows],
            label=f"{coordinates}, {kernel} SVM",
            linewidth=1.2,
            markersize=3.5,
            capsize=2,
            **style,
        )
    betas, kappas = zip(*((table["beta"], table["kappa"]) for table in PAPER["tables"]), strict=True)
    ax.plot(betas, kappas, "*", color=INK, markersize=11, label="the paper, x*")
    linear = sorted((r for r in results["baselines"] if r["svm"] == "linear"), key=lambda r: -r["mean"])
    for row in linear:
        ax.axhline(row["mean"], color=QUIET, linewidth=0.6, linestyle=":")
    told = "linear, from above: " + ", ".join(row["baseline"].split(",")[0] for row in linear)
    ax.plot([], [], color=QUIET, linewidth=0.6, linestyle=":", label=told)
    ax.set_xlabel("β", **text_style(9))
    ax.set_ylabel(f"Cohen's κ, {results['settings']['splits']} splits", **text_style(9))
    ax.set_title("Reuters-21578, ten categories: κ against the power β", **text_style(10))
    ax.legend(frameon=False, fontsize=7.5, loc="lower left")
    plain_frame(ax)
    return figure_of(ax)


EXPERIMENT = Experiment(
    name="reuters",
    title="Reuters-21578: categories from non-linear correspondence analysis",
    about="Text categories from non-linear correspondence analysis, and the best power β (tables 1–7).",
    source="Picca, Curdy & Bavaud 2006",
    settings=Settings(),
    quick=QUICK,
    measure=measure,
    method=method,
    tables=tables,
    figures={"reuters.png": sweep_figure},
    results_name="reuters.json",
    report_name="reuters.md",
)
