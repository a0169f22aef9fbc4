"""Raw data to plain text: Wikipedia dumps and tweets."""

from firth.text.clean.tweets import TWEET_STEPS, clean_tweet, clean_tweets
from firth.text.clean.wikipedia import DumpWarning, WikipediaText, clean_wikipedia

__all__ = ["TWEET_STEPS", "DumpWarning", "WikipediaText", "clean_tweet", "clean_tweets", "clean_wikipedia"]
