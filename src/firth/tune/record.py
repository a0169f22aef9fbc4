"""What is known so far, as it is kept in results.json."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from firth.errors import FormatError, InputError
from firth.runtime.kept import load_json, save_json
from firth.tune.configuration import Configuration
from firth.tune.search import Trial

_SPOKEN = {
    "content": "the text",
    "forms": "the kind of the text's files",
    "allow": "the words allowed",
    "sets": "the sets of pairs",
}
"""Settings whose values would tell a reader nothing."""


@dataclass(frozen=True)
class Record:
    """The trials of one search.

    settings: what scores depend on besides configurations; trials under other settings do not compare.
    looked: the configurations that were scored on the held-out pairs. conclusion: of a search that has ended.
    """

    settings: Mapping[str, Any]
    trials: tuple[Trial, ...] = ()
    looked: tuple[Configuration, ...] = ()
    conclusion: Mapping[str, Any] = field(default_factory=dict)

    @property
    def done(self) -> frozenset[Configuration]:
        """What need not be tried again."""
        return frozenset(trial.configuration for trial in self.trials)

    @property
    def ranked(self) -> list[Trial]:
        """Those that have a score, the best first; of equals, the one with fewer dimensions."""
        scored = [trial for trial in self.trials if not trial.refused]
        return sorted(scored, key=lambda trial: (-trial.development, trial.configuration.dim))

    def with_trial(self, trial: Trial) -> Record:
        """These and one more; what was concluded from fewer no longer holds."""
        return replace(self, trials=(*self.trials, trial), conclusion={})

    def with_look(self, configuration: Configuration) -> Record:
        """Remember that a configuration is scored on the held-out pairs."""
        if configuration in self.looked:
            return self
        return replace(self, looked=(*self.looked, configuration))

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "what": "firth tune",
            "settings": dict(self.settings),
            "trials": [_trial_as_dict(trial) for trial in self.trials],
            "looked": [one.as_dict() for one in self.looked],
            **self.conclusion,
        }

    def save(self, path: Path) -> None:
        """Write it, whole or not at all."""
        save_json(self.as_dict(), path, indent=1)


def kept_record(path: Path, settings: Mapping[str, Any]) -> Record:
    """What earlier runs with these settings have left, or nothing yet; other settings are refused."""
    if not path.exists():
        return Record(settings)
    try:
        content = load_json(path)
        if content["what"] != "firth tune":
            raise KeyError("what")
        earlier = content["settings"]
        record = Record(
            settings,
            tuple(_trial_from_dict(trial) for trial in content["trials"]),
            tuple(Configuration.from_dict(one) for one in content["looked"]),
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise FormatError(
            f"{path} is not what firth tune wrote; move it away, or name another folder."
        ) from error
    _refuse_others(path.parent, earlier, settings)
    return record


def _refuse_others(folder: Path, earlier: Mapping[str, Any], settings: Mapping[str, Any]) -> None:
    now = json.loads(json.dumps(settings))
    for name in (*now, *earlier):
        before, after = earlier.get(name), now.get(name)
        if before != after:
            what = (
                f"{_SPOKEN[name]} changed" if name in _SPOKEN else f"{name} was {before!r} and is {after!r}"
            )
            raise InputError(
                f"{folder} holds a search with other settings ({what}), whose scores do not compare; name "
                "another folder."
            )


def _trial_as_dict(trial: Trial) -> dict[str, Any]:
    configuration = trial.configuration.as_dict()
    if trial.refused:
        return {**configuration, "refused": trial.refused}
    return {**configuration, "development": trial.development, "sets": trial.scores}


def _trial_from_dict(content: Mapping[str, Any]) -> Trial:
    outcome = {"refused", "development", "sets"}
    configuration = {name: value for name, value in content.items() if name not in outcome}
    return Trial(Configuration.from_dict(configuration), content.get("sets", {}), content.get("refused", ""))
