import io
import os
import tarfile

import pytest

from firth.datasets import find
from firth.errors import FormatError, MissingDataError
from firth_papers.readers.reuters import ReutersStory, parse_stories, read_reuters

needs_data = pytest.mark.skipif(
    "FIRTH_DATA" not in os.environ, reason="FIRTH_DATA is not set: the real data sets are not here"
)


def story(
    number, topics=("earn",), text="<TITLE>T</TITLE><BODY>B</BODY>", *, kind="", split="TRAIN", has="YES"
):
    named = "".join(f"<D>{topic}</D>" for topic in topics)
    form = f' TYPE="{kind}"' if kind else ""
    return (
        f'<REUTERS TOPICS="{has}" LEWISSPLIT="{split}" CGISPLIT="X" OLDID="1" NEWID="{number}">\n'
        f"<DATE>1</DATE><TOPICS>{named}</TOPICS><PLACES><D>usa</D></PLACES>\n"
        f"<TEXT{form}>&#2;\n{text}</TEXT>\n</REUTERS>\n"
    )


@pytest.fixture
def archive(tmp_path):
    def write(*files, name="reuters.tar.xz"):
        path = tmp_path / name
        with tarfile.open(path, f"w:{name.rsplit('.', 1)[1]}") as tar:
            for place, content in enumerate(files):
                data = content.encode("latin-1")
                member = tarfile.TarInfo(f"reut2-{place:03}.sgm")
                member.size = len(data)
                tar.addfile(member, io.BytesIO(data))
        return path

    return write


def test_stories_of_all_files_come_by_number(archive):
    first = story(
        2, ["grain", "wheat"], "<TITLE>A &lt;B></TITLE><BODY>Caf\xe9 &amp; tea.\n REUTER\n&#3;</BODY>"
    )
    stories = read_reuters(archive(first, story(1)))
    assert [s.number for s in stories] == [1, 2]
    assert stories[1] == ReutersStory(
        2, "train", ("grain", "wheat"), "normal", "A <B>", "Café & tea.\n REUTER"
    )


@pytest.mark.parametrize("name", ["reuters.tar.gz", "reuters.tar.bz2"])
def test_other_compressions_are_read_too(archive, name):
    assert len(read_reuters(archive(story(1), name=name))) == 1


@pytest.mark.parametrize(
    ("split", "has", "expected"),
    [
        ("TRAIN", "YES", "train"),
        ("TEST", "YES", "test"),
        ("TRAIN", "NO", "unused"),
        ("TEST", "BYPASS", "unused"),
        ("NOT-USED", "YES", "unused"),
    ],
)
def test_the_modapte_split(split, has, expected):
    assert next(parse_stories(story(1, split=split, has=has))).split == expected


def test_briefs_have_no_body_and_unprocessed_stories_no_title():
    brief, raw = parse_stories(
        story(1, text="<TITLE>******BLAH</TITLE>", kind="BRIEF") + story(2, text="RAW TEXT", kind="UNPROC")
    )
    assert (brief.kind, brief.title, brief.body) == ("brief", "******BLAH", "")
    assert (raw.kind, raw.title, raw.body) == ("unprocessed", "", "RAW TEXT")


def test_places_are_not_taken_for_topics():
    assert next(parse_stories(story(1, topics=()))).topics == ()


def test_a_file_cut_short_is_refused(archive):
    whole = story(1) + story(2)
    with pytest.raises(FormatError, match=r"reut2-000\.sgm is cut short: 2 stories begin, but 1 end"):
        read_reuters(archive(whole[:-20]))


def test_an_archive_cut_short_is_refused(archive):
    path = archive(*(story(i) * 50 for i in range(9)))
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(FormatError, match="not a whole tar archive"):
        read_reuters(path)


def test_other_files_are_refused(tmp_path, archive):
    (tmp_path / "text.tar.xz").write_text("no archive")
    with pytest.raises(FormatError, match="not a whole tar archive"):
        read_reuters(tmp_path / "text.tar.xz")
    with pytest.raises(FormatError, match="has no stories"):
        read_reuters(archive())
    with pytest.raises(MissingDataError, match="there is no file"):
        read_reuters(tmp_path / "absent.tar.xz")


def test_a_story_without_topics_is_refused_by_its_number():
    with pytest.raises(FormatError, match="story 5 lacks"):
        list(parse_stories(story(5).replace("TOPICS>", "TROPICS>")))


@needs_data
def test_the_real_archive_is_whole():
    stories = read_reuters(find("reuters"))
    assert [s.number for s in stories] == list(range(1, 21579))
    splits = [s.split for s in stories]
    assert (splits.count("train"), splits.count("test")) == (9603, 3299)  # as its README says
    assert sum("earn" in s.topics for s in stories if s.split == "train") == 2877
