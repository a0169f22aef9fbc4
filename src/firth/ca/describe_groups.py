"""What sets groups of records apart: the variables linked with them, and the categories typical of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from firth.ca.correlation_ratios import category_means, centered, ratio_p_value
from firth.ca.description_tables import (
    AT_THRESHOLD,
    DescriptionTable,
    read_records,
    refuse_proba,
)
from firth.ca.hypergeometric import cell_log_p, v_tests_of
from firth.core import Counts
from firth.core.categories import Categories, categories_of, named_columns, refuse_unknown
from firth.counting import counts_from_table
from firth.counting.gaps import record_weights
from firth.errors import InputError
from firth.runtime.arrays import Array


@dataclass(frozen=True, eq=False, repr=False)
class LinkedVariables(DescriptionTable):
    """Categorical variables that are linked with the groups, most surely first.

    Attributes
    ----------
    variable : tuple of str
    chi_square, degrees_of_freedom, p_value : array
        The χ² test of the table of groups and categories.
    cramers_v : array
    """

    variable: tuple[str, ...]
    chi_square: Array
    degrees_of_freedom: Array
    p_value: Array
    cramers_v: Array


@dataclass(frozen=True, eq=False, repr=False)
class LinkedQuantities(DescriptionTable):
    """Quantitative variables that are linked with the groups, most surely first.

    Attributes
    ----------
    variable : tuple of str
    eta2 : array
        The part of the variance that lies between the groups.
    p_value : array
        Of its F test.
    """

    variable: tuple[str, ...]
    eta2: Array
    p_value: Array


@dataclass(frozen=True, eq=False, repr=False)
class GroupCategories(DescriptionTable):
    """Categories that are more or less common in a group than elsewhere, by falling v-test within each group.

    Attributes
    ----------
    group, variable, category : tuple of str
    cla_mod : array
        Which percentage of the records with the category are in the group.
    mod_cla : array
        Which percentage of the group has the category.
    overall : array
        Which percentage of all records has the category.
    p_value, v_test : array
    """

    group: tuple[str, ...]
    variable: tuple[str, ...]
    category: tuple[str, ...]
    cla_mod: Array
    mod_cla: Array
    overall: Array
    p_value: Array
    v_test: Array


@dataclass(frozen=True, eq=False, repr=False)
class GroupQuantities(DescriptionTable):
    """Quantitative variables whose mean in a group is unlike the mean, by falling v-test within each group.

    Attributes
    ----------
    group, variable : tuple of str
    mean, overall_mean, sd, overall_sd : array
        In the group and of all records; standard deviations divide by n.
    p_value, v_test : array
    """

    group: tuple[str, ...]
    variable: tuple[str, ...]
    mean: Array
    overall_mean: Array
    sd: Array
    overall_sd: Array
    p_value: Array
    v_test: Array


@dataclass(frozen=True, eq=False)
class GroupDescription:
    """Groups of records, and what sets them apart.

    Attributes
    ----------
    groups : tuple of str
        In the order of their first appearance.
    weights : array
        How many records each group has, or what they weigh.
    variables : LinkedVariables
    categories : GroupCategories
    quantities : LinkedQuantities
    means : GroupQuantities
    """

    groups: tuple[str, ...]
    weights: Array
    variables: LinkedVariables
    categories: GroupCategories
    quantities: LinkedQuantities
    means: GroupQuantities

    def __repr__(self) -> str:
        """How many groups there are, and how many lines say what sets them apart."""
        return (
            f"GroupDescription({len(self.groups):,} groups, {len(self.categories):,} categories, "
            f"{len(self.means):,} means)"
        )

    def __str__(self) -> str:
        """Each group with its categories and means, the strongest first."""
        lines = []
        if len(self.variables):
            lines.append("linked variables: " + ", ".join(self.variables.variable[:12]))
        if len(self.quantities):
            lines.append("linked quantities: " + ", ".join(self.quantities.variable[:12]))
        for group, weight in zip(self.groups, self.weights.tolist(), strict=True):
            lines.append(f"{group} ({weight:,.10g} records)")
            named = [
                f"{v}:{c}" for v, c in zip(self.categories.variable, self.categories.category, strict=True)
            ]
            for table, names in ((self.categories, named), (self.means, list(self.means.variable))):
                own = [i for i, name in enumerate(table.group) if name == group]
                for sign, chosen in (
                    ("+", [i for i in own if table.v_test[i] > 0][:8]),
                    ("−", [i for i in own if table.v_test[i] < 0][-8:][::-1]),
                ):
                    if chosen:
                        lines.append(
                            f"  {sign} " + ", ".join(f"{names[i]} {table.v_test[i]:.1f}" for i in chosen)
                        )
        return "\n".join(lines)


def describe_groups(
    groups: Any, records: Any, *, weights: Any = None, proba: float = 0.05
) -> GroupDescription:
    """Describe groups of records, such as clusters, by the variables of the records.

    Parameters
    ----------
    groups : str or sequence
        The group of each record, or the name of the column of the records that holds it.
    records : pandas or polars frame, mapping of columns, 2-D array, Counts or scipy sparse matrix
        A row for each record. Numeric columns are quantitative variables and the others categorical ones; or
        an indicator table, whose columns are named ``variable:category``. A quantitative variable is
        described by the records that have a value; a categorical one has the category "missing" for others.
    weights : sequence of float, optional
        How many records each one stands for: a record of weight 2 counts as the same record given twice. Sums
        of weights are rounded for the hypergeometric test alone. Weights that add up to a whole population
        make everything significant; divide them by their mean first.
    proba : float
        Lines with p above this are left out.

    Returns
    -------
    GroupDescription

    See Also
    --------
    firth.ca.describe_axes : Describe axes instead of groups.
    firth.ca.characteristic : Describe the rows of a table of counts.

    Notes
    -----
    A category in a group is tested as in FactoMineR's catdes [Le2008, LebartSalem1994]: the number of records
    that have it follows the hypergeometric law, p is two-sided and counts half of the number itself (mid-p),
    and the v-test is the normal quantile of p/2. A mean is tested by
    (m_k − m) / √(s²/n_k · (n − n_k)/(n − 1)). With weights, only the p of η² differs from FactoMineR's, which
    takes the number of records for n there.

    Examples
    --------
    >>> records = {"drink": ["tea"] * 6 + ["milk"] * 6, "age": [60, 61, 59, 64, 62, 66, 9, 8, 7, 12, 6, 9]}
    >>> found = describe_groups(["old"] * 6 + ["young"] * 6, records)
    >>> found.categories.to_polars()["v_test"].round(2).to_list()
    [3.27, -3.27, 3.27, -3.27]
    >>> found.quantities.eta2.round(3).tolist()
    [0.994]
    """
    refuse_proba(proba)
    called = "groups"
    if isinstance(groups, str):
        called, columns = groups, named_columns(records)
        refuse_unknown(called, columns)
        records = {name: column for name, column in columns.items() if name != called}
        groups = columns[called]
    coded = categories_of(groups, called)
    if len(coded.names) < 2:
        raise InputError(
            f"all records are in the group {coded.names[0]!r}; describing groups needs two or more."
        )
    length = len(coded.codes)
    w = record_weights(weights, length)
    sizes = np.bincount(coded.codes, w, minlength=len(coded.names))
    quantitative: dict[str, Array] = {}
    if isinstance(records, Counts) or hasattr(records, "tocsr"):
        tables = _indicator_tables(counts_from_table(records), coded, w)
    else:
        read = read_records(records, length=length, of="the list of groups")
        quantitative = read.quantitative
        tables = _tables(read.categorical, coded, w)
    variables, categories = _described_categories(tables, coded.names, sizes, proba)
    quantities, means = _described_means(quantitative, coded, w, proba)
    return GroupDescription(coded.names, sizes, variables, categories, quantities, means)


Table = tuple[str, Sequence[str], Array]
"""A variable, its categories, and the weight of each (groups × categories)."""


def _tables(categorical: dict[str, Categories], groups: Categories, weights: Array) -> Iterator[Table]:
    codes = groups.codes.astype(np.int64)
    for name, (own, names) in categorical.items():
        flat = np.bincount(codes * len(names) + own, weights, minlength=len(groups.names) * len(names))
        yield name, names, flat.reshape(len(groups.names), len(names))


def _indicator_tables(counts: Counts, groups: Categories, weights: Array) -> Iterator[Table]:
    """The tables of an indicator's variables, whose categories may stand anywhere in it."""
    from scipy import sparse

    rows = counts.matrix.shape[0]
    if rows != len(groups.codes):
        raise InputError(
            f"the indicator table has {rows} records, and the list of groups has {len(groups.codes)}."
        )
    if counts.matrix.nnz and counts.matrix.data.max() > 1:
        raise InputError(
            f"the indicator table has a cell of {counts.matrix.data.max()}, and indicators are 0 or 1; "
            "describe counts with firth.ca.characteristic(table, groups=…)."
        )
    members = sparse.csr_array((weights, (groups.codes, np.arange(rows))), shape=(len(groups.names), rows))
    together = sparse.csc_array(members @ counts.matrix)
    variables: dict[str, list[int]] = {}
    for place, name in enumerate(counts.columns):
        variables.setdefault(name.partition(":")[0], []).append(place)
    for variable, places in variables.items():
        names = [counts.columns.tokens[place].partition(":")[2] or variable for place in places]
        yield variable, names, together[:, places].toarray()


