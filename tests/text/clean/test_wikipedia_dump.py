import pytest

from firth.errors import FormatError
from firth.text.clean import wikipedia_dump
from firth.text.clean.wikipedia_dump import PageBlocks, Site, pages_of
from firth.text.sources import find_sources
from text.dumps import HEAD, dump, page

PAGES = [page("Tee", "a <b> & c"), page("Müsli", "ü" * 50), page("Diskussion:Tee", "talk")]


def read(path, **options):
    blocks = PageBlocks(find_sources(path)[0], **options)
    return [found for block in blocks for found in pages_of(block, blocks.site)], blocks


@pytest.fixture
def write(tmp_path):
    def written(data):
        path = tmp_path / "dump.xml"
        path.write_bytes(data)
        return path

    return written


def test_titles_texts_and_namespaces_are_found(write):
    found, blocks = read(write(dump(*PAGES)))
    assert [(p.title, p.namespace, p.redirect) for p in found] == [
        ("Tee", 0, False),
        ("Müsli", 0, False),
        ("Diskussion:Tee", 1, False),
    ]
    assert [p.text.decode() for p in found] == ["a &lt;b&gt; &amp; c", "ü" * 50, "talk"]
    assert (blocks.site.language, blocks.trouble) == ("de", "")


def test_the_number_of_a_namespace_counts_more_than_its_name(write):
    found, _ = read(write(dump(page("Portal:Tee", "", "<ns>100</ns>"), page("Datei:X", "", "<ns>0</ns>"))))
    assert [p.namespace for p in found] == [100, 0]


def test_redirects_are_known_by_their_element_or_their_text(write):
    element = page("A", "#WEITERLEITUNG [[B]]", '<redirect title="B" />')
    found, _ = read(write(dump(element, page("C", "#redirect [[B]]"), page("D", "no #redirect"))))
    assert [p.redirect for p in found] == [True, True, False]


def test_of_several_revisions_the_last_is_taken(write):
    old = "<revision><text>old</text></revision>"
    found, _ = read(write(dump(page("A", "new", old), page("B", "x").replace(">x</text>", " />"))))
    assert [p.text for p in found] == [b"new", b""]


@pytest.mark.parametrize("chunk_bytes", [1, 7, 64])
@pytest.mark.parametrize("block_bytes", [1, 300, 1 << 20])
def test_pages_do_not_depend_on_how_they_are_read(write, monkeypatch, chunk_bytes, block_bytes):
    path = write(dump(*PAGES))
    expected, _ = read(path)
    monkeypatch.setattr(wikipedia_dump, "_CHUNK_BYTES", chunk_bytes)
    found, blocks = read(path, block_bytes=block_bytes)
    assert found == expected
    assert blocks.trouble == ""


def test_a_dump_cut_at_any_byte_gives_its_whole_pages(write):
    data = dump(*PAGES)
    ends = [
        data.index(b"</page>", start) + 7
        for start in (place for place in range(len(data)) if data[place:].startswith(b"<page>"))
    ]
    first = data.index(b"<page>") + 6
    for cut in range(first, len(data) - 1, 3):
        found, blocks = read(write(data[:cut]))
        assert len(found) == sum(end <= cut for end in ends)
        assert blocks.trouble or cut >= len(data.rstrip())


def test_blocks_stay_small_however_long_the_dump_is(write):
    path = write(dump(*PAGES * 3000))
    sizes = [len(block) for block in PageBlocks(find_sources(path)[0], block_bytes=50_000)]
    assert sum(sizes) > 1_000_000
    assert max(sizes) < 50_000 + wikipedia_dump._CHUNK_BYTES + 1000


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "dump.xml is empty"),
        (b"just text", "dump.xml is no Wikipedia dump"),
        (b"<html><page></page></html>", "dump.xml is no Wikipedia dump"),
        (b"BZh91AY&SY", "dump.xml is no Wikipedia dump"),
        (dump(), "dump.xml is a dump without pages"),
        (HEAD.encode() + b" " * (2 << 20), "dump.xml is a dump without pages"),
    ],
)
def test_what_is_no_dump_is_refused(write, data, said):
    with pytest.raises(FormatError, match=said):
        read(write(data))


def test_a_page_longer_than_any_is_no_page(write, monkeypatch):
    monkeypatch.setattr(wikipedia_dump, "LONGEST_PAGE", 2000)
    monkeypatch.setattr(wikipedia_dump, "_CHUNK_BYTES", 500)
    found, blocks = read(write(dump(PAGES[0], page("Long", "x" * 5000))))
    assert [p.title for p in found] == ["Tee"]
    assert "all revisions" in blocks.trouble


@pytest.mark.parametrize(
    ("spoilt", "said"),
    [
        (
            "<page><title>A</title><text>never closed</page>",
            "'A' is not well-formed XML \\(mismatched tag\\)",
        ),
        ("<page><title>B</title><text>a & b</text></page>", "'B' is not well-formed"),
        ("<page><title>C</title><page></page>", "'C' is not well-formed"),
        ("<log>x</log><page></page>", "'<log>x</log>', which is none"),
        ("x</page>", "'x', which is none"),
    ],
)
def test_a_page_that_is_not_well_formed_is_named(spoilt, said):
    pages = pages_of((PAGES[0] + spoilt).encode(), Site())
    assert next(pages).title == "Tee"
    with pytest.raises(FormatError, match=said):
        next(pages)
