"""Write the two made-up tables that the guides analyze.

    python docs/example_tables.py

The tables have a structure that is known, so that a reader can see whether a picture shows it: what 14 towns
have goes by how near the sea and how large they are; the answers of 240 people go by their age and by how
much they care for food.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl

FOLDER = Path(__file__).parent / "pictures"

TOWNS = {
    "Ashford": (-1.2, 0.9), "Brackley": (-0.9, 0.2), "Coldwell": (-1.1, -1.0), "Dunmore": (-0.8, -0.7),
    "Eastham": (-0.5, 1.1), "Fairhaven": (1.1, 0.8), "Gullsand": (1.3, -0.9), "Harwick": (0.9, -0.2),
    "Inverley": (1.0, -1.2), "Keswell": (-0.2, 0.1), "Lowmouth": (0.8, 1.2), "Midford": (-1.3, -0.2),
    "Northpier": (1.4, 0.1), "Oldbridge": (-0.3, -1.1),
}  # fmt: skip
"""How near the sea a town lies, and how large it is, about 0."""

BUSINESSES = {
    "farm shop": (-0.9, -0.8), "butcher": (-0.4, -0.5), "bookshop": (-0.3, 0.9), "theater": (-0.2, 1.1),
    "cafe": (0.2, 0.4), "hotel": (0.9, 0.3), "fishmonger": (1.0, -0.4), "boat hire": (1.3, -0.7),
}  # fmt: skip
"""Likewise, where businesses of a kind are found."""


def towns() -> pl.DataFrame:
    """Businesses of eight kinds in 14 towns, with the region and the inhabitants of each town."""
    rng = np.random.default_rng(22)
    places, kinds = np.array(list(TOWNS.values())), np.array(list(BUSINESSES.values()))
    wanted = rng.uniform(0.8, 1.6, (len(TOWNS), 1)) * np.exp(0.75 * places @ kinds.T) * 27
    inhabitants = np.round(9000 * np.exp(0.8 * places[:, 1] + 0.2 * rng.normal(size=len(TOWNS))), -2)
    region = np.where(places[:, 0] > 0, "coast", "inland")
    return pl.DataFrame(
        {"town": list(TOWNS)}
        | dict(zip(BUSINESSES, rng.poisson(wanted).T, strict=True))
        | {"region": region, "inhabitants": inhabitants.astype(int)}
    )


def survey() -> pl.DataFrame:
    """What 240 people say of food; two of their answers are missing."""
    rng = np.random.default_rng(2)
    people = 240
    age, care = rng.normal(size=people), rng.normal(size=people)

    def answers(what: np.ndarray, *names: str) -> np.ndarray:
        noisy = what + 0.7 * rng.normal(size=people)
        return np.array(names, object)[np.digitize(noisy, np.linspace(-0.8, 0.8, len(names) - 1))]

    frame = pl.DataFrame(
        {
            "breakfast": answers(age, "no breakfast", "cereal", "bread"),
            "drink": answers(age, "energy drink", "coffee", "tea"),
            "shopping": answers(age, "online", "shop", "market"),
            "recipes": answers(age, "videos", "websites", "cookbooks"),
            "lunch": answers(care, "snack", "canteen", "lunch box"),
            "dinner": answers(care, "delivered", "ready meal", "cooked"),
            "organic": answers(care, "never", "sometimes", "often"),
            "sex": rng.choice(["female", "male"], people),
            "home": answers(care + age, "shared flat", "flat", "house"),
            "age": np.clip(np.round(44 + 15 * age), 16, 90).astype(int),
        }
    )
    gaps = pl.int_range(people, eager=True).is_in([57, 133])
    return frame.with_columns(pl.when(gaps).then(None).otherwise(pl.col("lunch")).alias("lunch"))


if __name__ == "__main__":
    towns().write_csv(FOLDER / "towns.csv")
    survey().write_csv(FOLDER / "survey.csv")
