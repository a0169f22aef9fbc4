"""firth senses."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from firth.cli.count import CountingOptions, TextOptions, counted, stored_counts
from firth.cli.options import Corpora, Json, RunOptions, Top, with_groups
from firth.cli.outputs import check_counts_path, check_vectors_path
from firth.cli.progress import progress_bars
from firth.cli.show import print_json, print_senses, print_taggings, sense_as_dict, tagging_as_dict
from firth.cli.summary import Summary
from firth.errors import InputError

if TYPE_CHECKING:
    from firth.core import Vocabulary
    from firth.senses import SenseModel

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="Split words into senses, show them, and tell which one a sentence means.",
    epilog="Examples: [bold]firth senses train counts.safetensors -o senses.safetensors[/bold], then "
    "[bold]firth senses show senses.safetensors bank[/bold]",
)

ModelFile = Annotated[
    Path, typer.Argument(metavar="MODEL", help="A file that firth senses train wrote.", show_default=False)
]


def train(
    corpus: Corpora,
    output: Annotated[Path, typer.Option("-o", "--output", help="Where the senses go: .safetensors.")],
    text: TextOptions,
    counting: CountingOptions,
    run: RunOptions,
    words: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Split the words in this file, one a line.")
    ] = None,
    top: Annotated[int | None, typer.Option(metavar="N", min=1, help="Split the N most frequent.")] = None,
    all_words: Annotated[bool, typer.Option("--all", help="Split every word.")] = False,
    senses: Annotated[
        str, typer.Option(metavar="auto|wordnet|K", help="How many senses a word has.")
    ] = "auto",
    wordnet: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="WordNet's index.sense.",
            show_default="$FIRTH_DATA/wordnet, /usr/share/wordnet",
        ),
    ] = None,
    method: Annotated[
        Literal["nndsvd", "nmf"], typer.Option(help="How contexts are clustered; nmf takes longer.")
    ] = "nndsvd",
) -> None:
    """Split words into senses, from counts made earlier or from a text.

    If no words are chosen, those that occur 100 times or more are split.

    [bold]Examples[/bold]

    $ firth senses train counts.safetensors -o senses.safetensors

    $ firth senses train counts.safetensors -o senses.safetensors --top 1000 --senses 3

    $ firth senses train corpus.txt.gz -o senses.safetensors --words words.txt --senses wordnet
    """
    resources = run.arguments()  # before anything below is imported
    check_counts_path(output)
    if sum([words is not None, top is not None, all_words]) > 1:
        raise InputError("--words, --top and --all each choose the words; give one of them.")
    number = _number(senses)
    if wordnet is not None and number != "wordnet":
        raise InputError("--wordnet goes with --senses wordnet.")
    from firth.senses import induce, save_senses

    summary = SensesSummary()
    with progress_bars(quiet=run.quiet) as progress:
        counts = stored_counts(corpus, text, counting)
        if counts is None:
            counts = counted(corpus, text, counting, run, progress=progress, summary=summary)
        else:
            summary.note_counts(counts)
        chosen = _chosen(counts.rows, words, top, all_words)
        asked = _by_wordnet(counts.rows, chosen, wordnet) if number == "wordnet" else number
        with summary.timed("split"):
            model = induce(counts, chosen, senses=asked, method=method, progress=progress, **resources)
        with summary.timed("save"):
            save_senses(model, output)
    summary.note_senses(model)
    summary.note_saved(output)
    summary.show(json=run.json, quiet=run.quiet)


def show(
    model: ModelFile,
    word: Annotated[str, typer.Argument(metavar="WORD", help="Whose senses.", show_default=False)],
    n: Top = 10,
    json: Json = False,
) -> None:
    """Show the senses of a word: share, typical contexts and the words most like each.

    [bold]Examples[/bold]

    $ firth senses show senses.safetensors bank

    $ firth senses show senses.safetensors bank -n 20 --json
    """
    from firth.senses import describe, load_senses

    described = describe(load_senses(model), word, n)
    if json:
        print_json({"word": word, "senses": [sense_as_dict(sense) for sense in described]})
    else:
        print_senses(described)


def tag(
    model: ModelFile,
    sentence: Annotated[
        str, typer.Argument(metavar="SENTENCE", help="With the word in it.", show_default=False)
    ],
    word: Annotated[
        str | None,
        typer.Option(metavar="WORD", help="Whose sense.", show_default="every word with several senses"),
    ] = None,
    json: Json = False,
) -> None:
    """Tell which sense a word has in a sentence, and how sure that is.

    Weights say how far each sense applies and sum to 1; the margin is the best less the second best.

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
    output: Annotated[Path, typer.Argument(metavar="OUT", help="The file to write.", show_default=False)],
    run: RunOptions,
    dim: Annotated[int, typer.Option(metavar="N", help="Length of a vector.")] = 300,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Same seed, same vectors.")] = 0,
) -> None:
    """Make vectors for words and senses in one space; senses are called word#1, word#2 and so on.

    The suffix of the output chooses its format: .safetensors (firth), .txt .vec .bin (word2vec), .glove.

    [bold]Examples[/bold]

    $ firth senses export senses.safetensors vectors.safetensors

    $ firth senses export senses.safetensors vectors.txt --dim 100
    """
    resources = run.arguments()
    check_vectors_path(output)
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
        typer.Argument(metavar="FILE", help="Rated pairs of words in sentences.", show_default=False),
    ],
    run: RunOptions,
    dim: Annotated[int, typer.Option(metavar="N", help="Length of a vector.")] = 300,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Same seed, same vectors.")] = 0,
) -> None:
    """Compare words in their sentences, and give Spearman's correlation with what people say.

    The file is one like SCWS: number, word, part of speech, word, part of speech, both sentences with the
    word between <b> and </b>, mean rating; tabs between. avgSimC weighs all senses by how far they apply,
    maxSimC takes those that apply most.

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
    typer.echo(f"pairs     {found.covered:,} of {found.pairs:,} with words that the model knows")
    for name, value in (("avgSimC", found.avg_sim_c), ("maxSimC", found.max_sim_c)):
        typer.echo(f"{name:<9} {'all alike' if value is None else f'{value:.3f}'}")


for _command in (train, show, tag, export, similarity):
    app.command(no_args_is_help=True)(with_groups(_command))


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
        split = f"split     {s['words']:,} words into {s['senses']:,} senses; {s['ambiguous']:,} have several"
        at = next((i for i, line in enumerate(lines) if line.startswith("took")), len(lines))
        return [*lines[:at], split, *lines[at:]]


def _number(senses: str) -> int | str:
    if senses in ("auto", "wordnet"):
        return senses
    if not senses.isdigit() or int(senses) < 1:
        raise InputError(f"--senses is {senses!r}; it is auto, wordnet or a whole number of 1 or more.")
    return int(senses)


def _chosen(names: Vocabulary, words: Path | None, top: int | None, all_words: bool) -> list[str] | None:
    if words is not None:
        from firth.datasets.lines import numbered_lines

        chosen = [line for _, line in numbered_lines(words)]
        if not chosen:
            raise InputError(f"{words} has no words; write one a line.")
        return chosen
    if top is not None or all_words:
        return list(names.tokens[:top])
    return None


def _by_wordnet(names: Vocabulary, chosen: list[str] | None, path: Path | None) -> dict[str, int]:
    """WordNet's numbers; words it does not have get one sense."""
    from firth.datasets.wordnet import sense_counts

    known = sense_counts(path)
    return {word: known.get(word, 1) for word in (names.tokens if chosen is None else chosen)}
