"""firth clean html, markdown, xml, latex and subtitles."""

import json

import pytest

FILES = {
    "html": ("a.html", "<nav>Home</nav><p>Tea is <b>hot</b>. Drink (all of) it!"),
    "markdown": ("a.md", "Tea is *hot*.\nDrink [(all of)](http://x.org) it!"),
    "latex": ("a.tex", "Tea is \\emph{hot}. % why\nDrink (all of) it!"),
    "subtitles": ("a.srt", "1\n00:00:01,000 --> 00:00:02,000\nTea is <i>hot</i>. Drink\nall of it!\n"),
    "xml": ("a.xml", "<TEI><teiHeader>x</teiHeader><p>Tea is <hi>hot</hi>. Drink (all of) it!</p></TEI>"),
}


@pytest.mark.parametrize("markup", FILES)
def test_a_file_becomes_a_sentence_on_each_line_or_a_paragraph_as_it_is(firth, tmp_path, markup):
    name, text = FILES[markup]
    (tmp_path / name).write_text(text)
    made = firth(f"clean {markup} {tmp_path}/{name} -o {tmp_path}/text.txt")
    assert (made.exit_code, made.stderr) == (0, "")
    assert made.stdout.startswith("cleaned   2 lines")
    assert (tmp_path / "text.txt").read_text() == "tea is hot\ndrink all of it\n"
    told = firth(f"clean {markup} {tmp_path}/{name} -o {tmp_path}/text.txt --style paragraphs --json --force")
    assert json.loads(told.stdout)["lines"] == 1
    assert (tmp_path / "text.txt").read_text().startswith("Tea is hot. Drink")


def test_many_pages_in_any_encoding_become_one_text_by_any_number_of_processes(firth, tmp_path):
    page = "<meta charset={0}><p>Чай горячий.</p>"
    for encoding in ("utf-8", "windows-1251", "koi8-r", "utf-16"):
        (tmp_path / f"{encoding}.html").write_bytes(page.format(encoding).encode(encoding))
    (tmp_path / "latin.html").write_bytes("<p>Thé chaud — “oui”.".encode("cp1252"))
    for threads in (1, 2):
        made = firth(f"clean html '{tmp_path}/*.html' -o {tmp_path}/{threads}.txt --threads {threads}")
        assert "6 lines in 5 documents" in made.stdout or "5 lines in 5 documents" in made.stdout
    text = (tmp_path / "1.txt").read_text()
    assert text == (tmp_path / "2.txt").read_text()
    assert text.count("чай горячий\n") == 4
    assert "thé chaud" in text


@pytest.mark.parametrize(
    ("command", "content", "said"),
    [
        ("html", b"", "there is no text in"),
        ("html", b"%PDF-1.7", "is a PDF document, not plain text; make text of it with poppler"),
        ("html", bytes(range(256)), "binary data"),
        ("html --encoding klingon", b"<p>tea", "'klingon' is no encoding that is known"),
        ("html --memory 20kB", b"<p>tea</p>" * 1000, "or allow more with --memory SIZE."),
        ("xml", b"<p>tea", "no whole XML"),
        ("xml", b"<?xml version='1.0' encoding='klingon'?><p/>", "such as --encoding latin-1."),
        ("xml", b"<mediawiki><page/></mediawiki>", "is a Wikipedia dump; use firth clean wikipedia."),
        ("latex", b"% nothing", "there is no text in"),
        ("subtitles --language", b"x", "--language"),
    ],
)
def test_what_cannot_be_cleaned_is_a_sentence_and_no_file(firth, tmp_path, command, content, said):
    (tmp_path / "a").write_bytes(content)
    markup, _, options = command.partition(" ")
    result = firth(f"clean {markup} {tmp_path}/a -o {tmp_path}/o.txt {options}")
    assert result.exit_code == 2
    assert result.stderr.startswith("firth: ")
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
    assert not (tmp_path / "o.txt").exists()


@pytest.mark.parametrize("markup", FILES)
def test_a_folder_stands_for_its_files_of_the_format(firth, tmp_path, markup):
    name, text = FILES[markup]
    (tmp_path / "pages" / "deeper").mkdir(parents=True)
    (tmp_path / "pages" / "deeper" / name).write_text(text)
    (tmp_path / "pages" / "notes.txt").write_text("other words")
    made = firth(f"clean {markup} {tmp_path}/pages -o {tmp_path}/text.txt")
    assert (made.exit_code, made.stderr) == (0, "")
    assert (tmp_path / "text.txt").read_text() == "tea is hot\ndrink all of it\n"


def test_a_folder_of_pages_alone_is_told_how_to_become_text(firth, tmp_path):
    for name in ("a.html", "b.htm", "c.md"):
        (tmp_path / name).write_text("<p>Tea.")
    refused = firth(f"embed {tmp_path} -o {tmp_path}/v.safetensors")
    assert refused.exit_code == 2
    assert (
        "has no text files, but 2 with the suffixes of html; make plain text of them first, with "
        f"firth clean html {tmp_path} -o text.txt."
    ) in refused.stderr


def test_a_table_of_html_is_refused(firth, tmp_path):
    (tmp_path / "a.csv").write_text("text\n<p>tea\n")
    result = firth(f"clean html {tmp_path}/a.csv -o {tmp_path}/o.txt")
    assert "is a table of texts; write each text to a file of its own.\n" in result.stderr
