"""Tables of every odd kind are read for what they are, or refused in one sentence."""

from __future__ import annotations

import bz2
import csv
import gzip
import io
import lzma
import tempfile
from pathlib import Path

import polars as pl
import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from firth.datasets import read_table, read_table_file
from firth.errors import FirthError, FormatError, InputError

PLAIN = "site,fair,dark\nblue,326,110\nbrown,98,681\n"
ROWS = [("blue", 326, 110), ("brown", 98, 681)]


@pytest.fixture
def table(tmp_path):
    """Write a file and read it as a table."""

    def read(content, name="table.csv", **options):
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return read_table_file(path, **options)

    return read


@pytest.fixture
def refused(table, tmp_path):
    """Read a file that must be refused: the sentence, without the folder."""

    def read(content, name="table.csv", **options):
        with pytest.raises(FirthError) as caught:
            table(content, name, **options)
        said = str(caught.value)
        assert said.endswith(".")
        assert "\n" not in said
        for theirs in ("polars", "Schema", "infer", "truncate", "Calamine"):
            assert theirs not in said
        return said.replace(f"{tmp_path}/", "")

    return read


@pytest.mark.parametrize(
    "content",
    [
        PLAIN.replace(",", ";"),
        PLAIN.replace(",", "\t"),
        PLAIN.replace(",", "|"),
        PLAIN.replace(",", " "),
        PLAIN.replace(",", "     "),
        PLAIN.replace(",", ", "),
        PLAIN.replace("\n", "\r\n"),
        PLAIN.replace("\n", "\r"),
        PLAIN.replace("\n", "\n\n"),
        PLAIN.rstrip("\n"),
        PLAIN + ",,\n,,\n",
        PLAIN.replace("\n", ",\n"),
        '"site","fair","dark"\n"blue","326","110"\n"brown","98","681"\n',
        "sep=,\n" + PLAIN,
        '"sep=;"\r\n' + PLAIN.replace(",", ";"),
        '"site" , "fair" , "dark"\n"blue" , "326" , "110"\n"brown" , "98" , "681"\n'.replace(" ,", ","),
        "# counted in 2020\n# by hand, twice\n" + PLAIN,
        PLAIN.replace("brown", "# to be checked\nbrown"),
        "Table 1: colors,,\n" + PLAIN,
        "\ufeff" + PLAIN,
        PLAIN.encode("utf-16"),
        PLAIN.encode("utf-16-le"),
        PLAIN.encode("utf-16-be"),
        PLAIN.encode("utf-32"),
    ],
    ids=lambda content: repr(content)[:32],
)
def test_every_layout_of_a_table_gives_the_same_rows(table, content):
    read = table(content)
    assert read.frame.columns == ["site", "fair", "dark"]
    assert read.frame.rows() == ROWS


