"""firth clean."""

import json
import os
import signal
import subprocess
import sys

import pytest

from text.dumps import HEAD, dump, page

PAGES = [page("Tee", "Tee ist heiß. Gut!"), page("X", "#REDIRECT [[Tee]]"), page("Kaffee", "Kaffee auch.")]


@pytest.mark.parametrize("command", ["clean", "clean wikipedia", "clean tweets"])
def test_help_has_examples(firth, command):
    shown = firth(f"{command} --help").stdout
    assert shown.startswith(f"  $ firth {command}")


@pytest.mark.parametrize(
    ("style", "text"),
    [("sentences", "tee ist heiß\ngut\nkaffee auch\n"), ("text8", " tee ist hei gut kaffee auch")],
)
def test_a_dump_becomes_text(firth, tmp_path, style, text):
    (tmp_path / "dump.xml").write_bytes(dump(*PAGES))
    made = firth(f"clean wikipedia {tmp_path}/dump.xml -o {tmp_path}/text.txt --style {style}")
    assert (made.exit_code, made.stderr) == (0, "")
    assert "cleaned   2 of 3 pages" in made.stdout
    assert (tmp_path / "text.txt").read_text() == text


def test_a_dump_may_come_from_standard_input_and_facts_go_out_as_json(firth_process, tmp_path):
    made = firth_process(
        f"clean wikipedia - -o {tmp_path}/text.txt --splitter sentencex --json", input=dump(*PAGES).decode()
    )
    facts = json.loads(made.stdout)
    assert (facts["pages"], facts["left_out"], facts["lines"], facts["trouble"]) == (3, 1, 3, "")


def test_a_cut_dump_is_cleaned_up_to_its_last_whole_page_and_a_sentence_says_so(firth, tmp_path):
    (tmp_path / "dump.xml").write_bytes(dump(*PAGES)[:-60])
    made = firth(f"clean wikipedia {tmp_path}/dump.xml -o {tmp_path}/text.txt --quiet")
    assert (made.exit_code, made.stdout) == (1, "")
    said = f"firth: {tmp_path}/dump.xml ends within a page; the 2 whole pages before that are cleaned.\n"
    assert made.stderr == said
    assert (tmp_path / "text.txt").read_text() == "tee ist heiß\ngut\n"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is empty"),
        (b"no dump", "is no Wikipedia dump"),
        (HEAD.encode(), "is a dump without pages"),
        (HEAD.encode() + b"<page><title>A</title><text>", "no whole page"),
        (dump("<page><title>A</title>&</page>"), "no whole page"),
    ],
)
def test_what_cannot_be_cleaned_is_one_sentence_and_the_old_file_stays(firth, tmp_path, data, said):
    (tmp_path / "dump.xml").write_bytes(data)
    (tmp_path / "text.txt").write_text("old")
    made = firth(f"clean wikipedia {tmp_path}/dump.xml -o {tmp_path}/text.txt --force")
    assert (made.exit_code, made.stdout, made.stderr.count("\n")) == (2, "", 1)
    assert said in made.stderr
    assert (tmp_path / "text.txt").read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 2


def test_tweets_become_words_line_by_line(firth, tmp_path):
    (tmp_path / "tweets.txt").write_text("I looove #tea\n@you\nThx 😂")
    asked = f"clean tweets {tmp_path}/tweets.txt -o {tmp_path}/clean.txt"
    assert "cleaned   3 tweets" in firth(asked).stdout
    assert (tmp_path / "clean.txt").read_text() == "i love\n\nthanks emoji_face_with_tears_of_joy\n"
    assert json.loads(firth(f"{asked} -f --without hashtags --without emojis --json").stdout)["lines"] == 3
    assert (tmp_path / "clean.txt").read_text() == "i love tea\n\nthanks\n"


def test_a_step_that_is_none_is_a_sentence(firth, tmp_path):
    (tmp_path / "tweets.txt").write_text("tea\n")
    made = firth(f"clean tweets {tmp_path}/tweets.txt -o {tmp_path}/clean.txt --without emoji")
    assert (made.exit_code, "no step 'emoji'" in made.stderr) == (2, True)
    assert not (tmp_path / "clean.txt").exists()


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as on POSIX")
def test_ctrl_c_leaves_no_file(tmp_path):
    fifo = tmp_path / "dump.xml"
    os.mkfifo(fifo)
    (tmp_path / "out").mkdir()
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "firth",
            "clean",
            "wikipedia",
            str(fifo),
            "-o",
            str(tmp_path / "out" / "text.txt"),
        ],
        stderr=subprocess.PIPE,
        text=True,
    )
    with fifo.open("wb") as pipe:  # more is to come, for ever
        pipe.write(HEAD.encode() + b"".join(page("A", "Tea is hot. " * 50_000).encode() for _ in range(6)))
        pipe.flush()  # the pipe holds less than that: pages have been read, and the file is begun
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert (process.returncode, said) == (130, "firth: stopped; no partial file is left.\n")
    assert list((tmp_path / "out").iterdir()) == []
