"""Multiple correspondence analysis: many categorical variables at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np
from scipy import sparse

from firth.ca.burt import Burt, burt_of
from firth.ca.correspondence import (
    ACCURACY,
    PATIENCE,
    Correspondence,
    kept_axes,
    refuse_missing_axes,
)
from firth.ca.joint import Joint, joint_axes
from firth.ca.side import CategorySide, Side
from firth.core import Counts, SolverReport, SparseLowRank
from firth.core.vocabulary import Vocabulary
from firth.counting import counts_from_table
from firth.counting.gaps import CodedRecords, Missing, Rare, coded_records, record_weights
from firth.counting.records import coded_indicator, indicator_parts, record_names
from firth.errors import InputError
from firth.factorize import Solver, decompose
from firth.factorize.signs import axis_signs
from firth.runtime.arrays import Array, Sparse
from firth.runtime.other_names import refuse_other_names
from firth.runtime.run import Progress, silent

if TYPE_CHECKING:
    import polars as pl

Inertia = Literal["indicator", "burt", "adjusted", "joint"]
"""Which table's inertia coordinates, shares and cos² are those of."""

NO_TEST = "an indicator table"


@dataclass(frozen=True, eq=False, repr=False)
class MultipleCorrespondence(Correspondence):
    """Records (rows) and categories (columns) on common axes.

    Attributes
    ----------
    rows : Side
        The records, each at the mean of the standard coordinates of its categories.
    columns : CategorySide
        The categories, in the version of `inertia`.
    variable_names : tuple of str
    inertia : {"indicator", "burt", "adjusted", "joint"} or None
        The version. None: coordinates and cos² of the indicator table, with the adjusted shares.
    excluded : tuple of str
        Categories that took no part.
    record_weights : array or None
        How many cases each record stands for; None if each stands for one.
    kept_records : array of int or None
        The places of the records that were left, where some with missing values were dropped.
    indicator_values : array
        σ of the indicator table, however the coordinates are scaled.
    burt_inertia, burt_values
        The total inertia and the singular values of the Burt table.
    adjusted_inertias, adjusted_values, adjusted_total
        The inertias after the adjustment, their roots, and Greenacre's total.
    greenacre_shares, benzecri_shares : array
        Each axis's part of Greenacre's total, and of the sum of the adjusted inertias.
    joint : Joint or None
        What joint correspondence analysis explains.
    variables : int
        Q.

    The others are those of `Correspondence`.
    """

    columns: CategorySide
    variable_names: tuple[str, ...]
    inertia: Inertia | None
    excluded: tuple[str, ...]
    record_weights: Array | None
    kept_records: Array | None
    indicator_values: Array
    indicator_inertia: float
    burt_inertia: float
    adjusted_values: Array
    adjusted_total: float
    joint: Joint | None = None

    @property
    def variables(self) -> int:
        """Q, the number of variables."""
        return len(self.variable_names)

    @property
    def shares(self) -> Array:
        """Each axis's part of the total inertia of the version; by default Greenacre's adjusted shares.

        Axes whose inertia is less than 1/Q have the adjusted share 0. The axes of a joint analysis are not
        nested, so its shares, of the modified Burt table, are a guide only; `joint.explained` is exact.
        """
        if self.inertia is not None:
            return np.asarray(self.inertias / self.total_inertia)
        shares = np.zeros(len(self.singular_values))
        found = self.greenacre_shares[: len(shares)]
        shares[: len(found)] = found
        return shares

    @property
    def indicator_shares(self) -> Array:
        """Parts of the inertia of the indicator table; they understate."""
        return np.asarray(self.indicator_values**2 / self.indicator_inertia)

    @property
    def burt_values(self) -> Array:
        """Singular values of the Burt table: the squares of the indicator's."""
        return np.asarray(self.indicator_values**2)

    @property
    def adjusted_inertias(self) -> Array:
        """(Q/(Q−1))² (λ − 1/Q)² for the axes with λ > 1/Q [Benzecri1979, Greenacre2017].

        With excluded categories, the squares of the positive eigenvalues of the Burt table without its
        diagonal, as in R's mjca.
        """
        return np.asarray(self.adjusted_values**2)

    @property
    def benzecri_shares(self) -> Array:
        """Parts of the sum of the adjusted inertias; they overstate."""
        return np.asarray(self.adjusted_inertias / self.adjusted_inertias.sum())

    @property
    def greenacre_shares(self) -> Array:
        """Parts of Greenacre's total."""
        return np.asarray(self.adjusted_inertias / self.adjusted_total)

    def axes_to_polars(self) -> pl.DataFrame:
        """Singular value, inertia and share of the version, and what the other versions say of the axis."""
        import polars as pl

        count = len(self.singular_values)

        def filled(values: Array) -> Array:
            longer = np.full(count, np.nan)
            longer[: len(values)] = values[:count]
            return longer

        frame = super().axes_to_polars()
        if self.inertia is None:
            frame = frame.drop("share", "cumulative")
        return frame.with_columns(
            indicator_share=pl.Series(filled(self.indicator_shares)),
            burt_share=pl.Series(filled(self.burt_values**2 / self.burt_inertia)),
            adjusted_inertia=pl.Series(filled(self.adjusted_inertias)),
            adjusted_share=pl.Series(filled(self.greenacre_shares)),
            benzecri_share=pl.Series(filled(self.benzecri_shares)),
        ).fill_nan(None)


