import bz2
import gzip
import lzma
import os
import subprocess
import sys
import time
from functools import partial

import pytest

from firth.errors import FormatError, InputError
from firth.text.clean import DumpWarning, WikipediaText, clean_wikipedia
from text.dumps import HEAD, dump, page

PAGES = [
    page("Tee", "Tee ist [[heiß]]. Gut!"),
    page("Redirect", "#REDIRECT [[Tee]]"),
    page("Diskussion:Tee", "Ja."),
    page("Kaffee", "Kaffee auch."),
]
TEXTS = ["tee ist heiß\ngut\n", "kaffee auch\n"]
PACK = {
    "": bytes,
    ".bz2": partial(bz2.compress, compresslevel=1),  # small blocks, so that some of a short file are whole
    ".xz": lzma.compress,
    ".gz": gzip.compress,
}


@pytest.fixture
def write(tmp_path):
    def written(data, packing=""):
        path = tmp_path / f"dump.xml{packing}"
        path.write_bytes(data)
        return path

    return written


@pytest.mark.parametrize("packing", PACK)
def test_articles_come_out_and_redirects_and_talk_do_not(write, packing):
    text = WikipediaText(write(PACK[packing](dump(*PAGES)), packing))
    assert list(text) == TEXTS
    assert (text.pages, text.left_out, text.trouble) == (4, 2, "")


def test_text8_style_has_all_pages_but_redirects(write):
    assert "".join(clean_wikipedia(write(dump(*PAGES)), style="text8")) == " tee ist hei gut ja kaffee auch"


@pytest.mark.parametrize("style", ["sentences", "text8"])
def test_the_number_of_workers_changes_nothing(write, style):
    path = write(dump(*(page(f"Tee {n}", f"Tee {n} ist heiß. " * 40) for n in range(400))))
    texts = [list(clean_wikipedia(path, style=style, threads=n, memory="1MB")) for n in (1, 2, 3)]
    assert len(texts[0]) == 400
    assert texts[0] == texts[1] == texts[2]


def test_a_spoilt_page_ends_the_text_and_is_named(write):
    spoilt = "<page><title>Spoilt</title><text>a & b</text></page>"
    with pytest.warns(
        DumpWarning, match=r"'Spoilt' is not well-formed XML .*; the 2 whole pages before that are"
    ):
        assert list(clean_wikipedia(write(dump(*PAGES[:2], spoilt, *PAGES[2:])))) == TEXTS[:1]


@pytest.mark.parametrize("threads", [1, 2])
def test_what_comes_after_a_spoilt_page_in_later_blocks_is_not_cleaned(write, threads):
    many = [page(f"Tee {n}", "Tee ist heiß. " * 40) for n in range(400)]
    many[150] = many[150].replace("</text>", "")
    text = WikipediaText(write(dump(*many)), threads=threads, memory="1MB")
    assert len(list(text)) == 150
    assert "'Tee 150'" in text.trouble


@pytest.mark.parametrize("packing", [".bz2", ".xz", ".gz"])
def test_a_packed_file_cut_short_gives_its_whole_pages(write, packing):
    noise = [page(f"P{n}", " ".join(os.urandom(2000).hex(" ").split())) for n in range(60)]
    packed = PACK[packing](dump(*noise))
    text = WikipediaText(write(packed[: len(packed) * 3 // 4], packing))
    assert 0 < len(list(text)) < 60
    assert "is cut short or damaged" in text.trouble


@pytest.mark.parametrize("data", [HEAD.encode() + PAGES[0].encode()[:-20], dump("<page>&</page>")])
def test_not_one_whole_page_is_an_error(write, data):
    with pytest.raises(FormatError, match="no whole page before that"):
        list(clean_wikipedia(write(data)))


def test_choices_that_are_none_are_named(write):
    path = write(dump(*PAGES))
    with pytest.raises(InputError, match="'text9'"):
        clean_wikipedia(path, style="text9")
    with pytest.raises(InputError, match="'magic'"):
        clean_wikipedia(path, splitter="magic")


def test_progress_goes_from_nothing_to_the_size_of_the_file(write):
    path, told = write(dump(*PAGES)), []
    list(clean_wikipedia(path, progress=lambda *said: told.append(said)))
    assert told[-1] == ("cleaning", path.stat().st_size, path.stat().st_size, "B")


@pytest.mark.skipif(not os.path.isdir("/proc"), reason="processes are looked up in /proc")  # noqa: PTH112
def test_workers_end_when_their_caller_is_killed(write):
    path = write(dump(*(page(f"Tee {n}", "Tee ist heiß. " * 4000) for n in range(60))))
    program = (
        "import os, firth\n"
        f"texts = firth.clean_wikipedia({str(path)!r}, threads=2)\n"
        "next(texts)\n"
        "children = open(f'/proc/self/task/{os.getpid()}/children').read()\n"
        "print(children, flush=True)\n"
        "os._exit(9)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    workers = done.stdout.split()
    assert len(workers) == 2
    for _ in range(600):
        if not any(os.path.exists(f"/proc/{worker}") for worker in workers):  # noqa: PTH110
            break
        time.sleep(0.1)
    else:
        pytest.fail("the workers are still there")
    assert done.stderr == ""
