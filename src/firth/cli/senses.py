"""firth senses."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from firth.cli.commands import add_command, command_group
from firth.cli.count import CountingOptions, TextOptions, counted, stored_counts, unfinished_counts
from firth.cli.options import (
    WORDS,
    Corpora,
    Force,
    Json,
    Resume,
    RunOptions,
    Seed,
    Top,
    VectorsOutput,
    listed_words,
)
from firth.cli.outputs import check_counts_path, check_vectors_path
from firth.cli.progress import progress_bars
from firth.cli.show import print_json, print_senses, print_taggings, sense_as_dict, tagging_as_dict
from firth.cli.summary import Summary
from firth.errors import InputError

if TYPE_CHECKING:
    from firth.core import Vocabulary
    from firth.senses import SenseModel

app = command_group(
    """Split words into senses, show them, and tell which one a sentence means.

    [bold]Examples[/bold]

    $ firth senses train counts.safetensors -o senses.safetensors

    $ firth senses show senses.safetensors bank
    """
)

Dim = Annotated[int, typer.Option(metavar="N", help="Number of dimensions.")]
ModelFile = Annotated[
    Path, typer.Argument(metavar="MODEL", help="A file that firth senses train wrote.", show_default=False)
]


def train(
    corpus: Corpora,
    output: Annotated[
        Path,
        typer.Option("-o", "--output", metavar="FILE", help="The file of senses to write (.safetensors)."),
    ],
    text: TextOptions,
    counting: CountingOptions,
    run: RunOptions,
    words: Annotated[
        str | None,
        typer.Option(metavar="A,B,…|@FILE", help=f"{WORDS}; only these are split."),
    ] = None,
    most_frequent: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Split the N most frequent words.")
    ] = None,
    all_words: Annotated[bool, typer.Option("--all", help="Split every word.")] = False,
    senses: Annotated[
        str,
        typer.Option(
            metavar="auto|wordnet|K",
            help="Number of senses of a word: auto takes it from the spectrum of the word's contexts, "
            "wordnet from WordNet, and K is the same for all.",
        ),
    ] = "auto",
    wordnet: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The file index.sense of WordNet.",
            show_default="$FIRTH_DATA/wordnet, /usr/share/wordnet",
        ),
    ] = None,
    clustering: Annotated[
        Literal["svd", "nmf"],
        typer.Option(
            help="How the contexts of a word are clustered: svd takes the non-negative parts of the leading "
            "singular vectors; nmf goes on from there with non-negative matrix factorization, which takes "
            "longer."
        ),
    ] = "svd",
    resume: Resume = False,
    force: Force = False,
) -> None:
    """Split words into senses, from counts made earlier or from a text.

    If no words are named, those that occur 100 times or more are split.

    [bold]Examples[/bold]

    $ firth senses train counts.safetensors -o senses.safetensors

    $ firth senses train counts.safetensors -o senses.safetensors --most-frequent 1000 --senses 3

    $ firth senses train corpus.txt.gz -o senses.safetensors --words @words.txt --senses wordnet
    """
    resources = run.arguments()  # before anything below is imported
    check_counts_path(output, force=force)
    if sum([words is not None, most_frequent is not None, all_words]) > 1:
        raise InputError("--words, --most-frequent and --all each choose the words; give one of them.")
    number = _number(senses)
    if wordnet is not None and number != "wordnet":
        raise InputError("--wordnet goes with --senses wordnet.")
    from firth.senses import induce, save_senses

    summary = SensesSummary()
    with (
        unfinished_counts(output, corpus, text, counting, resume=resume, quiet=run.quiet),
        progress_bars(quiet=run.quiet) as progress,
    ):
        counts = stored_counts(corpus, text, counting)
        if counts is None:
            counts = counted(corpus, text, counting, run, progress=progress, summary=summary)
        else:
            summary.note_counts(counts)
        chosen = _chosen(counts.rows, words, most_frequent, all_words)
        asked = _by_wordnet(counts.rows, chosen, wordnet) if number == "wordnet" else number
        with summary.timed("split"):
            model = induce(
                counts, chosen, senses=asked, clustering=clustering, progress=progress, **resources
            )
        with summary.timed("save"):
            save_senses(model, output)
    summary.note_senses(model)
    summary.note_saved(output)
    summary.show(json=run.json, quiet=run.quiet)


def show(
    model: ModelFile,
    word: Annotated[
        str, typer.Argument(metavar="WORD", help="The word whose senses are shown.", show_default=False)
    ],
    top: Top = 10,
    json: Json = False,
) -> None:
    """Show the senses of a word: share, typical contexts and nearest words.

    [bold]Examples[/bold]

    $ firth senses show senses.safetensors bank

    $ firth senses show senses.safetensors bank -n 20 --json
    """
    from firth.senses import describe, load_senses

    described = describe(load_senses(model), word, top)
    if json:
        print_json({"word": word, "senses": [sense_as_dict(sense) for sense in described]})
    else:
        print_senses(described)


def tag(
    model: ModelFile,
    sentence: Annotated[
        str, typer.Argument(metavar="SENTENCE", help="The sentence with the word in it.", show_default=False)
    ],
    word: Annotated[
        str | None,
        typer.Option(metavar="WORD", help="The word to tag.", show_default="every word with several senses"),
    ] = None,
    json: Json = False,
) -> None:
    """Show which sense a word has in a sentence, and how certain that is.

    The weights say how well each sense fits and sum to 1; the margin is the best less the second best.

    [bold]Examples[/bold]

    $ firth senses tag senses.safetensors "they walked along the bank of the river" --word bank

    $ firth senses tag senses.safetensors "the bank raised its interest rates" --json
    """
    from firth.senses import load_senses, tag_sentence

    opened = load_senses(model)
    found = tag_sentence(opened, sentence, word)
    if json:
        print_json({"sentence": sentence, "words": [tagging_as_dict(tagging) for tagging in found]})
    else:
        print_taggings(opened, found)


def export(
    model: ModelFile,
    output: VectorsOutput,
    run: RunOptions,
    dim: Dim = 300,
    seed: Seed = 0,
    force: Force = False,
) -> None:
    """Make vectors for words and senses in one space; the senses are called word#1, word#2 and so on.

    [bold]Examples[/bold]

    $ firth senses export senses.safetensors -o vectors.safetensors

    $ firth senses export senses.safetensors -o vectors.txt --dim 100
    """
    resources = run.arguments()
    check_vectors_path(output, force=force)
    from firth.senses import load_senses, sense_embedding
    from firth.store import save

    summary = Summary()
    with progress_bars(quiet=run.quiet) as progress:
        opened = load_senses(model)
        with summary.timed("embed"):
            embedding = sense_embedding(opened, dim=dim, seed=seed, progress=progress, **resources)
        summary.note_vectors(embedding, "senses")
        with summary.timed("save"):
            save(embedding, output)
    summary.note_saved(output)
    summary.show(json=run.json, quiet=run.quiet)


def similarity(
    model: ModelFile,
    pairs: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="A file of rated word pairs in sentences.", show_default=False),
    ],
    run: RunOptions,
    dim: Dim = 300,
    seed: Seed = 0,
) -> None:
    """Compare words in their sentences, and print Spearman's correlation with people's ratings.

    The file has the format of SCWS, with tabs between: number, word, part of speech, word, part of speech,
    both sentences with the word between <b> and </b>, mean rating. avgSimC weights all senses by how
    well they fit the sentence; maxSimC takes the best.

    [bold]Examples[/bold]

    $ firth senses similarity senses.safetensors ratings.txt

    $ firth senses similarity senses.safetensors ratings.txt --dim 100 --json
    """
    resources = run.arguments()
    from firth.evaluate.contextual import contextual_similarity, read_context_pairs
    from firth.senses import load_senses, sense_embedding, sense_vectors, sense_weights

    rated = read_context_pairs(pairs)
    with progress_bars(quiet=run.quiet) as progress:
        opened = load_senses(model)
        embedding = sense_embedding(opened, dim=dim, seed=seed, progress=progress, **resources)
    found = contextual_similarity(
        rated, partial(sense_weights, opened), partial(sense_vectors, opened, embedding)
    )
    if run.json:
        print_json(found._asdict())
        return
    typer.echo(f"pairs     {found.covered:,} of {found.pairs:,} have words that the model knows")
    for name, value in (("avgSimC", found.avg_sim_c), ("maxSimC", found.max_sim_c)):
        typer.echo(
            f"{name:<9} {'undefined, since all similarities are equal' if value is None else f'{value:.3f}'}"
        )


for _command in (train, show, tag, export, similarity):
    add_command(app, _command)


@dataclass
class SensesSummary(Summary):
    """What was split."""

    senses: dict[str, Any] = field(default_factory=dict)

    def note_senses(self, model: SenseModel) -> None:
        """Keep how many words have how many senses."""
        self.senses = {
            "words": len(model),
            "ambiguous": len(model.ambiguous),
            "senses": int(model.numbers.sum()),
        }

    def lines(self) -> list[str]:
        """What every summary has, with what was split before the times."""
        s, lines = self.senses, super().lines()
        several = f"{s['ambiguous']:,} have more than one"
        split = f"split     {s['words']:,} words into {s['senses']:,} senses; {several}"
        at = next((i for i, line in enumerate(lines) if line.startswith("took")), len(lines))
        return [*lines[:at], split, *lines[at:]]


def _number(senses: str) -> int | str:
    if senses in ("auto", "wordnet"):
        return senses
    if not senses.isdigit() or int(senses) < 1:
        raise InputError(f"--senses is {senses!r}; it is auto, wordnet or a whole number of 1 or more.")
    return int(senses)


def _chosen(
    names: Vocabulary, words: str | None, most_frequent: int | None, all_words: bool
) -> list[str] | None:
    if words is not None:
        chosen = listed_words(words)
        if not chosen:
            raise InputError(f"--words {words!r} holds no word; write such as bank,plant or @FILE.")
        return chosen
    if most_frequent is not None or all_words:
        return list(names.tokens[:most_frequent])
    return None


def _by_wordnet(names: Vocabulary, chosen: list[str] | None, path: Path | None) -> dict[str, int]:
    """WordNet's numbers; words it does not have get one sense."""
    from firth.datasets.wordnet import sense_counts

    known = sense_counts(path)
    return {word: known.get(word, 1) for word in (names.tokens if chosen is None else chosen)}
