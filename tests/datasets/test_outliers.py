import pytest

from firth.datasets import OutlierGroup, read_outliers
from firth.errors import FormatError, MissingDataError

CATS = OutlierGroup("cats", ("lion", "tiger"), ("dog", "fire engine"))
DAYS = OutlierGroup("days", ("monday", "friday", "sunday"), ("may",))


@pytest.fixture
def written(tmp_path):
    def write(content, name="cats.txt"):
        (tmp_path / name).write_text(content)
        return tmp_path / name

    return write


def test_a_file_without_headings_is_one_group_by_its_name(written):
    assert read_outliers(written("lion\ntiger\n\ndog\nfire engine\n")) == [CATS]


def test_headings_open_groups(written):
    content = ": cats\nlion\ntiger\n\n\ndog\nfire engine\n\n: days\n\nmonday\nfriday\nsunday\n\nmay\n"
    assert read_outliers(written(content, "both.txt")) == [CATS, DAYS]


def test_a_folder_is_all_its_text_files_in_order(written, tmp_path):
    written("monday\r\nfriday\r\nsunday\r\n\r\nmay\r\n", "days.txt")
    written("lion\ntiger\n\ndog\nfire engine")
    written("not a group", "README.md")
    assert read_outliers(tmp_path) == [CATS, DAYS]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("lion\ntiger\ndog\n", "'cats' has no empty line; write members, an empty line and outliers"),
        ("lion\n\ndog\n", "'cats' has only one member, 'lion'; write two or more"),
        ("lion\ntiger\n\ndog\n\nbus\n", "'cats' has 3 blocks of words; write members"),
        (": empty\n: cats\na\nb\n\nc\n", "'empty' has no words; write members"),
    ],
)
def test_a_group_that_is_not_members_and_outliers_is_refused_by_name(written, content, said):
    with pytest.raises(FormatError, match=f"the group {said}"):
        read_outliers(written(content))


def test_a_member_that_is_also_an_outlier_is_refused(written):
    with pytest.raises(FormatError, match="'tiger' is a member and an outlier"):
        read_outliers(written("lion\ntiger\n\ntiger\ndog\n"))


def test_two_groups_of_one_name_are_refused(written):
    with pytest.raises(FormatError, match="'cats' is there twice"):
        read_outliers(written(": cats\na\nb\n\nc\n\n: cats\nd\ne\n\nf\n"))


def test_files_and_folders_without_words_are_refused(written, tmp_path):
    with pytest.raises(FormatError, match="has no words"):
        read_outliers(written("\n\n"))
    (tmp_path / "empty").mkdir()
    with pytest.raises(MissingDataError, match="no groups of words"):
        read_outliers(tmp_path / "empty")
    with pytest.raises(MissingDataError, match="absent"):
        read_outliers(tmp_path / "absent.txt")
