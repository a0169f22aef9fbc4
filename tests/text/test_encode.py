import gzip
import io
import os
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firth.core import Recipe
from firth.errors import EmptyCorpusError, InputError, MemoryBudgetError
from firth.text import encode, encode_texts, read
from reference.slow_text import slow_encode

DATA = os.environ.get("FIRTH_DATA")
TEXTS = st.lists(st.text("aAbcdé中'’ \n.1\t", max_size=30), max_size=8)


def test_ids_of_a_hand_computed_example():
    corpus = encode_texts(["B a a x", "a B!"], min_count=2)
    assert corpus.vocabulary.tokens == ("a", "b")
    assert corpus.vocabulary.counts.tolist() == [3, 2]
    assert corpus.ids.tolist() == [1, 0, 0, -1, -2, 0, 1, -2]
    assert (corpus.tokens, corpus.documents, corpus.bytes_replaced) == (6, 2, 0)
    assert corpus.ids.dtype == np.int32


def test_words_of_equal_count_are_in_the_order_of_code_points():
    corpus = encode_texts(
        ["z é a 中 😀x Z ﬁ"], min_count=1, case="keep", tokenizer="whitespace", normalize="none"
    )
    assert list(corpus.vocabulary.tokens) == sorted(["z", "é", "a", "中", "😀x", "Z", "ﬁ"])


def test_empty_documents_leave_no_trace():
    corpus = encode_texts(["", "!?", "a", "", "  ", "b", ""], min_count=1)
    assert corpus.ids.tolist() == [0, -2, 1, -2]
    assert corpus.documents == 2


def test_a_newline_inside_a_text_ends_no_document():
    assert encode_texts(["a\nb\r\nc"], min_count=1).ids.tolist() == [0, 1, 2, -2]


@given(
    TEXTS,
    st.integers(1, 3),
    st.none() | st.integers(1, 3),
    st.sampled_from(["words", "whitespace"]),
    st.integers(1, 2),
    st.sampled_from([1, 3, 10, 1 << 20]),
)
def test_encoding_is_that_of_the_slow_twin(texts, min_count, max_vocabulary, tokenizer, threads, chunk_bytes):
    words, counts, ids = slow_encode(
        texts, min_count=min_count, max_vocabulary=max_vocabulary, tokenizer=tokenizer
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(read, "CHUNK_BYTES", chunk_bytes)
        options = {"min_count": min_count, "max_vocabulary": max_vocabulary, "tokenizer": tokenizer}
        if not words:
            with pytest.raises(EmptyCorpusError):
                encode_texts(texts, threads=threads, **options)
            return
        corpus = encode_texts(texts, threads=threads, **options)
    assert list(corpus.vocabulary.tokens) == words
    assert corpus.vocabulary.counts.tolist() == counts
    assert corpus.ids.tolist() == ids
    assert corpus.documents == ids.count(-2)
    assert corpus.tokens == len(ids) - ids.count(-2)


LONG = "Ünïcödé wörds, don't “break”;\n\n中文 と かな ends\r\n" * 5 + "one last line without an end " * 5


@pytest.mark.parametrize("documents", ["line", "file", "stream"])
@pytest.mark.parametrize("tokenizer", ["words", "whitespace", str.split])
def test_chunk_size_and_threads_change_nothing(tmp_path, monkeypatch, documents, tokenizer):
    (tmp_path / "a.txt").write_text(LONG, newline="")
    (tmp_path / "b.txt.gz").write_bytes(gzip.compress(LONG.encode() + b" \xff\xfe bad"))
    options = {"documents": documents, "tokenizer": tokenizer, "min_count": 2}
    whole = encode(tmp_path, **options, threads=1)
    for size in (1, 7, 100):
        monkeypatch.setattr(read, "CHUNK_BYTES", size)
        for threads in (1, 2):
            corpus = encode(tmp_path, **options, threads=threads)
            assert corpus.ids.tolist() == whole.ids.tolist()
            assert corpus.vocabulary == whole.vocabulary
            assert corpus.bytes_replaced == 2
            assert corpus.recipe == whole.recipe


def test_documents_are_lines_files_or_the_stream(tmp_path):
    (tmp_path / "a.txt").write_text("a b\nc\n")
    (tmp_path / "b.txt").write_text("d")
    assert encode(tmp_path, min_count=1).ids.tolist() == [0, 1, -2, 2, -2, 3, -2]
    assert encode(tmp_path, min_count=1, documents="file").ids.tolist() == [0, 1, 2, -2, 3, -2]
    assert encode(tmp_path, min_count=1, documents="stream").ids.tolist() == [0, 1, 2, 3, -2]


def test_windows_line_ends_end_documents_and_belong_to_no_word(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"a b\r\nc\r\n\r\nd")
    corpus = encode(tmp_path, min_count=1, tokenizer="whitespace")
    assert corpus.ids.tolist() == [0, 1, -2, 2, -2, 3, -2]


def test_one_line_longer_than_a_chunk_is_one_document(tmp_path, monkeypatch):
    monkeypatch.setattr(read, "CHUNK_BYTES", 10)
    (tmp_path / "a.txt").write_text("wörd " * 1000)
    corpus = encode(tmp_path)
    assert (corpus.documents, corpus.tokens, len(corpus.vocabulary)) == (1, 1000, 1)


def test_the_same_records_give_the_same_ids_in_every_format(tmp_path):
    texts = ["the cat", 'a "dog", the\ncat', "ünï the"]
    table = pl.DataFrame({"text": texts, "id": [1, 2, 3]})
    table.write_parquet(tmp_path / "a.parquet")
    table.write_csv(tmp_path / "a.csv")
    table.write_ndjson(tmp_path / "a.jsonl")
    (tmp_path / "a.tsv").write_text("text\n" + "\n".join(text.replace("\n", " ") for text in texts))
    expected = encode_texts(texts, min_count=1).ids.tolist()
    for name in ("a.parquet", "a.csv", "a.jsonl", "a.tsv"):
        assert encode(tmp_path / name, min_count=1).ids.tolist() == expected


def test_standard_input_is_encoded(monkeypatch):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"a b\na")))
    assert encode("-", min_count=1).ids.tolist() == [0, 1, -2, 0, -2]


