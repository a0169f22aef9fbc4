"""Every command that writes, small: what it reads stands in `in`, what it writes goes to `out`."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from .readers import DUMP, HTML, RECORDS, TABLE, TWEETS


@dataclass(frozen=True)
class Writing:
    """A command that writes.

    Attributes
    ----------
    line : str
        Its arguments.
    earlier : str
        Arguments beside them with which an earlier result is made, which differs.
    together : bool
        Whether its files belong together, so that those of two runs must not mix.
    goes_on : bool
        Whether it keeps what it goes on from, so that the same command gives the same bytes afterwards.
    """

    line: str
    earlier: str = ""
    together: bool = False
    goes_on: bool = False

    @property
    def arguments(self) -> list[str]:
        return self.line.split()

    @property
    def earlier_arguments(self) -> list[str]:
        return self.line.split() + self.earlier.split()


COMMANDS = {
    "count": Writing("count in/text.txt -o out/c.safetensors --min-count 2 --force", "--window 1"),
    "count --memory": Writing(
        "count in/long.txt -o out/c.safetensors --memory 3MB --threads 1 --force", "--window 1"
    ),
    "embed": Writing(
        "embed in/text.txt -o out/v.safetensors --counts out/c.safetensors --min-count 2 --dim 3 --force",
        "--window 1",
    ),
    "embed --resume": Writing("embed in/text.txt -o out/v.vec --min-count 2 --dim 3 --resume --force",
                              "--window 1", goes_on=True),
    "embed --recipe kubwe": Writing(
        "embed in/counts.safetensors -o out/v.safetensors --recipe kubwe --dim 4 --sweeps 3 --degree 2 "
        "--force",
        "--seed 1", goes_on=True,
    ),
    "ca": Writing("ca in/table.csv -o out/ca --replicates 0 --force", "--axes 1", together=True),
    "ca --plot": Writing(
        "ca in/table.csv -o out/ca --replicates 0 --plot --plot-formats png --dpi 50 --force", "--axes 1",
        together=True,
    ),
    "ca --mca": Writing("ca in/answers.csv --mca -o out/ca --replicates 0 --format parquet --force",
                        "--axes 1", together=True),
    "nlca": Writing("nlca in/table.csv -o out/nlca --force", "--axes 1", together=True),
    "gini": Writing(
        "gini in/answers.csv -o out/gini --force", "--variable sex --variable tea", together=True
    ),
    "senses train": Writing(
        "senses train in/counts.safetensors -o out/s.safetensors --words tea,cup --senses 2 --force",
        "--senses 1",
    ),
    "senses export": Writing("senses export in/senses.safetensors -o out/v.txt --dim 2 --force", "--dim 1"),
    "clean wikipedia": Writing("clean wikipedia in/dump.xml -o out/t.txt --force", "--style text8"),
    "clean tweets": Writing("clean tweets in/tweets.txt -o out/t.txt --force", "--without hashtags"),
    "clean html": Writing("clean html in/page.html -o out/t.txt --force", "--style paragraphs"),
    "documents embed": Writing("documents embed in/records.csv -o out/d.npy --dim 2 --force", "--dim 1"),
    "documents embed .csv": Writing("documents embed in/records.csv -o out/d.csv --dim 2 --force", "--dim 1"),
    "documents embed .npz": Writing(
        "documents embed in/records.csv --kind tfidf -o out/d.npz --force", "--kind counts"
    ),
    "documents embed .parquet": Writing(
        "documents embed in/records.csv -o out/d.parquet --dim 2 --force", "--dim 1"
    ),
    "documents compare": Writing(
        "documents compare in/records.csv --kinds counts --learners naive-bayes --folds 2 --repeats 1 "
        "--min-documents 1 -o out/d --force", "--seed 1", together=True,
    ),
    "documents typical": Writing(
        "documents typical in/records.csv --min-count 1 -o out/d --force", "--proba 0.5", together=True
    ),
    "export .safetensors": Writing("export in/vectors.bin -o out/v.safetensors --force", "--format word2vec"),
    "export .vec": Writing("export in/vectors.safetensors -o out/v.vec --force", "--format glove"),
    "export .bin": Writing("export in/vectors.safetensors -o out/v.bin --force", "--format glove"),
    "export .glove": Writing("export in/vectors.safetensors -o out/v.glove --force", "--format word2vec"),
    "sphere": Writing("sphere in/points.csv -o out/m.npz --sweeps 2 --neighbors 3 --force", "--seed 1"),
    "sphere .csv": Writing(
        "sphere in/points.csv -o out/m.csv --sweeps 2 --neighbors 3 --figure out/m.html --force", "--seed 1"
    ),
    "clusters": Writing("clusters in/vectors.safetensors -o out/p.txt --clusters 3 --force", "--clusters 2"),
    "plot .png": Writing(
        "plot cosine in/vectors.safetensors --group tea,cup --group hot,milk -o out/p.png "
        "--csv out/p.csv --force",
        "--title x",
    ),
    "plot .svg": Writing(
        "plot scatter in/vectors.safetensors --group tea,cup --group hot,milk -o out/p.svg --force",
        "--title x",
    ),
    "tune": Writing(
        "tune in/text.txt -o out/t --set in/pairs.txt --recipes ppmi --windows 2 --dims 2 --min-count 2",
        goes_on=True,
    ),
}  # fmt: skip
"""The commands by a name."""


def write_inputs(folder: Path) -> None:
    """What the commands read."""
    import firth

    folder.mkdir(parents=True)
    rng = random.Random(0)
    words = [
        "tea",
        "milk",
        "cup",
        "hot",
        "cold",
        "ice",
        "spoon",
        "sugar",
        "pot",
        "leaf",
        "water",
        "green",
        "black",
        "cat",
        "dog",
        "hen",
    ]
    lines = [" ".join(rng.choices(words, k=8)) for _ in range(60)]
    (folder / "text.txt").write_text("\n".join(lines) + "\n")
    (folder / "long.txt").write_text(("\n".join(lines) + "\n") * 600)
    (folder / "table.csv").write_bytes(TABLE)
    answers = [f"{'fm'[i % 2]},{['yes', 'no', 'often'][i % 3]},{'abcd'[i * i % 4]}" for i in range(24)]
    (folder / "answers.csv").write_text("\n".join(["sex,tea,town", *answers]) + "\n")
    records = [f'"{line}",{"warm" if "hot" in line else "cold"}' for line in lines]
    (folder / "records.csv").write_text("\n".join(["text,label", *records]) + "\n")
    assert RECORDS.startswith(b"text,label")
    (folder / "dump.xml").write_bytes(DUMP)
    (folder / "tweets.txt").write_bytes(TWEETS)
    (folder / "page.html").write_bytes(HTML)
    (folder / "points.csv").write_text(
        "\n".join(["x,y,z", *(f"{rng.random()},{rng.random()},{rng.random()}" for _ in range(20))]) + "\n"
    )
    pairs = [f"{one} {other} {rng.random():.3f}" for one, other in combinations(words, 2)]
    (folder / "pairs.txt").write_text("\n".join(pairs) + "\n")
    counts = firth.count(firth.encode(folder / "text.txt", min_count=2), window=2)
    firth.save(counts, folder / "counts.safetensors")
    vectors = firth.embed(counts, dim=3)
    firth.save(vectors, folder / "vectors.safetensors")
    firth.save(vectors, folder / "vectors.bin")
    firth.save(firth.induce(counts, ["tea", "cup"], senses=2), folder / "senses.safetensors")
