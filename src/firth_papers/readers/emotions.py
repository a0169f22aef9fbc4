"""SemEval-2018 task 1, EI-reg: tweets with how strong an emotion in them is."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from firth.datasets.lines import numbered_lines
from firth.errors import FormatError, MissingDataError

Emotion = Literal["anger", "fear", "joy", "sadness"]
EMOTIONS: tuple[Emotion, ...] = get_args(Emotion)
FILES = {"train": "train", "dev": "dev", "test": "test-gold"}
"""Part → how its file ends, as in EI-reg-En-anger-test-gold.txt."""

MYSTERY = "-mystery-"
"""In the names of the sentences that the organizers mixed in to find bias; nobody has scored them."""


@dataclass(frozen=True)
class Tweets:
    """Tweets, and how strong the emotion is in each, from 0 to 1."""

    texts: tuple[str, ...]
    intensities: tuple[float, ...]

    def __len__(self) -> int:
        """How many tweets there are."""
        return len(self.texts)

    def __add__(self, other: Tweets) -> Tweets:
        """These, then others."""
        return Tweets(self.texts + other.texts, self.intensities + other.intensities)


def read_emotions(folder: str | Path) -> dict[Emotion, dict[str, Tweets]]:
    """Emotion → part (train, dev, test) → tweets, from the English files of EI-reg.

    The sentences named mystery, whose score is NONE or 0, are left out.
    """
    if not Path(folder).is_dir():
        raise MissingDataError(f"there is no folder {folder}.")
    return {
        emotion: {
            part: read_tweets(Path(folder) / f"EI-reg-En-{emotion}-{ending}.txt")
            for part, ending in FILES.items()
        }
        for emotion in EMOTIONS
    }


def read_tweets(path: str | Path) -> Tweets:
    """One file: a head, then name, tweet, emotion and score, with tabs between.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "EI-reg-En-joy-dev.txt"
    >>> lines = ["ID\\tTweet\\tAffect Dimension\\tIntensity Score", "2018-En-1\\tHurrah!\\tjoy\\t0.9"]
    >>> _ = path.write_text("\\n".join([*lines, "2018-En-mystery-1\\tAda feels glad.\\tjoy\\tNONE"]))
    >>> read_tweets(path)
    Tweets(texts=('Hurrah!',), intensities=(0.9,))
    """
    lines = numbered_lines(path)
    _, head = next(lines, (0, ""))
    if head.split("\t")[:2] != ["ID", "Tweet"]:
        raise FormatError(
            f"{path} does not begin with the head ID, Tweet, Affect Dimension, Intensity Score."
        )
    texts, scores = [], []
    for number, line in lines:
        fields = line.split("\t")
        if len(fields) != 4:
            raise FormatError(
                f"{path}, line {number}: there are {len(fields)} fields with tabs between, not 4."
            )
        name, text, _, score = fields
        if MYSTERY not in name:
            texts.append(text)
            scores.append(_score(score, f"{path}, line {number}"))
    if not texts:
        raise FormatError(f"{path} has no tweets with a score.")
    return Tweets(tuple(texts), tuple(scores))


def _score(text: str, where: str) -> float:
    try:
        score = float(text)
    except ValueError:
        score = -1.0
    if not 0 <= score <= 1:
        raise FormatError(f"{where}: the score is {text!r}; it must be a number from 0 to 1.")
    return score
