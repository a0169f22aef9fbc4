from functools import partial
from importlib import import_module
from operator import add

import pytest

from firth.errors import FirthError
from firth.runtime.processes import in_processes


def test_results_come_in_order_from_several_processes():
    blocks = [bytes([n]) * n for n in range(40)]
    assert list(in_processes(partial(add, b">"), blocks, 3)) == [b">" + block for block in blocks]


def test_a_worker_that_dies_is_an_error_and_not_a_hang(tmp_path, monkeypatch):
    (tmp_path / "ending.py").write_text("import os\n\n\ndef end_at_once(block):\n    os._exit(7)\n")
    monkeypatch.syspath_prepend(tmp_path)  # where the workers find it too
    end_at_once = import_module("ending").end_at_once
    with pytest.raises(FirthError, match="exit code 7; if it ran out of memory"):
        list(in_processes(end_at_once, [b"a", b"b", b"c"], 2))
