"""The rules of text8 (docs/mathematics/cleaning.md) one by one, as plainly as they can be written."""

import re

DIGITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]


def slow_text8(page):
    """Clean a whole page of a dump, tags and all."""
    out, inside = "", False
    for piece in re.findall(r"[^>]*>", page):
        if "<text " in piece:
            inside = True
        if "#redirect" in piece.lower():
            inside = False
        if not inside:
            continue
        if "</text>" in piece:
            inside = False
        out += slow_piece(piece)
    return out


def slow_piece(piece):
    """Clean what ends at a >."""
    piece = re.sub("<.*>", "", piece, count=1)
    for escaped, character in (("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")):
        piece = piece.replace(escaped, character)
    piece = re.sub("<ref[^<]*</ref>", "", piece)
    piece = re.sub("<[^>]*>", "", piece)
    piece = re.sub(r"\[http:[^] ]*", "[", piece)
    for option in ("thumb", "left", "right", r"\d+px"):
        piece = re.sub(rf"\|{option}", "", piece, flags=re.IGNORECASE)
    piece = re.sub(r"\[\[image:[^\[\]]*\|", "", piece, flags=re.IGNORECASE)
    piece = re.sub(r"\[\[category:([^|\]]*)[^]]*\]\]", r"[[\1]]", piece, flags=re.IGNORECASE)
    piece = re.sub(r"\[\[[a-z\-]*:[^\]]*\]\]", "", piece)
    piece = re.sub(r"\[\[[^|\]]*\|", "[[", piece)
    piece = re.sub("{{[^}]*}}", "", piece)
    piece = re.sub("{[^}]*}", "", piece)
    piece = re.sub(r"[\[\]]", "", piece)
    piece = re.sub("&[^;]*;", " ", piece)
    piece = f" {piece} ".lower()
    for value, name in enumerate(DIGITS):
        piece = piece.replace(str(value), f" {name} ")
    return re.sub("[^a-z]+", " ", piece)[:-1]
