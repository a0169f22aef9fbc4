from firth.datasets import documentation
from firth.datasets.documentation import gather_documentation


def test_docstrings_are_taken_without_prompts_or_tests(tmp_path, monkeypatch):
    package = tmp_path / "tinypackage"
    (package / "tests").mkdir(parents=True)
    (package / "__init__.py").write_text(
        '"""What the package does.\n\n>>> 1 + 1\n2\n\nAnd more."""\nraise SystemExit("never run")\n'
    )
    (package / "tests" / "test_it.py").write_text('"""Never read at all."""')
    monkeypatch.syspath_prepend(tmp_path)
    texts = gather_documentation(["tinypackage"]).texts
    mine = [text for text in texts if text.startswith("What the package")]
    assert mine == ["What the package does.\n\n\n\nAnd more."]
    assert "Never read at all." not in texts


def test_a_text_is_taken_once_and_the_order_is_fixed():
    first, second = gather_documentation(["rich"]), gather_documentation(["rich"])
    assert first == second
    assert len(set(first.texts)) == len(first.texts)


def test_packages_that_are_not_installed_are_passed_over():
    shares = gather_documentation(["no_such_package_here"]).shares
    assert [share.package for share in shares] == ["Python topics", "standard library"]


def test_there_are_several_megabytes_everywhere():
    shares = gather_documentation(documentation.PACKAGES).shares
    assert sum(share.characters for share in shares) > 5_000_000


def test_a_file_that_cannot_be_decoded_is_passed_over(tmp_path, monkeypatch):
    package = tmp_path / "latinpackage"
    package.mkdir()
    (package / "__init__.py").write_bytes('"""Caf\xe9 or tea."""'.encode("latin-1"))
    (package / "more.py").write_text('"""Tea or coffee."""')
    monkeypatch.syspath_prepend(tmp_path)
    assert gather_documentation(["latinpackage"]).shares[-1].words == 3
