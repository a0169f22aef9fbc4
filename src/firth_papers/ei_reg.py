"""Haji Soleimani 2019, section 7.1: how strong an emotion is in a tweet, from vectors of tweets."""

from __future__ import annotations

import re
import unicodedata
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from firth.datasets import find, read
from firth.evaluate.documents import (
    LEVEL,
    Features,
    Labels,
    Learner,
    Runs,
    Split,
    checked_labels,
    fitted_features,
    fixed_features,
    learners_for,
    repeated_folds,
    runs_grid,
    runs_p_grid,
)
from firth.evaluate.documents.report import TITLES
from firth.evaluate.grids import Cell, Grid
from firth.plots.canvas import COLUMNS, FAINT, INK, ROWS, name_style, new_figure, plain_frame, text_style
from firth.recipes import named_recipe
from firth.text.sources import find_sources
from firth.text.unpack import unpacked
from firth_papers.engine.claims import Claim
from firth_papers.engine.document_claims import above_others, better_pairs, own_vectors_above_known
from firth_papers.engine.document_networks import Network, network_missing, score_networks
from firth_papers.engine.document_tables import network_grid, network_parts, seconds_of_vectors
from firth_papers.engine.documents import (
    DocumentModel,
    LabeledDocuments,
    WordVectors,
    document_vectors,
    mean_models,
    score_learner,
)
from firth_papers.engine.experiment import Context, Experiment, Found, Results
from firth_papers.engine.models import Form, Model, spectral
from firth_papers.engine.page import Part, plain_grid
from firth_papers.engine.printed import printed
from firth_papers.engine.text import Document, Text, text_of_documents
from firth_papers.readers.emotions import EMOTIONS, Emotion, Tweets, read_emotions
from firth_papers.thesis_vectors import TABLES_6, WEIGHTED, Entry, U, thesis_models

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from firth.runtime.run import Run

PAPER = printed("ei_reg")
TABLES: dict[str, dict[str, dict[str, tuple[float, float]]]] = {
    emotion: {
        vectors: dict(zip(PAPER["learners"], row, strict=True))
        for vectors, row in PAPER["tables"][emotion].items()
    }
    for emotion in EMOTIONS
}
"""Tables 7.3 to 7.6: emotion → vectors → learner → mean and standard deviation."""

NUMBERS = {"anger": "7.3", "fear": "7.4", "joy": "7.5", "sadness": "7.6"}
VECTORS = tuple(TABLES["anger"])
"""The document vectors of the thesis."""

CA, NLCA = "CA x*", "NLCA x*"
OTHER_RECIPES = (
    "ppmi",
    "eigenword",
    "qwem",
    "positional",
    "glove-pmi",
    "sqrt-cca",
    "ca",
    "root-ca",
    "rootroot-ca",
    "nlca",
    "tailcut",
)
"""Those that the thesis has not, or not with these options."""

AVERAGED: dict[str, Entry] = {
    "SVD-PPMI UΣ": ("ppmi", WEIGHTED),
    "Word2Vec": ("sgns-10", U),
}
"""Word vectors for several networks whose predictions are averaged, and their form."""


@dataclass(frozen=True)
class Settings:
    """How much is done.

    repeats: of the cross-validation. tweets: how many of the corpus vectors learn from; None for all. dim: of
    word vectors, window: around words. factors, beta: of CA and NLCA.

    network_…: the word vectors of table 7.8 that are put into a network, recipes of firth's that the thesis
    has not, their dimensions, how often all folds are run, and its epochs at most. rounds: of word vectors
    that learn from the text itself. averaged_vectors: those of AVERAGED that are put into several networks,
    members of them, whose predictions are averaged.
    """

    emotions: tuple[Emotion, ...] = EMOTIONS
    folds: int = PAPER["folds"]
    repeats: int = PAPER["runs"] // PAPER["folds"]
    tweets: int | None = None
    dim: int = 100
    window: int = 10
    factors: int = 100
    beta: float = 0.75
    epochs: int = 10
    min_count: int = 5
    network_vectors: tuple[str, ...] = tuple(PAPER["networks"])
    network_recipes: tuple[str, ...] = OTHER_RECIPES
    network_dim: int = 300
    network_repeats: int = 2
    network_epochs: int = 80
    rounds: int = 5
    averaged_vectors: tuple[str, ...] = ("SVD-PPMI UΣ", "Word2Vec")
    members: int = 5
    seed: int = 0


