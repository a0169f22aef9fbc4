"""Raw text → token ids: find and read files, tokenize, choose a vocabulary, encode."""

from firth.text.encode import encode, encode_texts
from firth.text.tokenize import Tokenization, tokenize

__all__ = ["Tokenization", "encode", "encode_texts", "tokenize"]
