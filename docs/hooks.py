"""What mkdocs does beside turning Markdown into pages: see mkdocs.yml.

The reference of the commands is written from the commands, notebooks become pages, links to the API lead to
the page of the topic, and a site that would load anything from elsewhere is refused.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File

from api_page import SECTIONS, topic_file, topic_of
from command_pages import command_reference
from notebooks import markdown_of

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

COMMANDS_HERE = "<!-- the commands -->"

API_LINK = re.compile(r"\]\(((?:\.\./)*)api\.md#(firth[\w.]*)\)")

NOTEBOOK_LINK = re.compile(r"\.ipynb\)")

LOADED = re.compile(r"""<(?:script|img|iframe|source|link)\b[^>]*?\s(?:src|href)="([^"]+)""")
LOADED_BY_STYLES = re.compile(r"""(?:@import\s+(?:url\()?|url\()\s*["']?([^"')\s]+)""")


def on_config(config: MkDocsConfig) -> None:
    """Put the topics of the API below its table of contents."""
    reference = next(part["Reference"] for part in config.nav if "Reference" in part)
    topics = [{section.title: f"api/{topic_file(section).name}"} for section in SECTIONS]
    place = next(i for i, entry in enumerate(reference) if "api.md" in entry.values())
    (title,) = reference[place]
    reference[place] = {title: ["api.md", *topics]}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Put a page and its pictures in the place of each notebook."""
    for file in [file for file in files if file.src_uri.endswith(".ipynb")]:
        page = Path(file.src_uri).with_suffix(".md")
        markdown, pictures = markdown_of(file.content_string, page.stem)
        files.remove(file)
        files.append(File.generated(config, page.as_posix(), content=markdown))
        for name, content in pictures.items():
            files.append(File.generated(config, (page.parent / name).as_posix(), content=content))
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Write the commands on their page; lead links to notebooks and to the API to the right pages."""
    if page.file.src_uri == "commands.md":
        markdown = markdown.replace(COMMANDS_HERE, command_reference())
    markdown = NOTEBOOK_LINK.sub(".md)", markdown)
    return API_LINK.sub(lambda link: f"]({link[1]}api/{topic_of(link[2])}.md#{link[2]})", markdown)


def on_post_build(config: MkDocsConfig) -> None:
    """Refuse a site whose pages or styles load something from elsewhere."""
    site = Path(config.site_dir)
    for path in [*site.rglob("*.html"), *site.rglob("*.css")]:
        text = path.read_text(encoding="utf-8")
        found = LOADED_BY_STYLES.findall(text) if path.suffix == ".css" else LOADED.findall(text)
        for address in found:
            if re.match(r"(?:https?:)?//", address):
                raise PluginError(
                    f"{path.relative_to(site)} loads {address}; pages must work without a network."
                )