QUICK = Settings(
    repeats=1,
    tweets=60_000,
    epochs=3,
    network_vectors=("SVD-PPMI", "EigenWord"),
    network_recipes=(),
    network_dim=100,
    network_repeats=1,
    network_epochs=10,
    averaged_vectors=(),
)


# Tweets.

_LEFT_OUT = re.compile(r"https?://\S+|www\.\S+|@\w+|\\n|&\w+;")
_REPEATED = re.compile(r"(\w)\1{2,}")
_TOKEN = re.compile(r"\w+(?:'\w+)*|[^\w\s.,\"'#:;()\[\]/|…_-]")


def tweet_tokens(text: str) -> list[str]:
    """Lower-cased words, emojis and marks; without mentions, addresses and the signs of hashtags.

    >>> tweet_tokens("@ann Sooooo happy!!! 😀😀 #joy it's http://t.co/x")
    ['soo', 'happy', '!', '!', '!', '😀', '😀', 'joy', "it's"]
    """
    text = unicodedata.normalize("NFKC", text.lower()).replace("’", "'")
    return _TOKEN.findall(_REPEATED.sub(r"\1\1", _LEFT_OUT.sub(" ", text)))


def all_tokens(texts: Iterable[str]) -> list[list[str]]:
    """Of many tweets."""
    return [tweet_tokens(text) for text in texts]


