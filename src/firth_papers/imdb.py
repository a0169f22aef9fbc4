"""Haji Soleimani 2019, section 7.2: whether a review praises or blames a film, from vectors of reviews."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from firth.datasets import find
from firth.evaluate.documents import (
    LEVEL,
    Learner,
    Runs,
    checked_labels,
    learners_for,
    repeated_samples,
    runs_grid,
    runs_p_grid,
)
from firth.evaluate.documents.report import TITLES
from firth.evaluate.grids import Cell, Grid
from firth.plots.confusion_matrix import confusion_matrices
from firth.plots.roc_curve import roc_curves
from firth_papers.engine.claims import Claim
from firth_papers.engine.document_claims import (
    above_others,
    best_of_all,
    better_pairs,
    own_vectors_above_known,
)
from firth_papers.engine.document_networks import Network, network_missing, score_networks
from firth_papers.engine.document_tables import network_grid, network_parts, seconds_of_vectors
from firth_papers.engine.documents import (
    MEAN,
    POWER,
    SIF_NAME,
    DocumentModel,
    LabeledDocuments,
    WordVectors,
    document_vectors,
    fitted_model,
    mean_models,
    score_learner,
)
from firth_papers.engine.experiment import Context, Experiment, Found, Results
from firth_papers.engine.page import Part
from firth_papers.engine.printed import printed
from firth_papers.engine.text import Text, text_of_documents, wikipedia
from firth_papers.readers.imdb import Reviews, read_imdb
from firth_papers.thesis_vectors import TABLES_6, thesis_models

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PAPER = printed("imdb")
SHARE: float = PAPER["share"]
LEARNERS: tuple[str, ...] = tuple(PAPER["learners"])
TABLES: dict[str, dict[str, dict[str, tuple[float, float]]]] = {
    measure: {vectors: dict(zip(LEARNERS, row, strict=True)) for vectors, row in table.items()}
    for measure, table in PAPER["tables"].items()
}
"""Tables 7.10 to 7.12: measure → vectors → learner → mean and standard deviation."""

VECTORS = tuple(TABLES["accuracy"])
"""The document vectors of the thesis."""

CA, NLCA = "CA x*", "NLCA x*"
OURS = (CA, NLCA, MEAN, SIF_NAME, POWER)

SLOW = ("random-forest", "nearest-neighbors", "logistic")
WHOLE = ("TFIDF (uni + bi)", CA, NLCA, SIF_NAME)
"""Vectors that a linear machine learns from on all reviews, whatever the settings."""

OF_REVIEWS = "of reviews"
"""What is added to the names of word vectors that learned from reviews."""


@dataclass(frozen=True)
class Settings:
    """How much is done.

    train, test: how many reviews the tables are about, drawn at random; None for all. repeats: samples of the
    training reviews, of which slow learners see slow_repeats. unlabelled: whether vectors learn from the
    unlabeled reviews too. factors, beta, longest, min_documents: of CA and NLCA. dim: of word vectors.

    network_…: the word vectors of table 7.14 that are put into a network, their dimensions, how often and how
    long it is trained. rounds: of word vectors that learn from the text itself. megabytes: of wiki100m; None
    for all of it.
    """

    train: int | None = None
    test: int | None = None
    repeats: int = PAPER["repeats"]
    slow_repeats: int = 3
    unlabelled: bool = True
    factors: int = 400
    beta: float = 0.75
    longest: int = 2
    min_documents: int = 20
    dim: int = 300
    doc2vec_epochs: int = 10
    doc2vecc_epochs: int = 10
    network_vectors: tuple[str, ...] = tuple(PAPER["networks"])
    network_dim: int = 100
    network_repeats: int = 2
    network_epochs: int = 30
    network_patience: int = 4
    rounds: int = 5
    min_count: int = 5
    megabytes: int | None = None
    seed: int = 0


QUICK = Settings(
    train=3000,
    test=3000,
    repeats=5,
    slow_repeats=2,
    unlabelled=False,
    factors=200,
    dim=200,
    doc2vec_epochs=5,
    doc2vecc_epochs=5,
    network_vectors=("SVD-PPMI", "EigenWord"),
    network_repeats=2,
    network_epochs=6,
    megabytes=20,
)


# Vectors of reviews, by the names that tables 7.10 to 7.12 give them, and ours besides.


def document_models(context: Context[Settings]) -> list[DocumentModel]:
    """In the order of the table, ours after them."""
    settings = context.settings
    means = mean_models(
        WordVectors(dim=settings.dim),
        context,
        learned_from=lambda given: given.all_training_documents,
        counted=lambda given: given.training_documents,
    )
    return [
        *_word_tables(context.threads),
        _doc2vec(settings, context.threads),
        _doc2vecc(settings, context.threads),
        *(_nonlinear(name, b, settings, context.threads) for name, b in ((CA, 1.0), (NLCA, settings.beta))),
        *means,
    ]


def _word_tables(threads: int | None) -> list[DocumentModel]:
    from firth.estimators import BagOfWords

    made = []
    for weighting, title in (("counts", "BOW"), ("tfidf", "TFIDF")):
        for longest, terms in ((1, "unigram"), (2, "uni + bi")):
            how: dict[str, Any] = {"weighting": weighting, "longest": longest, "min_documents": 2}
            table = BagOfWords(**how, n_jobs=threads)
            made.append(fitted_model(f"{title} ({terms})", table, how, unlabeled=False))
    return made


def _doc2vec(settings: Settings, threads: int | None) -> DocumentModel:
    how: dict[str, Any] = {"n_components": 100, "epochs": settings.doc2vec_epochs}

    def make(given: LabeledDocuments) -> Any:
        from firth.estimators import Doc2Vec

        learner = Doc2Vec(**how, random_state=settings.seed, n_jobs=threads)
        return learner.fit_transform([*given.documents, *given.unlabeled])[: len(given.documents)]

    return DocumentModel("Doc2Vec", how, make)


def _doc2vecc(settings: Settings, threads: int | None) -> DocumentModel:
    from firth.estimators import Doc2VecC

    how: dict[str, Any] = {"n_components": 100, "epochs": settings.doc2vecc_epochs}
    return fitted_model("Doc2VecC", Doc2VecC(**how, random_state=settings.seed, n_jobs=threads), how)


def _nonlinear(name: str, beta: float, settings: Settings, threads: int | None) -> DocumentModel:
    from firth.estimators.document_kinds import nonlinear_documents

    how: dict[str, Any] = {"beta": beta, "longest": settings.longest, "min_documents": settings.min_documents}
    transformer = nonlinear_documents(settings.factors, **how, seed=settings.seed, threads=threads)
    return fitted_model(name, transformer, {**how, "factors": settings.factors}, unlabeled=False)


# What is measured.


def measure(context: Context[Settings]) -> Found:
    """Tables 7.10 to 7.12 and 7.14, and linear machines on all reviews."""
    settings = context.settings
    context.progress("reading", 0, 0, "reviews")
    reviews = read_imdb(find("imdb", context.data))
    text = wikipedia(context, megabytes=settings.megabytes, min_count=settings.min_count)
    drawn, everything = (labeled_reviews(reviews, settings, part) for part in (True, False))
    models, learners = document_models(context), learners_for("classes")
    on_all = [model for model in models if model.name in WHOLE]
    steps = [(model, learner) for model in models for learner in learners]
    total = len(steps) + len(on_all)
    runs = []
    for done, (model, learner) in enumerate(steps):
        context.progress("learning", done, total, "learners")
        runs.append(score_on_samples(drawn, model, learner, context))
    whole = []
    for done, model in enumerate(on_all, start=len(steps)):
        context.progress("learning", done, total, "learners")
        whole.append(score_on_all(everything, model, context))
    context.progress("learning", total, total, "learners")
    vectors = {model.name: document_vectors(model, drawn, context) for model in models}
    networks, not_run = score_all_networks(drawn, text, context)
    return Found(
        {
            "reviews": {
                "train": drawn.training,
                "test": len(drawn.documents) - drawn.training,
                "unlabelled": len(drawn.unlabeled),
            },
            "vectors": [
                {"name": name, "columns": int(found.shape[1]), "seconds": seconds}
                for name, (found, seconds) in vectors.items()
            ],
            "runs": [one.as_dict() for one in runs],
            "whole": whole,
            "sequences": [one.as_dict() for one in networks],
            "not_run": not_run,
            "classes": ["blamed", "praised"],
        },
        claims(runs, networks),
    )


def labeled_reviews(reviews: Mapping[Any, Reviews], settings: Settings, part: bool) -> LabeledDocuments:
    """The reviews of the tables (part), or all of them."""
    rng = np.random.default_rng(settings.seed)
    chosen = []
    for name, size in (("train", settings.train), ("test", settings.test)):
        own = reviews[name]
        asked = size if part and size is not None else len(own)
        places = np.sort(rng.permutation(len(own))[:asked])
        chosen.append(([own.texts[i] for i in places], [own.praises[i] for i in places]))
    (train, train_labels), (test, test_labels) = chosen
    labels = checked_labels([*train_labels, *test_labels], len(train) + len(test), task="classes")
    unlabeled = reviews["unlabelled"].texts if settings.unlabelled else ()
    return LabeledDocuments([*train, *test], labels, len(train), unlabeled)


def score_on_samples(
    given: LabeledDocuments, model: DocumentModel, learner: Learner, context: Context[Settings]
) -> Runs:
    """A learner on samples of the training reviews, tested on the same reviews."""
    settings = context.settings
    repeats = settings.slow_repeats if learner.name in SLOW else settings.repeats
    how: dict[str, Any] = {"share": SHARE, "repeats": repeats}
    splits = repeated_samples(*given.split, **how, seed=settings.seed)
    return score_learner(model, learner, given, splits, how, context, once=True)


def score_on_all(given: LabeledDocuments, model: DocumentModel, context: Context[Settings]) -> Results:
    """A linear machine that has learned from all reviews."""
    (machine,) = learners_for("classes", ("linear-svm",))
    train, test = given.split
    found = score_learner(model, machine, given, [(train, test)], {"share": 1.0, "repeats": 1}, context)
    return {
        "vectors": model.name,
        "train": len(train),
        "test": len(test),
        "seconds": document_vectors(model, given, context)[1],
        **{name: values[0] for name, values in found.scores.items()},
    }


def score_all_networks(
    given: LabeledDocuments, text: Text, context: Context[Settings]
) -> tuple[list[Runs], list[str]]:
    """Table 7.14: word vectors learned from Wikipedia and from reviews, in the network of table 7.13."""
    settings = context.settings
    reason = network_missing()
    if reason:
        return [], [reason]
    reviews = text_of_documents(
        given.all_training_documents, context.folder, context.run, min_count=settings.min_count
    )
    models = thesis_models(context.run, dim=settings.network_dim, epochs=settings.rounds)
    chosen = {
        name: (models[own], form) for name in settings.network_vectors for own, form in [TABLES_6[name]]
    }
    splits = repeated_samples(*given.split, share=SHARE, repeats=settings.network_repeats, seed=settings.seed)
    network = Network("conv-attention", settings.network_epochs, settings.network_patience)
    texts = {"": text, OF_REVIEWS: reviews}
    return score_networks(network, texts, chosen, given, splits, {"share": SHARE}, context)


# What the thesis claims.


def claims(runs: Sequence[Runs], networks: Sequence[Runs] = ()) -> list[Claim]:
    """All that can be judged from the runs, by accuracy; vectors that the thesis has not are left out.

    networks: runs of the network.
    """
    theirs = [one for one in runs if one.vectors in VECTORS and one.learner in LEARNERS]
    tfidf = ("TFIDF (unigram)", "TFIDF (uni + bi)")
    return [
        best_of_all(
            "Linear SVM on TF-IDF of words and pairs is above every other pair of vectors and learner.",
            theirs,
            "accuracy",
            "TFIDF (uni + bi)",
            "linear-svm",
        ),
        *(
            above_others(
                f"{title} work best with Doc2VecC.", theirs, "accuracy", ("Doc2VecC",), learner, VECTORS
            )
            for learner, title in (
                ("random-forest", "Random forests"),
                ("nearest-neighbors", "Nearest neighbors"),
            )
        ),
        above_others(
            "Naive Bayes works best with TF-IDF.", theirs, "accuracy", tfidf, "naive-bayes", VECTORS
        ),
        better_pairs(
            "Pairs of words generally help.",
            theirs,
            "accuracy",
            [("BOW (uni + bi)", "BOW (unigram)"), ("TFIDF (uni + bi)", "TFIDF (unigram)")],
        ),
        better_pairs("Doc2VecC is above Doc2Vec.", theirs, "accuracy", [("Doc2VecC", "Doc2Vec")]),
        *_about_networks(networks),
    ]


def _about_networks(networks: Sequence[Runs]) -> list[Claim]:
    if not networks:
        return []
    texts = (("", ""), ("With vectors of reviews: ", OF_REVIEWS))
    return [
        claim for about, text in texts for claim in own_vectors_above_known("accuracy", networks, about, text)
    ]


# The page.

_NAMES = {"accuracy": "accuracy", "AUC": "auc", "F1": "f1"}
_HEADS = {"Accuracy": "accuracy", "AUC": "auc", "F1": "f1"}


def method(results: Results) -> str:
    """The paragraph on what was done."""
    settings, reviews = results["settings"], results["reviews"]
    unlabeled = f" and {reviews['unlabelled']:,} without labels" if reviews["unlabelled"] else ""
    return (
        f"{reviews['train']:,} reviews to learn from{unlabeled}, and {reviews['test']:,} to test on. Each "
        f"run learns from {SHARE:.0%} of the former, drawn anew, and is tested on the same reviews: "
        f"{settings['repeats']} runs with the seeds {settings['seed']} to "
        f"{settings['seed'] + settings['repeats'] - 1}; random forests, nearest neighbors "
        f"and logistic regression have {settings['slow_repeats']}. Figures are 100 × means ± standard "
        f"deviations, the thesis's in brackets ({PAPER['repeats']} runs, all 25,000 and 25,000 reviews). "
        f"Bold is the best of a column, and what Welch's t-test does not tell from it (p ≥ {LEVEL:g}). Runs "
        "share the reviews to test on and most of those learned from, so that their spread is smaller than "
        "that between sets of reviews, and p-values are too."
    )


def tables(results: Results) -> Iterator[Part]:
    """Tables 7.10 to 7.12 and 7.14 beside ours, all reviews, and seconds."""
    runs = [Runs(**one) for one in results["runs"]]
    for number, (name, measure) in zip(("7.10", "7.11", "7.12"), _NAMES.items(), strict=True):
        yield f"## Table {number}: {name}"
        yield runs_grid(f"100 × {name}", runs, measure, TABLES[measure])
        yield runs_p_grid("Welch's p-value against the best of the column", runs, measure)
    yield runs_grid("100 × Cohen's κ", runs, "kappa")
    yield from ("## A linear machine on all reviews", _whole(results["whole"]))
    yield "## Table 7.14: word vectors in a network"
    yield from _networks(results)
    yield from ("## Time", seconds_of_vectors(results))


def _whole(rows: Sequence[Results]) -> Grid:
    most = max(row["accuracy"] for row in rows)
    return Grid(
        f"Linear SVM, {rows[0]['train']:,} reviews to learn from, {rows[0]['test']:,} to test on, one run",
        ("vectors", "100 × accuracy", "100 × AUC", "100 × κ", "seconds for the vectors"),
        [
            [
                Cell(row["vectors"]),
                Cell(f"{100 * row['accuracy']:.2f}", row["accuracy"] == most),
                Cell(f"{100 * row['auc']:.2f}"),
                Cell(f"{100 * row['kappa']:.2f}"),
                Cell(f"{row['seconds']:.1f}"),
            ]
            for row in rows
        ],
    )


def _networks(results: Results) -> Iterator[Part]:
    runs = {one["vectors"]: Runs(**one) for one in results["sequences"]}
    ours = {(name, head): own for name, own in runs.items() for head in _HEADS}
    title = "The CNN-LSTM of table 7.13 on frozen word vectors"
    grid = network_grid(title, tuple(_HEADS), ours, _HEADS, PAPER["networks"])
    settings = results["settings"]
    about = (
        f"Vectors have {settings['network_dim']} dimensions and learn from wiki100m, or, where it is said, "
        f"from the training reviews. Means ± standard deviations of {settings['network_repeats']} runs, "
        f"each of {settings['network_epochs']} epochs at most, and of {settings['network_patience']} after "
        "the best on a seventh of the reviews learned from."
    )
    yield from network_parts(grid, results["not_run"], about if runs else "")


# The figures.


def roc_figure(results: Results) -> Figure:
    """Figure 7.1: a panel for each learner, in the first run."""
    panels: dict[str, dict[str, list[float]]] = {}
    for run in results["runs"]:
        panels.setdefault(TITLES[run["learner"]], {})[run["vectors"]] = run["curve"]
    return roc_curves(panels, title="IMDB reviews: ROC curves")


def network_figure(results: Results) -> Figure | None:
    """Figure 7.2: a panel for each text that word vectors learned from, in the first run of the network."""
    panels: dict[str, dict[str, list[float]]] = {}
    for run in results["sequences"]:
        of_reviews = run["vectors"].endswith(OF_REVIEWS)
        title = "word vectors of reviews" if of_reviews else "word vectors of Wikipedia"
        panels.setdefault(title, {})[run["vectors"].removesuffix(OF_REVIEWS).strip()] = run["curve"]
    return roc_curves(panels, title="IMDB reviews: ROC curves of the CNN-LSTM") if panels else None


def confusion_figure(results: Results) -> Figure:
    """Of the linear machine, over all runs."""
    matrices = {run["vectors"]: run["confusion"] for run in results["runs"] if run["learner"] == "linear-svm"}
    return confusion_matrices(
        matrices, results["classes"], title="IMDB reviews, linear SVM: per cent of the true class"
    )


EXPERIMENT = Experiment(
    name="imdb",
    title="IMDB: sentiment of film reviews",
    about="Sentiment of film reviews from document vectors, and from networks on word vectors.",
    source="Haji Soleimani 2019, tables 7.10–7.12 and 7.14, figures 7.1–7.2",
    settings=Settings(),
    quick=QUICK,
    measure=measure,
    method=method,
    tables=tables,
    figures={"roc.png": roc_figure, "confusion.png": confusion_figure, "networks.png": network_figure},
    differences=(
        "Words are runs of letters and digits, lower-cased, and none is stopped; the thesis does not say "
        "how it parts reviews into words. Terms are those that two reviews have at least.",
        "The strength of linear learners is chosen on a fifth of the reviews learned from in the first run, "
        "and taken in all: C of 0.1, 0.3, 1, 3 or 10, divided by the mean square length of rows, after "
        "vectors are brought to mean 0 and variance 1. The thesis does not give its own. Nothing is chosen "
        "on the reviews to test on.",
        "k nearest neighbors are 25, by cosine; forests have 100 trees. The thesis gives neither.",
        "Random forests, nearest neighbors and logistic regression are run fewer times than the others, as "
        "the head of the report says, because they are slow on tables of words.",
        "Doc2Vec is gensim's, without the order of words (PV-DBOW), learned from the texts of all reviews "
        "in the tables, those to test on included, as in the thesis. Doc2VecC is firth's own, and learns "
        "from the training reviews alone; full settings add the unlabeled ones to both.",
        "CA, NLCA, means of word vectors, SIF and power means are not in the thesis. CA and NLCA learn from "
        "the training reviews, word vectors from those and, in full settings, from the unlabeled ones; none "
        "of them from reviews to test on.",
        "F1 is the mean over both classes.",
    ),
    differs_from="the thesis",
)
