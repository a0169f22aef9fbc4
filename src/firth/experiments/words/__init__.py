"""What the experiments on word vectors share: a text, tests, models, their scores, claims and tables."""

from firth.experiments.words.claims import Claim, Side, above, best
from firth.experiments.words.models import PLAIN, Form, Model, learned, spectral, unavailable
from firth.experiments.words.outcomes import Outcome, Workshop
from firth.experiments.words.results import write_results
from firth.experiments.words.running import open_workshop, publish
from firth.experiments.words.scores import Scores, WordTests, find_tests
from firth.experiments.words.shelf import Shelf
from firth.experiments.words.tables import Beside, beside_paper, plain_grid
from firth.experiments.words.text import WordText

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
