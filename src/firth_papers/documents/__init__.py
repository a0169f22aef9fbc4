"""What the experiments on document vectors share: methods, what they made and scored, claims and pages."""

from firth_papers.documents.cabinet import Cabinet
from firth_papers.documents.claims import above_others, best_of_all, better_pairs, rivals
from firth_papers.documents.material import Material
from firth_papers.documents.means import MEAN, POWER, SIF_NAME, Words, mean_methods
from firth_papers.documents.methods import Method, fitted, unfitted
from firth_papers.documents.networks import Network, network_missing, networks_on
from firth_papers.documents.pages import document_page, networks_page, sequence_grid

__all__ = [
    "MEAN",
    "POWER",
    "SIF_NAME",
    "Cabinet",
    "Material",
    "Method",
    "Network",
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
