"""Records of a survey, as maps of multiple correspondence analyses show them."""

from functools import cache

import numpy as np
import polars as pl

from firth.ca import multiple_correspondence, supplementary_variables


@cache
def answers(records=200):
    rng = np.random.default_rng(5)
    taste, age = rng.normal(size=records), rng.normal(size=records)

    def cut(values, *names):
        return np.array(names)[np.digitize(values, np.linspace(-0.8, 0.8, len(names) - 1))]

    def noisy(values):
        return values + 0.8 * rng.normal(size=records)

    return pl.DataFrame(
        {
            "sophisticated": cut(noisy(taste), "sophisticated", "Not.sophisticated"),
            "sugar": cut(noisy(taste), "yes", "no"),
            "milk": cut(noisy(age), "yes", "no"),
            "Tea": cut(noisy(taste), "black", "Earl Grey", "green"),
            "how": cut(noisy(age), "tea bag", "loose leaf"),
            "age": cut(age, "15-24", "25-59", "+60"),
            "sex": cut(noisy(age), "F", "M"),
        }
    )


ACTIVE = ("sophisticated", "sugar", "milk", "Tea", "how")


@cache
def survey(records=200):
    return multiple_correspondence(answers(records), variables=ACTIVE, axes=4)


@cache
def ages_and_sexes(records=200):
    return supplementary_variables(survey(records), answers(records).select("age", "sex"))
