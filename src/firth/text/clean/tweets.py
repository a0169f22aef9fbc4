"""Tweets to plain words, in ten steps [HajiSoleimani2019, §7.1.3], each of which can be left out."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache, lru_cache, partial
from pathlib import Path
from types import MappingProxyType

from firth.errors import EmptyCorpusError, InputError
from firth.runtime.kept_processes import in_kept_processes
from firth.runtime.other_names import refuse_other_names
from firth.runtime.run import Progress, current_blocks, silent
from firth.text.clean.tweet_words import ABBREVIATIONS, EMOTION_SPELLINGS, EMOTION_WORDS
from firth.text.clean.words import letter_marks
from firth.text.read import read_chunks
from firth.text.sources import find_sources

Step = Callable[[str], str]

_BLOCK_BYTES = 1 << 20
_REMEMBERED = 1 << 16
"""Words whose standard form is cached: most words of a text occur again."""

# In patterns, the character that is rare comes first, since a search then skips to it.
_EMOJI = re.compile(
    "[\U0001f1e6-\U0001f1ff]{2}"  # two letters that stand for a flag
    "|[\u231a-\u23ff\u2600-\u27bf\u2b05-\u2b55\U0001f000-\U0001faff\ufe0f]"
)
_NO_EMOJI = re.compile("[\ufe0f\U0001f3fb-\U0001f3ff]")  # it selects a color or a form of the one before
_FLAG_LETTER = 0x1F1E6
_HASHTAG = re.compile(r"[#＃](?<![&\w].)\w+")
_HTML_CODE = re.compile(r"&(?:#\d+|#x[0-9a-f]+|[a-z]\w{1,30});", re.IGNORECASE)
_MENTION = re.compile(r"[@＠](?<!\w.)\w+")
_URL = re.compile(r"(?:[Hh]ttps?://|[Ww]ww\.|pic\.twitter\.com/)\S*")
_ELONGATED = re.compile(r"([^\W\d_])\1{2,}")
_LAUGHTER = re.compile(r"\ba?(?:h+[ae]+){2,}h*\b")
_REPEATED = re.compile(r"(.)\1+")
_LETTERS = re.compile(r"([^\W\d_]{2,})")
_HAS_BEEN = re.compile(r"(?<=\w)['’]s been\b")
_WORD = re.compile(r"(\w+(?:['’]\w+)*)")
_LOOSE_UNDERSCORE = re.compile(r"_+(?:(?<![^\W_]_)|(?![^\W_]))")


@refuse_other_names()
def clean_tweets(
    source: str | Path,
    *,
    without: Collection[str] = (),
    lemmas: bool = False,
    column: str = "text",
    threads: int | None = None,
    progress: Progress = silent,
) -> Iterator[str]:
    """Clean the tweets of a file to plain words; see docs/cleaning.md.

    Parameters
    ----------
    source : str or Path
        A file with a tweet on each line or in each record, or "-" for standard input. It may be compressed.
    without : collection of str
        Names of steps to leave out, among those in `firth.text.clean.TWEET_STEPS`.
    lemmas : bool, default False
        Replace words by their lemmas, by simplemma for English (extra ``clean``).
    column : str, default "text"
        The column with the text in .jsonl, .csv, .tsv and .parquet files.
    threads : int, optional
        The number of processes; the result does not depend on it.
    progress : callable, optional
        Is told how far the work is.

    Returns
    -------
    iterator of str
        As many tweets as the file has, some of them empty.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     _ = Path(folder, "tweets.txt").write_text("I looove it!! #tea\\n@you www.tea.com\\nThx 4 tea")
    ...     list(clean_tweets(Path(folder, "tweets.txt")))
    ['i love it', '', 'thanks 4 tea']
    """
    steps = _steps(without, lemmas)
    sources = find_sources(source)
    chunks = read_chunks(sources, column=column, chunk_bytes=_BLOCK_BYTES, progress=progress)
    cleaned = in_kept_processes(
        partial(_cleaned_block, steps=steps), _whole_lines(chunks), threads, current_blocks(),
        key="tweets", how=steps,
    )  # fmt: skip
    return _lines(cleaned, sources[0].name)


def clean_tweet(text: str, *, without: Collection[str] = (), lemmas: bool = False) -> str:
    """Clean one tweet to plain words; see `clean_tweets`.

    Parameters
    ----------
    text : str
        The tweet.
    without : collection of str
        Names of steps to leave out, among those in `firth.text.clean.TWEET_STEPS`.
    lemmas : bool, default False
        Replace words by their lemmas (extra ``clean``).

    Returns
    -------
    str
        Its words, separated by spaces.

    Examples
    --------
    >>> clean_tweet("OMG I'm soooo happyyy 😂😂 &amp; it's my bday @you #blessed https://t.co/x")
    'oh my god i am soo happy emoji_face_with_tears_of_joy emoji_face_with_tears_of_joy it is my birthday'
    >>> clean_tweet("No #hashtags are left out", without=["hashtags"])
    'no hashtags are left out'
    """
    return _cleaned(text.replace("\n", " "), _steps(without, lemmas))


def _steps(without: Collection[str], lemmas: bool) -> list[str]:
    unknown = [name for name in without if name not in TWEET_STEPS]
    if unknown:
        raise InputError(f"there is no step {unknown[0]!r} to leave out; there are {', '.join(TWEET_STEPS)}.")
    if lemmas:
        try:
            import simplemma  # noqa: F401
        except ImportError as error:
            raise InputError("simplemma is not installed; get it with pip install 'firth[clean]'.") from error
    return [name for name in TWEET_STEPS if name not in without] + ["lemmas"] * lemmas


def _whole_lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The chunks, with one line end after the last line, though the reader adds one to a file that has it."""
    before, waiting = b"\n", b""
    for chunk in chunks:
        if waiting:
            yield waiting
            before = waiting
        waiting = chunk
    ended = (before + waiting[:-1]).endswith(b"\n")
    yield waiting[:-1] if ended else waiting


