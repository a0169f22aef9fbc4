"""Data sets by name: where each one lies below $FIRTH_DATA, who reads it and where it is to be had."""

from firth.datasets.analogies import AnalogySection, read_analogies
from firth.datasets.categories import Member, read_categories
from firth.datasets.documentation import Documentation, PackageShare, gather_documentation
from firth.datasets.folder import data_folder
from firth.datasets.labelled import Labelled, read_documents, read_labelled
from firth.datasets.outliers import OutlierGroup, read_outliers
from firth.datasets.pairs import WordPair, read_pairs
from firth.datasets.registry import DATASETS, Dataset, find, read, similarity_sets
from firth.datasets.tables import fisher_eyes_and_hair, read_table

__all__ = [
    "DATASETS",
    "AnalogySection",
    "Dataset",
    "Documentation",
    "Labelled",
    "Member",
    "OutlierGroup",
    "PackageShare",
    "WordPair",
    "data_folder",
    "find",
    "fisher_eyes_and_hair",
    "gather_documentation",
    "read",
    "read_analogies",
    "read_categories",
    "read_documents",
    "read_labelled",
    "read_outliers",
    "read_pairs",
    "read_table",
    "similarity_sets",
]
