"""Every type says in one line what it is."""

from __future__ import annotations

import firth

CORPUS = firth.encode_texts(["tea or <b>coffee</b>", "coffee or tea", "tea and milk"], min_count=1)
COUNTS = firth.count(CORPUS, window=2)
ASSOCIATION = firth.associate(COUNTS, "ppmi")


def test_types_are_printed_in_one_line():
    assert repr(CORPUS) == "Corpus: 11 tokens in 3 documents, 6 words"
    assert repr(firth.encode_texts(["a"], min_count=1)) == "Corpus: 1 tokens in 1 document, 1 words"
    assert repr(COUNTS) == f"Counts: 6 × 6, {COUNTS.matrix.nnz} cells, window 2"
    assert repr(firth.counts_from_table([[1, 2], [0, 3]])) == "Counts: 2 × 2, 3 cells"
    assert repr(CORPUS.vocabulary) == "Vocabulary: 6 tokens, 'tea', 'b', 'coffee', …"
    assert repr(ASSOCIATION) == "Association: 6 × 6, ppmi"
    assert (
        repr(ASSOCIATION.operator)
        == f"SparseLowRank: 6 × 6, {ASSOCIATION.operator.sparse.nnz} cells less rank 0"
    )
    assert repr(firth.Recipe().then("counting", window=5)) == "Recipe: counting(window=5)"
    assert repr(firth.Recipe()) == "Recipe: nothing is known"
    factors = firth.decompose(ASSOCIATION, 2)
    first = ", ".join(f"{value:.4g}" for value in factors.values)
    assert repr(factors) == f"Factors: 6 × 6, 2 axes ({first}), dense"


def test_sense_models_are_printed_in_one_line():
    model = firth.induce(COUNTS, ["tea"], senses=2)
    assert repr(model) == "SenseModel: 1 of 6 words in 2 senses"


def test_notebooks_show_small_tables():
    assert "<th>tea</th><td>3</td>" in CORPUS._repr_html_()
    assert COUNTS._repr_html_().count("<tr>") == 7
    model = firth.induce(COUNTS, ["tea"], senses=2)
    assert "<th>tea</th><td>2</td>" in model._repr_html_()
    names = firth.counts_from_table([[1, 2], [0, 3]], rows=["<i>", "y"], columns=["a", "b"])
    assert "<th>&lt;i&gt;</th><td>1</td><td>2</td>" in names._repr_html_()
