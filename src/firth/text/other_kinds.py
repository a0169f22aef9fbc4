"""Files that are no text, known by their first bytes and refused with the tool that makes text of them."""

from __future__ import annotations

from firth.errors import FormatError
from firth.text.decoding import wide_encoding

LOOKED_AT = 1 << 16
"""Bytes at the beginning in which a NUL tells binary data from text."""

PACKED = {".gz": b"\x1f\x8b", ".bz2": b"BZh", ".xz": b"\xfd7zXZ\x00", ".zst": b"\x28\xb5\x2f\xfd"}
"""How compressed files begin, by their suffix."""

_PANDOC = "make text of it with pandoc: pandoc {name} -t plain --wrap=none -o text.txt"
_OFFICE = "make text of it with LibreOffice: soffice --headless --convert-to txt:Text {name}"
_PICTURE = "a picture", "the text in it is read by tesseract: tesseract {name} text"
_RECORDING = "a recording", "what is said in it is written down by a program such as whisper"
_ARCHIVE = "unpack it and give the folder"

_KINDS: tuple[tuple[int, bytes, str, str], ...] = (
    (0, b"%!PS", "a PostScript document", "make text of it with Ghostscript: ps2ascii {name} text.txt"),
    (0, b"{\\rtf", "a document in Rich Text Format", _PANDOC),
    (0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a document of Microsoft Office", _OFFICE),
    (0, b"AT&TFORM", "a DjVu document", "make text of it with DjVuLibre: djvutxt {name} text.txt"),
    (60, b"BOOKMOBI", "a Kindle book", "make text of it with Calibre: ebook-convert {name} text.txt"),
    (0, b"\x89PNG", *_PICTURE),
    (0, b"\xff\xd8\xff", *_PICTURE),
    (0, b"GIF8", *_PICTURE),
    (0, b"II*\x00", *_PICTURE),
    (0, b"MM\x00*", *_PICTURE),
    (8, b"WEBPVP8", *_PICTURE),
    (0, b"ID3", *_RECORDING),
    (0, b"OggS", *_RECORDING),
    (0, b"fLaC", *_RECORDING),
    (8, b"WAVEfmt", *_RECORDING),
    (4, b"ftyp", *_RECORDING),
    (0, b"\x1aE\xdf\xa3", *_RECORDING),
    (0, b"PAR1", "a Parquet table", "name it ….parquet"),
    (0, b"SQLite format 3", "a database", "write its texts to a .csv or .jsonl file first"),
    (0, b"\x93NUMPY", "an array of numpy's", "text is wanted here"),
    (0, b"7z\xbc\xaf\x27\x1c", "an archive of 7-Zip", _ARCHIVE),
    (0, b"Rar!\x1a", "a RAR archive", _ARCHIVE),
    (257, b"ustar", "a tar archive", _ARCHIVE),
    (0, b"\x7fELF", "a program", "text is wanted here"),
)
"""Where it stands, the bytes, the kind of file, and the way to text."""

_ZIPPED: tuple[tuple[bytes, str, str], ...] = (
    (b"mimetypeapplication/epub+zip", "an e-book (EPUB)", _PANDOC),
    (b"mimetypeapplication/vnd.oasis.opendocument.text", "an OpenDocument text (ODT)", _PANDOC),
    (b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet", "a spreadsheet (ODS)", "save it as .csv"),
    (b"word/", "a Word document (DOCX)", _PANDOC),
    (b"xl/", "a spreadsheet (XLSX)", "save it as .csv"),
    (b"ppt/", "a presentation (PPTX)", _OFFICE),
)
"""Zip archives by what stands in them."""


def refuse_other_kinds(first: bytes, name: str) -> None:
    """Refuse a file by its beginning if it is no text in UTF-8, and say how to make text of it.

    first: at least 64 kB of it, if it has as many.
    """
    refuse_other_documents(first, name)
    if first.startswith((b"\xff\xfe", b"\xfe\xff")) or wide_encoding(first):
        raise FormatError(f"{name} is UTF-16, not UTF-8; convert it first (iconv -f UTF-16 -t UTF-8).")
    if b"\0" in first[:LOOKED_AT]:
        raise FormatError(f"{name} is not text: it holds binary data; unpack or convert it first.")


def refuse_other_documents(first: bytes, name: str) -> None:
    """Refuse what has a known beginning, such as a PDF document, as `refuse_other_kinds` does."""
    if suffix := packing_seen(first):
        packer = {".gz": "gzip", ".zst": "zstd"}.get(suffix, suffix[1:])
        raise FormatError(
            f"{name} is packed by {packer}, not plain text; name it ….txt{suffix} to have it read."
        )
    kind, way_out = _kind(first)
    if kind:
        given = "FILE" if name == "standard input" else name
        raise FormatError(f"{name} is {kind}, not plain text; {way_out.format(name=given)}.")


def packing_seen(first: bytes) -> str:
    """The suffix of a packing, by how the file begins; "" for any other.

    >>> packing_seen(b"\\x1f\\x8b\\x08"), packing_seen(b"BZhang drank tea.")
    ('.gz', '')
    """
    if first.startswith(PACKED[".bz2"]):
        return ".bz2" if first[4:10] in (b"1AY&SY", b"\x17rE8P\x90") else ""
    return next((suffix for suffix, magic in PACKED.items() if first.startswith(magic)), "")


def _kind(first: bytes) -> tuple[str, str]:
    if b"%PDF-" in first[:1024] and (first.startswith(b"%PDF-") or b"\0" in first[:LOOKED_AT]):
        return "a PDF document", "make text of it with poppler: pdftotext {name} text.txt"
    if first.startswith(b"PK\x03\x04"):
        beginning = first[:LOOKED_AT]
        found = ((kind, way) for mark, kind, way in _ZIPPED if mark in beginning)
        return next(found, ("a zip archive", _ARCHIVE))
    for place, mark, kind, way_out in _KINDS:
        if first[place : place + len(mark)] == mark:
            return kind, way_out
    return "", ""
