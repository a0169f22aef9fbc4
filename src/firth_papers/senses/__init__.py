"""Haji Soleimani 2019, chapter 5: senses of words in sentences, on SemEval-2013 task 13."""

from firth_papers.senses.experiment import EXPERIMENT, Settings

__all__ = ["EXPERIMENT", "Settings"]