@pytest.mark.parametrize(
    ("suffix", "pack"),
    [
        ("gz", gzip.compress),
        ("bz2", bz2.compress),
        ("xz", lzma.compress),
        ("zst", lambda data: zstandard.ZstdCompressor().compress(data)),
    ],
)
def test_compressed_tables_are_unpacked_and_cut_ones_refused(table, refused, suffix, pack):
    packed = pack(PLAIN.encode() * 50)
    assert table(pack(PLAIN.encode()), f"table.csv.{suffix}").frame.rows() == ROWS
    assert "is cut short or damaged" in refused(packed[: len(packed) // 2], f"table.csv.{suffix}")


@pytest.mark.parametrize(
    ("encoding", "named"),
    [("latin-1", "Latin-1"), ("cp1252", "Windows-1252"), ("utf-16", "UTF-16"), ("utf-8-sig", None)],
)
def test_encodings_are_found_out_and_told(table, encoding, named):
    name = "“Château” €" if encoding != "latin-1" else "Château"
    read = table(f"été,b\n{name},1\nb,2\n".encode(encoding))
    assert read.frame.columns[0] == "été"
    assert read.frame.item(0, 0) == name
    assert read.notes == ((named,) if named else ())


def test_an_encoding_given_is_used_and_a_wrong_one_named(table, refused):
    assert table("a,b\nж,1\nб,2\n".encode("cp1251"), encoding="cp1251").frame.item(0, 0) == "ж"
    said = refused("a,b\né,1\n".encode("latin-1"), encoding="utf-8")
    assert (
        said == "table.csv is not utf-8 text (byte 4, line 2); name its encoding, such as --encoding latin-1."
    )
    assert "'klingon' is no encoding that is known" in refused(PLAIN, encoding="klingon")
    assert "is no encoding that is known" in refused(PLAIN, encoding="base64")


def test_the_header_of_r_leaves_the_names_of_rows_without_one(table):
    for content in ('"","a","b"\n"1",3,4\n"2",5,6\n', '"a" "b"\n"1" 3 4\n"2" 5 6\n', "a,b\n1,3,4\n2,5,6\n"):
        read = table(content)
        assert read.frame.rows() == [("1", 3, 4), ("2", 5, 6)]
        assert read.frame.columns == ["", "a", "b"]
        assert read.row_names == ""
    assert table(PLAIN).row_names is None


@pytest.mark.parametrize("code", ["NA", "n/a", "null", "NULL", ".", "..", "-", "–", "#DIV/0!", "#VALUE!", ""])
def test_every_usual_code_is_a_missing_count(table, code):
    read = table(f"job,none,light\na,20,{code}\nb,55,44\n")
    assert read.frame["light"].to_list() == [None, 44]
    assert read.notes == ("1 cell missing",)


def test_missing_cells_are_null_in_text_too_unless_told_otherwise(table):
    content = "sex,smokes,n\nf,NA,1\n-,no,.\nm,N/A,NaN\n,yes,4\n"
    read = table(content)
    assert read.frame.rows() == [("f", None, 1), (None, "no", None), ("m", None, None), (None, "yes", 4)]
    assert (read.missing, read.notes) == (6, ("6 cells missing",))
    assert table(content, missing=()).frame["smokes"].to_list() == ["NA", "no", "N/A", "yes"]
    assert table("a,b\nx,1\ny,99\n", missing=("99",)).frame["b"].to_list() == [1, None]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("a,b,c\nx,1,2\ny,3\nz,4,5\n", "table.csv: line 3 has 2 cells where most lines have 3; mend it, "),
        ("a,b,c\nx,1,2\ny,3,4,5\nz,4,5\n", "table.csv: line 3 has 4 cells where most lines have 3; "),
        ("# k\na,b,c\nx,1,2\n\ny,3\nz,4,5\n", "table.csv: line 5 has 2 cells"),
        ('a,b,c\n"x\ny",1,2\nz,3\nw,3,4\n', "table.csv: line 4 has 2 cells"),
        ("A table\n\na,b,c\nx,1,2\ny,3,4\nz,5,6\n", "table.csv: line 1 has 1 cell where most lines have 3; "),
        ('a,b,c\nx,"1,2\ny,3,4\n', "table.csv: line 2 opens a quotation mark that is never closed; close it"),
        ("a,b,b\nx,1,2\n", "columns 2 and 3 are both called 'b'; names must differ, so rename one of them."),
        ("1,2,3\n4,5,6\n", "has no line of names: its first line is 1, 2, 3; say --no-header, or --as-is"),
        ("SM,4,2,3,2\nJM,4,3,7,4\n", "its first line is SM, 4, 2, 3, 2; say --no-header"),
        ("a,x\nb,y\na,y\nb,x\na,x\nb,y\n", "its first line is a, x; say --no-header"),
        ("f,y,23\n" + "m,n,40\nf,n,31\nf,y,35\n" * 2, "its first line is f, y, 23; say --no-header"),
        ("sep=;\na;b;c\nx;1;2\ny;3\nz;4;5\n", "table.csv: line 4 has 2 cells where most lines have 3"),
        ('{"a": [1, 2], "b": [3, 4]}', "table.csv is JSON, and no table; save the table as .csv."),
        ('[{"a": 1, "b": 3}]\n', "table.csv is JSON, and no table"),
        ("", "table.csv is empty."),
        (" \n\n", "table.csv is empty."),
        ("# only a comment\n", "table.csv is empty."),
        ("a,b\n", "table.csv has names of columns but no rows."),
        ("a\n1\n2\n", "table.csv has only one column when it is cut at ','; name the separator, such as"),
        (b"a,b\x00\x01\n" * 9, "table.csv holds bytes that are no text"),
        (b"a,b\n1,2\n" * 9000 + b"\x00", "table.csv holds bytes that are no text"),
        (b"%PDF-1.7 ...", "table.csv is a PDF document, and no table"),
        ("<!DOCTYPE html><table>", "table.csv is a web page, and no table"),
    ],
)
def test_what_is_no_table_gets_one_sentence(refused, content, says):
    assert says in refused(content)