@refuse_other_names()
def multiple_correspondence(
    records: Any,
    *,
    variables: Sequence[str] | None = None,
    axes: int | None = None,
    at_most: int | None = None,
    exclude: Sequence[str] = (),
    weights: Sequence[float] | Array | None = None,
    missing: Missing = "refuse",
    rare: float = 0.0,
    rare_as: Rare = "gather",
    inertia: Inertia | None = None,
    joint_axes: int = 2,
    names: Sequence[str] | None = None,
    solver: Solver = "auto",
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = silent,
) -> MultipleCorrespondence:
    """Correspondence analysis of the indicator table Z, through the Burt table ZᵀZ.

    Parameters
    ----------
    records : pandas or polars frame, mapping of columns or 2-D array
        A row for each record and a column for each categorical variable; or an indicator table, as Counts or
        a scipy sparse matrix.
    variables : sequence of str, optional
        Which columns to analyze; all of them unless given.
    axes : int, optional
        How many axes to keep; all of them unless given.
    at_most : int, optional
        Where axes is not given, the largest number to keep; fewer where the records have fewer.
    exclude : sequence of str
        Categories ("variable:category") that take no part, while all masses stay as they are (specific
        multiple correspondence analysis [LeRoux2010]).
    weights : sequence of float, optional
        How many cases each record stands for; 1 unless given.
    missing : {"refuse", "category", "passive", "drop"}
        What becomes of missing values: refused, a category of their own, one that takes no part, or their
        records dropped.
    rare : float
        A share of the records; categories of fewer are rare. 0 leaves all as they are.
    rare_as : {"gather", "passive"}
        Whether the rare categories of a variable become one, "other", or take no part.
    inertia : {"indicator", "burt", "adjusted", "joint"}, optional
        The version that coordinates, shares and cos² of the categories are given in. Unless given,
        coordinates and cos² are those of the indicator table and shares the adjusted ones.
    joint_axes : int
        How many axes joint correspondence analysis fits together.
    names : sequence of str, optional
        Names of the records; otherwise those of the index of a pandas frame, or numbers from 1.
    solver : {"auto", "krylov", "lanczos", "dense", "gram"}
        How the matrix is factorized; auto chooses by its size.
    seed : int
        The random seed of the solver that large tables need; the same seed gives the same bytes.
    threads : int, optional
        The number of threads. Results do not depend on it.
    progress : callable
        Is told how far the work is.

    Returns
    -------
    MultipleCorrespondence

    See Also
    --------
    firth.ca.supplementary_variables : Place variables that took no part.
    firth.ca.supplementary_records : Place records that took no part.
    firth.MultipleCorrespondenceAnalysis : The same as a scikit-learn estimator.

    Notes
    -----
    The Burt table has a row for each category, however many records there are; its eigenvalues are the
    squares of Z's singular values, and the records follow by the transition formula. The mathematics is in
    docs/mathematics/ca.md.

    Examples
    --------
    >>> import polars as pl
    >>> data = pl.DataFrame({"a": ["x", "x", "y", "y"], "b": ["u", "u", "u", "v"]})
    >>> multiple_correspondence(data).singular_values.round(4).tolist()
    [0.8881, 0.4597]
    """
    if inertia is not None and inertia not in get_args(Inertia):
        raise InputError(f"inertia is {inertia!r}; choose one of {', '.join(get_args(Inertia))}.")
    given = _read(records, variables, weights, names, missing, rare, rare_as)
    q, n = len(given.variables), given.total
    whole = burt_of(given.z, given.weights, given.categories, given.owners, threads=threads)
    passive = dict.fromkeys([*([exclude] if isinstance(exclude, str) else exclude), *given.passive])
    kept = _kept(whole.names, list(passive))
    burt = whole if len(kept) == len(whole.names) else whole.part(kept)
    if inertia == "joint":
        if passive:
            raise InputError(
                "joint correspondence analysis takes all categories; exclude none, or use inertia='adjusted'."
            )
        return _joint(burt, given, axes, at_most, joint_axes)
    most = min(len(kept) - (0 if passive else q), given.z.shape[0] - 1)
    if most < 1:
        raise InputError("fewer than two categories of a variable take part; there are no axes to find.")
    dim = kept_axes(axes, at_most, most, "these variables have")

    def found(operator: SparseLowRank, *, largest: bool) -> tuple[Array, Array, SolverReport]:
        factors = decompose(
            operator, dim, kind="eigen" if largest else "svd", solver=solver, tolerance=ACCURACY,
            patience=PATIENCE, beyond_rank="drop", seed=seed, threads=threads, progress=progress,
        )  # fmt: skip
        return factors.values, factors.left / np.sqrt(burt.masses)[:, None], factors.report

    values, standard, report = found(burt.residuals, largest=False)
    refuse_missing_axes(axes, len(values), "these variables have")
    sigma, distances = np.sqrt(values), np.sqrt(1 / (burt.masses * q) - 1)
    if passive:
        adjusted, own_standard, _ = found(burt.adjusted_residuals(), largest=True)
        above = adjusted > 1e-8
        adjusted, own_standard = adjusted[above], own_standard[:, above]
    else:
        adjusted = q / (q - 1) * (values[values > 1 / q + 1e-12] - 1 / q)
        own_standard = standard[:, : len(adjusted)]
    scale, total = sigma, float(np.sum(1 / q - burt.masses))
    if inertia == "burt":
        scale, distances, total = values, np.sqrt(burt.squares / burt.masses), float(burt.squares.sum())
    elif inertia == "adjusted":
        if not len(adjusted):
            raise InputError(
                "no axis has more inertia than 1/Q, which the variables would give if they had nothing to do "
                "with each other; there are no adjusted inertias."
            )
        scale, standard, total = adjusted, own_standard, burt.adjusted_total
        distances = np.sqrt(q / (q - 1) * burt.squares_between / burt.masses)
    rows, columns = _sides(given, burt, kept, standard, scale, distances)
    return MultipleCorrespondence(
        rows, columns, scale, total, n * q, report, given.variables, inertia, tuple(passive), given.weights,
        given.kept, sigma, float(np.sum(1 / q - burt.masses)), float(burt.squares.sum()), adjusted,
        burt.adjusted_total, no_test=NO_TEST,
    )  # fmt: skip