def _lines(blocks: Iterable[bytes], name: str) -> Iterator[str]:
    rest, found = "", False
    for block in blocks:
        *lines, rest = (rest + block.decode()).split("\n")
        found = found or bool(lines)
        yield from lines
    if not found:
        raise EmptyCorpusError(f"{name} is empty; give tweets, one a line.")


def _cleaned_block(block: bytes, steps: Iterable[str]) -> bytes:
    return _cleaned(block.decode(errors="replace"), steps).encode()


def _cleaned(text: str, steps: Iterable[str]) -> str:
    """All lines at once, since no step looks beyond a line."""
    for name in steps:
        text = _lemmas(text) if name == "lemmas" else TWEET_STEPS[name](text)
    return "\n".join(" ".join(line.split()) for line in text.split("\n"))


def _named_emojis(text: str) -> str:
    return _EMOJI.sub(_emoji_name, text)


def _emoji_name(emoji: re.Match[str]) -> str:
    if len(emoji[0]) == 2:
        return (
            " emoji_flag_" + "".join(chr(ord("a") + ord(letter) - _FLAG_LETTER) for letter in emoji[0]) + " "
        )
    if _NO_EMOJI.match(emoji[0]):
        return ""
    name = unicodedata.name(emoji[0], "")
    return f" emoji_{re.sub('[^a-z0-9]+', '_', name.lower())} " if name else " "


def _standard_emotions(text: str) -> str:
    return _with_each(_LETTERS, _emotion_in, _LAUGHTER.sub("haha", text))


@lru_cache(_REMEMBERED)
def _emotion_in(word: str) -> str:
    return _emotions().get(_REPEATED.sub(r"\1", word.lower()), word)


@cache
def _emotions() -> dict[str, str]:
    """Words by their letters, with runs of a letter reduced to one."""
    words = {word: word for word in EMOTION_WORDS} | EMOTION_SPELLINGS
    return {_REPEATED.sub(r"\1", written): meant for written, meant in words.items()}


def _written_out(text: str) -> str:
    return _with_each(_WORD, _meant_by, _HAS_BEEN.sub(" has been", text))


@lru_cache(_REMEMBERED)
def _meant_by(word: str) -> str:
    return ABBREVIATIONS.get(word.lower().replace("’", "'"), word)


def _with_each(pattern: re.Pattern[str], function: Step, text: str) -> str:
    """Do what re.sub does in half the time, since no match objects are made."""
    parts = pattern.split(text)
    parts[1::2] = map(function, parts[1::2])
    return "".join(parts)


def _without_special_characters(text: str) -> str:
    """Letters with their marks, digits, and underscores inside words, as in names of emojis."""
    return _LOOSE_UNDERSCORE.sub(" ", re.sub(rf"[^\w\s{letter_marks()}]+", " ", text))


def _lemmas(text: str) -> str:
    return "\n".join(" ".join(map(_lemma, line.split())) for line in text.split("\n"))


@lru_cache(_REMEMBERED)
def _lemma(word: str) -> str:
    import simplemma

    lemma: str = simplemma.lemmatize(word, lang="en")
    return lemma.lower() if word.islower() else lemma  # Friday is listed with a capital


TWEET_STEPS: MappingProxyType[str, Step] = MappingProxyType(
    {
        "lowercase": str.lower,
        "emojis": _named_emojis,
        "hashtags": partial(_HASHTAG.sub, " "),
        "html": partial(_HTML_CODE.sub, " "),
        "mentions": partial(_MENTION.sub, " "),
        "urls": partial(_URL.sub, " "),
        "elongated": partial(_ELONGATED.sub, r"\1\1"),
        "emotions": _standard_emotions,
        "abbreviations": _written_out,
        "special": _without_special_characters,
    }
)
"""The steps in their order, by name."""