def test_files_that_are_not_there_and_wrong_options_are_refused(refused, tmp_path):
    with pytest.raises(InputError, match=r"there is no file .*absent\.csv\.$"):
        read_table(tmp_path / "absent.csv")
    with pytest.raises(InputError, match=r"is a folder; name the file"):
        read_table(tmp_path)
    assert "the separator is 'ab'; it must be one character" in refused(PLAIN, separator="ab")
    assert "the decimal sign is ':'" in refused(PLAIN, decimal=":")
    assert "table.csv is text and has no sheets; leave --sheet out." in refused(PLAIN, sheet="one")
    assert "only one column when it is cut at ';'" in refused(PLAIN, separator=";")
    assert "t.parquet could not be read as parquet" in refused("PAR1 but no", "t.parquet")


def test_a_table_without_a_header_is_numbered(table):
    read = table("SM,4,2\nJM,4,3\n", header=False)
    assert read.frame.columns == ["V1", "V2", "V3"]
    assert read.frame.rows() == [("SM", 4, 2), ("JM", 4, 3)]


def test_numbers_in_order_may_name_columns(table):
    assert table("site,1999,2004\na,1,2\nb,3,4\n").frame.columns == ["site", "1999", "2004"]
    assert table(",18,25,35,65\na,1,2,3,4\n").frame.columns == ["", "18", "25", "35", "65"]
    assert table("site,0,10,20\na,1,2,3\n").notes == table("site,1999,2004\na,1,2\n").notes == ()
    (told,) = table("SM,4,12\nJM,4,3\n").notes
    assert told == (
        "the numbers 4, 12 in the first line taken as names of columns (--no-header if they are counts)"
    )
    assert table("3,1,2\n4,5,6\n", as_is=True).frame.columns == ["3", "1", "2"]


def test_a_list_to_tick_has_a_header(table):
    ticked = "lunch,tea\n" + "lunch,Not.tea\nNot.lunch,tea\n" * 3
    assert table(ticked).frame.height == 6
    assert table(ticked.replace("Not.lunch", "").replace("Not.tea", "NA")).frame.height == 6


def test_a_header_that_begins_with_a_number_sign_is_no_comment(table):
    assert table("#OTU ID,a,b\nx,1,2\ny,3,4\n").frame.columns == ["OTU ID", "a", "b"]


def test_a_comment_sign_of_ones_own_and_none(table):
    assert table("% note\n" + PLAIN, comment="%").comments == 1
    assert table("a,b\n#1,2\n#2,3\n", comment="").frame.rows() == [("#1", 2), ("#2", 3)]


def test_marks_of_inches_and_cells_of_several_lines_stay_whole(table):
    read = table('pipe,n,m\n5" pipe,1,2\n6" pipe,3,4\n"7"" and\n8""",5,6\n')
    assert read.frame["pipe"].to_list() == ['5" pipe', '6" pipe', '7" and\n8"']


def test_columns_of_text_may_hold_other_separators(table):
    assert table("name,list\nx,a;b\ny,c;d\n").frame.rows() == [("x", "a;b"), ("y", "c;d")]


def test_codes_with_zeros_before_them_stay_text(table):
    assert table("zip,n\n01234,1\n98765,2\n").frame["zip"].to_list() == ["01234", "98765"]


def test_a_clean_file_and_the_same_file_read_line_by_line_agree(table):
    lines = [f'w{i},{i},"{i * i}",{i / 8}' for i in range(300)]
    clean = table("w,a,b,c\n" + "\n".join(lines) + "\n").frame
    odd = table("w,a,b,c\n" + "\n".join(lines).replace("w7,", 'w"7,') + "\n").frame
    assert clean.dtypes == [pl.String, pl.Int64, pl.Int64, pl.Float64]
    assert clean.drop("w").equals(odd.drop("w"))