def _described_categories(
    tables: Iterator[Table], groups: Sequence[str], sizes: Array, proba: float
) -> tuple[LinkedVariables, GroupCategories]:
    total = float(sizes.sum())
    tests: list[tuple[str, float, int, float, float]] = []
    labels: list[tuple[str, str]] = []
    found: list[Array] = []
    for variable, names, table in tables:
        tests.append((variable, *_chi_square(table)))
        margins = table.sum(axis=0)
        log_p, over = _category_tests(table, sizes, margins, total)
        p = np.exp(log_p)
        group, place = np.nonzero((p <= proba * AT_THRESHOLD) & (sizes > 0)[:, None] & (margins > 0))
        cells, own, all_of = table[group, place], sizes[group], margins[place]
        found.append(
            np.stack(
                [
                    group, 100 * cells / all_of, 100 * cells / own, 100 * all_of / total, p[group, place],
                    v_tests_of(log_p[group, place], over[group, place]), len(labels) + place,
                ],
                axis=1,
            )
        )  # fmt: skip
        labels += [(variable, name) for name in names]
    lines = np.concatenate(found) if found else np.zeros((0, 7))
    # Of equal ones FactoMineR has the last first.
    lines = lines[np.lexsort((-lines[:, 6], -lines[:, 5], lines[:, 0]))]
    chosen = [labels[i] for i in lines[:, 6].astype(int).tolist()]
    categories = GroupCategories(
        tuple(groups[i] for i in lines[:, 0].astype(int).tolist()),
        tuple(variable for variable, _ in chosen),
        tuple(name for _, name in chosen),
        *np.ascontiguousarray(lines[:, 1:6].T),
    )
    names, *numbers = zip(*tests, strict=True) if tests else ((), (), (), (), ())
    statistic, freedom, p_value, v = (np.array(column, dtype=np.float64) for column in numbers)
    variables = LinkedVariables(tuple(names), statistic, freedom.astype(np.int64), p_value, v)
    linked = np.flatnonzero(p_value <= proba * AT_THRESHOLD)
    return variables.chosen(linked[np.argsort(p_value[linked], kind="stable")]), categories