def test_bytes_that_are_not_utf8_separate_and_are_counted(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"caf\xe9 na\xc3\xafve a\xff\xfeb \xe4\xb8 x\xef\xbf\xbdy")
    corpus = encode(tmp_path, min_count=1)
    assert sorted(corpus.vocabulary.tokens) == ["a", "b", "caf", "naïve", "x", "y"]
    assert corpus.bytes_replaced == 5, "é of Latin-1, two stray bytes and two of a character cut short"


def test_bad_bytes_are_counted_in_tables_too(tmp_path):
    (tmp_path / "a.csv").write_bytes(b"text\ncaf\xe9\n")
    (tmp_path / "a.jsonl").write_bytes(b'{"text": "caf\xe9"}\n')
    corpus = encode(tmp_path, min_count=1)
    assert (corpus.vocabulary.tokens, corpus.bytes_replaced) == (("caf",), 2)


def test_lone_surrogates_of_python_strings_separate(tmp_path):
    assert encode_texts(["a\ud800b"], min_count=1).vocabulary.tokens == ("a", "b")
    (tmp_path / "a.jsonl").write_text('{"text": "a\\ud83d b\\ud83d\\ude00"}')
    assert encode(tmp_path, min_count=1).vocabulary.tokens == ("a", "b")


def test_max_vocabulary_keeps_the_most_frequent():
    corpus = encode_texts(["a a a b b c"], min_count=1, max_vocabulary=2)
    assert corpus.vocabulary.tokens == ("a", "b")
    assert corpus.ids.tolist() == [0, 0, 0, 1, 1, -1, -2]


def test_only_allowed_words_are_kept_and_the_others_keep_their_place(tmp_path):
    assert encode_texts(["a b c b"], min_count=1, allow=["b", "c", "z"]).ids.tolist() == [-1, 0, 1, 0, -2]
    assert encode_texts(["a b c b"], min_count=2, allow=["b", "c"]).ids.tolist() == [-1, 0, -1, 0, -2]
    (tmp_path / "words.txt").write_bytes(b"\xef\xbb\xbfb\r\n\r\nc\n")
    corpus = encode_texts(["a b c b"], min_count=1, allow=tmp_path / "words.txt")
    assert corpus.vocabulary.tokens == ("b", "c")


def test_allowed_words_are_cased_and_normalized_as_the_text_is():
    assert encode_texts(["paris don’t"], min_count=1, allow=["Paris", "Don’t"]).tokens == 2
    assert encode_texts(["paris don’t"], min_count=1, allow=["Paris", "Don’t"]).ids.tolist() == [1, 0, -2]


def test_a_function_sees_whole_documents_one_at_a_time():
    seen = []
    encode_texts(["A b", "", "c"], min_count=1, tokenizer=lambda text: seen.append(text) or text.split())
    assert seen == ["a b", "c"]


