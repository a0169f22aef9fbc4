"""Readers of a user's own data, and the data sets that $FIRTH_DATA may hold."""

from firth.datasets.analogies import AnalogySection, read_analogies
from firth.datasets.categories import Member, read_categories
from firth.datasets.documentation import Documentation, PackageShare, gather_documentation
from firth.datasets.labeled import LabeledDocuments, read_documents, read_labeled
from firth.datasets.outliers import OutlierGroup, read_outliers
from firth.datasets.pairs import WordPair, read_pairs
from firth.datasets.points import Points, read_points
from firth.datasets.registry import DATASETS, Dataset, data_folder, find, read, similarity_sets
from firth.datasets.tables import fisher_eyes_and_hair, read_table

__all__ = [
    "DATASETS",
    "AnalogySection",
    "Dataset",
    "Documentation",
    "LabeledDocuments",
    "Member",
    "OutlierGroup",
    "PackageShare",
    "Points",
    "WordPair",
    "data_folder",
    "find",
    "fisher_eyes_and_hair",
    "gather_documentation",
    "read",
    "read_analogies",
    "read_categories",
    "read_documents",
    "read_labeled",
    "read_outliers",
    "read_pairs",
    "read_points",
    "read_table",
    "similarity_sets",
]
