import gzip
import lzma

import numpy as np
import pytest

from firth.distributed import connected


@pytest.fixture(scope="module")
def workers():
    """Two processes with a scheduler, as --cluster local:2 starts them."""
    pytest.importorskip("distributed")
    with connected("local:2") as made:
        yield made


@pytest.fixture(scope="session")
def text_files(tmp_path_factory):
    """Text in plain, packed and empty files, with empty lines, a mark of its encoding and no last newline."""
    folder = tmp_path_factory.mktemp("text")
    rng = np.random.default_rng(1)
    words = np.array([f"w{number}" for number in range(3000)])
    shares = 1 / np.arange(2, 3002)
    shares /= shares.sum()

    def lines(number):
        return "\n".join(" ".join(rng.choice(words, rng.integers(0, 60), p=shares)) for _ in range(number))

    (folder / "a.txt").write_text("\ufeff" + lines(6000) + "\n")
    (folder / "b.txt").write_text(" ".join(lines(1000).split()))
    (folder / "c.txt").write_text("")
    (folder / "d.txt.gz").write_bytes(gzip.compress(lines(300).encode()))
    (folder / "e.txt.xz").write_bytes(lzma.compress(b"\n\nw1 w2 w3\n\n\n"))
    (folder / "f.jsonl").write_text('{"text": "w1 w2\\nw9"}\n{"text": "w4 w1"}\n')
    return folder
