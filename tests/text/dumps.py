"""Small Wikipedia dumps."""

from xml.sax.saxutils import escape

HEAD = (
    '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.10/" version="0.10" xml:lang="de">\n'
    '  <siteinfo><namespaces><namespace key="0" /><namespace key="1">Diskussion</namespace>'
    '<namespace key="6">Datei</namespace><namespace key="14">Kategorie</namespace></namespaces></siteinfo>\n'
)


def page(title, text, more=""):
    """A page of a dump, its text escaped."""
    return (
        f"  <page>\n    <title>{escape(title)}</title>\n{more}    <revision>\n"
        f'      <text xml:space="preserve">{escape(text)}</text>\n    </revision>\n  </page>\n'
    )


def dump(*pages):
    """A whole dump, as bytes."""
    return (HEAD + "".join(pages) + "</mediawiki>\n").encode()
