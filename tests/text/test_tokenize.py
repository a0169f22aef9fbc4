import pytest
from hypothesis import given
from hypothesis import strategies as st

from firth.errors import InputError, TextWarning
from firth.text import Tokenization, encode_texts, tokenize
from reference.slow_text import slow_tokens

# Letters of several scripts, marks, joiners, digits, compatibility forms, spaces and controls.
ALPHABET = (
    "aAbZzéÉßİΣσςжЖ中かन्\u0301\u0308\u200c\u200d'’‘\"-_.,!·=<\u03380179²½٣٤１ﬁ😀"
    'צה״"\u00ad\u0640Iiı'
    " \t\n\r\v\x00\x1e\x7f\x85\u00a0\u3000\ufffd\ufeff"
)
TEXTS = st.text(ALPHABET, max_size=40)
ASCII_TEXTS = st.text("aAbZ019'' \t\n.-_\x00\x7f", max_size=40)


def test_words_are_runs_of_letters_and_digits():
    assert tokenize("Hello, world: 3 blind-mice_run!") == ["hello", "world", "3", "blind", "mice", "run"]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("don't", ["don't"]),
        ("'quoted'", ["quoted"]),
        ("rock 'n' roll", ["rock", "n", "roll"]),
        ("a''b", ["a", "b"]),
        ("it's 'it's'''", ["it's", "it's"]),
        ("' ' '", []),
        ("'tis", ["tis"]),
        ("a'b'c", ["a'b'c"]),
    ],
)
def test_an_apostrophe_belongs_to_a_word_only_inside_it(text, tokens):
    assert tokenize(text) == tokens
    assert tokenize(text + " é") == [*tokens, "é"], "the same beside a letter that is not ASCII"


def test_typographic_and_typewriter_apostrophes_make_the_same_word():
    assert tokenize("don’t don't") == ["don't", "don't"]


def test_marks_stay_with_their_letters():
    assert tokenize("हिन्दी नहीं", normalize="none") == ["हिन्दी", "नहीं"]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Привет, МИР! Ёлка", ["привет", "мир", "ёлка"]),
        ("ΟΔΟΣ, Οδός ΤΗΣ", ["οδος", "οδός", "της"]),
        ("İstanbul İZMİR", ["istanbul", "izmir"]),
        ("Straße STRAẞE", ["straße", "straße"]),
        ("Wort\u00adtren\u00adnung", ["worttrennung"]),
        ("co\u2060op \ufeffcat", ["coop", "cat"]),
        ("paral·lel a · b", ["paral·lel", "a", "b"]),
        ("الكتــــاب الكتاب", ["الكتاب", "الكتاب"]),
        ("שָׁלוֹם בית־ספר", ["שָׁלוֹם", "בית", "ספר"]),
        ('צה"ל צה״ל "צהל"', ["צה״ל", "צה״ל", "צהל"]),
        ("ինչո՞ւ", ["ինչու"]),
        ("क्‍या नमस्ते।", ["क्‍या", "नमस्ते"]),
        ("고양이가 앉다", ["고양이가", "앉다"]),
        ("Tie\u0302\u0301ng Việt", ["tiếng", "việt"]),
        ("ሰላም፡ለዓለም", ["ሰላም", "ለዓለም"]),
        ("\u200eab\u200f c\u200bd", ["ab", "c", "d"]),
        ("ཇ་འཐུང", ["ཇ", "འཐུང"]),
    ],
)
def test_scripts_with_spaces_work_as_they_are(text, tokens):
    assert tokenize(text) == tokens


def test_turkish_has_an_i_with_a_dot_and_one_without():
    assert tokenize("DIŞ I İL I\u0307L ısı", case="turkish") == ["dış", "ı", "il", "il", "ısı"]
    assert tokenize("DIŞ", case="turkish", tokenizer=str.split) == ["dış"]


def test_turkish_text_is_told_of_its_case():
    with pytest.warns(TextWarning, match="case='turkish'"):
        encode_texts(["Kırmızı ışık yandı, kapı açıldı."], min_count=1)


def test_a_mark_alone_is_not_a_word():
    assert tokenize("´ \u0301 x") == ["x"]