def _joint(
    burt: Burt, given: _Records, axes: int | None, at_most: int | None, dimensions: int
) -> MultipleCorrespondence:
    """Joint correspondence analysis, with as many axes as the adjusted version has, or as were asked for."""
    q = len(given.variables)
    values = np.linalg.eigvalsh(burt.residuals.to_dense())[::-1]
    values = values[: len(burt.masses) - q]
    adjusted = q / (q - 1) * (values[values > 1 / q + 1e-12] - 1 / q)
    if not 1 <= dimensions <= len(adjusted):
        raise InputError(
            f"joint_axes is {dimensions}; these variables have {len(adjusted)} axes beyond what each says of "
            "itself."
        )
    if axes is not None and not dimensions <= axes <= len(adjusted):
        raise InputError(f"axes is {axes}; joint analysis of these variables gives {dimensions} to "
                         f"{len(adjusted)}.")  # fmt: skip
    found = joint_axes(burt, given.total, dimensions=dimensions)
    shown = min(axes or max(at_most or len(adjusted), dimensions), len(adjusted), len(found.values))
    scale, standard = found.values[:shown], found.standard[:, :shown]
    signs = axis_signs(standard * np.sqrt(burt.masses)[:, None])
    standard = standard * signs
    distances = np.sqrt(found.squares / burt.masses)
    rows, columns = _sides(given, burt, np.arange(len(burt.masses)), standard, scale, distances)
    report = SolverReport("dense", found.joint.steps, 0.0, f"changed {found.joint.change:.1e}", 0.0)
    return MultipleCorrespondence(
        rows, columns, scale, found.total, given.total * q, report, given.variables, "joint", (),
        given.weights, given.kept, np.sqrt(np.maximum(values, 0.0)), float(np.sum(1 / q - burt.masses)),
        float(burt.squares.sum()), adjusted, burt.adjusted_total, found.joint, no_test=NO_TEST,
    )  # fmt: skip


