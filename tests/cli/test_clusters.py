"""firth clusters."""

from __future__ import annotations

from cli.conftest import ANIMALS, VEHICLES


def test_paths_part_animals_from_vehicles(firth, trained, tmp_path):
    result = firth(f"clusters {trained}/vectors.safetensors -o {tmp_path}/paths.txt --clusters 6")
    assert result.exit_code == 0, result.output
    assert "words in 6 clusters" in result.output
    rows = [line.split("\t") for line in (tmp_path / "paths.txt").read_text().splitlines()]
    path = {word: bits for bits, word, _ in rows}
    assert len(set(path.values())) == 6
    assert [bits for bits, _, _ in rows] == sorted(bits for bits, _, _ in rows)
    assert not {path[word] for word in ANIMALS} & {path[word] for word in VEHICLES}
    count = {word: int(number) for _, word, number in rows}
    text = (trained / "corpus.txt").read_text().replace(",", "").split()
    assert all(count[word] == text.count(word) for word in ANIMALS)


def test_too_many_clusters_leave_no_file(firth, trained, tmp_path):
    result = firth(f"clusters {trained}/vectors.safetensors -o {tmp_path}/paths.txt --clusters 5000")
    assert result.exit_code == 2
    assert "clusters is 5,000; it must be from 1 to the" in result.output
    assert list(tmp_path.iterdir()) == []