def test_parquet_is_read_as_it_is(tmp_path):
    frame = pl.DataFrame({"a": ["NA", None], "b": [1, 2]})
    frame.write_parquet(tmp_path / "t.parquet")
    read = read_table_file(tmp_path / "t.parquet")
    assert read.frame.equals(frame)
    assert read.notes == ("1 cell missing",)


def test_standard_input_is_read(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(PLAIN.encode())))
    assert read_table("-").rows() == ROWS


@settings(max_examples=200, deadline=None)
@given(
    cells=st.lists(
        st.lists(st.text(alphabet='ab ,;"\n#', max_size=4), min_size=2, max_size=2), min_size=1, max_size=8
    ),
    quoting=st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]),
    separator=st.sampled_from([",", ";", "\t"]),
)
def test_text_is_read_back_whatever_it_holds(cells, quoting, separator):
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator, quoting=quoting, lineterminator="\n")
    writer.writerow(["name", "n", "word", "m"])
    for place, (one, two) in enumerate(cells):
        writer.writerow([f"w{place}", place, f"x{one}x", f"x{two}"])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.csv"
        path.write_text(text.getvalue(), newline="")
        frame = read_table(path)
    assert frame["word"].to_list() == [f"x{one}x" for one, _ in cells]
    assert frame["m"].to_list() == [f"x{two}".strip() for _, two in cells]


THOUSANDS = ["", ",", ".", " ", "\u00a0", "\u2009", "\u202f", "'", "’"]
ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "latin-1", "cp1252"]


def written(value: float, decimal: str, thousands: str) -> str:
    whole, _, rest = f"{value:,.2f}".partition(".")
    rest = rest.rstrip("0")
    return whole.replace(",", thousands) + (decimal + rest if rest else "")


@settings(max_examples=150, deadline=None)
@given(
    values=st.lists(
        st.lists(st.integers(-(10**8), 10**8).map(lambda cents: cents / 100), min_size=3, max_size=3),
        min_size=1,
        max_size=6,
    ),
    separator=st.sampled_from([",", ";", "\t", "|", " "]),
    decimal=st.sampled_from([".", ","]),
    thousands=st.sampled_from(THOUSANDS),
    encoding=st.sampled_from(ENCODINGS),
    quoting=st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL, csv.QUOTE_NONNUMERIC]),
    end=st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_numbers_are_read_back_however_they_are_written(
    values, separator, decimal, thousands, encoding, quoting, end
):
    if thousands == decimal:
        thousands = ""
    values = [*values, [0.5, 0.25, 0.75]]  # without these "1,234" alone could be read in two ways
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator, quoting=quoting, lineterminator=end)
    writer.writerow(["ligne", "été", "b", "c"])
    for place, row in enumerate(values):
        writer.writerow([f"é{place}", *(written(value, decimal, thousands) for value in row)])
    try:
        data = text.getvalue().encode(encoding)
    except UnicodeEncodeError:
        data = text.getvalue().encode("utf-8")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.txt"
        path.write_bytes(data)
        frame = read_table(path)
    assert frame.columns == ["ligne", "été", "b", "c"]
    assert frame["ligne"].to_list() == [f"é{place}" for place in range(len(values))]
    assert [list(map(float, row[1:])) for row in frame.rows()] == values


def is_read_or_refused(data, name):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        try:
            frame = read_table(path)
        except (FormatError, InputError) as error:
            return str(error).endswith(".")
        return frame.width > 1 and frame.height > 0


@settings(max_examples=150, deadline=None)
@given(data=st.binary(max_size=200), name=st.sampled_from(["t.csv", "t.tsv", "t.parquet", "t.csv.gz"]))
def test_any_bytes_are_a_table_or_refused_in_a_sentence(data, name):
    assert is_read_or_refused(data, name)


@settings(max_examples=200, deadline=None)
@given(text=st.text(alphabet='a1,;."\n\r #\t', max_size=60))
def test_any_text_is_a_table_or_refused_in_a_sentence(text):
    assert is_read_or_refused(text.encode(), "t.csv")
