"""While the site is built: the reference of the commands, links to the API, and nothing from elsewhere."""

from types import SimpleNamespace

import pytest
from typer.main import get_command

from api_page import SECTIONS, topic_of
from command_pages import command_reference, commands
from firth.cli.app import app

hooks = pytest.importorskip("hooks", reason="mkdocs is not installed", exc_type=ImportError)

REFERENCE = command_reference()
PARTS = dict(part.split("\n", 1) for part in REFERENCE.removeprefix("## firth ").split("\n## firth "))


@pytest.mark.parametrize("name", [name for name, _ in commands(get_command(app)) if name])
def test_every_command_is_on_the_page_with_all_its_options_and_examples(name):
    command = dict(commands(get_command(app)))[name]
    part = PARTS[name]
    for option in command.params:
        if option.param_type_name == "option":
            assert f"| `{max(option.opts, key=len)}`" in part
        assert " ".join(option.help.split()).replace("|", "\\|").replace("<", "&lt;") in part
    assert f"$ firth {name}" in part.replace("FIRTH_DATA=data ", "")


def test_choices_and_defaults_are_shown():
    assert "| `--solver` <code>auto&#124;krylov&#124;lanczos&#124;dense</code> | `auto` |" in PARTS["embed"]
    assert "| `--output`, `-o` `FILE` | required |" in PARTS["embed"]


def test_links_to_the_api_lead_to_the_page_of_the_topic():
    page = SimpleNamespace(file=SimpleNamespace(src_uri="mathematics/ca.md"))
    told = hooks.on_page_markdown("[`embed`](../api.md#firth.embed), [x](../api.md)", page)
    assert told == "[`embed`](../api/counts-to-vectors.md#firth.embed), [x](../api.md)"


def test_what_is_on_no_page_of_the_api_has_no_topic():
    with pytest.raises(KeyError, match=r"firth\.magic"):
        topic_of("firth.magic")


def test_topics_have_titles_of_their_own():
    assert len({section.title for section in SECTIONS}) == len(SECTIONS)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.html", '<script async src="https://cdn.example/x.js"></script>'),
        ("a.html", '<link rel="stylesheet" href="//fonts.example/x.css">'),
        ("a.html", '<img alt="" src="http://x.example/y.png">'),
        ("a.css", "@import url(https://fonts.example/x.css);"),
    ],
)
def test_a_page_that_loads_something_from_elsewhere_is_refused(tmp_path, name, text):
    (tmp_path / name).write_text(text)
    with pytest.raises(hooks.PluginError, match="without a network"):
        hooks.on_post_build(SimpleNamespace(site_dir=tmp_path))


def test_links_to_elsewhere_are_no_loading(tmp_path):
    (tmp_path / "a.html").write_text('<a href="https://x.example">x</a><script src="a.js"></script>')
    hooks.on_post_build(SimpleNamespace(site_dir=tmp_path))
