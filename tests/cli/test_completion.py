"""The shell asks firth what may stand next, as bash, zsh and fish do after --install-completion."""

import os

import pytest


@pytest.fixture
def completed(firth_process):
    """What is offered for the last word of a line."""

    def run(line):
        asked = {"_FIRTH_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
        return firth_process("", env=os.environ | asked).stdout.split()

    return run


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("firth emb", ["embed"]),
        ("firth senses t", ["train", "tag"]),
        ("firth embed --rec", ["--recipe"]),
        ("firth embed --recipe eigenword-", ["eigenword-psd", "eigenword-unseen"]),
        ("firth recipes root", ["root-ca", "rootroot-ca"]),
        ("firth embed --contexts ", ["both", "left", "right", "positional"]),
    ],
)
def test_bash_is_told_what_may_stand_next(completed, line, offered):
    assert completed(line) == offered


def test_the_script_for_the_shell_is_shown(firth_process):
    shown = firth_process(
        "--show-completion bash", env=os.environ | {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    )
    assert "_FIRTH_COMPLETE=complete_bash" in shown.stdout