def test_persian_words_keep_the_joiner_inside_and_lose_it_at_the_end():
    assert tokenize("می\u200cخواهم کتاب\u200c") == ["می\u200cخواهم", "کتاب"]


def test_nfkc_makes_compatibility_forms_one_word():
    assert tokenize("ﬁne １２ cafe\u0301") == ["fine", "12", "café"]


def test_nfc_composes_but_keeps_compatibility_forms():
    assert tokenize("ﬁne cafe\u0301", normalize="NFC") == ["ﬁne", "café"]


def test_no_normalization_leaves_letters_as_they_are():
    assert tokenize("ﬁne cafe\u0301", normalize="none") == ["ﬁne", "cafe\u0301"]


def test_case_may_be_kept():
    assert tokenize("The ÉCOLE", case="keep") == ["The", "ÉCOLE"]
    assert tokenize("The ÉCOLE") == ["the", "école"]


def test_spelled_digits_follow_the_text8_convention():
    assert tokenize("in 1972, b2b", digits="spell") == ["in", "one", "nine", "seven", "two", "b", "two", "b"]


def test_spelled_digits_include_those_of_other_scripts():
    assert tokenize("٣ rooms", digits="spell") == ["three", "rooms"]


def test_dropped_digits_separate():
    assert tokenize("b2b 1972 x", digits="drop") == ["b", "b", "x"]
    assert tokenize("b2b 1972 é", digits="drop") == ["b", "b", "é"]


def test_whitespace_keeps_punctuation_and_splits_at_every_space():
    assert tokenize("A b,c\u3000d\x00e\tf’s", tokenizer="whitespace") == ["a", "b,c", "d", "e", "f’s"]


def test_the_replacement_character_separates():
    assert tokenize("a\ufffdb", tokenizer="whitespace") == ["a", "b"]
    assert tokenize("a\ufffdb", tokenizer=str.split) == ["a", "b"]


def test_a_function_gets_text_that_is_normalized_and_cased():
    assert tokenize("A-B ﬁ", tokenizer=lambda text: text.split("-")) == ["a", "b fi"]


def test_empty_tokens_of_a_function_are_dropped():
    assert tokenize("a--b", tokenizer=lambda text: text.split("-")) == ["a", "b"]


@pytest.mark.parametrize("answer", ["a string", None, [1], [None], ["a", b"b"]])
def test_a_function_that_returns_no_list_of_strings_is_refused(answer):
    with pytest.raises(InputError, match="must return a list of str"):
        tokenize("text", tokenizer=lambda text: answer)


@pytest.mark.parametrize(
    ("option", "allowed"),
    [
        ("tokenizer", "'words', 'whitespace'"),
        ("case", "'lower', 'keep'"),
        ("normalize", "'NFKC'"),
        ("digits", "'spell'"),
    ],
)
def test_unknown_choices_are_refused_with_the_known_ones(option, allowed):
    with pytest.raises(InputError, match=f"{option} is 'no such'.*{allowed}"):
        tokenize("text", **{option: "no such"})


def test_a_function_is_named_by_module_and_name_in_recipes():
    assert Tokenization(str.split).name == "builtins.str.split"
    assert Tokenization(slow_tokens).name == "reference.slow_text.slow_tokens"
    assert Tokenization("words").name == "words"


@given(
    TEXTS | ASCII_TEXTS,
    st.sampled_from(["words", "whitespace"]),
    st.sampled_from(["lower", "keep", "turkish"]),
    st.sampled_from(["NFKC", "NFC", "none"]),
    st.sampled_from(["keep", "spell", "drop"]),
)
def test_tokens_are_those_of_the_slow_twin(text, tokenizer, case, normalize, digits):
    how = {"tokenizer": tokenizer, "case": case, "normalize": normalize, "digits": digits}
    assert tokenize(text, **how) == slow_tokens(text, **how)


@given(ASCII_TEXTS, st.sampled_from(["words", "whitespace"]), st.sampled_from(["keep", "spell", "drop"]))
def test_ascii_text_has_the_same_tokens_beside_text_that_is_not(text, tokenizer, digits):
    alone = tokenize(text, tokenizer=tokenizer, digits=digits)
    assert tokenize(text + " é", tokenizer=tokenizer, digits=digits) == [*alone, "é"]
