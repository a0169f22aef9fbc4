import pytest

from firth.datasets import read_analogies
from firth.errors import FormatError


@pytest.fixture
def questions_file(tmp_path):
    def write(content):
        path = tmp_path / "questions.txt"
        path.write_text(content)
        return path

    return write


def test_sections_keep_their_order_and_questions(questions_file):
    path = questions_file(
        ": family\nking queen man woman\n: gram8-plural\ncat cats dog dogs\nox oxen cat cats\n"
    )
    family, plural = read_analogies(path)
    assert (family.name, family.questions) == ("family", (("king", "queen", "man", "woman"),))
    assert len(plural.questions) == 2
    assert (family.syntactic, plural.syntactic) == (False, True)


def test_questions_before_any_heading_are_a_section_too(questions_file):
    assert read_analogies(questions_file("a b c d"))[0].name == "questions"


@pytest.mark.parametrize("line", ["a b c", "a b c d e"])
def test_a_line_of_other_than_four_words_is_refused_with_its_number(questions_file, line):
    with pytest.raises(FormatError, match="line 3"):
        read_analogies(questions_file(f": s\na b c d\n{line}\n"))


def test_a_file_without_questions_is_refused(questions_file):
    with pytest.raises(FormatError, match="no analogies"):
        read_analogies(questions_file(": empty\n"))
