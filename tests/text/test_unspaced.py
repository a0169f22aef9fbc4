"""Scripts without spaces: sentences of our own in each, with the words that a reader would find in them."""

import sys
import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firth.core import Recipe
from firth.documents import tokenize_documents
from firth.errors import InputError, TextWarning
from firth.text import Tokenization, encode, encode_texts, read, tokenize
from firth.text.unspaced import language_without_spaces, words_by_icu

SENTENCES = {
    "Chinese": "我喜欢喝中国茶，也喜欢看书。",
    "Japanese": "私は東京でお茶を飲みます。コーヒーは飲みません。",
    "Thai": "ผมชอบดื่มชาทุกวันที่บ้าน",
    "Lao": "ຂ້ອຍມັກດື່ມຊາຢູ່ເຮືອນ",
    "Khmer": "ខ្ញុំចូលចិត្តផឹកតែនៅផ្ទះ",
    "Burmese": "ကျွန်တော်လက်ဖက်ရည်သောက်တယ်။",
    "Tibetan": "ང་ཇ་འཐུང་གི་ཡོད།",
}
SEGMENTED = {
    "Chinese": "我 喜欢 喝 中国 茶 ， 也 喜欢 看 书 。",
    "Japanese": "私 は 東京 で お茶 を 飲み ます 。",
    "Thai": "ผม ชอบ ดื่ม ชา ทุก วัน ที่ บ้าน",
    "Khmer": "ខ្ញុំ ចូលចិត្ត ផឹក តែ នៅ ផ្ទះ",
}
WITH_SPACES = [
    "The cat sat on the mat.",
    "Кошка сидит на ковре.",
    "القطة تجلس على السجادة",
    "बिल्ली चटाई पर बैठी है।",
    "고양이가 매트 위에 앉아 있다.",
    "Con mèo ngồi trên tấm thảm.",
    "החתול יושב על המחצלת",
    "ድመቷ ምንጣፉ ላይ ተቀምጣለች።",
    "An English sentence with one word, 茶, of Chinese.",
]


@pytest.mark.parametrize(("language", "sentence"), SENTENCES.items())
def test_a_language_without_spaces_is_known_by_its_script(language, sentence):
    assert language_without_spaces(sentence) == language
    assert language_without_spaces(f"{sentence} Tea 2025, all in all.") == language


@pytest.mark.parametrize("sentence", [*WITH_SPACES, *SEGMENTED.values(), "", "123 !?"])
def test_text_with_spaces_between_words_is_not_taken_for_one(sentence):
    assert language_without_spaces(sentence) == ""


@pytest.mark.parametrize(("language", "sentence"), SENTENCES.items())
def test_it_is_said_once_with_the_way_out(language, sentence, tmp_path):
    (tmp_path / "a.txt").write_text(f"{sentence}\n" * 9)
    for make in (lambda: encode(tmp_path / "a.txt"), lambda: tokenize_documents([sentence] * 9)):
        with pytest.warns(TextWarning, match=f"seems to be {language}.* choose tokenizer=") as told:
            make()
        assert len(told) == 1


@pytest.mark.parametrize("tokenizer", ["bigrams", "whitespace", str.split])
def test_nothing_is_said_to_those_who_chose(tokenizer):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        encode_texts([SENTENCES["Thai"]], tokenizer=tokenizer, min_count=1)


def test_the_sample_does_not_depend_on_chunks(tmp_path, monkeypatch):
    text = "an English preface of the book\n" * 3000 + SENTENCES["Chinese"] * 9000
    (tmp_path / "a.txt").write_text(text)
    for size in (1000, 100_000, 1 << 22):
        monkeypatch.setattr(read, "CHUNK_BYTES", size)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            encode(tmp_path, min_count=1)  # what stands in its first 64 kB is English


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("我喜欢喝中国茶", "我 喜欢 喝 中国 茶"),
        ("Aさんは東京で tea を", "a さん は 東京 で tea を"),
        ("ผมชอบดื่มชา", "ผม ชอบ ดื่ม ชา"),
        ("ຂ້ອຍມັກດື່ມຊາ", "ຂ້ອຍ ມັກ ດື່ມ ຊາ"),
        ("ខ្ញុំចូលចិត្តផឹកតែ", "ខ្ញុំ ចូលចិត្ត ផឹក តែ"),
        ("don't 3年 iPhone手机", "don't 3 年 iphone 手机"),
    ],
)
def test_icu_finds_words_and_leaves_other_scripts_as_they_are(sentence, words):
    pytest.importorskip("icu4py")
    assert tokenize(sentence, tokenizer="icu") == words.split()


