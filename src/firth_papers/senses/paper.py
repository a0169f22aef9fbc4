"""The scores that were published."""

from __future__ import annotations

from typing import NamedTuple

from firth_papers.sense_measures import SenseScores

SOURCE = "Haji Soleimani 2019, table 5.2"

BAR = 0.358
"""The thesis's average."""


class Published(NamedTuple):
    """A row of the task's or the thesis's table; key: of the archive, where its answers are there."""

    name: str
    scores: SenseScores
    key: str | None = None


THESIS = Published("the thesis's method", SenseScores(0.215, 0.610, 0.335, 0.072, 0.560))

OTHERS = (
    Published("SenseGram, p = 2, d = 100", SenseScores(0.197, 0.615, 0.291, 0.011, 0.615)),
    Published("AdaGram, α = 0.05, d = 100", SenseScores(0.274, 0.644, 0.318, 0.058, 0.470)),
)
"""Of the thesis's table, without keys in the archive."""

SYSTEMS = (
    Published(
        "AI-KU", SenseScores(0.197, 0.620, 0.387, 0.065, 0.390), "systems/AI-KU/base/y-22-cluster-test"
    ),
    Published(
        "AI-KU, add1000",
        SenseScores(0.197, 0.606, 0.215, 0.035, 0.320),
        "systems/AI-KU/add1000/y-22-cluster-test-add1000",
    ),
    Published(
        "AI-KU, remove5-add1000",
        SenseScores(0.245, 0.642, 0.332, 0.039, 0.451),
        "systems/AI-KU/remove5-add1000/y-22-cluster-test-remove5-add1000",
    ),
    Published(
        "Unimelb, 5p", SenseScores(0.218, 0.614, 0.365, 0.056, 0.459), "systems/Unimelb/5p/hdp-wsi-sample-5p"
    ),
    Published(
        "Unimelb, 50k",
        SenseScores(0.213, 0.620, 0.371, 0.060, 0.483),
        "systems/Unimelb/50k/hdp-wsi-sample-50k",
    ),
    Published(
        "UoS, #WN senses",
        SenseScores(0.192, 0.596, 0.315, 0.047, 0.201),
        "systems/UoS/wn/UoS.DEPENDENCYPARSE.MAXMAX.NUMOFWORDNETSENSES",
    ),
    Published(
        "UoS, top-3",
        SenseScores(0.232, 0.625, 0.374, 0.045, 0.448),
        "systems/UoS/top-3/UoS.DEPENDENCYPARSED.MAXMAX.ALLCLUSTERS",
    ),
)
"""The participants that induced senses. Four are in the thesis's table. The other three (add1000, 5p and #WN
senses) are the task's own (Jurgens & Klapaftis 2013), not checked against its printed table."""
