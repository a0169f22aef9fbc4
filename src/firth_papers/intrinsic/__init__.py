"""Haji Soleimani 2019, chapters 4 and 6: word vectors on sets of word pairs, and how much repulsion helps."""

from firth_papers.intrinsic.experiment import EXPERIMENT, Settings

__all__ = ["EXPERIMENT", "Settings"]
