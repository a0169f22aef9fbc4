"""LaTeX to paragraphs: the prose between commands, without formulas, references and what sets the page.

A document is read once from left to right, so that the time is linear in its length, however braces are
nested. Macros that a document defines are not carried out.
"""

from __future__ import annotations

import re
import unicodedata

_TOKEN = re.compile(
    r"(?P<comment>%[^\n]*(?:\n[ \t]*(?!\s))?)"
    r"|\\(?P<environment>begin|end)[ \t]*\{(?P<name>[^{}\n]{1,60})\}"
    r"|\\(?P<command>[a-zA-Z@]+)\*?[ \t]*\n?"
    r"|\\(?P<sign>[^a-zA-Z])"
    r"|(?P<formula>\$\$?)"
    r"|(?P<empty>\n[ \t]*\n\s*)"
    r"|(?P<mark>[{}&~]|---?|``|'')",
)
_VERBATIM = ("verbatim", "verbatim*", "Verbatim", "lstlisting", "minted", "comment", "filecontents", "alltt")
_LEFT_OUT = frozenset(
    """
    equation equation* align align* alignat alignat* gather gather* multline multline* eqnarray eqnarray*
    math displaymath flalign flalign* array tabular tabular* tabularx longtable tikzpicture picture
    pspicture algorithm algorithmic algorithm2e thebibliography filecontents* CCSXML subequations cases
    split
    """.split()  # noqa: SIM905  # easier to read
)
"""Environments without prose."""

_WITH_ARGUMENTS = frozenset(
    """
    addbibresource addcontentsline addtocounter addtolength author autocite autoref bibitem bibliography
    bibliographystyle caption@ cite citealp citealt citeauthor citep citet citeyear citeyearpar color cref
    Cref date documentclass DeclareMathOperator def definecolor email eqref fontsize footnote footnotetext
    footcite geometry graphicspath hspace hypersetup include includegraphics includeonly index input
    institute kern label linespread lstinputlisting lstset markboth markright newcommand newcounter
    newenvironment newlength newtheorem nocite pageref pagenumbering pagestyle parencite providecommand ref
    renewcommand renewenvironment RequirePackage rule setcounter setlength setmainfont settowidth textcite
    textcolor@ theoremstyle thispagestyle tikzset url usepackage usetikzlibrary vref vspace affil
    affiliation address thanks ccsdesc
    """.split()  # noqa: SIM905  # easier to read
)
"""Commands that are left out with all their arguments."""

_LINES = frozenset(
    """
    part chapter section subsection subsubsection paragraph subparagraph caption title item par maketitle
    tableofcontents newpage clearpage centering bigskip medskip smallskip
    """.split()  # noqa: SIM905  # easier to read
)
"""Commands that begin a line."""

_FIRST_LEFT_OUT = frozenset(
    {"href", "textcolor", "colorbox", "parbox", "raisebox", "foreignlanguage", "hyperref"}
)
"""Commands whose first argument is left out and whose others are shown."""

_ACCENTS = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", "=": "\u0304", "u": "\u0306", ".": "\u0307",
    '"': "\u0308", "r": "\u030a", "H": "\u030b", "v": "\u030c", "d": "\u0323", "c": "\u0327", "k": "\u0328",
}  # fmt: skip
_LETTERS = {
    "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "o": "ø", "O": "Ø", "l": "ł",
    "L": "Ł", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ", "ng": "ŋ", "dj": "đ", "DJ": "Đ",
    "ldots": "…", "dots": "…", "textellipsis": "…", "TeX": "TeX", "LaTeX": "LaTeX", "S": "§", "P": "¶",
    "copyright": "©", "pounds": "£", "euro": "€", "texteuro": "€", "textendash": "–", "textemdash": "—",
    "quad": " ", "qquad": " ", "space": " ", "newline": " ", "linebreak": " ", "textbackslash": " ",
}  # fmt: skip
_MARKS = {"{": "", "}": "", "&": " ", "~": " ", "--": "–", "---": "—", "``": "“", "''": "”"}
_ACCENTED = re.compile(r"[ \t]*(?:\{[ \t]*(?:\\([ij])[ \t]*|([^\W\d_]))?\}|\\([ij])(?![a-zA-Z])|([^\W\d_]))")
_BRACES = re.compile(r"\\.|[{}]", re.DOTALL)
_LONGEST_ARGUMENT, _LONGEST_OPTION, _MOST_ARGUMENTS = 10_000, 300, 9


