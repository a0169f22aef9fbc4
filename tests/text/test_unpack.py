"""Files that are read at once."""

import gzip
import os

import pytest

from firth.errors import FormatError, InputError
from firth.text import unpack
from firth.text.sources import find_sources
from firth.text.unpack import content_of


def test_a_small_packed_file_of_endless_content_is_refused_before_it_fills_the_memory(tmp_path, monkeypatch):
    path = tmp_path / "table.csv.gz"
    path.write_bytes(gzip.compress(bytes(20 << 20)))
    monkeypatch.setattr(unpack, "memory_budget", lambda: 16 << 20)
    with pytest.raises(FormatError, match=r"table\.csv\.gz is larger than 8\.39 MB and must be read at once"):
        content_of(find_sources(path)[0])


def test_a_file_that_changes_while_it_is_read_at_once_is_refused(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("a,b\n1,2\n")
    source = find_sources(path)[0]

    def written(first, name):
        os.truncate(path, 4)

    with pytest.raises(InputError, match=r"table\.csv had 8 bytes and has 4 now"):
        content_of(source, written)
