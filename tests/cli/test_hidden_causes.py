"""Sentences name the real cause, and options rather than Python, for what strangers have tried."""

import re

import pytest
import typer

from firth.cli.app import app

TEXTS = {
    "Chinese": "我喜欢喝中国茶。猫坐在桌子上。狗在花园里睡觉。\n",
    "Japanese": "猫は机の上に座っています。私は毎朝緑茶を飲みます。\n",
    "Thai": "ฉันชอบดื่มชาทุกเช้า แมวนั่งอยู่บนโต๊ะ สุนัขนอนหลับในสวน\n",
    "Khmer": "ខ្ញុំចូលចិត្តផឹកតែ ឆ្មាអង្គុយលើតុ ឆ្កែដេកក្នុងសួន\n",
}
SPACED = {
    "Russian": ("Кошка пьёт молоко. Ёлка стоит в доме.\n", "ёлка"),
    "Arabic": ("القطة تجلس على الطاولة وتشرب الحليب.\n", "الحليب"),
    "Hindi": ("बिल्ली मेज़ पर बैठी है और दूध पीती है।\n", "मेज़"),
    "Korean": ("고양이가 탁자 위에 앉아 우유를 마신다.\n", "고양이가"),
    "Vietnamese": ("Con mèo ngồi trên bàn và uống sữa.\n", "ngồi"),
}


@pytest.fixture
def embed(firth, tmp_path):
    def run(name, content, options="--dim 2"):
        (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return firth(f"embed {tmp_path}/{name} -o {tmp_path}/v.vec {options} --force")

    return run


@pytest.mark.parametrize("language", TEXTS)
def test_a_text_without_spaces_is_told_with_the_options_that_cut_it(embed, tmp_path, language):
    told = embed("a.txt", TEXTS[language] * 30).stderr
    assert f"firth: note: the text seems to be {language}, which is written without spaces" in told
    assert "--tokenizer icu (pip install 'firth[icu]')" in told
    cut = embed("a.txt", TEXTS[language] * 30, "--dim 2 --tokenizer bigrams")
    assert (cut.exit_code, cut.stderr) == (0, "")


@pytest.mark.parametrize("language", SPACED)
def test_a_text_with_spaces_is_embedded_word_by_word_without_a_notice(embed, tmp_path, language):
    text, word = SPACED[language]
    result = embed("a.txt", text * 30)
    assert (result.exit_code, result.stderr) == (0, "")
    assert f"\n{word} " in (tmp_path / "v.vec").read_text()


def test_turkish_is_cased_as_asked(embed, tmp_path):
    text = "IŞIK ılık bir gün, İstanbul'da ısınan kapıyı açtı.\n" * 30
    assert "choose --case turkish, which makes I ı rather than i." in embed("a.txt", text).stderr
    assert embed("a.txt", text, "--dim 2 --case turkish").stderr == ""
    assert {"ışık", "istanbul'da"} <= set(re.findall(r"^\S+", (tmp_path / "v.vec").read_text(), re.M))


def test_html_is_told_with_the_command_that_cleans_it(embed, tmp_path):
    told = embed("p.html", "<p class='x'>The <b>cat</b> sat on the mat.</p>\n" * 30).stderr
    way_out = f"firth clean html {tmp_path}/p.html -o text.txt."
    assert told.startswith(
        f"firth: note: {tmp_path}/p.html seems to be HTML, of which tags are counted as words"
    )
    assert way_out in told


def test_a_text_named_gz_and_a_packed_text_named_txt_are_told_what_they_are(embed):
    assert (
        "a.txt.gz is not packed, whatever its name says: it is plain text"
        in embed("a.txt.gz", "tea " * 9).stderr
    )
    packed = bytes.fromhex("1f8b0800000000000003") + b"x" * 20
    assert "a.txt is packed by gzip, not plain text; name it" in embed("a.txt", packed).stderr


@pytest.mark.parametrize("command", ["neighbors {0} cat", "similarity {0} cat dog", "info {0}"])
def test_vectors_asked_of_a_text_say_that_it_is_one(firth, trained, command):
    told = firth(command.format(trained / "corpus.txt"))
    assert told.exit_code == 2
    assert "corpus.txt does not hold vectors" in told.stderr
    assert "use firth embed" in told.stderr


def test_counts_and_vectors_are_not_taken_for_each_other(firth, trained, tmp_path):
    vectors, counts = trained / "vectors.safetensors", trained / "counts.safetensors"
    told = firth(f"neighbors {counts} cat").stderr
    assert told.endswith("holds counts instead of an embedding; firth embed makes vectors of them.\n")
    told = firth(f"embed {vectors} -o {tmp_path}/v.txt").stderr
    assert told.endswith("holds an embedding instead of counts; firth count makes counts of a text.\n")


@pytest.mark.parametrize(
    "command",
    ["embed {0} -o {1}", "count {0} -o {1}", "documents embed {0} -o {1}.npy"],
)
def test_a_wrong_column_is_told_as_an_option(firth, tmp_path, command):
    (tmp_path / "a.csv").write_text("id,body\n" + "1,tea is hot\n" * 9)
    told = firth(command.format(tmp_path / "a.csv", tmp_path / "o.safetensors")).stderr
    assert "there is no column 'text' in" in told
    assert "its columns are 'id', 'body'. Name one of them with --column NAME." in told


def _commands(command, path=()):
    if hasattr(command, "commands"):
        for name, below in command.commands.items():
            yield from _commands(below, (*path, name))
    else:
        yield path, command


COMMANDS = {" ".join(path): command for path, command in _commands(typer.main.get_command(app))}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_value_of_the_wrong_kind_is_refused_without_jargon(firth, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    parameters = COMMANDS[command].params
    arguments = ["absent" for p in parameters if p.param_type_name == "argument" and p.required]
    for option in (p for p in parameters if p.param_type_name == "option" and not p.is_flag):
        for value in ("two", "-7.5", "''"):
            result = firth(" ".join([command, *arguments, max(option.opts, key=len), value]))
            if result.exit_code == 0:
                continue
            assert (result.exit_code, result.stderr.count("\n")) == (2, 1), result.stderr
            assert result.stderr.startswith("firth: ")
            assert not re.search(
                r"[Ii]nput should|pars(e|ing)|pydantic|Traceback|=NAME|firth\.\w", result.stderr
            )
