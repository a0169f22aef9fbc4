"""Raw data to plain text: Wikipedia dumps, tweets, HTML, Markdown, XML, LaTeX and subtitles."""

from firth.text.clean.markup import (
    clean_html,
    clean_latex,
    clean_markdown,
    clean_subtitles,
    clean_xml,
    html_text,
)
from firth.text.clean.tweets import TWEET_STEPS, clean_tweet, clean_tweets
from firth.text.clean.wikipedia import DumpWarning, WikipediaText, clean_wikipedia

__all__ = [
    "TWEET_STEPS",
    "DumpWarning",
    "WikipediaText",
    "clean_html",
    "clean_latex",
    "clean_markdown",
    "clean_subtitles",
    "clean_tweet",
    "clean_tweets",
    "clean_wikipedia",
    "clean_xml",
    "html_text",
]
