import numpy as np
import pytest

from firth.ca.correspondence import Correspondence, correspondence
from firth.counting import counts_from_table

FISHER = np.array(
    [[326, 38, 241, 110, 3], [688, 116, 584, 188, 4], [343, 84, 909, 412, 26], [98, 48, 403, 681, 85]]
)
"""Eye × hair color in Caithness [Fisher1940]."""


def analysis_of(table, rows=None, columns=None, axes=None) -> Correspondence:
    table = np.asarray(table)
    rows = rows or [f"row {i}" for i in range(table.shape[0])]
    columns = columns or [f"column {i}" for i in range(table.shape[1])]
    return correspondence(counts_from_table(table, rows=rows, columns=columns), axes=axes)


@pytest.fixture
def fisher() -> Correspondence:
    return analysis_of(
        FISHER, ["blue", "light", "medium", "dark"], ["fair", "red", "medium hair", "dark hair", "black"]
    )


@pytest.fixture
def crowd() -> Correspondence:
    """Forty rows and thirty columns with long names around few places: there is no room for all labels."""
    rng = np.random.default_rng(0)
    table = rng.poisson(rng.dirichlet(np.ones(3), 40) @ rng.dirichlet(np.ones(30), 3) * 900) + 1
    return analysis_of(
        table,
        [f"a row with a long name {i}" for i in range(40)],
        [f"a column with a long name {i}" for i in range(30)],
    )


@pytest.fixture
def large() -> Correspondence:
    rng = np.random.default_rng(1)
    table = rng.poisson(rng.dirichlet(np.ones(4), 600) @ rng.dirichlet(np.ones(90), 4) * 400) + 1
    return analysis_of(table, axes=3)
