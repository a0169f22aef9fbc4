"""Every reader of files by a name, with a few small good files of its kind to begin from."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zipfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import polars as pl
import zstandard

TEXT = "the cat sat on the mat\nein Über-Mut, 3 don't\n日本語 ไทย\n".encode()
TABLE = b"eyes,fair,red,dark\nblue,326,38,3\nlight,688,116,4\nbrown,343,84,85\n"
RECORDS = b'text,label\n"tea, with milk",warm\nice,cold\nmilk,cold\n'
VECTORS = b"3 2\ncat 1.0 0.5\ndog -1 2e-3\nhen 0 1\n"


@dataclass(frozen=True)
class Reader:
    """How a file of some kind is read.

    name: of the file. read: what may refuse it with a FirthError and with nothing else. seeds: good files.
    """

    name: str
    read: Callable[[Path], object]
    seeds: Callable[[], Iterable[bytes]]


def _encode(path: Path) -> object:
    from firth import encode

    return encode(path, min_count=1, threads=1)


def _documents(path: Path) -> object:
    from firth.datasets.labeled import read_documents

    return read_documents(path)


def _labeled(path: Path) -> object:
    from firth.datasets.labeled import read_labeled

    return read_labeled(path)


def _labels(path: Path) -> object:
    from firth.datasets.labeled import read_labeled

    texts = path.with_name("texts.txt")
    if not texts.exists():
        texts.write_text("one\ntwo\nthree\n")
    return read_labeled(texts, path)


def _table(path: Path) -> object:
    from firth.datasets.tables import read_table_file

    return read_table_file(path)


def _load(path: Path) -> object:
    from firth import load

    return load(path)


def _pairs(path: Path) -> object:
    from firth.datasets.pairs import read_pairs

    return read_pairs(path)


def _analogies(path: Path) -> object:
    from firth.datasets.analogies import read_analogies

    return read_analogies(path)


def _categories(path: Path) -> object:
    from firth.datasets.categories import read_categories

    return read_categories(path)


def _outliers(path: Path) -> object:
    from firth.datasets.outliers import read_outliers

    return read_outliers(path)


def _points(path: Path) -> object:
    from firth.datasets.points import read_points

    return read_points(path)


def _wordnet(path: Path) -> object:
    from firth.datasets.wordnet import sense_counts

    return sense_counts(path)


def _wikipedia(path: Path) -> object:
    from firth.text.clean.wikipedia import WikipediaText

    return [list(WikipediaText(path, style=style, threads=1)) for style in ("sentences", "text8")]


def _clean(path: Path, kind: str) -> object:
    from firth.text import clean

    return list(getattr(clean, f"clean_{kind}")(path, **({} if kind == "xml" else {"threads": 1})))


def _tweets(path: Path) -> object:
    from firth.text.clean import clean_tweets

    return list(clean_tweets(path))


def _project(path: Path) -> object:
    """The options of two commands, as a project file and the command line give them."""
    from typer.testing import CliRunner

    from firth.cli.app import app
    from firth.errors import FirthError

    for command in (["count", "a.txt", "-o", "b"], ["ca", "a.csv"]):
        done = CliRunner().invoke(app, ["--project", str(path), "--show-options", *command])
        if done.exception is not None and not isinstance(done.exception, SystemExit | FirthError):
            raise done.exception
    return None


def _manifest(path: Path) -> object:
    from firth.runtime.blocks import Blocks

    with Blocks(path.parent, {"numbers": 4}) as blocks:
        return blocks.find("squares-0", {"from": 0})


@cache
def _made() -> dict[str, bytes]:
    """Files that firth wrote, as bytes."""
    import firth
    from firth.runtime.blocks import Blocks

    with TemporaryDirectory() as name:
        folder = Path(name)
        text = "\n".join(["tea", "milk", "tea", "cup", "milk", "hot", "tea", "cold", "ice", "cup"] * 3)
        (folder / "text.txt").write_text(text)
        counts = firth.count(firth.encode(folder / "text.txt", min_count=1, documents="file"), window=2)
        firth.save(counts, folder / "counts.safetensors")
        vectors = firth.embed(counts, dim=2)
        for suffix in ("safetensors", "bin", "glove"):
            firth.save(vectors, folder / f"vectors.{suffix}")
        firth.save(firth.induce(counts, ["tea", "cup"], senses=2), folder / "senses.safetensors")
        with Blocks(folder / "blocks", {"numbers": 4}) as blocks:
            blocks.put("squares-0", {"from": 0}, {"squares": np.arange(4) ** 2}, {"last": True})
        pl.read_csv(RECORDS).write_parquet(folder / "records.parquet")
        pl.read_csv(TABLE).write_parquet(folder / "table.parquet", compression="snappy")
        np.savez(folder / "points.npz", X=np.eye(3), y=np.array(["a", "b", "c"]))
        np.save(folder / "points.npy", np.eye(3, dtype="f4"))
        return {path.name: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def file_of_firth(name: str) -> bytes:
    """A small file that firth wrote: vectors, counts, senses, a block or a manifest."""
    return _made()[name]


def _sheet() -> bytes:
    """A spreadsheet of two columns, with nothing in it that is not needed."""
    packed = io.BytesIO()
    text = '<c r="{}" t="inlineStr"><is><t>{}</t></is></c>'.format
    rows = (
        f'<row r="1">{text("A1", "eyes")}{text("B1", "fair")}</row>'
        f'<row r="2">{text("A2", "blue")}<c r="B2"><v>326</v></c></row>'
    )
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    relations = "http://schemas.openxmlformats.org/package/2006/relationships"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    types = "http://schemas.openxmlformats.org/package/2006/content-types"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{types}"><Default Extension="xml" '
        'ContentType="application/xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{relations}"><Relationship Id="r" '
        f'Type="{office}/officeDocument"'
        ' Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{office}"><sheets><sheet name="one" '
        'sheetId="1" r:id="s"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{relations}"><Relationship Id="s" '
        f'Type="{office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{main}"><sheetData>{rows}</sheetData></worksheet>',
    }
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return packed.getvalue()


DUMP = (
    b"<mediawiki xml:lang='en'><siteinfo><namespaces><namespace key='0'/><namespace key='6'>File</namespace>"
    b"</namespaces></siteinfo><page><title>Tea</title><ns>0</ns><revision><text>'''Tea''' is [[hot|warm]]. "
    b"{{cite|a}} &lt;ref&gt;x&lt;/ref&gt; {| table |} [[File:a.png|thumb]]</text></revision></page>"
    b"<page><title>B</title><ns>0</ns><revision><text>#REDIRECT [[Tea]]</text></revision></page></mediawiki>"
)
HTML = (
    b"<!doctype html><html lang=en><head><meta charset=utf-8><title>T</title><style>p{}</style></head>"
    b"<nav>Home</nav><p>Tea is <b>hot</b>&nbsp;&#x41;.<br>Drink!<ul><li>one<li>two</ul><table><tr><td>1"
    b"</table><pre>code</pre><script>if (a<b) {}</script>"
)
MARKDOWN = b"---\ntitle: x\n---\n# Tea\n\nIs *hot* [link](http://a.b) `code`.\n\n```\nx\n```\n- one\n> two\n"
LATEX = (
    rb"\documentclass{article}\newcommand{\tea}{hot}\begin{document}\section{A} Tea\footnote{x} is "
    rb"\emph{\tea} $x^2$ \begin{equation}y\end{equation} \'e \verb|a| % comment"
    b"\n\\input{x}\\end{document}\n"
)
SUBTITLES = (
    b"\xef\xbb\xbf1\n00:00:01,000 --> 00:00:02,000\n<i>Tea</i> is {\\an8}hot.\n\n2\n00:00:03,000 --> x\nB\n"
)
XML = b'<?xml version="1.0" encoding="utf-8"?><!DOCTYPE d><d><p n="1">Tea &amp; <b>ice</b></p></d>'
SENSES = b"bank%1:14:00:: 08437235 1 20\nbank%2:40:00:: 02318165 3 0\n"
TOML = b'[count]\nwindow = 5\nmin-count = 2\n[ca]\nseparator = ";"\nmca = true\n[[x]]\na = 1979-05-27\n'
TWEETS = "RT @a: soooo #goood https://t.co/x 😀 &amp; don't <3 thx :-)\n\nluv\n".encode()


def _packed(pack: Callable[[bytes], bytes], *contents: bytes) -> Iterable[bytes]:
    return [pack(content) for content in contents]


def _zstd(data: bytes) -> bytes:
    return zstandard.ZstdCompressor().compress(data)


def _reader(name: str, read: Callable[[Path], object], *seeds: bytes) -> Reader:
    return Reader(name, read, lambda: seeds)


def _written(name: str, read: Callable[[Path], object], *files: str) -> Reader:
    return Reader(name, read, lambda: [file_of_firth(file) for file in files])


JSONL = b'{"text": "tea \\u00e9 milk", "n": 1}\n{"text": null}\n{"text": "ice"}\n'
UTF16 = TABLE.decode().encode("utf-16")

READERS: dict[str, Reader] = {
    "text": _reader("a.txt", _encode, TEXT, HTML, TEXT.decode().encode("utf-16"), "Ünder".encode("latin-1")),
    "text-gz": Reader("a.txt.gz", _encode, lambda: _packed(partial(gzip.compress, mtime=0), TEXT)),
    "text-bz2": Reader("a.txt.bz2", _encode, lambda: _packed(bz2.compress, TEXT)),
    "text-xz": Reader("a.txt.xz", _encode, lambda: _packed(lzma.compress, TEXT)),
    "text-zst": Reader("a.txt.zst", _encode, lambda: _packed(_zstd, TEXT)),
    "text-jsonl": _reader("a.jsonl", _encode, JSONL),
    "text-csv": _reader("a.csv", _encode, RECORDS),
    "text-tsv": _reader("a.tsv", _encode, RECORDS.replace(b",", b"\t")),
    "documents-jsonl": _reader("a.jsonl", _documents, JSONL),
    "labeled-csv": _reader("a.csv", _labeled, RECORDS),
    "labels": _reader("labels.txt", _labels, b"a\nb\na\n"),
    "table-csv": _reader("a.csv", _table, TABLE, TABLE.replace(b",", b";").replace(b"38", b"3,5"), UTF16),
    "table-tsv": _reader("a.tsv", _table, TABLE.replace(b",", b"\t"), b'a\tb\n"x\ny"\t1\n'),
    "table-gz": Reader("a.csv.gz", _table, lambda: _packed(partial(gzip.compress, mtime=0), TABLE)),
    "table-xlsx": Reader("a.xlsx", _table, lambda: [_sheet()]),
    "table-parquet": _written("a.parquet", _table, "table.parquet", "records.parquet"),
    "text-parquet": _written("a.parquet", _encode, "records.parquet"),
    "word2vec": _reader("a.vec", _load, VECTORS),
    "word2vec-binary": _written("a.bin", _load, "vectors.bin"),
    "glove": _written("a.glove", _load, "vectors.glove"),
    "vectors-or-text": _reader("a.txt", _load, VECTORS, VECTORS[4:], TEXT),
    "native": _written(
        "a.safetensors", _load, "vectors.safetensors", "counts.safetensors", "senses.safetensors"
    ),
    "pairs": _reader("a.txt", _pairs, b"tea\tmilk\t3.5\ncup tea 1\n", b"# x\na,b,1\n"),
    "analogies": _reader("a.txt", _analogies, b": capitals\nathens greece oslo norway\n"),
    "categories": _reader("a.txt", _categories, b"fruit\tapple\nfruit\tpear\ntool\tsaw\n"),
    "outliers": _reader("a.txt", _outliers, b"cat\ndog\nhen\n\ncar\nbus\n"),
    "points-npz": _written("a.npz", _points, "points.npz"),
    "points-npy": _written("a.npy", _points, "points.npy"),
    "points-csv": _reader("a.csv", _points, b"x,y\n1,0\n"),
    "wordnet": _reader("index.sense", _wordnet, SENSES),
    "wikipedia": _reader("a.xml", _wikipedia, DUMP),
    "wikipedia-bz2": Reader("a.xml.bz2", _wikipedia, lambda: _packed(bz2.compress, DUMP)),
    "html": _reader("a.html", partial(_clean, kind="html"), HTML),
    "markdown": _reader("a.md", partial(_clean, kind="markdown"), MARKDOWN),
    "latex": _reader("a.tex", partial(_clean, kind="latex"), LATEX),
    "subtitles": _reader("a.srt", partial(_clean, kind="subtitles"), SUBTITLES),
    "xml": _reader("a.xml", partial(_clean, kind="xml"), XML),
    "tweets": _reader("a.txt", _tweets, TWEETS),
    "project": _reader("firth.toml", _project, TOML),
    "manifest": _written("manifest.json", _manifest, "manifest.json"),
}  # fmt: skip
"""The readers by name."""
