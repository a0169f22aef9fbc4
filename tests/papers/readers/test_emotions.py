import os
from pathlib import Path

import pytest

from firth.errors import FormatError, MissingDataError
from firth_papers.readers.emotions import EMOTIONS, FILES, read_emotions, read_tweets

HEAD = "ID\tTweet\tAffect Dimension\tIntensity Score"


def written(folder, *lines, head=HEAD, name="EI-reg-En-joy-dev.txt"):
    path = folder / name
    path.write_text("\n".join([head, *lines]) + "\n", encoding="utf-8")
    return path


def test_mystery_sentences_are_left_out_whatever_their_score(tmp_path):
    path = written(
        tmp_path,
        "2018-En-1\tso 'glad' 😀\tjoy\t0.75",
        "2018-En-mystery-1\tAda is glad.\tjoy\t0.000",
        "2018-En-mystery-2\tBo is glad.\tjoy\tNONE",
        "2018-En-2\tmeh\tjoy\t0",
    )
    found = read_tweets(path)
    assert found.texts == ("so 'glad' 😀", "meh")
    assert found.intensities == (0.75, 0.0)
    assert len(found + found) == 4


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("2018-En-1\tglad\tjoy\tmuch", "line 2: the score is 'much'; it must be a number from 0 to 1."),
        ("2018-En-1\tglad\tjoy\t1.5", "line 2: the score is '1.5'; it must be"),
        ("2018-En-1\tglad\tjoy\tnan", "line 2: the score is 'nan'; it must be"),
        ("2018-En-1\tglad\tjoy\tNONE", "line 2: the score is 'NONE'; it must be"),
        ("2018-En-1\tglad\tjoy", "line 2: there are 3 fields with tabs between, not 4."),
        ("2018-En-mystery-1\tglad\tjoy\t0.000", "has no tweets with a score."),
    ],
)
def test_scores_that_are_missing_or_no_numbers_are_refused(tmp_path, line, says):
    with pytest.raises(FormatError) as caught:
        read_tweets(written(tmp_path, line))
    assert str(caught.value).endswith(says) or says in str(caught.value)


def test_other_files_are_refused(tmp_path):
    with pytest.raises(FormatError, match="does not begin with the head ID, Tweet"):
        read_tweets(written(tmp_path, "1\ta\tjoy\t0.5", head="id,tweet"))
    with pytest.raises(MissingDataError, match=r"there is no file .*absent\.txt\.$"):
        read_tweets(tmp_path / "absent.txt")
    with pytest.raises(MissingDataError, match=r"there is no folder .*absent\.$"):
        read_emotions(tmp_path / "absent")


def test_all_emotions_and_parts_are_read(tmp_path):
    for emotion in EMOTIONS:
        for ending in FILES.values():
            written(
                tmp_path, f"1\t{emotion} {ending}\t{emotion}\t0.5", name=f"EI-reg-En-{emotion}-{ending}.txt"
            )
    found = read_emotions(tmp_path)
    assert found["fear"]["test"].texts == ("fear test-gold",)
    assert list(found) == ["anger", "fear", "joy", "sadness"]


@pytest.mark.skipif("FIRTH_DATA" not in os.environ, reason="FIRTH_DATA is not set: the tweets are not here")
def test_the_real_tweets_are_as_many_as_published():
    found = read_emotions(Path(os.environ["FIRTH_DATA"]) / "semeval2018-ei-reg")
    sizes = {emotion: [len(tweets) for tweets in parts.values()] for emotion, parts in found.items()}
    # Train and dev as in the thesis's table 7.1; of its test tweets 16,937 are mystery.
    assert sizes == {
        "anger": [1701, 388, 17939 - 16937],
        "fear": [2252, 389, 17923 - 16937],
        "joy": [1616, 290, 18042 - 16937],
        "sadness": [1533, 397, 17912 - 16937],
    }
