"""Tables that are written for spreadsheets hold no formulas, unless they are asked for as they are."""

import pytest

TABLE = "name,=1+1,-ing,tea\n@user,1,2,9\n+x,5,3,1\n-3,1,8,2\nmilk,2,2,7\n"


@pytest.fixture
def table(tmp_path):
    (tmp_path / "t.csv").write_text(TABLE)
    return tmp_path / "t.csv"


def first_cells(path):
    return [line.split(",")[0] for line in path.read_text().splitlines()[1:]]


@pytest.mark.parametrize("command", ["ca", "nlca"])
def test_names_that_begin_like_formulas_get_an_apostrophe_and_numbers_none(firth, table, tmp_path, command):
    made = firth(f"{command} {table} -o {tmp_path}/out --as-is")
    assert made.exit_code == 0, made.output
    assert first_cells(tmp_path / "out" / "rows.csv") == ["'@user", "'+x", "-3", "milk"]
    assert first_cells(tmp_path / "out" / "columns.csv") == ["'=1+1", "'-ing", "tea"]


@pytest.mark.parametrize("command", ["ca", "nlca"])
def test_they_stay_when_cells_are_to_be_plain(firth, table, tmp_path, command):
    made = firth(f"{command} {table} -o {tmp_path}/out --as-is --plain-cells")
    assert made.exit_code == 0, made.output
    assert first_cells(tmp_path / "out" / "rows.csv") == ["@user", "+x", "-3", "milk"]


@pytest.mark.parametrize(("option", "word"), [("", "'=rain"), ("--plain-cells", "=rain")])
def test_sentences_that_carry_words_of_authors_do_too(firth, tmp_path, option, word):
    lines = ["@user likes tea and tea,a"] * 9 + ["=rain falls on milk and milk,b"] * 9
    (tmp_path / "d.csv").write_text("\n".join(["text,who", *lines, ""]))
    command = f"documents typical {tmp_path}/d.csv --label who -o {tmp_path}/out {option}"
    made = firth(command)
    assert made.exit_code == 0, made.output
    cells = (tmp_path / "out" / "sentences.csv").read_text()
    assert f",{word} falls" in cells


@pytest.mark.parametrize(("option", "word"), [("", "'@a"), ("--plain-cells", "@a")])
def test_labels_of_maps_and_words_of_pictures_do_too(firth, tmp_path, option, word):
    (tmp_path / "p.csv").write_text("x,y,who\n" + "".join(f"{i},{i * i % 7},@a\n" for i in range(12)))
    made = firth(f"sphere {tmp_path}/p.csv -o {tmp_path}/m.csv --label who --neighbors 3 {option}")
    assert made.exit_code == 0, made.output
    assert set(first_cells(tmp_path / "m.csv")) == {word}
    (tmp_path / "v.txt").write_text("@a 1 2 3\ncat 3 1 2\ndog 2 2 1\n")
    made = firth(f"plot cosine {tmp_path}/v.txt --group p=cat,@a --group q=dog -o {tmp_path}/p.png "
                 f"--csv {tmp_path}/n.csv {option}")  # fmt: skip
    assert made.exit_code == 0, made.output
    assert word in first_cells(tmp_path / "n.csv")
