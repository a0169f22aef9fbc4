"""What the experiments on document vectors share: methods, what they made and scored, claims and pages."""

from firth.experiments.documents.cabinet import Cabinet
from firth.experiments.documents.claims import above_others, best_of_all, better_pairs, rivals
from firth.experiments.documents.material import Material
from firth.experiments.documents.means import MEAN, POWER, SIF_NAME, Words, mean_methods
from firth.experiments.documents.methods import Method, fitted, unfitted
from firth.experiments.documents.networks import Network, network_missing, networks_on
from firth.experiments.documents.pages import document_page, networks_page, sequence_grid
from firth.experiments.documents.teaching import Teaching

__all__ = [
    "MEAN",
    "POWER",
    "SIF_NAME",
    "Cabinet",
    "Material",
    "Method",
    "Network",
    "Teaching",
    "Words",
    "above_others",
    "best_of_all",
    "better_pairs",
    "document_page",
    "fitted",
    "mean_methods",
    "network_missing",
    "networks_on",
    "networks_page",
    "rivals",
    "sequence_grid",
    "unfitted",
]
