"""scikit-learn estimators over the arrows."""

from firth.estimators.centred_pca import CentredPCA
from firth.estimators.correspondence_analysis import CorrespondenceAnalysis
from firth.estimators.kernel_ca import KernelCA
from firth.estimators.multiple_correspondence_analysis import MultipleCorrespondenceAnalysis
from firth.estimators.nonlinear_ca import NonlinearCA
from firth.estimators.semi_supervised_ca import SemiSupervisedCA
from firth.estimators.unit_ball import UnitBallEmbedding
from firth.estimators.validation import EmptyRowsWarning

__all__ = [
    "CentredPCA",
    "CorrespondenceAnalysis",
    "EmptyRowsWarning",
    "KernelCA",
    "MultipleCorrespondenceAnalysis",
    "NonlinearCA",
    "SemiSupervisedCA",
    "UnitBallEmbedding",
]