def read_lines(path: Path, most: int | None) -> list[str]:
    """Lines of a text, which may be packed: all, or so many at equal distances, as tweets come by topics."""
    (source,) = find_sources(path)
    with unpacked(source) as (stream, _):
        lines = stream.read().decode(errors="replace").splitlines()
    if most is None or most >= len(lines):
        return lines
    return [lines[place * len(lines) // most] for place in range(most)]


def labeled_tweets(parts: Mapping[str, Tweets]) -> LabeledDocuments:
    """Tweets of an emotion: those for training and development, then those to test on."""
    training = parts["train"] + parts["dev"]
    tweets = training + parts["test"]
    labels = checked_labels(tweets.intensities, len(tweets), task="numbers")
    return LabeledDocuments(all_tokens(tweets.texts), labels, len(training))


def together(emotions: Mapping[str, LabeledDocuments], corpus: Sequence[list[str]]) -> LabeledDocuments:
    """All tweets, one emotion after the other: vectors of them are made at once.

    They learn from the corpus and, without their scores, from the tweets for training and development.
    """
    unlabeled = [*corpus, *(tweet for one in emotions.values() for tweet in one.training_documents)]
    documents = [document for one in emotions.values() for document in one.documents]
    values = np.concatenate([one.labels.values for one in emotions.values()])
    return LabeledDocuments(documents, Labels("numbers", values), len(documents), unlabeled)


# Vectors of tweets, by the names that tables 7.3 to 7.6 give them, and ours besides.


def word_tables() -> dict[str, Any]:
    """Name → transformer; each is fitted to the training tweets of every run."""
    from firth.estimators import BagOfWords

    made = {}
    for weighting, title in (("counts", "BOW"), ("tfidf", "TFIDF")):
        for longest, terms in ((1, "unigram"), (2, "uni + bi")):
            how: dict[str, Any] = {"weighting": weighting, "longest": longest, "min_documents": 2}
            made[f"{title} ({terms})"] = BagOfWords(**how)
    return made


def learned_models(context: Context[Settings]) -> list[DocumentModel]:
    """Vectors that learn from the corpus alone."""
    from firth.estimators import Doc2Vec, Doc2VecC
    from firth.estimators.document_kinds import nonlinear_documents

    settings, threads = context.settings, context.threads
    how: dict[str, Any] = {"epochs": settings.epochs, "min_count": settings.min_count}
    own: dict[str, Any] = {"random_state": settings.seed, "n_jobs": threads}
    made = [
        _from_corpus("Doc2Vec", Doc2Vec(settings.dim, **how, **own), {"dim": settings.dim, **how}),
        _from_corpus("Doc2VecC", Doc2VecC(settings.dim, **how, **own), {"dim": settings.dim, **how}),
    ]
    for name, beta in ((CA, 1.0), (NLCA, settings.beta)):
        chosen: dict[str, Any] = {"beta": beta, "min_documents": settings.min_count}
        transformer = nonlinear_documents(
            settings.factors, **chosen, longest=1, seed=settings.seed, threads=threads
        )
        made.append(_from_corpus(name, transformer, {**chosen, "factors": settings.factors}))
    vectors = WordVectors(
        dim=settings.dim, window=settings.window, min_count=settings.min_count, steps=("unit",)
    )
    return [*made, *mean_models(vectors, context, learned_from=_corpus, counted=_corpus)]


def _corpus(given: LabeledDocuments) -> Sequence[Document]:
    return given.unlabeled


def _from_corpus(name: str, transformer: Any, settings: dict[str, Any]) -> DocumentModel:
    def make(given: LabeledDocuments) -> Any:
        from firth.estimators import EmptyRowsWarning

        with warnings.catch_warnings():
            warnings.simplefilter("ignore", EmptyRowsWarning)  # many tweets are links alone
            return transformer.fit(list(_corpus(given))).transform(list(given.documents))

    return DocumentModel(name, settings, make)


# What is measured.


@dataclass
class Measured:
    """Emotion → runs over the folds, and on the tweets that the task was judged by; why some are missing."""

    folds: dict[str, list[Runs]]
    official: dict[str, list[Runs]]
    missing: list[str] = field(default_factory=list)

    @classmethod
    def nothing(cls, emotions: Iterable[str]) -> Measured:
        """No runs yet."""
        return cls({one: [] for one in emotions}, {one: [] for one in emotions})


def measure(context: Context[Settings]) -> Found:
    """Tables 7.3 to 7.6 and 7.8, and the tweets that the task was judged by."""
    settings = context.settings
    context.progress("reading", 0, 0, "tweets")
    scored = read_emotions(find("ei-reg", context.data))
    corpus = all_tokens(read_lines(read("tweets", context.data), settings.tweets))
    emotions: dict[str, LabeledDocuments] = {one: labeled_tweets(scored[one]) for one in settings.emotions}
    tweets = together(emotions, corpus)
    models = learned_models(context)
    learners = score_learners(emotions, tweets, models, context)
    text = text_of_documents(tweets.unlabeled, context.folder, context.run, min_count=settings.min_count)
    networks = score_all_networks(emotions, text, context)
    vectors = {model.name: document_vectors(model, tweets, context) for model in models}
    return Found(
        {
            "tweets": {
                emotion: {"learnt": one.training, "tested": len(one.documents) - one.training}
                for emotion, one in emotions.items()
            },
            "corpus": len(tweets.unlabeled),
            "vectors": [
                {"name": name, "columns": int(found.shape[1]), "seconds": seconds}
                for name, (found, seconds) in vectors.items()
            ],
            "runs": _plain(learners.folds),
            "official": _plain(learners.official),
            "sequences": _plain(networks.folds),
            "official_sequences": _plain(networks.official),
            "not_run": networks.missing,
        },
        claims(learners.folds, networks.folds),
    )


def _plain(runs: Mapping[str, Sequence[Runs]]) -> dict[str, list[Results]]:
    return {emotion: [one.as_dict() for one in own] for emotion, own in runs.items()}


def score_learners(
    emotions: Mapping[str, LabeledDocuments],
    tweets: LabeledDocuments,
    models: Sequence[DocumentModel],
    context: Context[Settings],
) -> Measured:
    """Every learner on every kind of vectors. tweets: those of all emotions, one after the other."""
    learners, tables = learners_for("numbers"), word_tables()
    total = len(models) + len(emotions) * len(learners) * (len(models) + len(tables))
    done = 0
    vectors = {}
    for model in models:
        context.progress("learning", done, total, "steps")
        vectors[model.name] = document_vectors(model, tweets, context)[0]
        done += 1
    found = Measured.nothing(emotions)
    start = 0
    for emotion, given in emotions.items():
        own = slice(start, start + len(given.documents))
        start = own.stop
        rows = [
            *(_table_row(name, transformer, given) for name, transformer in tables.items()),
            *(_Row(model, fixed_features(vectors[model.name][own]), tweets.digest) for model in models),
        ]
        for row in rows:
            for learner in learners:
                context.progress("learning", done, total, "steps")
                found.folds[emotion].append(_on_folds(given, row, learner, context))
                found.official[emotion].append(_on_official_test(given, row, learner, context))
                done += 1
    context.progress("learning", total, total, "steps")
    return found


@dataclass(frozen=True, eq=False)
class _Row:
    """Vectors of one emotion's tweets. learned_from: what they depend on beside the tweets themselves."""

    model: DocumentModel
    features: Features
    learned_from: str = ""


def _table_row(name: str, transformer: Any, given: LabeledDocuments) -> _Row:
    model = DocumentModel(name, {"min_documents": 2}, lambda _: None)
    return _Row(model, fitted_features(transformer, given.documents))


def _on_folds(given: LabeledDocuments, row: _Row, learner: Learner, context: Context[Settings]) -> Runs:
    settings = context.settings
    splits = folds(given, settings, settings.repeats)
    how = {"folds": settings.folds, "repeats": settings.repeats, "learnt_from": row.learned_from}
    return score_learner(row.model, learner, given, splits, how, context, features=row.features)


def _on_official_test(
    given: LabeledDocuments, row: _Row, learner: Learner, context: Context[Settings]
) -> Runs:
    """Learned from all training tweets, tested on those that the task was judged by."""
    how = {"folds": 0, "repeats": 1, "learnt_from": row.learned_from}
    return score_learner(row.model, learner, given, [given.split], how, context, features=row.features)


def folds(given: LabeledDocuments, settings: Settings, repeats: int) -> Sequence[Split]:
    """Cross-validation of the training tweets."""
    known = Labels("numbers", given.labels.values[: given.training])
    return repeated_folds(known, folds=settings.folds, repeats=repeats, seed=settings.seed)


# Table 7.8: word vectors learned from tweets, in the network of table 7.7, and in several of them.


def score_all_networks(
    emotions: Mapping[str, LabeledDocuments], text: Text, context: Context[Settings]
) -> Measured:
    """All word vectors of the settings in one network each, then some in several."""
    settings = context.settings
    found = Measured.nothing(emotions)
    reason = network_missing()
    if reason:
        found.missing.append(reason)
        return found
    for models, members in network_models(settings, context.run):
        network = Network("lstm", settings.network_epochs, members=members)
        for emotion, given in emotions.items():
            for own, splits, how in (
                (found.folds, folds(given, settings, settings.network_repeats), {"folds": settings.folds}),
                (found.official, [given.split], {"folds": 0}),
            ):
                runs, missing = score_networks(network, {"": text}, models, given, splits, how, context)
                own[emotion] += runs
                found.missing.extend(one for one in missing if one not in found.missing)
    return found


def network_models(settings: Settings, run: Run) -> list[tuple[dict[str, tuple[Model, Form]], int]]:
    """Word vectors by name, and in how many networks they are put."""
    models = thesis_models(run, dim=settings.network_dim, window=settings.window, epochs=settings.rounds)

    def listed(entries: Mapping[str, Entry], chosen: Sequence[str]) -> dict[str, tuple[Model, Form]]:
        return {name: (models[own], form) for name in chosen for own, form in [entries[name]]}

    single = listed(TABLES_6, settings.network_vectors)
    single |= {name: _as_embedded(name, settings, run) for name in settings.network_recipes}
    averaged = {
        f"{name}, mean of {settings.members} networks": own
        for name, own in listed(AVERAGED, settings.averaged_vectors).items()
    }
    return [(single, 1), (averaged, settings.members)]


def _as_embedded(recipe: str, settings: Settings, run: Run) -> tuple[Model, Form]:
    """A recipe with its own exponent and options, and the common window unless it has one of its own."""
    chosen = named_recipe(recipe)
    counting = {"window": settings.window, "weights": "harmonic", **chosen.counting}
    model = spectral(recipe, recipe, counting=counting, dim=settings.network_dim, run=run, keep=True)
    return model, Form(exponent=0.0 if chosen.kind == "descent" else chosen.exponent)


# What the thesis claims.

_TFIDF = ("TFIDF (unigram)", "TFIDF (uni + bi)")
_CLAIMED_BEST = (
    ("random-forest", "Random forests work", ("Doc2VecC",), "Doc2VecC"),
    ("nearest-neighbors", "Nearest neighbors work", ("Doc2VecC",), "Doc2VecC"),
    ("linear-svr", "Linear machines work", _TFIDF, "TF-IDF"),
    ("lasso", "LASSO works", _TFIDF, "TF-IDF"),
)
_OTHERWISE = {("joy", "nearest-neighbors"), ("sadness", "random-forest"), ("sadness", "lasso")}
"""Where the thesis's own tables say something else."""


def claims(
    runs: Mapping[str, Sequence[Runs]], networks: Mapping[str, Sequence[Runs]] | None = None
) -> list[Claim]:
    """All that can be judged from the runs; vectors that the thesis has not are left out.

    networks: emotion → runs of the network.
    """
    found = []
    for emotion, own in runs.items():
        theirs = [one for one in own if one.vectors in VECTORS]
        for learner, title, vectors, named in _CLAIMED_BEST:
            if (emotion, learner) not in _OTHERWISE:
                statement = f"{emotion}: {title} best with {named}."
                found.append(above_others(statement, theirs, "pearson", vectors, learner, VECTORS))
        statement = f"{emotion}: Doc2Vec is poorer than all others."
        pairs = [(name, "Doc2Vec") for name in VECTORS if name != "Doc2Vec"]
        found.append(better_pairs(statement, theirs, "pearson", pairs))
    for emotion, own in (networks or {}).items():
        found += own_vectors_above_known("pearson", own, f"{emotion}: ") if own else []
    return found


# The page.

WELCH = "Welch's p-value against the best of the column"
OFFICIAL = "Learned from all tweets for training and development, tested on those that the task was judged by"


def method(results: Results) -> str:
    """The paragraph on what was done."""
    settings = results["settings"]
    return (
        f"{settings['folds']}-fold cross-validation of the tweets for training and development, "
        f"{settings['repeats']} time(s) with the seeds {settings['seed']} to "
        f"{settings['seed'] + settings['repeats'] - 1}; figures are 100 × Pearson's r, means ± standard "
        f"deviations over {settings['folds'] * settings['repeats']} folds, the thesis's in brackets. Bold is "
        f"the best of a column, and what Welch's t-test does not tell from it (p ≥ {LEVEL:g}). Folds share "
        "most of the tweets learned from, so that p-values are too small rather than too large. Vectors that "
        f"learn without scores do so from {results['corpus']:,} tweets, the scored ones among them."
    )


def tables(results: Results) -> Iterator[Part]:
    """Tables 7.1, 7.3 to 7.6 and 7.8 beside ours, the test tweets, and seconds."""
    yield from ("## Table 7.1: tweets", _tweets(results))
    for emotion in results["runs"]:
        yield from _learners(results, emotion)
    yield "## The tweets that the task was judged by"
    for emotion in results["official"]:
        yield _official(results, emotion)
    yield "## Table 7.8: word vectors in a network"
    yield from _networks(results)
    yield from ("## Time", seconds_of_vectors(results))


def _tweets(results: Results) -> Grid:
    rows = [[emotion, one["learnt"], one["tested"]] for emotion, one in results["tweets"].items()]
    return plain_grid("Scored tweets", ("emotion", "training and development", "test"), rows)


def _learners(results: Results, emotion: str) -> Iterator[Part]:
    runs = [Runs(**one) for one in results["runs"][emotion]]
    yield f"## Table {NUMBERS[emotion]}: {emotion}"
    yield runs_grid("100 × Pearson's r", runs, "pearson", TABLES[emotion])
    yield runs_p_grid(WELCH, runs, "pearson")
    yield runs_grid("100 × Spearman's ρ", runs, "spearman")


def _official(results: Results, emotion: str) -> Grid:
    runs = [Runs(**one) for one in results["official"][emotion]]
    learners = list(dict.fromkeys(one.learner for one in runs))
    found = {(one.vectors, one.learner): one.scores["pearson"][0] for one in runs}
    most = {learner: max(r for (_, own), r in found.items() if own == learner) for learner in learners}
    rows = [
        [
            Cell(vectors),
            *(Cell(f"{100 * found[vectors, one]:.1f}", found[vectors, one] == most[one]) for one in learners),
        ]
        for vectors in dict.fromkeys(one.vectors for one in runs)
    ]
    heads = ("vectors", *(TITLES[one] for one in learners))
    return Grid(f"{emotion}: 100 × Pearson's r, one run", heads, rows)


def _networks(results: Results) -> Iterator[Part]:
    on_folds, official = (_network_cells(results[part]) for part in ("sequences", "official_sequences"))
    grid = partial(network_grid, heads=EMOTIONS, measures=dict.fromkeys(EMOTIONS, "pearson"))
    title = "The LSTM of table 7.7 on frozen word vectors"
    about = _about_networks(results["settings"]) if on_folds else ""
    yield from network_parts(grid(title, ours=on_folds, paper=PAPER["networks"]), results["not_run"], about)
    if on_folds:
        columns = [replace(one, learner=emotion) for (_, emotion), one in on_folds.items()]
        yield runs_p_grid(WELCH, columns, "pearson")
    if official:
        yield grid(OFFICIAL, ours=official, paper={})


def _network_cells(runs: Mapping[str, Sequence[Results]]) -> dict[tuple[str, str], Runs]:
    return {(one["vectors"], emotion): Runs(**one) for emotion, own in runs.items() for one in own}


def _about_networks(settings: Results) -> str:
    return (
        f"Vectors have {settings['network_dim']} dimensions and learn from the same tweets. Means ± "
        f"standard deviations over {settings['folds'] * settings['network_repeats']} folds; the network is "
        f"trained for {settings['network_epochs']} epochs at most, and for 10 after the best on a seventh of "
        "the tweets learned from. Names in small letters are recipes as `firth embed` takes them. Means of "
        "networks are of the predictions of several that began with other weights and held out other tweets."
    )


# The figure.

_LEFT, _PANEL, _GAP, _ROW_HEIGHT = 1.35, 2.1, 0.3, 0.27
_DRAWN = "linear-svr"


def score_figure(results: Results) -> Figure:
    """Linear machines: mean ± one standard deviation for each kind of vectors; stars are the thesis's."""
    emotions = list(results["runs"])
    kinds = list(dict.fromkeys(one["vectors"] for one in results["runs"][emotions[0]]))
    width = _LEFT + len(emotions) * (_PANEL + _GAP)
    height = _ROW_HEIGHT * len(kinds) + 1.1
    figure = new_figure(width, height)
    for place, emotion in enumerate(emotions):
        box = (_LEFT + place * (_PANEL + _GAP), 0.5, _PANEL, _ROW_HEIGHT * len(kinds))
        ax = figure.add_axes((box[0] / width, box[1] / height, box[2] / width, box[3] / height))
        _panel(ax, results["runs"][emotion], kinds, emotion)
        ax.set_yticks(range(len(kinds)), kinds if place == 0 else [""] * len(kinds), **name_style(8))
    title = "EI-reg, linear SVR: mean ± standard deviation over folds (dots), the thesis (stars)"
    figure.text(0.1 / width, 1 - 0.26 / height, title, **text_style(10))
    return figure


def _panel(ax: Axes, rows: Sequence[Results], kinds: Sequence[str], emotion: str) -> None:
    for row in rows:
        if row["learner"] == _DRAWN:
            spread, place = Runs(**row).spread("pearson"), kinds.index(row["vectors"])
            color = ROWS if row["vectors"] in VECTORS else COLUMNS
            ax.errorbar(
                100 * spread.mean, place, xerr=100 * spread.sd, fmt="o", color=color, markersize=4, capsize=2
            )
    for vectors, theirs in TABLES[emotion].items():
        if vectors in kinds:
            star = theirs[_DRAWN][0]
            ax.plot(star, kinds.index(vectors), "*", markersize=8, markerfacecolor="white", color=INK)
    ax.set_ylim(len(kinds) - 0.5, -0.5)
    ax.set_title(emotion, loc="left", **name_style(9))
    ax.set_xlabel("100 × Pearson's r", **text_style(8.5))
    ax.grid(axis="x", color=FAINT, linewidth=0.5)
    ax.set_axisbelow(True)
    plain_frame(ax)
    ax.tick_params(axis="y", length=0)


EXPERIMENT = Experiment(
    name="ei-reg",
    title="EI-reg: how strong an emotion is in a tweet",
    about="The strength of four emotions in tweets, from document vectors and from networks on word vectors.",
    source="Haji Soleimani 2019, tables 7.3–7.6 and 7.8",
    settings=Settings(),
    quick=QUICK,
    measure=measure,
    method=method,
    tables=tables,
    figures={"ei-reg.png": score_figure},
    differences=(
        "The thesis speaks of 5-fold cross-validation, repeated 50 times, and does not say on which tweets; "
        "its p-values are those of 50 scores, and its standard deviations those of single folds of about "
        "400 tweets. Here the tweets for training and development are parted, and a score is that of a "
        "fold.",
        "Tweets are lower-cased; mentions and addresses are taken out, the sign of hashtags too but not "
        "their words; letters repeated more than twice are cut to two; emojis and marks such as ! are "
        "words. The other steps of section 7.1.3 (abbreviations, misspelt words, lemmas) are left out, and "
        "hashtags are kept.",
        "Vectors learn from about 170,000 tweets, where the thesis has 21 million chosen by words of "
        "emotion, and from the 8,600 scored ones for training and development, without their scores: they "
        "have seen the words of a fold's tweets before it is tested, but not those of the tweets that the "
        "task was judged by.",
        "Tables of words are made from the tweets learned from in each run. CA, NLCA, means of word vectors "
        "(of length 1 each), SIF and power means are not in the thesis.",
        "Word vectors in the network have length 1 and, in full settings, 300 dimensions, where the thesis "
        "has 100 and says that more are better. Means of several networks are not in the thesis; that "
        "SVD-PPMI weighted by its singular values (UΣ) is put into them was chosen by scores on these "
        "folds.",
        "The strengths of LASSO and SVR are chosen on a fifth of the tweets learned from in each run (SVR: "
        "C of 0.1, 0.3, 1, 3 or 10, divided by the mean square length of rows); the thesis does not give "
        "its own. Nearest neighbors are 25, by cosine; forests have 100 trees.",
        "Of the tweets to test on, 16,937 for each emotion are made-up sentences that nobody scored; they "
        "are left out. Table 7.1 of the thesis counts them.",
    ),
    differs_from="the thesis",
)
