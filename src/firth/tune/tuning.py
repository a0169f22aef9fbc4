"""Tuning: choose among configurations on some pairs, and tell how the chosen one does on others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from firth.core import Embedding
from firth.errors import FirthError, InputError, OutputError
from firth.evaluate import Resampling
from firth.recipes import embed
from firth.runtime.atomic import whole_file
from firth.runtime.other_names import refuse_other_names
from firth.runtime.parallel import thread_count
from firth.runtime.run import Progress, silent
from firth.store import load_embedding, save
from firth.tune.choices import Choices
from firth.tune.configuration import DEFAULT_DIM, Configuration, default_configuration, embed_command
from firth.tune.planning import Plan, plan
from firth.tune.reading import CountsOf, counts_of
from firth.tune.record import Record
from firth.tune.report import Share, Tuned, as_markdown
from firth.tune.search import development_scores, search
from firth.tune.split import By, known_side, scorable
from firth.tune.verdict import Verdict, held_out_rows


@refuse_other_names()
def tune(
    sources: str | Path | Iterable[str | Path],
    output: str | Path,
    *,
    choices: Choices | None = None,
    sets: Sequence[str | Path] | None = None,
    data: str | Path | None = None,
    development: float = 0.5,
    split: By = "pairs",
    seed: int = 0,
    text: Mapping[str, Any] = MappingProxyType({}),
    threads: int | None = None,
    memory: str | int | None = None,
    progress: Progress = silent,
) -> Tuned:
    """Find the configuration that does best on development pairs, and score it on held-out ones.

    The output folder gets results.json, report.md and best.safetensors. Each trial is kept there as soon as
    it is finished, so that a search can be stopped and continued, also with more choices.

    Parameters
    ----------
    sources : str, Path or iterable of them
        The text: files, folders or globs.
    output : str or Path
        The folder for the results.
    choices : Choices, optional
        What is tried.
    sets : sequence of str or Path, optional
        Names or files of word pairs; by default all sets in the data folder.
    data : str or Path, optional
        The folder with the evaluation sets; $FIRTH_DATA by default, and the pairs that come with firth where
        neither is named.
    development : float, default 0.5
        The share of the pairs that the configuration is chosen on.
    split : {"pairs", "words"}, default "pairs"
        How pairs are parted; see `split_sets`.
    seed : int, default 0
        The random seed of the split, the vectors and the intervals.
    text : mapping
        Options of `firth.encode`.
    threads : int, optional
        The number of threads; results do not depend on it.
    memory : str or int, optional
        The memory budget, such as "1GB".
    progress : callable, optional
        Is told how far the work is.

    Returns
    -------
    Tuned
        The best configuration beside the default, on held-out pairs, with intervals.

    Examples
    --------
    >>> import random, tempfile
    >>> folder, rng = Path(tempfile.mkdtemp()), random.Random(0)
    >>> beasts, cars = "cat dog cow hen goat duck".split(), "car bus tram ship bike cab".split()
    >>> lines = [" ".join(rng.choices((beasts, cars)[i % 2], k=9)) for i in range(200)]
    >>> pairs = [f"{a} {b} 9" for a in beasts for b in beasts] + [f"{a} {b} 1" for a in beasts for b in cars]
    >>> _ = (folder / "text.txt").write_text("\\n".join(lines))
    >>> _ = (folder / "pairs.txt").write_text("\\n".join(pairs))
    >>> few = Choices(recipes=("svd",), windows=(1,), weights=("flat",), exponents=(0, 1), dims=(1, 2))
    >>> found = tune(folder / "text.txt", folder / "tuned", choices=few, sets=[folder / "pairs.txt"])
    >>> len(found.trials), found.chosen == found.trials[0].configuration
    (4, True)
    """
    planned = plan(
        sources, output, choices=choices, sets=sets, data=data, development=development, split=split,
        seed=seed, text=text,
    )  # fmt: skip
    return run(planned, threads=threads, memory=memory, progress=progress)


def run(
    planned: Plan, *, threads: int | None = None, memory: str | int | None = None, progress: Progress = silent
) -> Tuned:
    """Try what is not done yet, choose, and only then look at the held-out pairs."""
    thread_count(threads)  # a number that is none is told before the work
    resources: Any = {"threads": threads, "memory": memory, "progress": progress}
    try:
        planned.output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{planned.output} could not be made: {error.strerror}.") from error
    counts = counts_of(planned.text, planned.output / "cache", planned.check, **resources)
    kept, record = planned.output / "results.json", planned.record
    for trial in search(
        planned.configurations, record.done, counts, planned.development, seed=planned.seed, **resources
    ):
        record = record.with_trial(trial)
        record.save(kept)
    if not record.ranked:
        raise InputError(
            f"none of the {len(record.trials):,} configurations can be made of this text; the first: "
            f"{record.trials[0].refused}"
        )
    record = record.with_look(record.ranked[0].configuration)
    tuned = _conclude(planned, record, counts, resources)
    replace(record, conclusion=tuned.conclusion()).save(kept)
    with whole_file(planned.output / "report.md") as temporary:
        temporary.write_text(as_markdown(tuned), encoding="utf-8")
    return tuned


def _conclude(planned: Plan, record: Record, counts: CountsOf, resources: Any) -> Tuned:
    """Vectors of the chosen configuration and of the default, and their scores on the held-out pairs."""

    def vectors(configuration: Configuration) -> Embedding:
        return _kept_vectors(configuration, planned, counts, resources)

    chosen = record.ranked[0].configuration
    best = vectors(chosen)
    save(best, planned.output / "best.safetensors")
    words = counts(chosen.counting).rows
    default, usual, why = _default(chosen, len(words), vectors)
    development, held_out = known_side(planned.development, words), known_side(planned.held_out, words)
    sides = (planned.development, development, planned.held_out, held_out)
    usual_scores = development_scores(usual, scorable(development)) if usual is not None else {}
    return Tuned(
        chosen,
        tuple(record.ranked),
        tuple(trial for trial in record.trials if trial.refused),
        sum(usual_scores.values()) / len(usual_scores) if usual_scores else None,
        Verdict(default, held_out_rows(best, usual, scorable(held_out), Resampling(seed=planned.seed)), why),
        tuple(
            Share(name, size, *(len(side.sets[name]) for side in sides))
            for name, size in planned.sizes.items()
        ),
        embed_command(chosen, planned.text.sources, planned.text.changed, planned.seed),
        len(record.looked),
        record.settings,
    )


def _default(
    chosen: Configuration, words: int, vectors: Callable[[Configuration], Embedding]
) -> tuple[Configuration | None, Embedding | None, str]:
    """What `firth embed` makes when nothing is asked, in fewer dimensions where a small text has no more."""
    why = ""
    for dim in (*([DEFAULT_DIM] if words >= DEFAULT_DIM else []), chosen.dim):
        default = default_configuration(dim)
        if default == chosen:
            return None, None, "The default is what was chosen."
        try:
            return default, vectors(default), ""
        except InputError as error:
            why = f"The default cannot be had of this text: {error}"
    return None, None, why


def _kept_vectors(configuration: Configuration, planned: Plan, counts: CountsOf, resources: Any) -> Embedding:
    """Made once, and found beside the counts from then on."""
    how = planned.text.recipe.then("configuration", **configuration.as_dict(), seed=planned.seed)
    path = planned.output / "cache" / f"vectors-{how.digest}.safetensors"
    if path.exists():
        try:
            return load_embedding(path)
        except FirthError:
            path.unlink(missing_ok=True)
    found = embed(
        counts(configuration.counting),
        recipe=configuration.recipe,
        dim=configuration.dim,
        exponent=configuration.exponent,
        post=configuration.steps,
        options=dict(configuration.options),
        seed=planned.seed,
        **resources,
    )
    save(found, path)
    return found
