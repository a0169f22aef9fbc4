"""Characters written as &amp; or &#233;, read by Python's table of HTML."""

from __future__ import annotations

import re
from html import unescape

_BEYOND_UNICODE = re.compile(r"&#0*(?:[1-9]\d{7,}|[xX]0*[1-9a-fA-F][0-9a-fA-F]{6,});?")


def unescaped(text: str) -> str:
    """The text with characters in the place of entities; numbers that no character has are U+FFFD.

    Numbers of thousands of digits, which Python refuses to read, are among those.

    >>> unescaped("tea &amp; caf&eacute;"), unescaped("&#" + "9" * 5000 + ";")
    ('tea & café', '�')
    """
    if "&" not in text:
        return text
    return unescape(_BEYOND_UNICODE.sub("\ufffd", text) if "&#" in text else text)
