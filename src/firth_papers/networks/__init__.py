"""Neural networks over the words of a text in their order, on frozen word vectors."""

from firth_papers.networks.ensemble import SequenceEnsemble, fit_sequence_ensemble
from firth_papers.networks.training import SequenceModel, fit_sequence_model

__all__ = ["SequenceEnsemble", "SequenceModel", "fit_sequence_ensemble", "fit_sequence_model"]
