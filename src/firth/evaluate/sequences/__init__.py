"""Words of a text in their order: neural networks on frozen word vectors, and a tagger for names."""

from firth.evaluate.sequences.ensemble import SequenceEnsemble, fit_sequence_ensemble
from firth.evaluate.sequences.model import SequenceModel
from firth.evaluate.sequences.spans import Span, SpanScore, score_spans, spans_of, to_bio
from firth.evaluate.sequences.tagger import Tagger, fit_tagger
from firth.evaluate.sequences.training import fit_sequence_model

__all__ = [
    "SequenceEnsemble",
    "SequenceModel",
    "Span",
    "SpanScore",
    "Tagger",
    "fit_sequence_ensemble",
    "fit_sequence_model",
    "fit_tagger",
    "score_spans",
    "spans_of",
    "to_bio",
]
