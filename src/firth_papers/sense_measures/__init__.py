"""Induced senses against people's: the measures of SemEval-2013 task 13 (Jurgens & Klapaftis 2013).

They are written from the task's description. Where it leaves a choice, that one was taken which gives the
published scores for the participants' keys that come with the data:

- Parts of the 80/20 mapping: every fifth instance in the order of people's key. Blocks or random parts give
  a Jaccard index that is off by up to 0.004 for a random baseline.
- Mapped ratings: not brought to sum or maximum 1. If they are, AI-KU's weighted NDCG is off by 0.05 or 0.14.
- Weighted NDCG: the greatest gain is summed without its −1. With it all scores are higher by a third.
- Fuzzy B-cubed: precision and recall are means over targets; instances that people did not rate count in
  precision. Means over instances, or without those, are off by up to 0.008.
- Fuzzy NMI: ten bins of which the lowest holds what was not given, and Lancichinetti's condition by whether
  a sense was given at all. Without the condition some scores are more than twice as high.
- Positional τ: neither the cost of a swap nor the order of ties is told. Of some twenty costs by place, paid
  in three ways, the one taken is nearest; it does not give all scores to three digits. The order of ties
  alone, of which people's ratings are full, moves it by up to 0.03 (one sense for all: 0.592 to 0.620, 0.609
  published), so that a third digit cannot be had without knowing it.

All but τ come out to within 0.001 for the seven participants that induced senses. τ is within 0.002 for five
of them; it is 0.008 too high for AI-KU's add1000 and 0.010 for UoS's #WN senses.

Sapienza's two keys do not get their scores. Their senses are WordNet's own, which leaves nothing open in the
Jaccard index; SemCor's two baselines come out at 0.455 and 0.149 as reported, but these keys at 0.1505 and
0.1507 where 0.149 is reported for both, so that they may not be the keys that were scored. Scores of these
keys, of the baselines, and of add1000, 5p and #WN senses were not checked against the task's printed table.
"""

from firth_papers.sense_measures.cluster_measures import BCubed, fuzzy_bcubed, fuzzy_nmi
from firth_papers.sense_measures.instance_measures import (
    Key,
    Ratings,
    jaccard_index,
    positional_tau,
    weighted_ndcg,
)
from firth_papers.sense_measures.scores import SenseScores, mapped_answers, score_senses

__all__ = [
    "BCubed",
    "Key",
    "Ratings",
    "SenseScores",
    "fuzzy_bcubed",
    "fuzzy_nmi",
    "jaccard_index",
    "mapped_answers",
    "positional_tau",
    "score_senses",
    "weighted_ndcg",
]
