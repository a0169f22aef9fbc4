"""Names that other libraries give to what firth has: each is answered with ours."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Sequence
from difflib import get_close_matches
from functools import wraps
from typing import TYPE_CHECKING, Any, ClassVar, ParamSpec, TypeVar

from firth.errors import UnknownArgumentError, UnknownAttributeError

P = ParamSpec("P")
R = TypeVar("R")

_ARGUMENTS: dict[tuple[str, ...], tuple[str, ...]] = {
    ("vector_size", "size", "n_components", "dimensions", "ncp"): ("dim", "axes", "at_most"),
    ("dim", "vector_size", "size", "dimensions", "ncp"): ("n_components",),
    ("topn", "top_n", "n_neighbors", "neighbours", "top_k", "n", "k"): ("top",),
    ("n_jobs", "workers", "n_threads"): ("threads",),
    ("threads", "workers", "n_threads"): ("n_jobs",),
    ("random_state", "random_seed"): ("seed",),
    ("seed", "random_seed"): ("random_state",),
    ("neighbours", "k"): ("n_neighbors", "neighbors"),
    ("verbose",): ("progress",),
    ("window_size",): ("window",),
    ("min_df",): ("min_count",),
    ("max_vocab_size", "max_final_vocab", "max_features"): ("max_vocabulary",),
    ("sample",): ("subsample",),
    ("lowercase",): ("case",),
    ("metric",): ("measure",),
    ("algorithm", "method"): ("recipe", "solver"),
    ("sentences", "corpus_file", "texts", "counts", "corpus", "data", "X"): ("source", "texts", "table"),
}
"""Other names of arguments, and ours; the first that a function has is meant."""

_NO_STEPS = "most recipes count and factorize instead of training in steps; leave it out"
_NO_SAMPLES = "nothing is sampled; recipe='sppmi' with shift=5 does what five negative samples do"
_ONE_RECIPE = "the method is chosen by recipe, such as recipe='ppmi'; firth.RECIPES lists all"

_OF_TRAINING = {
    **dict.fromkeys(("epochs", "epoch", "iter", "n_iter", "max_iter", "learning_rate", "lr"), _NO_STEPS),
    **dict.fromkeys(("min_alpha", "batch_words", "batch_size", "callbacks", "compute_loss"), _NO_STEPS),
    **dict.fromkeys(("negative", "ns_exponent"), _NO_SAMPLES),
    **dict.fromkeys(("sg", "hs", "cbow_mean", "model", "loss"), _ONE_RECIPE),
}
"""Arguments of functions that train, and what is said of them by one that takes a recipe."""

_OF_CHANCE = frozenset(["random_state", "random_seed", "seed"])

_MOST_LISTED = 12
"""Arguments that are listed in a message; of more, help tells."""


def refuse_other_names(*more: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Answer an argument that a function does not have with the one that may have been meant.

    more: arguments that the function takes as **keywords.
    """

    def decorated(function: Callable[P, R]) -> Callable[P, R]:
        parameters = inspect.signature(function).parameters.values()
        own = [p.name for p in parameters if p.kind is not p.VAR_KEYWORD]
        known = frozenset([*own, *more])
        # A constructor is called by the name of its class, and without the object that it makes.
        name = function.__qualname__.removesuffix(".__init__")
        listed = [*own[own[:1] == ["self"] :], *more]

        @wraps(function)
        def checked(*args: P.args, **kwargs: P.kwargs) -> R:
            if not kwargs.keys() <= known:
                unknown = next(name for name in kwargs if name not in known)
                raise unknown_argument(name, unknown, listed)
            return function(*args, **kwargs)

        return checked

    return decorated


def unknown_argument(function: str, given: str, known: Sequence[str]) -> UnknownArgumentError:
    """What to raise for an argument that a function does not have.

    known: those that it has, in their order.
    """
    begins = f"{function} has no argument {given!r}"
    if meant := our_argument(given, known):
        first = " and comes first" if meant == known[0] else ""
        is_told = ", a function that is told how far the work is" if meant == "progress" else ""
        return UnknownArgumentError(f"{begins}; here it is called {meant!r}{first}{is_told}.")
    if given in _OF_CHANCE and not _OF_CHANCE.intersection(known):
        return UnknownArgumentError(f"{begins}; nothing in it is random, so leave it out.")
    if "recipe" in known and given in _OF_TRAINING:
        return UnknownArgumentError(f"{begins}; {_OF_TRAINING[given]}.")
    if near := get_close_matches(given, known, n=1):
        return UnknownArgumentError(f"{begins}; did you mean {near[0]!r}?")
    if len(known) > _MOST_LISTED:
        return UnknownArgumentError(f"{begins}; help(firth.{function}) says what it takes.")
    return UnknownArgumentError(f"{begins}; it takes {', '.join(known)}.")


def our_argument(given: str, known: Collection[str]) -> str | None:
    """The argument among those of a function that other libraries call otherwise.

    >>> our_argument("n_jobs", ["dim", "threads"]), our_argument("n_jobs", ["dim"])
    ('threads', None)
    """
    for others, ours in _ARGUMENTS.items():
        if given in others and (meant := next((name for name in ours if name in known), None)):
            return meant
    return None


def unknown_attribute(kind: str, name: str, meant: dict[str, str], known: Collection[str]) -> Exception:
    """What to raise for an attribute that a type does not have.

    meant: what is said instead, by the name that another library gives it.
    """
    if name in meant:
        return UnknownAttributeError(f"{kind} has no {name!r}; {meant[name]}.")
    near = get_close_matches(name, [one for one in known if not one.startswith("_")], n=1)
    hint = f"; did you mean {near[0]!r}?" if near else "."
    return UnknownAttributeError(f"{kind} has no {name!r}{hint}")


class AnswersOtherNames:
    """A type that answers attributes by the names of other libraries with its own."""

    other_names: ClassVar[dict[str, str]] = {}
    """What others call a thing, and what is said of it."""

    if not TYPE_CHECKING:  # or type checkers would let every name pass

        def __getattr__(self, name: str) -> Any:
            """Is asked only for what is not there."""
            kind = type(self).__name__
            article = "an" if kind[0] in "AEIOU" else "a"
            known = [*dir(type(self)), *getattr(type(self), "__dataclass_fields__", ())]
            raise unknown_attribute(f"{article} {kind}", name, self.other_names, known)
