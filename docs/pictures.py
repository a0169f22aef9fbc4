"""Draw the pictures of the guides to tables, and write the two made-up tables that the guides analyze.

    python docs/pictures.py

The tables have a structure that is known, so that a reader can see whether a picture shows it: what 14 towns
have goes by how near the sea and how large they are; the answers of 240 people go by their age and by how
much they care for food.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import polars as pl
from PIL import Image

from firth.ca import interpret, study_records, study_table
from firth.datasets import fisher_eyes_and_hair, read_table
from firth.plots import biplot, picture_bytes
from firth.plots.interpretation import MapChoices, interpretation_figures

if TYPE_CHECKING:
    from collections.abc import Iterator

    from matplotlib.figure import Figure

    from firth.ca import Interpretation

FOLDER = Path(__file__).parent / "pictures"
DPI = 120
COLORS = 200
"""Of the palette of each picture, which keeps them small."""

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


def pictures() -> Iterator[tuple[str, Figure]]:
    """Each picture with its name."""
    fisher = study_table(fisher_eyes_and_hair(), names="eyes")
    yield "eyes-map", biplot(fisher.analysis)

    found = interpreted_towns()
    drawn = dict(interpretation_figures(found, MapChoices(color="region", ellipses=True)))
    yield "towns-map", drawn["biplot"]
    yield "towns-scree", drawn["scree"]
    yield "towns-residuals", drawn["residuals"]
    yield "towns-clusters", drawn["clusters"]
    yield "towns-dendrogram", drawn["dendrogram"]

    answers = interpreted_survey()
    drawn = dict(interpretation_figures(answers, MapChoices(color="variable", hide="rows")))
    yield "survey-map", drawn["biplot"]
    yield "survey-vtests", drawn["cluster_vtests"]


def interpreted_towns() -> Interpretation:
    """The towns as the guide analyzes them."""
    frame = read_table(FOLDER / "towns.csv")
    return interpret(study_table(frame, names="town", quali=["region"], quanti=["inhabitants"]))


def interpreted_survey() -> Interpretation:
    """The survey as the guide analyzes it."""
    frame = read_table(FOLDER / "survey.csv")
    return interpret(study_records(frame, quali=["sex", "home"], quanti=["age"], missing="passive"))


def small_png(figure: Figure) -> bytes:
    """A picture in few colors."""
    buffer = io.BytesIO()
    with Image.open(io.BytesIO(picture_bytes(figure, dpi=DPI))) as picture:
        picture.convert("RGB").quantize(COLORS, dither=Image.Dither.NONE).save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    towns().write_csv(FOLDER / "towns.csv")
    survey().write_csv(FOLDER / "survey.csv")
    for name, figure in pictures():
        (FOLDER / f"{name}.png").write_bytes(small_png(figure))
