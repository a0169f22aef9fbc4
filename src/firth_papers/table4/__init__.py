"""Niitsuma & Lee 2018, table 4: correspondence analysis and its kin as word vectors."""

from firth_papers.table4.comparison import run

__all__ = ["run"]
