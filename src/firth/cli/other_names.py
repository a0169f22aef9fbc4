"""What other programs call the options of firth, and what firth called them before: ours is said instead."""

from __future__ import annotations

from collections.abc import Collection, Mapping

OTHER_NAMES: Mapping[str, tuple[str, ...]] = {
    # gensim, word2vec, GloVe and fastText
    "vector-size": ("dim", "dims"),
    "size": ("dim", "dims"),
    "ws": ("window",),
    "window-size": ("window", "windows"),
    "mincount": ("min-count",),
    "min-freq": ("min-count",),
    "min-df": ("min-documents", "min-count"),
    "max-vocab-size": ("max-vocabulary",),
    "max-final-vocab": ("max-vocabulary",),
    "max-features": ("max-vocabulary",),
    "sample": ("subsample",),
    "epochs": ("sweeps",),
    "iter": ("sweeps",),
    "alpha": ("option alpha=VALUE",),
    "negative": ("option shift=VALUE",),
    "topn": ("top",),
    "k": ("top",),
    "workers": ("threads",),
    "restrict-vocab": ("max-vocabulary",),
    # scikit-learn
    "n-components": ("dim", "axes", "dims"),
    "components": ("dim", "axes", "dims"),
    "dimensions": ("dim", "dims", "axes"),
    "dimension": ("dim", "axes"),
    "n-jobs": ("threads",),
    "jobs": ("threads",),
    "random-state": ("seed",),
    "random-seed": ("seed",),
    "n-neighbors": ("neighbors", "top"),
    "n-clusters": ("clusters",),
    "n-iter": ("sweeps",),
    "cv": ("folds",),
    "n-splits": ("folds",),
    "n-repeats": ("repeats",),
    "verbose": ("quiet",),
    "silent": ("quiet",),
    # other ways to say the same
    "out": ("output",),
    "output-dir": ("output",),
    "outdir": ("output",),
    "sep": ("separator",),
    "delimiter": ("separator",),
    "text": ("column",),
    "text-column": ("column",),
    "target": ("label",),
    "mem": ("memory",),
    "max-memory": ("memory",),
    "ram": ("memory",),
    "model": ("recipe", "kind"),
    "algorithm": ("recipe", "kind", "clustering"),
    "vectors": ("embedding", "kinds", "kind"),
    "n": ("observations", "top"),
    "labels": ("annotate", "label"),
    "figures": ("plot-formats", "figure"),
    "bootstrap": ("resamples",),
    # what firth itself called them, here or in another command
    "method": ("clustering", "recipe", "kind"),
    "words": ("group", "embedding"),
    "column": ("variable", "names"),
    "columns": ("column", "variable"),
    "top": ("most-frequent", "annotate"),
    "plot": ("figure",),
    "figure": ("plot",),
}
"""Without the dashes: the names of ours, of which the first is said that the command has."""


def our_name(given: str, ours: Collection[str]) -> str | None:
    """The option of a command that goes by another name elsewhere.

    >>> our_name("--n-jobs", ["--dim", "--threads"])
    '--threads'
    >>> our_name("--n_jobs", ["--dim"]) is None
    True
    """
    name = given.lstrip("-").replace("_", "-").lower()
    if f"--{name}" in ours:  # written with _ or capitals
        return f"--{name}"
    one_or_many = (f"{name}s", name.removesuffix("s"))
    for known in (*OTHER_NAMES.get(name, ()), *one_or_many):
        option = f"--{known}"
        if option.split()[0] in ours:
            return option
    return None