def latex_paragraphs(text: str) -> list[str]:
    r"""The paragraphs of a document, each on one line; headings, captions and items are some too.

    >>> latex_paragraphs(r"\section{Tea} Tea is \emph{hot}~\cite{x} $x^2$ in a caf\'e. % true")
    ['Tea', 'Tea is hot in a café.']
    """
    begins = text.find("\\begin{document}")
    text = text[begins + len("\\begin{document}") :] if begins >= 0 else text
    parts: list[str] = []
    position, endings = 0, _Endings(text)
    closing = _closing_braces(text)
    headings_end: set[int] = set()
    while token := _TOKEN.search(text, position):
        parts.append(text[position : token.start()])
        position = token.end()
        if token["environment"]:
            if token["name"] == "document" and token["environment"] == "end":
                text = text[: token.start()]
                break
            position = _after_environment(token, endings, closing)
            parts.append("\0")
        elif token["command"]:
            if token["command"] in _LINES:
                opening = _after_brackets(text, token.end())
                headings_end.add(closing.get(opening, 0) - 1)
            position = _after_command(text, token["command"], token.end(), parts, closing)
        elif token["sign"]:
            position = _after_sign(text, token["sign"], token.end(), parts, endings)
        elif token["formula"]:
            position = endings.after(token["formula"], token.end()) or token.end()
            parts.append(" ")
        elif token["empty"]:
            parts.append("\0")
        elif token["mark"]:
            parts.append("\0" if token.start() in headings_end else _MARKS[token["mark"]])
    parts.append(text[position:])
    lines = (" ".join(line.split()) for line in unicodedata.normalize("NFC", "".join(parts)).split("\0"))
    return [line for line in lines if any(map(str.isalnum, line))]


class _Endings:
    """Where marks are found next; one that does not come any more is not sought again."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._next: dict[str, int] = {}

    def after(self, mark: str, position: int) -> int:
        found = self._next.get(mark, 0)
        if 0 <= found < position + len(mark):
            place = self._text.find(mark, position)
            found = self._next[mark] = place + len(mark) if place >= 0 else -1
        return max(found, 0)


def _after_environment(token: re.Match[str], endings: _Endings, closing: dict[int, int]) -> int:
    name = token["name"].strip()
    if token["environment"] == "begin" and (name in _LEFT_OUT or name in _VERBATIM):
        return endings.after(f"\\end{{{name}}}", token.end()) or token.end()
    if token["environment"] == "begin":
        return _after_brackets(token.string, token.end())
    return token.end()


def _after_command(text: str, command: str, position: int, parts: list[str], closing: dict[int, int]) -> int:
    if command in _ACCENTS:
        return _accented(text, _ACCENTS[command], position, parts)
    if command in _LETTERS:
        parts.append(_LETTERS[command])
        return position
    if command in _WITH_ARGUMENTS:
        return _after_arguments(text, position, closing)
    if command == "verb":
        end = text.find(text[position : position + 1] or " ", position + 1, position + 200)
        return end + 1 if end >= 0 else position
    if command in _LINES:
        parts.append("\0")
    elif command not in _FIRST_LEFT_OUT:
        parts.append(" " if text[position - 1 : position] in (" ", "\n", "\t") else "")
    position = _after_brackets(text, position)
    return closing.get(position, position) if command in _FIRST_LEFT_OUT else position


def _after_sign(text: str, sign: str, position: int, parts: list[str], endings: _Endings) -> int:
    if sign in _ACCENTS:
        return _accented(text, _ACCENTS[sign], position, parts)
    if sign in "[(":
        parts.append(" ")
        return endings.after("\\]" if sign == "[" else "\\)", position) or position
    parts.append(sign if sign in "%&$#_{}" else "" if sign == "-" else " ")
    return position


def _accented(text: str, accent: str, position: int, parts: list[str]) -> int:
    letter = _ACCENTED.match(text, position)
    if letter is None:
        return position
    parts.append((letter[1] or letter[2] or letter[3] or letter[4] or "") + accent)
    return letter.end()


def _after_arguments(text: str, position: int, closing: dict[int, int]) -> int:
    """Where the arguments in braces and brackets end that begin here; what is never closed is none."""
    for _ in range(_MOST_ARGUMENTS):
        after = closing.get(position) or _after_brackets(text, position)
        if after == position:
            break
        position = after
    return position


def _after_brackets(text: str, position: int) -> int:
    if text[position : position + 1] != "[":
        return position
    end = text.find("]", position, position + _LONGEST_OPTION)
    return end + 1 if end >= 0 else position


def _closing_braces(text: str) -> dict[int, int]:
    """The place behind the closing brace of each opening one, unless it is far away or missing."""
    opened: list[int] = []
    closing: dict[int, int] = {}
    for mark in _BRACES.finditer(text):
        if mark[0] == "{":
            opened.append(mark.start())
        elif mark[0] == "}" and opened:
            begun = opened.pop()
            if mark.end() - begun <= _LONGEST_ARGUMENT:
                closing[begun] = mark.end()
    return closing
