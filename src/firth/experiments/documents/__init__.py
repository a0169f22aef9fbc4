"""What the experiments on document vectors share: methods, what they made and scored, claims and pages."""

from firth.experiments.documents.cabinet import Cabinet
from firth.experiments.documents.claims import above_others, best_of_all, better_pairs
from firth.experiments.documents.material import Material
from firth.experiments.documents.methods import Method, Words, fitted, unfitted
from firth.experiments.documents.pages import sequence_grid, time_grid

__all__ = [
    "Cabinet",
    "Material",
    "Method",
    "Words",
    "above_others",
    "best_of_all",
    "better_pairs",
    "fitted",
    "sequence_grid",
    "time_grid",
    "unfitted",
]