def test_the_recipe_has_every_parameter_that_shapes_the_numbers(tmp_path):
    (tmp_path / "a.txt").write_text("a b\nb\n")
    recipe = encode(tmp_path, min_count=1, max_vocabulary=9, allow=["a", "b"], threads=1, memory="1GB").recipe
    stage = dict(recipe["text"])
    assert stage.pop("allow")["words"] == 2
    assert stage == {
        "tokenizer": "words",
        "case": "lower",
        "normalize": "NFKC",
        "digits": "keep",
        "documents": "line",
        "min_count": 1,
        "max_vocabulary": 9,
        "token_count": 3,
        "document_count": 2,
    }
    assert Recipe.from_json(recipe.to_json()) == recipe


def test_different_lists_of_allowed_words_have_different_digests():
    recipes = [encode_texts(["a b c"], min_count=1, allow=list(words)).recipe for words in ("ab", "ba", "ac")]
    assert recipes[0].digest == recipes[1].digest
    assert recipes[0].digest != recipes[2].digest


def test_long_ids_are_mapped_read_only_from_a_file():
    texts = ["a b c d e f g h"] * 5000
    corpus = encode_texts(texts, memory="300kB")
    assert isinstance(corpus.ids, np.memmap)
    assert not corpus.ids.flags.writeable
    assert np.array_equal(corpus.ids, encode_texts(texts).ids)


def test_more_distinct_words_than_the_budget_holds_are_refused():
    texts = [f"word{number}" for number in range(5000)]
    with pytest.raises(MemoryBudgetError, match=r"distinct words apart needs about .* raise memory"):
        encode_texts(texts, min_count=1, memory="100kB")


def test_progress_of_texts_counts_texts():
    calls = []
    encode_texts(["a"] * 1500, progress=lambda *call: calls.append(call))
    assert calls == [("reading", n, 1500, "texts") for n in (0, 1000, 1500)]


@pytest.mark.parametrize("content", ["", "\n\n", "... !!"])
def test_a_corpus_without_tokens_is_refused(tmp_path, content):
    (tmp_path / "a.txt").write_text(content)
    with pytest.raises(EmptyCorpusError, match=r"not one token in .*a\.txt"):
        encode(tmp_path)
    (tmp_path / "b.txt").write_text(content)
    with pytest.raises(EmptyCorpusError, match="not one token in the 2 files from"):
        encode(tmp_path)
    with pytest.raises(EmptyCorpusError, match="not one token in the texts"):
        encode_texts([content])


def test_no_texts_at_all_are_refused():
    with pytest.raises(EmptyCorpusError, match="not one token"):
        encode_texts([])


def test_a_corpus_without_frequent_words_names_the_most_frequent():
    with pytest.raises(
        EmptyCorpusError,
        match=r"1 document, 3 words, none 5 times \(the most frequent, 'b', 2 times\): lower min_count",
    ):
        encode_texts(["a b b"])


def test_a_list_of_words_that_do_not_occur_is_refused():
    with pytest.raises(EmptyCorpusError, match=r"none of the 2 allowed words occurs.*'x'"):
        encode_texts(["a b"], min_count=1, allow=["y", "x"])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"min_count": 0}, "min_count is 0; it must be at least 1"),
        ({"max_vocabulary": 0}, "max_vocabulary is 0; it must be at least 1"),
        ({"allow": []}, "list of allowed words is empty"),
        ({"allow": "no such file"}, "there is no file 'no such file'"),
        ({"threads": 0}, "threads is 0"),
        ({"memory": "lots"}, "'lots' is not a size"),
        ({"tokenizer": "bpe"}, "tokenizer is 'bpe'.*'words', 'whitespace'.*'trigrams' or a function"),
    ],
)
def test_wrong_options_are_refused(options, message):
    with pytest.raises(InputError, match=message):
        encode_texts(["a"], **options)


def test_unknown_kinds_of_documents_are_refused(tmp_path):
    with pytest.raises(InputError, match=r"documents is 'page'.*'line', 'file', 'stream'"):
        encode(tmp_path, documents="page")


@pytest.mark.skipif(
    DATA is None, reason="the corpus text8-prefix is looked for in $FIRTH_DATA, which is not set."
)
def test_words_of_text8_are_what_spaces_part():
    path = Path(DATA or "", "corpora", "text8-prefix.txt.xz")
    corpus = encode(path)
    plain = encode(path, tokenizer="whitespace", normalize="none", case="keep")
    assert np.array_equal(corpus.ids, plain.ids)
    assert (corpus.tokens, corpus.documents) == (1_171_946, 1)
    assert corpus.vocabulary.tokens[:3] == ("the", "of", "one")
