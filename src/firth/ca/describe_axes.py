"""What the axes of an analysis are about: the variables and categories that go with each of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from firth.ca.correlation_ratios import category_means, centered, ratio_p_value
from firth.ca.correspondence import Correspondence
from firth.ca.description_tables import AT_THRESHOLD, DescriptionTable, read_records, refuse_proba
from firth.ca.multiple import MultipleCorrespondence
from firth.ca.side import Side
from firth.core import Counts
from firth.counting import counts_from_table
from firth.counting.records import indicator_parts
from firth.errors import InputError
from firth.runtime.arrays import Array


@dataclass(frozen=True, eq=False, repr=False)
class AxisQuantities(DescriptionTable):
    """Quantitative variables that go with an axis, by falling correlation within each axis.

    Attributes
    ----------
    axis : array of int
        From 1.
    variable : tuple of str
    correlation, p_value : array
    """

    axis: Array
    variable: tuple[str, ...]
    correlation: Array
    p_value: Array


@dataclass(frozen=True, eq=False, repr=False)
class AxisVariables(DescriptionTable):
    """Categorical variables that go with an axis, most surely first within each axis.

    Attributes
    ----------
    axis : array of int
        From 1.
    variable : tuple of str
    r2 : array
        The part of the axis's variance that lies between the categories, η².
    p_value : array
        Of its F test.
    """

    axis: Array
    variable: tuple[str, ...]
    r2: Array
    p_value: Array


@dataclass(frozen=True, eq=False, repr=False)
class AxisCategories(DescriptionTable):
    """Categories whose records are on one side of an axis: those on the positive side first, surest first.

    Attributes
    ----------
    axis : array of int
        From 1.
    variable, category : tuple of str
    estimate : array
        The mean coordinate of the category less the average of the means of the variable's categories.
    p_value : array
        Of the test of the category's records against all others.
    """

    axis: Array
    variable: tuple[str, ...]
    category: tuple[str, ...]
    estimate: Array
    p_value: Array


@dataclass(frozen=True, eq=False, repr=False)
class AxisPoints(DescriptionTable):
    """Rows or columns along each axis, by rising coordinate.

    Attributes
    ----------
    axis : array of int
        From 1.
    name : tuple of str
    coordinate : array
    """

    axis: Array
    name: tuple[str, ...]
    coordinate: Array


@dataclass(frozen=True, eq=False)
class AxesDescription:
    """What goes with each axis.

    Attributes
    ----------
    axes : int
        How many are described.
    quantities : AxisQuantities
    variables : AxisVariables
    categories : AxisCategories
    rows, columns : AxisPoints
        Empty in multiple correspondence analysis, where the categories say it.
    """

    axes: int
    quantities: AxisQuantities
    variables: AxisVariables
    categories: AxisCategories
    rows: AxisPoints
    columns: AxisPoints

    def __repr__(self) -> str:
        """How many axes there are, and how many lines say what goes with them."""
        return (
            f"AxesDescription({self.axes} axes, {len(self.variables):,} variables, "
            f"{len(self.quantities):,} quantities, {len(self.categories):,} categories)"
        )

    def __str__(self) -> str:
        """Each axis with what lies on its two sides, the strongest first."""
        lines = []
        for axis in range(1, self.axes + 1):
            lines.append(f"axis {axis}")
            own = np.flatnonzero(self.variables.axis == axis)[:12].tolist()
            if own:
                found = (f"{self.variables.variable[i]} {self.variables.r2[i]:.2f}" for i in own)
                lines.append(f"  R²: {', '.join(found)}")
            own = np.flatnonzero(self.quantities.axis == axis)[:12].tolist()
            if own:
                found = (f"{self.quantities.variable[i]} {self.quantities.correlation[i]:.2f}" for i in own)
                lines.append(f"  r: {', '.join(found)}")
            labels = [
                f"{v}:{c}" for v, c in zip(self.categories.variable, self.categories.category, strict=True)
            ]
            named = (
                ("", self.categories, labels, self.categories.estimate, 1),
                ("rows ", self.rows, self.rows.name, self.rows.coordinate, -1),
                ("columns ", self.columns, self.columns.name, self.columns.coordinate, -1),
            )
            for title, table, names, values, step in named:
                places = np.flatnonzero(table.axis == axis)[::step].tolist()
                for sign, side in (
                    ("+", [i for i in places if values[i] > 0][:8]),
                    ("−", [i for i in places[::-1] if values[i] < 0][:8]),
                ):
                    if side:
                        lines.append(
                            f"  {title}{sign} " + ", ".join(f"{names[i]} {values[i]:.2f}" for i in side)
                        )
        return "\n".join(lines)


def describe_axes(
    analysis: Correspondence, records: Any = None, *, axes: int = 3, proba: float = 0.05
) -> AxesDescription:
    """Describe the axes of an analysis by variables of its rows, and in a simple one by its rows and columns.

    Parameters
    ----------
    analysis : Correspondence or MultipleCorrespondence
    records : pandas or polars frame, mapping of columns, 2-D array, Counts or scipy sparse matrix, optional
        Variables of the rows of the analysis, in the same order, active or not. Numeric columns are
        quantitative, the others categorical; or an indicator table. A quantitative variable is described by
        the rows that have a value; a categorical one has the category "missing" for others. If not given, a
        multiple analysis is described by its active variables.
    axes : int
        How many axes to describe.
    proba : float
        Lines with p above this are left out.

    Returns
    -------
    AxesDescription

    See Also
    --------
    firth.ca.describe_groups : Describe groups of records instead of axes.

    Notes
    -----
    As in FactoMineR's condes and dimdesc [Le2008]: a correlation with its t test; R² of a categorical
    variable with its F test; and for each category an estimate, the coefficients of a variable adding up to
    0, with the test of its records against all others. Records count by their weights, a record of weight 2
    as the same record given twice; the rows of a simple analysis are weighted by their masses, and n in the
    tests is how many rows there are.

    Examples
    --------
    >>> from firth.ca import multiple_correspondence
    >>> drinks = {"drink": ["tea"] * 3 + ["milk"] * 3, "sugar": ["y", "y", "n", "n", "n", "n"]}
    >>> analysis = multiple_correspondence(drinks)
    >>> found = describe_axes(analysis, drinks | {"age": [60, 65, 50, 9, 8, 7]}, axes=1)
    >>> found.variables.r2.round(3).tolist(), abs(found.quantities.correlation).round(3).tolist()
    ([0.854, 0.854], [0.972])
    """
    refuse_proba(proba)
    if axes < 1:
        raise InputError(f"axes is {axes}; it must be at least 1.")
    kept = min(axes, len(analysis.singular_values))
    several = isinstance(analysis, MultipleCorrespondence)
    quantities, tests = _Lines(), _CategoryLines()
    if records is not None:
        _describe_by_records(analysis, records, kept, quantities, tests)
    elif isinstance(analysis, MultipleCorrespondence):
        _describe_by_active(analysis, kept, tests)
    none = AxisPoints(np.zeros(0, np.int64), (), np.zeros(0))
    return AxesDescription(
        kept,
        AxisQuantities(*quantities.sorted(proba, lambda correlation, _: (-correlation,))),
        AxisVariables(*tests.variables.sorted(proba, lambda _, p: (p,))),
        AxisCategories(
            *tests.categories.sorted(proba, lambda estimate, p: (estimate < 0, np.where(estimate < 0, -p, p)))
        ),
        none if several else _along(analysis.rows, kept),
        none if several else _along(analysis.columns, kept),
    )


class _Lines:
    """Lines as they are found: a label, and for each axis a value and its p."""

    def __init__(self, labels: int = 1) -> None:
        self.labels: list[tuple[str, ...]] = []
        self.values: list[Array] = []
        self.p_values: list[Array] = []
        self.columns = labels

    def add(self, label: tuple[str, ...], values: Array, p_values: Array) -> None:
        self.labels.append(label)
        self.values.append(values)
        self.p_values.append(p_values)

    def sorted(self, proba: float, keys: Callable[[Array, Array], tuple[Array, ...]]) -> tuple[Any, ...]:
        """axis, labels, value and p of the significant lines, sorted by keys within each axis."""
        if not self.labels:
            return (np.zeros(0, np.int64), *((),) * self.columns, np.zeros(0), np.zeros(0))
        values, p_values = np.array(self.values), np.array(self.p_values)
        line, axis = np.nonzero(p_values <= proba * AT_THRESHOLD)
        value, p = values[line, axis], p_values[line, axis]
        order = np.lexsort((*keys(value, p)[::-1], axis))
        labels = zip(*(self.labels[i] for i in line[order].tolist()), strict=True)
        names = tuple(labels) or ((),) * self.columns
        return (axis[order] + 1, *names, value[order], p[order])


class _CategoryLines:
    """The lines of categorical variables and of their categories."""

    def __init__(self) -> None:
        self.variables, self.categories = _Lines(), _Lines(2)

    def add(
        self,
        variable: str,
        names: tuple[str, ...],
        sizes: Array,
        means: Array,
        variances: Array,
        total: float,
    ) -> None:
        """One variable: the weight and the mean of each category, on axes that are centered."""
        there = np.flatnonzero(sizes > 0)
        sizes, means = sizes[there], means[there]
        if len(there) < 2:
            return
        with np.errstate(divide="ignore", invalid="ignore"):
            ratios = sizes @ means**2 / total / variances
            rest = (total - sizes)[:, None]
            shares = sizes[:, None] * means**2 / rest / variances  # R² of a category against all others
        self.variables.add((variable,), ratios, ratio_p_value(ratios, len(there) - 1, total))
        estimates, p_values = means - means.mean(axis=0), ratio_p_value(shares, 1, total)
        for place, category in enumerate(there.tolist()):
            self.categories.add((variable, names[category]), estimates[place], p_values[place])


def _describe_by_records(
    analysis: Correspondence, records: Any, axes: int, quantities: _Lines, tests: _CategoryLines
) -> None:
    rows = analysis.rows
    length = len(rows.names)
    total = analysis.columns.total if isinstance(analysis, MultipleCorrespondence) else float(length)
    weights = rows.masses / rows.masses.sum() * total
    coordinates = centered(rows.principal[:, :axes], weights)
    variances = weights @ coordinates**2 / total
    if isinstance(records, Counts) or hasattr(records, "tocsr"):
        z, variables, owners = indicator_parts(counts_from_table(records))
        if z.shape[0] != length:
            raise InputError(f"the indicator table has {z.shape[0]} records, and the analysis has {length}.")
        labels = tuple(name.partition(":")[2] or name for name in counts_from_table(records).columns)
        sizes = np.asarray(z.T @ weights)
        sums = np.asarray(z.T @ (weights[:, None] * coordinates))
        means = np.divide(sums, sizes[:, None], out=np.zeros_like(sums), where=sizes[:, None] > 0)
        _add_each(tests, variables, owners, labels, sizes, means, variances, total)
        return
    kept = analysis.kept_records if isinstance(analysis, MultipleCorrespondence) else None
    read = read_records(records, length=length, of="the analysis", kept=kept)
    for name, (codes, names) in read.categorical.items():
        sizes, means = category_means(codes, coordinates, weights, len(names))
        tests.add(name, names, sizes, means, variances, total)
    for name, values in read.quantitative.items():
        there = np.isfinite(values)
        if there.all():
            quantities.add((name,), *_correlations(values, coordinates, weights))
        elif there.any():
            quantities.add((name,), *_correlations(values[there], coordinates[there], weights[there]))


def _describe_by_active(analysis: MultipleCorrespondence, axes: int, tests: _CategoryLines) -> None:
    """The mean coordinate of a category's records is its standard coordinate times λ: no record is read."""
    side = analysis.columns
    if analysis.excluded or analysis.inertia == "joint":
        why = "joint" if analysis.inertia == "joint" else f"without {analysis.excluded[0]!r}"
        raise InputError(
            f"this analysis is {why}, and what its axes are about does not follow from its categories alone; "
            "give describe_axes the records."
        )
    variances = analysis.rows.singular_values[:axes] ** 2
    means = side.standard[:, :axes] * variances
    names = {variable: place for place, variable in enumerate(analysis.variable_names)}
    owners = np.array([names[variable] for variable in side.variables])
    _add_each(tests, analysis.variable_names, owners, side.labels, side.weights, means, variances, side.total)


