"""scikit-learn estimators over the arrows."""

from firth.estimators.bag_of_words import BagOfWords
from firth.estimators.centred_pca import CentredPCA
from firth.estimators.correspondence_analysis import CorrespondenceAnalysis
from firth.estimators.doc2vec import Doc2Vec
from firth.estimators.doc2vecc import Doc2VecC
from firth.estimators.kernel_ca import KernelCA
from firth.estimators.multiple_correspondence_analysis import MultipleCorrespondenceAnalysis
from firth.estimators.nonlinear_ca import NonlinearCA
from firth.estimators.semi_supervised_ca import SemiSupervisedCA
from firth.estimators.unit_ball import UnitBallEmbedding
from firth.estimators.validation import EmptyRowsWarning
from firth.estimators.word_means import SIF, PowerMeans, WordMeans

__all__ = [
    "SIF",
    "BagOfWords",
    "CentredPCA",
    "CorrespondenceAnalysis",
    "Doc2Vec",
    "Doc2VecC",
    "EmptyRowsWarning",
    "KernelCA",
    "MultipleCorrespondenceAnalysis",
    "NonlinearCA",
    "PowerMeans",
    "SemiSupervisedCA",
    "UnitBallEmbedding",
    "WordMeans",
]
