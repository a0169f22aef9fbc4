import tempfile

import numpy as np
import pytest

from firth.errors import OutputError
from firth.text.vocabulary import GrowingIds

CHUNKS = [np.array(chunk, np.int32) for chunk in ([0, 2, -2], [], [1, 1, 0, -2], [2])]
TABLE = np.array([10, 11, 12, -2, -1], np.int32)
RENUMBERED = [10, 12, -2, 11, 11, 10, -2, 12]


def grown(limit):
    ids = GrowingIds(limit)
    for chunk in CHUNKS:
        ids.append(chunk)
    return ids


@pytest.mark.parametrize("threads", [1, 2])
def test_chunks_are_renumbered_in_their_order(threads):
    assert grown(1000).renumbered(TABLE, threads).tolist() == RENUMBERED


@pytest.mark.parametrize("limit", [0, 12, 16])
def test_ids_beyond_the_limit_are_mapped_from_a_file_with_the_same_content(limit, monkeypatch):
    monkeypatch.setattr("firth.text.vocabulary._BLOCK", 3)
    ids = grown(limit).renumbered(TABLE)
    assert isinstance(ids, np.memmap)
    assert ids.tolist() == RENUMBERED


@pytest.mark.parametrize("limit", [0, 1000])
def test_ids_are_read_only(limit):
    ids = grown(limit).renumbered(TABLE)
    with pytest.raises(ValueError, match="read-only"):
        ids[0] = 1


def test_the_file_leaves_nothing_behind(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    ids = grown(0).renumbered(TABLE)
    assert list(tmp_path.iterdir()) == []
    assert ids.tolist() == RENUMBERED


def test_a_file_that_cannot_be_written_is_one_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    with pytest.raises(OutputError, match=r"temporary file in .*nowhere.*set TMPDIR"):
        grown(0)
