import random

import pytest

WORLDS = [[f"{letter}{number}" for number in range(8)] for letter in "abcdef"]
"""Six worlds of eight words; words of neighbouring worlds meet sometimes, others never."""


@pytest.fixture(scope="session")
def text(tmp_path_factory):
    """A file of sentences, each about a world or two that are neighbours."""
    rng = random.Random(0)
    lines = []
    for line in range(600):
        world = line % 6
        words = rng.choices(WORLDS[world] * 4 + WORLDS[(world + 1) % 6], k=8)
        lines.append(" ".join(f"{rng.choice(['the', 'of', 'and'])} {word}" for word in words))
    path = tmp_path_factory.mktemp("text") / "text.txt"
    path.write_text("\n".join(lines))
    return path


@pytest.fixture(scope="session")
def sets(tmp_path_factory):
    """Two files of scored pairs, some of which they share; one has a word that the text lacks."""
    rng = random.Random(1)
    words = [(world, word) for world, words in enumerate(WORLDS) for word in words]
    pairs = []
    for _ in range(160):
        (one, first), (other, second) = rng.sample(words, 2)
        apart = min((one - other) % 6, (other - one) % 6)
        pairs.append(f"{first} {second} {9 - 3 * apart + rng.random():.2f}")
    folder = tmp_path_factory.mktemp("sets")
    (folder / "one.txt").write_text("\n".join(pairs[:100]) + "\na0 unheard 3\n")
    turned = [" ".join([*reversed(pair.split()[:2]), pair.split()[2]]) for pair in pairs[60:100]]
    (folder / "two.txt").write_text("\n".join(turned + pairs[100:]))
    return [folder / "one.txt", folder / "two.txt"]
