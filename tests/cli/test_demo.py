import pytest

from firth.cli.show import spectrum_chart
from firth.datasets import Documentation, PackageShare
from firth.store import load_embedding

from .conftest import ANIMALS, small_text


@pytest.fixture
def little_documentation(monkeypatch):
    text = small_text().replace("cat", "array").replace("dog", "matrix").replace("car", "row")
    documentation = Documentation(text.splitlines() * 3, (PackageShare("tiny", 1, len(text), 3600),))
    monkeypatch.setattr("firth.datasets.gather_documentation", lambda: documentation)
    monkeypatch.setattr("firth.cli.demo.DIM", 6)


def test_the_demo_shows_what_it_read_made_found_and_saved(firth, little_documentation, tmp_path):
    output = tmp_path / "demo.safetensors"
    result = firth(f"demo -o {output}")
    assert result.exit_code == 0, result.output
    for part in ("tiny", "embedded", "took", "The spectrum", "Nearest words", "Now your own text"):
        assert part in result.stdout
    (line,) = (line.split() for line in result.stdout.splitlines() if line.startswith("  matrix "))
    topic = {*ANIMALS, "array", "eats", "sleeps", "runs"}  # what "matrix" stands among in place of "dog"
    assert len(line) == 12
    assert set(line[1::2]) <= topic
    assert load_embedding(output).dim == 6


def test_the_chart_falls_from_left_to_right():
    lines = spectrum_chart([2.0**-i for i in range(200)], width=40, height=6)
    assert len(lines) == 7
    assert [len(line) for line in lines[:6]] == sorted(len(line) for line in lines[:6])


def test_the_chart_of_equal_values_is_flat():
    assert spectrum_chart([3.0, 3.0], height=2)[-2].endswith("▁▁")


def test_values_that_are_not_positive_are_not_drawn():
    assert spectrum_chart([0.0, -1.0]) == ["no positive values"]
