"""What the experiments on word vectors share: a text, tests, models, their scores, claims and tables."""

from firth_papers.words.claims import Claim, Side, above, best
from firth_papers.words.models import PLAIN, Form, Model, learned, spectral, unavailable
from firth_papers.words.outcomes import Outcome, Workshop
from firth_papers.words.results import write_results
from firth_papers.words.running import open_workshop, publish
from firth_papers.words.scores import Scores, WordTests, find_tests
from firth_papers.words.shelf import Shelf
from firth_papers.words.tables import Beside, beside_paper, plain_grid
from firth_papers.words.text import WordText

__all__ = [
    "PLAIN",
    "Beside",
    "Claim",
    "Form",
    "Model",
    "Outcome",
    "Scores",
    "Shelf",
    "Side",
    "WordTests",
    "WordText",
    "Workshop",
    "above",
    "beside_paper",
    "best",
    "find_tests",
    "learned",
    "open_workshop",
    "plain_grid",
    "publish",
    "spectral",
    "unavailable",
    "write_results",
]
