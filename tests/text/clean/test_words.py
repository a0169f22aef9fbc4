from hypothesis import given
from hypothesis import strategies as st

from firth.text.clean.words import only_words
from firth.text.tokenize import tokenize


@given(st.text(alphabet="ab'’ .-\n_5é\u0301\u094d\u200dक茶", max_size=40))
def test_no_word_that_firth_embed_sees_is_lost_or_changed(text):
    assert tokenize(only_words(text), normalize="none") == tokenize(text, normalize="none")
