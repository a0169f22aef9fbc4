"""A linear-chain tagger that finds names in sentences, and the scores of what it finds."""

from firth_papers.tagging.spans import Span, SpanScore, score_spans, spans_of, to_bio
from firth_papers.tagging.tagger import Tagger, fit_tagger

__all__ = ["Span", "SpanScore", "Tagger", "fit_tagger", "score_spans", "spans_of", "to_bio"]
