"""Niitsuma & Lee 2018, figures 2–3: time and memory of correspondence analysis against the size of a text."""

from firth_papers.dssvd.experiment import EXPERIMENT, Settings

__all__ = ["EXPERIMENT", "Settings"]
