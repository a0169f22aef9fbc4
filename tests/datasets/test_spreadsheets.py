"""Sheets of workbooks are tables like others; damaged ones are refused in a sentence."""

from __future__ import annotations

import builtins
import zipfile
from xml.sax.saxutils import escape

import pytest

from firth.datasets import read_table_file
from firth.errors import FormatError, InputError

SURVEY = [["Survey of 2020"], ["site", 1999, 2004, "note"], ["a", 3, 1.5, "x"], ["b", 4, None, "NA"]]
READ = [("a", 3, 1.5, "x"), ("b", 4, None, None)]


def xlsx(path, **sheets):
    """A workbook as spreadsheets write it, with its text in the cells."""

    def cell(place, row, value):
        where = f'r="{chr(65 + place)}{row}"'
        if isinstance(value, str):
            return f'<c {where} t="inlineStr"><is><t>{escape(value)}</t></is></c>'
        return f"<c {where}><v>{value}</v></c>"

    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    rels = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    numbers = range(1, len(sheets) + 1)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as book:
        book.writestr(
            "[Content_Types].xml",
            f'<Types xmlns="{package}/content-types"><Default Extension="rels" '
            'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Override PartName="/xl/workbook.xml" ContentType="{kind}.sheet.main+xml"/>'
            + "".join(
                f'<Override PartName="/xl/worksheets/sheet{n}.xml" ContentType="{kind}.worksheet+xml"/>'
                for n in numbers
            )
            + "</Types>",
        )
        book.writestr(
            "_rels/.rels",
            f'<Relationships xmlns="{package}/relationships"><Relationship Id="rId1" '
            f'Type="{rels}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        )
        book.writestr(
            "xl/workbook.xml",
            f'<workbook xmlns="{main}" xmlns:r="{rels}"><sheets>'
            + "".join(
                f'<sheet name="{name}" sheetId="{n}" r:id="rId{n}"/>' for n, name in enumerate(sheets, 1)
            )
            + "</sheets></workbook>",
        )
        book.writestr(
            "xl/_rels/workbook.xml.rels",
            f'<Relationships xmlns="{package}/relationships">'
            + "".join(
                f'<Relationship Id="rId{n}" Type="{rels}/worksheet" Target="worksheets/sheet{n}.xml"/>'
                for n in numbers
            )
            + "</Relationships>",
        )
        for n, rows in enumerate(sheets.values(), start=1):
            book.writestr(
                f"xl/worksheets/sheet{n}.xml",
                f'<worksheet xmlns="{main}"><sheetData>'
                + "".join(
                    f'<row r="{i}">'
                    + "".join(cell(j, i, value) for j, value in enumerate(row) if value is not None)
                    + "</row>"
                    for i, row in enumerate(rows, start=1)
                )
                + "</sheetData></worksheet>",
            )
    return path


def ods(path, rows):
    """The same as OpenDocument."""

    def cell(value):
        if value is None:
            return "<table:table-cell/>"
        if isinstance(value, str):
            return (
                f'<table:table-cell office:value-type="string"><text:p>{escape(value)}</text:p>'
                "</table:table-cell>"
            )
        return f'<table:table-cell office:value-type="float" office:value="{value}"/>'

    names = "".join(
        f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "table", "text")
    )
    with zipfile.ZipFile(path, "w") as book:
        book.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        book.writestr(
            "META-INF/manifest.xml",
            '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
        )
        book.writestr(
            "content.xml",
            f'<?xml version="1.0"?><office:document-content{names}><office:body><office:spreadsheet>'
            '<table:table table:name="Data">'
            + "".join(f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in rows)
            + "</table:table></office:spreadsheet></office:body></office:document-content>",
        )
    return path


@pytest.fixture(autouse=True)
def _calamine(request):
    if "without_the_extra" not in request.node.name:
        pytest.importorskip("python_calamine")


def test_a_sheet_is_read_below_its_title_and_numbers_stay_numbers(tmp_path):
    for path in (xlsx(tmp_path / "t.xlsx", Data=SURVEY), ods(tmp_path / "t.ods", SURVEY)):
        read = read_table_file(path)
        assert read.frame.columns == ["site", "1999", "2004", "note"]
        assert read.frame.rows() == READ
        assert read.sheet == "Data"
        assert read.notes == ("1 line above the table skipped", "2 cells missing")


def test_numbers_written_as_text_in_a_sheet_are_numbers(tmp_path):
    rows = [["site", "a", "b"], ["x", "1 234", "1,5"], ["y", 5, "NA"]]
    assert read_table_file(xlsx(tmp_path / "t.xlsx", Data=rows)).frame.rows() == [
        ("x", 1234, 1.5),
        ("y", 5, None),
    ]


def test_the_first_sheet_that_holds_something_is_read_or_the_one_named(tmp_path):
    path = xlsx(tmp_path / "t.xlsx", Cover=[], Data=SURVEY, More=[["a", "b"], [1, 2]])
    read = read_table_file(path)
    assert read.sheet == "Data"
    assert "sheet 'Data' of 3 (another with --sheet NAME)" in read.notes
    for name in ("More", 3, "3"):
        assert read_table_file(path, sheet=name).frame.rows() == [(1, 2)]
    with pytest.raises(InputError, match=r"t\.xlsx has no sheet 'Less'; it has 'Cover', 'Data', 'More'\.$"):
        read_table_file(path, sheet="Less")
    with pytest.raises(FormatError, match=r"t\.xlsx is empty: its sheet 'Cover' holds nothing\.$"):
        read_table_file(path, sheet="Cover")


def test_a_sheet_without_a_header_is_numbered_or_refused(tmp_path):
    path = xlsx(tmp_path / "t.xlsx", Data=[["SM", 4, 2, 3], ["JM", 4, 3, 7]])
    assert read_table_file(path, header=False).frame.rows() == [("SM", 4, 2, 3), ("JM", 4, 3, 7)]
    with pytest.raises(InputError, match=r"has no line of names: its first line is SM, 4, 2, 3; say --no-h"):
        read_table_file(path)


def test_a_workbook_called_csv_is_read_as_a_workbook(tmp_path):
    path = xlsx(tmp_path / "t.xlsx", Data=SURVEY).rename(tmp_path / "t.csv")
    assert read_table_file(path).frame.rows() == READ


@pytest.mark.parametrize("keep", [0.0, 0.01, 0.5, 0.99])
def test_a_workbook_that_was_cut_short_is_refused(tmp_path, keep):
    for path in (xlsx(tmp_path / "t.xlsx", Data=SURVEY), ods(tmp_path / "t.ods", SURVEY)):
        data = path.read_bytes()
        path.write_bytes(data[: int(keep * len(data))])
        with pytest.raises(FormatError, match=r"could not be read as a spreadsheet: it is cut short, d"):
            read_table_file(path)


def test_without_the_extra_one_sentence_says_what_to_install(tmp_path, monkeypatch):
    present = builtins.__import__

    def absent(name, *rest):
        if name == "python_calamine":
            raise ImportError(name)
        return present(name, *rest)

    monkeypatch.setattr(builtins, "__import__", absent)
    with pytest.raises(InputError, match=r"needs python-calamine: pip install 'firth\[excel\]'\.$"):
        read_table_file(xlsx(tmp_path / "t.xlsx", Data=SURVEY))