@pytest.mark.parametrize(
    ("tokenizer", "tokens"),
    [
        ("characters", "喝 茶 和 水 x 酒 ด ชา"),
        ("bigrams", "喝茶 茶和 和水 x 酒 ดื่ม"),
        ("trigrams", "喝茶和 茶和水 x 酒"),
    ],
)
def test_n_grams_overlap_and_short_runs_stay(tokenizer, tokens):
    found = tokenize("喝茶和水，x酒", tokenizer=tokenizer)
    assert found == [token for token in tokens.split() if token[0] not in "ดช"]


def test_marks_stay_with_their_letters_in_n_grams():
    assert tokenize("ดื่มน้ำ", tokenizer="characters", normalize="none") == ["ดื่", "ม", "น้", "ำ"]
    assert tokenize("ดื่มน้", tokenizer="bigrams") == ["ดื่ม", "มน้"]


RUNS = st.lists(
    st.text("我喜欢中国茶お飲みすผมชอบดื่ชาขຂ້ອຍខ្ញុំတယ်", min_size=1, max_size=12), min_size=1, max_size=6
)


@given(RUNS)
def test_icu_cuts_a_run_the_same_whatever_stands_beside_it(runs):
    pytest.importorskip("icu4py")
    together = words_by_icu(runs)
    assert together == [words_by_icu([run])[0] for run in runs]
    assert ["".join(words) for words in together] == runs


@pytest.mark.parametrize("tokenizer", ["icu", "bigrams"])
def test_chunk_size_and_threads_change_nothing(tmp_path, monkeypatch, tokenizer):
    if tokenizer == "icu":
        pytest.importorskip("icu4py")
    text = "\n".join(f"{sentence} and words" for sentence in SENTENCES.values())
    (tmp_path / "a.txt").write_text(f"{text}\n" * 3)
    whole = encode(tmp_path, tokenizer=tokenizer, min_count=1, threads=1)
    for size in (1, 50, 500):
        monkeypatch.setattr(read, "CHUNK_BYTES", size)
        for threads in (1, 2):
            corpus = encode(tmp_path, tokenizer=tokenizer, min_count=1, threads=threads)
            assert corpus.ids.tolist() == whole.ids.tolist()
            assert corpus.vocabulary == whole.vocabulary
            assert corpus.recipe == whole.recipe


def test_the_recipe_names_the_tokenizer_and_the_version_of_icu():
    pytest.importorskip("icu4py")
    stage = encode_texts(["喝茶"], tokenizer="icu", min_count=1).recipe["text"]
    assert stage["tokenizer"] == "icu"
    assert stage["segmenter"].startswith("ICU ")
    assert "segmenter" not in encode_texts(["tea"], min_count=1).recipe["text"]


def test_without_icu_a_sentence_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "icu4py.breakers", None)
    with pytest.raises(InputError, match=r"pip install 'firth\[icu\]', or choose tokenizer='bigrams'"):
        encode_texts(["喝茶"], tokenizer="icu")


def test_documents_are_tokenized_as_the_text_of_the_vectors_was():
    recipe = Recipe().then("text", tokenizer="bigrams", case="keep", digits="drop")
    found = tokenize_documents(["喝茶和 TEA 7"], recipe=recipe)
    assert [found.words[i] for i in found.ids] == ["喝茶", "茶和", "TEA"]


def test_documents_for_vectors_of_segmented_text_are_natural_text():
    recipe = Recipe().then("text", tokenizer="whitespace", case="keep")
    assert tokenize_documents(["Tea, please."], recipe=recipe).words == ("tea", "please")


def test_a_function_is_not_stored_and_its_tokens_are_asked_for():
    recipe = Recipe().then("text", tokenizer="jieba.lcut")
    with pytest.raises(InputError, match=r"tokenized by jieba\.lcut.*give lists of its tokens"):
        tokenize_documents(["喝茶"], recipe=recipe)
    assert tokenize_documents([["喝", "茶"]], recipe=recipe).words == ("喝", "茶")


def test_a_recorded_tokenization_is_read_back():
    how = Tokenization("trigrams", "turkish", "NFC", "drop")
    recipe = encode_texts(["喝茶和水"], tokenizer="trigrams", case="turkish", normalize="NFC", digits="drop",
                          min_count=1).recipe  # fmt: skip
    assert Tokenization.recorded(recipe) == how
    assert Tokenization.recorded(Recipe()) == Tokenization()
