"""Haji Soleimani 2019, chapter 3: words on the unit ball, beside other word vectors."""

from firth_papers.kubwe.experiment import EXPERIMENT
from firth_papers.kubwe.models import Settings

__all__ = ["EXPERIMENT", "Settings"]
