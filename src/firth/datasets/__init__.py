"""Readers of a user's own data, and the data sets that $FIRTH_DATA may hold."""

from firth.counting.totals import totals
from firth.datasets.analogies import AnalogySection, read_analogies
from firth.datasets.categories import Member, read_categories
from firth.datasets.count_checks import check_counts
from firth.datasets.count_doubts import doubts
from firth.datasets.documentation import Documentation, PackageShare, gather_documentation
from firth.datasets.labeled import LabeledDocuments, read_documents, read_labeled
from firth.datasets.outliers import OutlierGroup, read_outliers
from firth.datasets.pairs import WordPair, read_pairs
from firth.datasets.points import Points, read_points
from firth.datasets.record_checks import check_records, not_categorical
from firth.datasets.registry import (
    DATASETS,
    Dataset,
    analogy_questions,
    data_folder,
    find,
    read,
    similarity_sets,
)
from firth.datasets.table_checks import check_long, check_table
from firth.datasets.tables import TableFile, fisher_eyes_and_hair, read_table, read_table_file

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
    "TableFile",
    "WordPair",
    "analogy_questions",
    "check_counts",
    "check_long",
    "check_records",
    "check_table",
    "data_folder",
    "doubts",
    "find",
    "fisher_eyes_and_hair",
    "gather_documentation",
    "not_categorical",
    "read",
    "read_analogies",
    "read_categories",
    "read_documents",
    "read_labeled",
    "read_outliers",
    "read_pairs",
    "read_points",
    "read_table",
    "read_table_file",
    "similarity_sets",
    "totals",
]
