"""gensim's WikiCorpus, going through the articles of a dump as lists of tokens."""

from __future__ import annotations

import argparse
import json

from gensim.corpora.wikicorpus import WikiCorpus


def main() -> None:
    """Clean and tokenize all articles, and count them."""
    parser = argparse.ArgumentParser()
    parser.add_argument("dump")
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    # A dictionary that is there already: gensim would go through the dump once more to make one.
    corpus = WikiCorpus(given.dump, processes=given.processes, dictionary={}, article_min_tokens=0)
    lengths = [len(tokens) for tokens in corpus.get_texts()]
    print(json.dumps({"articles": len(lengths), "tokens": sum(lengths)}))


if __name__ == "__main__":
    main()