def _add_each(
    tests: _CategoryLines, variables: tuple[str, ...], owners: Array, labels: tuple[str, ...],
    sizes: Array, means: Array, variances: Array, total: float,
) -> None:  # fmt: skip
    """Every variable of a list of categories; owners: the variable of each category."""
    for place, variable in enumerate(variables):
        own = np.flatnonzero(owners == place)
        names = tuple(labels[i] for i in own.tolist())
        tests.add(variable, names, sizes[own], means[own], variances, total)


def _correlations(values: Array, coordinates: Array, weights: Array) -> tuple[Array, Array]:
    """Weighted correlations with each axis, and their p; NaN for a variable without variance."""
    total = float(weights.sum())
    x, y = centered(values, weights), centered(coordinates, weights)
    with np.errstate(divide="ignore", invalid="ignore"):
        r = (weights * x) @ y / np.sqrt((weights @ x**2) * (weights @ y**2))
    return r, ratio_p_value(r**2, 1, total)


def _along(side: Side, axes: int) -> AxisPoints:
    coordinates = side.principal[:, :axes]
    order = np.argsort(coordinates, axis=0, kind="stable")
    axis = np.repeat(np.arange(1, axes + 1), len(coordinates))
    places = order.T.ravel()
    return AxisPoints(
        axis, tuple(side.names.tokens[i] for i in places.tolist()), coordinates[places, axis - 1]
    )
