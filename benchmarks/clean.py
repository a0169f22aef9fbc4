"""A Wikipedia dump to text: firth and gensim's WikiCorpus on the same dump and cores, as ratios.

    FIRTH_DATA=… python benchmarks/clean.py [--output clean.json] [--times 10]

Needs the extra `baselines`. The dump is what there is in the data folder, its pages repeated.
"""

from __future__ import annotations

import argparse
import bz2
import lzma
import os
import tempfile
from pathlib import Path
from typing import Any

from measure import Run, firth, peer, write_results

THREADS = 2
DUMPS = ("enwiki-pages-articles1-shortened.xml.bz2", "enwik8-prefix.xml.xz")


def main() -> None:
    """Run all parts and print a table of ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, help="where the results go, as JSON")
    parser.add_argument("--times", type=int, default=10, help="how often each dump's pages come")
    given = parser.parse_args()
    corpora = Path(os.environ["FIRTH_DATA"]) / "corpora"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        results = {dump: compare(corpora / dump, folder, given.times) for dump in DUMPS}
        results["memory"] = memory(corpora / DUMPS[0], folder)
        results["tweets"] = tweets(corpora / "tweets.txt.xz", folder)
    show(results)
    if given.output:
        write_results(given.output, results)


def compare(original: Path, folder: Path, times: int) -> dict[str, Any]:
    """Both styles and gensim on one dump, packed as Wikipedia's are."""
    dump = folder / "dump.xml.bz2"
    plain = repeated(original, times)
    dump.write_bytes(bz2.compress(plain))
    sentences = clean(dump, folder, "sentences")
    text8 = clean(dump, folder, "text8")
    theirs = peer("wikicorpus.py", str(dump), "--processes", str(THREADS))
    return {
        "megabytes": len(plain) / 1e6,
        "sentences": seconds_and_peak(sentences),
        "text8": seconds_and_peak(text8),
        "gensim": seconds_and_peak(theirs) | theirs.json,
        "ratio_sentences": theirs.seconds / sentences.seconds,
        "ratio_text8": theirs.seconds / text8.seconds,
    }


def memory(original: Path, folder: Path) -> dict[str, Any]:
    """The peak of the reading process on a dump that is ten times as long, not packed."""
    peaks = {}
    for times in (1, 10):
        dump = folder / "dump.xml"
        dump.write_bytes(repeated(original, times))
        peaks[f"{dump.stat().st_size / 1e6:.0f} MB"] = clean(dump, folder, "sentences").peak_mb
    return peaks


def tweets(packed: Path, folder: Path) -> dict[str, Any]:
    """All ten steps, without lemmas and with them."""
    output = str(folder / "tweets.txt")
    plain = firth("clean", "tweets", str(packed), "-o", output, "--json", threads=THREADS)
    lemmas = firth("clean", "tweets", str(packed), "-o", output, "--lemmas", "--quiet", threads=THREADS)
    return {
        "tweets": plain.json["lines"],
        "seconds": plain.seconds,
        "seconds_with_lemmas": lemmas.seconds,
    }


def clean(dump: Path, folder: Path, style: str) -> Run:
    """Run firth clean wikipedia."""
    output = str(folder / "text.txt")
    return firth("clean", "wikipedia", str(dump), "-o", output, "--style", style, "--quiet", threads=THREADS)


def repeated(dump: Path, times: int) -> bytes:
    """The dump with its pages several times over.

    Dumps before 2010 do not say a page's namespace, without which gensim's workers fail and it waits for
    ever: it is added.
    """
    with {".bz2": bz2.open, ".xz": lzma.open}[dump.suffix](dump) as file:
        data = file.read()
    if b"<ns>" not in data:
        data = data.replace(b"</title>", b"</title>\n    <ns>0</ns>")
    start, end = data.index(b"<page>"), data.rindex(b"</page>") + len(b"</page>\n")
    return data[:start] + data[start:end] * times + b"</mediawiki>\n"


def seconds_and_peak(run: Run) -> dict[str, float]:
    """What of a run is worth keeping."""
    return {"seconds": run.seconds, "peak_mb": run.peak_mb}


def show(results: dict[str, Any]) -> None:
    """Print what was asked for and what was reached."""
    for dump in DUMPS:
        r = results[dump]
        print(f"{dump}, {r['megabytes']:.0f} MB of XML")
        for name in ("sentences", "text8", "gensim"):
            seconds = r[name]["seconds"]
            ratio = f"   gensim takes {r[f'ratio_{name}']:.1f} × (asked: 3)" if name != "gensim" else ""
            print(f"  {name:<10} {seconds:8.2f} s {r['megabytes'] / seconds:7.1f} MB/s{ratio}")
    print(f"peak of the reading process, MB by dump: {results['memory']}")
    t = results["tweets"]
    print(f"{t['tweets']:,} tweets: {t['seconds']:.2f} s, with lemmas {t['seconds_with_lemmas']:.2f} s")


if __name__ == "__main__":
    main()