def _category_tests(table: Array, sizes: Array, margins: Array, total: float) -> tuple[Array, Array]:
    """log p of each category in each group, from rounded sums of weights as in FactoMineR, and its side."""
    n = np.rint(total)
    k, m = np.rint(sizes)[:, None], np.rint(margins)[None, :]
    x = np.clip(np.rint(table), np.maximum(0, k + m - n), np.minimum(k, m))
    log_p, _ = cell_log_p(x, k, m, float(n), two_sided="half")
    return log_p, table * total > sizes[:, None] * margins


def _chi_square(table: Array) -> tuple[float, int, float, float]:
    """χ², its degrees of freedom, p and Cramér's V; NaN for a variable of one category."""
    from scipy.special import chdtrc

    table = table[table.sum(axis=1) > 0][:, table.sum(axis=0) > 0]
    rows, columns = table.shape
    freedom = (rows - 1) * (columns - 1)
    if freedom <= 0:
        return np.nan, 0, np.nan, np.nan
    total = table.sum()
    expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / total
    statistic = float(np.sum((table - expected) ** 2 / expected))
    v = float(np.sqrt(statistic / total / (min(rows, columns) - 1)))
    return statistic, freedom, float(chdtrc(freedom, statistic)), v


def _described_means(
    quantitative: dict[str, Array], groups: Categories, weights: Array, proba: float
) -> tuple[LinkedQuantities, GroupQuantities]:
    from scipy.special import ndtr

    count = len(groups.names)
    eta2, p_values, found = [], [], []
    for place, values in enumerate(quantitative.values()):
        there = np.isfinite(values)
        codes, w, x = (groups.codes, weights, values) if there.all() else (
            groups.codes[there], weights[there], values[there]
        )  # fmt: skip
        total = float(w.sum())
        if total == 0:
            eta2.append(np.nan)
            p_values.append(np.nan)
            continue
        overall, gaps = float(w @ x / total), centered(x, w)
        sizes, means = category_means(codes, gaps[:, None], w, count)
        means = means[:, 0]
        variance = float(w @ gaps**2 / total)
        within = np.bincount(codes, w * (gaps - means[codes]) ** 2, minlength=count)
        eta2.append(float(sizes @ means**2 / total / variance) if variance > 0 else np.nan)
        p_values.append(float(ratio_p_value(eta2[-1], int(np.count_nonzero(sizes)) - 1, total)))
        spread = np.zeros(count)
        tested = (sizes > 0) & (sizes < total)
        spread[tested] = np.sqrt(variance * (total - sizes[tested]) / (total - 1) / sizes[tested])
        v = np.divide(means, spread, out=np.full(count, np.nan), where=spread > 0)
        p = 2 * ndtr(-np.abs(v))
        own = np.flatnonzero(p <= proba * AT_THRESHOLD)
        sd = np.sqrt(np.divide(within, sizes, out=np.zeros(count), where=sizes > 0))
        all_own = np.ones(len(own))
        # Of the values themselves: where all are 0, so is their mean, without the rounding of the gaps.
        told = category_means(codes, x[:, None], w, count)[1][own, 0]
        found.append(
            np.stack(
                [
                    own, all_own * place, told, all_own * overall, sd[own],
                    all_own * np.sqrt(variance), p[own], v[own],
                ],
                axis=1,
            )
        )  # fmt: skip
    names = tuple(quantitative)
    quantities = LinkedQuantities(names, np.array(eta2), np.array(p_values))
    linked = np.flatnonzero(quantities.p_value <= proba * AT_THRESHOLD)
    quantities = quantities.chosen(linked[np.argsort(quantities.p_value[linked], kind="stable")])
    lines = np.concatenate(found) if found else np.zeros((0, 8))
    lines = lines[np.lexsort((-lines[:, 7], lines[:, 0]))]
    means_table = GroupQuantities(
        tuple(groups.names[i] for i in lines[:, 0].astype(int).tolist()),
        tuple(names[i] for i in lines[:, 1].astype(int).tolist()),
        *np.ascontiguousarray(lines[:, 2:].T),
    )
    return quantities, means_table
