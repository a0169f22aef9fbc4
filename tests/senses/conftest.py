import random

import pytest

from firth.counting import count
from firth.senses import induce
from firth.text import encode_texts

MONEY = ["money", "loan", "credit", "savings", "account", "cash", "interest", "cheque"]
WATER = ["river", "water", "shore", "fish", "boat", "mud", "stream", "flood"]


def bank_texts(lines=600):
    """Sentences in which bank stands among words of money or among words of water, never both."""
    rng = random.Random(0)
    return [
        " ".join([*rng.sample(topic, 3), "bank", *rng.sample(topic, 2)])
        for topic in (MONEY if line % 3 else WATER for line in range(lines))
    ]


@pytest.fixture(scope="session")
def counts():
    return count(encode_texts(bank_texts(), min_count=1), window=5)


@pytest.fixture(scope="session")
def model(counts):
    return induce(counts, ["bank", "money", "river"], senses=2)
