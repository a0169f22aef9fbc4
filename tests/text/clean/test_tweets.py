import json
import lzma
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firth.errors import EmptyCorpusError, InputError
from firth.text.clean import TWEET_STEPS, clean_tweet, clean_tweets
from firth.text.clean.tweet_words import ABBREVIATIONS, EMOTION_WORDS

DATA = os.environ.get("FIRTH_DATA")


def test_there_are_ten_steps_and_about_as_many_words_as_the_paper_has():
    assert len(TWEET_STEPS) == 10
    assert len(ABBREVIATIONS) > 100
    assert len(EMOTION_WORDS) > 50


@pytest.mark.parametrize(
    ("tweet", "words"),
    [
        # The examples of [HajiSoleimani2019, §7.1.3].
        ("😂", "emoji_face_with_tears_of_joy"),
        ("😭", "emoji_loudly_crying_face"),
        ("a😂😂b", "a emoji_face_with_tears_of_joy emoji_face_with_tears_of_joy b"),
        ("goooooood", "good"),
        ("rooofll rrofl", "rofl rofl"),
        ("luv lovee lovve lovvee", "love love love love"),
        ("sry, bday thx tbh", "sorry birthday thanks to be honest"),
        ("there's been, we'd, doesn't", "there has been we would does not"),
        # Ours.
        ("👍🏽 ❤️ 🇺🇸", "emoji_thumbs_up_sign emoji_heavy_black_heart emoji_flag_us"),
        ("#a b#c ＃d &#39;e", "b c e"),
        ("a &amp; b &lt;3 &quot;c&quot; AT&T", "a b 3 c at t"),
        ("@user hi .@b mail@home.com @ Tampa", "hi mail home com tampa"),
        ("see https://t.co/x?y#z and www.tea.org", "see and"),
        ("1000000 soooo ahahaha hehehe", "1000000 soo haha haha"),
        ("HAPPPYYY hapy Madd god good", "happy happy mad god good"),
        ("I’m w/ U, can't wait!!!", "i am with you can not wait"),
        ("café नमस्ते 50% _a_ b_c", "café नमस्ते 50 a b_c"),
        ("", ""),
    ],
)
def test_what_becomes_of_a_tweet(tweet, words):
    assert clean_tweet(tweet) == words


@pytest.mark.parametrize(
    ("step", "tweet", "words"),
    [
        ("lowercase", "Tea", "Tea"),
        ("emojis", "tea 😂", "tea"),
        ("hashtags", "#tea", "tea"),
        ("html", "a &amp; b", "a amp b"),
        ("mentions", "@tea", "tea"),
        ("urls", "https://tea.org", "https tea org"),
        ("elongated", "teaaaa", "teaaaa"),
        ("emotions", "lovee", "lovee"),
        ("abbreviations", "thx", "thx"),
        ("special", "tea!", "tea!"),
    ],
)
def test_each_step_can_be_left_out(step, tweet, words):
    assert clean_tweet(tweet, without=[step]) == words
    assert clean_tweet(tweet) != words


def test_without_any_step_only_spaces_change():
    assert clean_tweet(" Tea  &amp; #Milk ", without=list(TWEET_STEPS)) == "Tea &amp; #Milk"


def test_lemmas_are_what_dictionaries_list():
    assert (
        clean_tweet("The dogs were eating apples on Friday", lemmas=True) == "the dog be eat apple on friday"
    )


def test_without_simplemma_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "simplemma", None)
    with pytest.raises(InputError, match=r"firth\[clean\]"):
        clean_tweet("tea", lemmas=True)


def test_a_step_that_is_none_is_named_with_those_there_are():
    with pytest.raises(
        InputError, match=r"no step 'emoji' to leave out; there are lowercase, emojis, hashtags"
    ):
        clean_tweet("tea", without=["emoji"])


@pytest.mark.parametrize(
    ("content", "tweets"),
    [
        ("a\nb\n", ["a", "b"]),
        ("a\nb", ["a", "b"]),
        ("a\n#b", ["a", ""]),
        ("\n\na\n\n", ["", "", "a", ""]),
        ("a\r\nb\u2028c\u0085d\n", ["a", "b c d"]),
        ("\n", [""]),
    ],
)
def test_as_many_lines_come_out_as_go_in(tmp_path, content, tweets):
    (tmp_path / "tweets.txt").write_bytes(content.encode())
    assert list(clean_tweets(tmp_path / "tweets.txt")) == tweets


@given(tweets=st.lists(st.text(alphabet="aA#@&;_' \t.😂🇺é", max_size=20), min_size=1, max_size=8))
def test_a_file_is_cleaned_as_its_tweets_are_one_by_one(tmp_path_factory, tweets):
    path = tmp_path_factory.mktemp("tweets") / "tweets.txt"
    path.write_text("".join(tweet + "\n" for tweet in tweets))
    assert list(clean_tweets(path)) == [clean_tweet(tweet) for tweet in tweets]


def test_an_empty_file_is_refused(tmp_path):
    (tmp_path / "tweets.txt").touch()
    with pytest.raises(EmptyCorpusError, match=r"tweets.txt is empty"):
        list(clean_tweets(tmp_path / "tweets.txt"))


def test_tables_and_bytes_that_are_no_text(tmp_path):
    (tmp_path / "tweets.jsonl").write_text(
        "".join(json.dumps({"body": body}) + "\n" for body in ("A\nb", "#c"))
    )
    assert list(clean_tweets(tmp_path / "tweets.jsonl", column="body")) == ["a b", ""]
    (tmp_path / "tweets.txt").write_bytes(b"caf\xe9 tea\n")
    assert list(clean_tweets(tmp_path / "tweets.txt")) == ["caf tea"]


@pytest.mark.skipif(DATA is None, reason="the tweets are looked for in $FIRTH_DATA, which is not set.")
def test_every_real_tweet_comes_out_and_the_number_of_workers_changes_nothing(tmp_path):
    with lzma.open(Path(DATA) / "corpora/tweets.txt.xz") as packed:
        (tmp_path / "tweets.txt").write_bytes(packed.read(1_500_000))
    lines = (tmp_path / "tweets.txt").read_bytes().count(b"\n")
    one, two = (list(clean_tweets(tmp_path / "tweets.txt", threads=threads)) for threads in (1, 2))
    assert one == two
    assert len(one) - lines in (0, 1)  # the last one may be cut
    assert not any(set(tweet) & set("#@&;/!ABC") for tweet in one)
