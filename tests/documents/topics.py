import numpy as np

RNG = np.random.default_rng(5)


def topics(n=60):
    """Documents of two topics in turn, which share no word."""
    themes = [[f"{theme}{i}" for i in range(8)] for theme in "ab"]
    return [" ".join(RNG.choice(themes[place % 2], 12)) for place in range(n)]
