"""Choosing a recipe and its settings for a text on some pairs of words, and telling the truth on others."""

from firth.tune.choices import Choices
from firth.tune.configuration import Configuration
from firth.tune.planning import Plan, plan
from firth.tune.report import Tuned
from firth.tune.search import Trial
from firth.tune.split import Development, HeldOut, split_sets
from firth.tune.tuning import run, tune

__all__ = [
    "Choices",
    "Configuration",
    "Development",
    "HeldOut",
    "Plan",
    "Trial",
    "Tuned",
    "plan",
    "run",
    "split_sets",
    "tune",
]