@dataclass(frozen=True, eq=False)
class _Records:
    """Records as they are analyzed: Z with its names, the variable of each category, and weights.

    passive: categories that are to take no part. kept: the places of the records that were not dropped.
    """

    z: Sparse
    names: Vocabulary
    categories: Vocabulary
    variables: tuple[str, ...]
    owners: Array
    weights: Array | None
    passive: tuple[str, ...] = ()
    kept: Array | None = None

    @property
    def total(self) -> float:
        """How many cases there are."""
        return float(self.z.shape[0] if self.weights is None else self.weights.sum())


def _read(
    records: Any,
    variables: Sequence[str] | None,
    weights: Sequence[float] | Array | None,
    names: Sequence[str] | None,
    missing: Missing,
    rare: float,
    rare_as: Rare,
) -> _Records:
    """Z of records, or Z itself where it is given."""
    coded = None
    if isinstance(records, Counts) or sparse.issparse(records):
        table = counts_from_table(records)
        z, found, owners = indicator_parts(table)
        weighed = None if weights is None else record_weights(weights, z.shape[0])
    else:
        coded = records if isinstance(records, CodedRecords) else coded_records(
            records, variables=variables, weights=weights, missing=missing, rare=rare, rare_as=rare_as
        )  # fmt: skip
        called = names if names is not None else record_names(records)
        if called is not None and coded.kept is not None:
            called = [called[place] for place in coded.kept]
        table = coded_indicator(coded.columns, names=called)
        z, found, weighed = table.matrix.astype(np.float64), tuple(coded.columns), coded.weights
        owners = np.repeat(np.arange(len(found)), [len(column.names) for column in coded.columns.values()])
    if len(found) < 2:
        raise InputError("multiple correspondence analysis needs two variables or more.")
    sums = np.asarray(z.T @ (np.ones(z.shape[0]) if weighed is None else weighed))
    if weighed is not None and not sums.all():
        raise InputError(
            f"the records with the category {table.columns.tokens[int(sums.argmin())]!r} all have the weight "
            "0; leave records of no weight out."
        )
    return _Records(
        z, table.rows, Vocabulary(table.columns.tokens, sums), found, owners, weighed,
        coded.passive if coded else (), coded.kept if coded else None,
    )  # fmt: skip


def _sides(
    given: _Records, burt: Burt, kept: Array, standard: Array, values: Array, distances: Array
) -> tuple[Side, CategorySide]:
    """The records at the mean of the standard coordinates of their categories, and the categories."""
    z, weights = given.z, given.weights
    part = z if len(kept) == z.shape[1] else z[:, kept]
    principal, far = place_records(part, burt.masses, standard, len(given.variables))
    masses = np.full(z.shape[0], 1 / z.shape[0]) if weights is None else weights / weights.sum()
    spread = np.sqrt(masses @ principal**2)
    columns = CategorySide(
        burt.names, burt.masses, distances, standard, values,
        variables=tuple(given.variables[owner] for owner in burt.owners),
        weights=np.asarray(burt.names.counts), total=given.total, record_values=spread,
    )  # fmt: skip
    return Side(given.names, masses, far, principal / spread, spread), columns


def place_records(z: Sparse, masses: Array, standard: Array, q: int) -> tuple[Array, Array]:
    """Principal coordinates and distances to the center of records, from the categories they have.

    F = (Z/Q − 1 cᵀ) Φ and d² = Σ_j (z_j/Q − c_j)²/c_j over the categories that take part.
    """
    principal = np.asarray(z @ standard) / q - masses @ standard
    squares = np.asarray(z @ (1.0 / masses)) / q**2 - 2 * np.asarray(z.sum(axis=1)).ravel() / q
    return principal, np.sqrt(np.maximum(squares + masses.sum(), 0.0))


def _kept(names: Vocabulary, exclude: Sequence[str]) -> Array:
    unknown = [name for name in exclude if name not in names]
    if unknown:
        raise InputError(f"there is no category {unknown[0]!r} to exclude; write variable:category.")
    dropped = set(exclude)
    return np.array([place for place, name in enumerate(names) if name not in dropped], np.intp)
