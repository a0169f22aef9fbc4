import os
from pathlib import Path

import polars as pl
import pytest

from firth.errors import FormatError, MissingDataError
from firth_papers.readers.imdb import read_imdb

ROWS = {
    "split": ["train", "test", "train", "train"],
    "label": ["pos", "neg", "unsup", "neg"],
    "id": ["1_9", "2_1", "3_0", "4_2"],
    "text": ["good<br /><br />film", "bad film", "some film", "dull film"],
}


def written(folder, **changes):
    path = folder / "imdb.parquet"
    pl.DataFrame({**ROWS, **changes}).write_parquet(path)
    return path


def test_reviews_by_part(tmp_path):
    found = read_imdb(written(tmp_path))
    assert found["train"].texts == ("good  film", "dull film")
    assert found["train"].praises == (True, False)
    assert (found["test"].texts, found["test"].praises) == (("bad film",), (False,))
    assert (found["unlabelled"].texts, found["unlabelled"].praises) == (("some film",), ())
    assert len(found["train"]) == 2


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"label": ["pos", "neg", "unsup", None]}, "row 4: label is None, but it must be one of pos, neg"),
        ({"label": ["pos", "7", "unsup", "neg"]}, "row 2: label is '7', but it must be one of"),
        ({"label": [1, 0, 2, 0]}, "column 'label' of {path} holds Int64, not text."),
        ({"split": ["train", "dev", "train", "train"]}, "row 2: split is 'dev', but it must be one of train"),
        ({"text": ["a", None, "c", "d"]}, "row 2: text is None, but it must not be empty."),
    ],
)  # fmt: skip
def test_labels_that_are_missing_or_unknown_are_refused(tmp_path, changes, says):
    path = written(tmp_path, **changes)
    with pytest.raises(FormatError) as caught:
        read_imdb(path)
    assert says.format(path=path) in str(caught.value)


def test_a_file_of_another_kind_is_refused(tmp_path):
    path = tmp_path / "imdb.parquet"
    with pytest.raises(MissingDataError, match=r"there is no file .*imdb\.parquet\.$"):
        read_imdb(path)
    path.write_text("no parquet")
    with pytest.raises(FormatError, match="could not be read as parquet"):
        read_imdb(path)
    pl.DataFrame({"split": ["train"], "text": ["a"]}).write_parquet(path)
    with pytest.raises(FormatError, match=r"has no column 'label'; it has split, text\.$"):
        read_imdb(path)


@pytest.mark.skipif("FIRTH_DATA" not in os.environ, reason="FIRTH_DATA is not set: the reviews are not here")
def test_the_real_reviews_are_as_many_as_published():
    found = read_imdb(Path(os.environ["FIRTH_DATA"]) / "imdb.parquet")
    assert {part: len(reviews) for part, reviews in found.items()} == {
        "train": 25_000,
        "test": 25_000,
        "unlabelled": 50_000,
    }
    assert sum(found["train"].praises) == sum(found["test"].praises) == 12_500
