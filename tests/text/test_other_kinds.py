"""Documents of other programs are refused by their first bytes, with the tool that makes text of them."""

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile

import pytest

from firth.errors import FormatError
from firth.text import encode


def zipped(*names):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name in names:
            archive.writestr(name, "x")
    return packed.getvalue()


def epub(kind):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("mimetype", kind)
    return packed.getvalue()


def tarred():
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("a.txt"))
    return packed.getvalue()


KINDS = {
    "PDF .* pdftotext": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n",
    "DOCX.* pandoc": zipped("[Content_Types].xml", "word/document.xml"),
    "ODT.* pandoc": epub("application/vnd.oasis.opendocument.text"),
    "EPUB.* pandoc": epub("application/epub+zip"),
    r"XLSX.* \.csv": zipped("xl/workbook.xml"),
    "Rich Text Format.* pandoc": b"{\\rtf1\\ansi Tea is hot.}",
    "Microsoft Office.* soffice": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600),
    "PostScript.* ps2ascii": b"%!PS-Adobe-3.0\n",
    "DjVu.* djvutxt": b"AT&TFORM\0\0",
    "Kindle.* ebook-convert": b"tea".ljust(60, b"\0") + b"BOOKMOBI",
    "picture.* tesseract": b"\x89PNG\r\n\x1a\n\0",
    "recording.*; .* whisper": b"ID3\x03\0",
    "tar archive.* unpack": tarred(),
    "zip archive.* unpack": zipped("a.txt"),
    r"Parquet.*\.parquet": b"PAR1\x15\0",
    r"packed by gzip.*\.txt\.gz": gzip.compress(b"tea"),
    r"packed by bz2.*\.txt\.bz2": bz2.compress(b"tea"),
    r"packed by xz.*\.txt\.xz": lzma.compress(b"tea"),
    r"UTF-16.*\(iconv": "tea and coffee".encode("utf-16-le"),
    "binary data": bytes(range(256)),
}


@pytest.mark.parametrize("said", KINDS)
def test_a_document_of_another_program_is_named_with_a_tool(tmp_path, said):
    (tmp_path / "a.txt").write_bytes(KINDS[said])
    with pytest.raises(FormatError, match=said):
        encode(tmp_path / "a.txt")


def test_a_text_may_begin_as_a_packed_file_does(tmp_path):
    (tmp_path / "a.txt").write_text("BZhang drank tea.")
    assert "bzhang" in encode(tmp_path, min_count=1).vocabulary.tokens


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"tea is hot", r"is not packed, whatever its name says: it is plain text; rename it to .*a\.txt\.$"),
        (lzma.compress(b"tea"), r"is packed, but not as \.gz files are; rename it to .*a\.txt\.xz\.$"),
        (b"\0\1\2", "damaged: it does not begin as .gz files do"),
    ],
)
def test_what_is_named_gz_and_is_not_is_told_what_it_is(tmp_path, content, said):
    (tmp_path / "a.txt.gz").write_bytes(content)
    with pytest.raises(FormatError, match=said):
        encode(tmp_path / "a.txt.gz")
