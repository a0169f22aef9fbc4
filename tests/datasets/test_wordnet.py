import gzip
import lzma

import pytest

from firth.datasets import wordnet
from firth.datasets.wordnet import sense_counts
from firth.errors import FormatError, InputError, MissingDataError

INDEX = b"""bank%1:14:00:: 08437235 1 20
bank%1:17:01:: 09236472 2 25
bank%2:40:00:: 02318165 3 0
good%5:00:00:close:00 01234567 1 2
good%3:00:01:: 01123148 2 190
bank_account%1:21:00:: 13380652 1 0
"""


@pytest.mark.parametrize(("suffix", "pack"), [("", bytes), (".xz", lzma.compress), (".gz", gzip.compress)])
def test_senses_are_counted_by_lemma_and_part_of_speech(tmp_path, suffix, pack):
    path = tmp_path / f"index.sense{suffix}"
    path.write_bytes(pack(INDEX))
    assert sense_counts(path) == sense_counts(tmp_path) == {"bank": 3, "good": 2, "bank_account": 1}
    assert sense_counts(path, part="n") == {"bank": 2, "bank_account": 1}
    assert sense_counts(path, part="a") == {"good": 2}


def test_an_empty_file_below_the_data_folder_is_passed_over(tmp_path, monkeypatch):
    (tmp_path / "wordnet").mkdir()
    (tmp_path / "wordnet" / "index.sense.xz").write_bytes(b"")
    (tmp_path / "installed").write_bytes(INDEX)
    monkeypatch.setenv("FIRTH_DATA", str(tmp_path))
    monkeypatch.setattr(wordnet, "INSTALLED", tmp_path / "installed")
    assert sense_counts()["bank"] == 3
    monkeypatch.setattr(wordnet, "INSTALLED", tmp_path / "absent")
    with pytest.raises(MissingDataError, match=r"index\.sense\.xz is empty .*auto"):
        sense_counts()
    monkeypatch.delenv("FIRTH_DATA")
    with pytest.raises(MissingDataError, match="wordnet-sense-index"):
        sense_counts()


def test_files_that_are_no_index_are_refused(tmp_path):
    path = tmp_path / "index.sense"
    with pytest.raises(MissingDataError, match="there is no"):
        sense_counts(path)
    path.write_bytes(b"")
    with pytest.raises(FormatError, match="is empty"):
        sense_counts(path)
    path.write_bytes(INDEX + b"bank 1 2 3\n")
    with pytest.raises(FormatError, match="line 7"):
        sense_counts(path)
    packed = tmp_path / "index.sense.xz"
    packed.write_bytes(lzma.compress(INDEX)[:-9])
    with pytest.raises(FormatError, match="cut short or damaged"):
        sense_counts(packed)
    with pytest.raises(InputError, match="part"):
        sense_counts(path, part="x")
