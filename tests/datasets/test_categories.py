import pytest

from firth.datasets import Member, read_categories
from firth.errors import FormatError, MissingDataError

EXPECTED = [Member("animal", "cat"), Member("vehicle", "bus"), Member("vehicle", "fire engine")]


@pytest.fixture
def written(tmp_path):
    def write(content, name="kinds.tsv"):
        (tmp_path / name).write_text(content)
        return tmp_path / name

    return write


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("kinds.tsv", "animal\tcat\nvehicle\tbus\n\nvehicle\tfire engine\n"),
        ("kinds.txt", "category\tword\nanimal\tcat\r\nvehicle\tbus\r\nvehicle\tfire engine\r\n"),
        ("kinds.tsv", "Word\tCategory\ncat\tanimal\nbus\tvehicle\nfire engine\tvehicle\n"),
        ("kinds.csv", "word,category\ncat,animal\nbus,vehicle\nfire engine,vehicle\n"),
        ("kinds.CSV", 'category,word\n"animal",cat\nvehicle,"bus"\nvehicle, fire engine\n'),
    ],
)
def test_lines_and_tables_in_either_order_read_alike(written, name, content):
    assert read_categories(written(content, name)) == EXPECTED


def test_a_word_given_twice_in_a_category_counts_once(written):
    assert len(read_categories(written("a\tx\na\tx\nb\ty\n"))) == 2


def test_a_word_in_two_categories_is_refused(written):
    with pytest.raises(FormatError, match=r"line 3: 'x' is in 'a' and in 'b'; keep it in one"):
        read_categories(written("a\tx\nb\ty\nb\tx\n"))


@pytest.mark.parametrize("line", ["animal cat", "animal", "a\tb\tc", "animal\t \t"])
def test_a_line_that_is_not_a_category_and_a_word_is_refused_with_its_number(written, line):
    path = written(f"vehicle\tbus\n{line}\n")
    with pytest.raises(FormatError, match=rf"{path}, line 2"):
        read_categories(path)


def test_a_csv_that_does_not_name_its_columns_is_refused(written):
    with pytest.raises(FormatError, match="does not name its columns"):
        read_categories(written("cat,animal\nbus,vehicle\n", "kinds.csv"))


@pytest.mark.parametrize("content", ["", "animal\tcat\nanimal\tdog\n", "word\tcategory\n"])
def test_fewer_than_two_categories_are_refused(written, content):
    with pytest.raises(FormatError, match="fewer than two categories"):
        read_categories(written(content))


def test_an_absent_file_is_named(tmp_path):
    with pytest.raises(MissingDataError, match="absent"):
        read_categories(tmp_path / "absent.tsv")
