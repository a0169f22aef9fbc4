"""scikit-learn estimators over the arrows."""

from firth.estimators.bag_of_words import BagOfWords
from firth.estimators.centered_pca import CenteredPCA
from firth.estimators.correspondence_analysis import CorrespondenceAnalysis
from firth.estimators.doc2vec import Doc2Vec, Doc2VecC
from firth.estimators.kernel_ca import KernelCA
from firth.estimators.multiple_correspondence_analysis import MultipleCorrespondenceAnalysis
from firth.estimators.nonlinear_ca import NonlinearCA
from firth.estimators.semi_supervised_ca import SemiSupervisedCA
from firth.estimators.transformers import EmptyRowsWarning
from firth.estimators.unit_ball import UnitBallEmbedding
from firth.estimators.word_means import SIF, PowerMeans, WordMeans
from firth.estimators.word_vectors import WordVectors

__all__ = [
    "SIF",
    "BagOfWords",
    "CenteredPCA",
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
    "WordVectors",
]
