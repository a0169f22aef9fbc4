"""Multiple correspondence analysis as a scikit-learn transformer."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted, validate_data

from firth.ca.analyzed import GAP, known_codes, place_codes
from firth.ca.multiple import Inertia, MultipleCorrespondence, multiple_correspondence
from firth.core.categories import named_columns, refuse_missing
from firth.counting.gaps import MISSING, Missing, Rare
from firth.errors import InputError
from firth.estimators.transformers import AxesTransformer, seed_from, set_sides, threads_from
from firth.factorize import Solver
from firth.runtime.arrays import Array
from firth.runtime.other_names import refuse_other_names


class MultipleCorrespondenceAnalysis(AxesTransformer):
    """Multiple correspondence analysis of categorical records: a frame, or a two-dimensional array.

    The work is done on the table of categories by categories, so there may be many records.

    Parameters
    ----------
    n_components : int
        The number of axes to keep.
    exclude : sequence of str
        Categories ("variable:category") that take no part, while all masses stay as they are.
    missing : {"refuse", "category", "passive", "drop"}
        What becomes of missing values: refused, a category of their own, one that takes no part, or their
        records dropped from the fit; `transform` then places those by their other categories.
    rare : float
        A share of the records; categories of fewer are rare. 0 leaves all as they are.
    rare_as : {"gather", "passive"}
        Whether the rare categories of a variable become one, "other", or take no part.
    inertia : {"indicator", "burt", "adjusted", "joint"}, optional
        The version that coordinates, shares and cos² of the categories are given in; unless given,
        coordinates and cos² of the indicator table and adjusted shares.
    joint_axes : int
        How many axes joint correspondence analysis fits together.
    solver : {"auto", "krylov", "lanczos", "dense", "gram"}
        How the matrix is factorized; auto chooses by its size.
    random_state : int, RandomState or None
        The random seed of the solver that large tables need; None is 0, so that results are the same every
        time.
    n_jobs : int, optional
        The number of threads; None and −1 use all cores, eight at most. Results do not depend on it.

    Attributes
    ----------
    singular_values_ : array of shape (n_components,)
        Those of the version of inertia; of the indicator table unless `inertia` says otherwise.
    total_inertia_ : float
    explained_inertia_ratio_ : array of shape (n_components,)
        Each axis's part of the total inertia, of the indicator table unless `inertia` says otherwise; the
        adjusted shares, which do not understate, are `analysis_.shares`.
    row_coordinates_, column_coordinates_ : array
        Principal coordinates of the records and of the categories.
    row_masses_, column_masses_, row_contributions_, column_contributions_, row_cos2_, column_cos2_ : array
    analysis_ : MultipleCorrespondence
        All there is to know, with names; also the values of the Burt and adjusted versions.

    See Also
    --------
    firth.multiple_correspondence : The same analysis as a function.

    Examples
    --------
    >>> import polars as pl
    >>> data = pl.DataFrame({"a": ["x", "x", "y", "y"], "b": ["u", "u", "u", "v"]})
    >>> MultipleCorrespondenceAnalysis(n_components=1).fit(data).column_coordinates_.shape
    (4, 1)
    """

    @refuse_other_names()
    def __init__(
        self,
        n_components: int = 2,
        *,
        exclude: Sequence[str] = (),
        missing: Missing = "refuse",
        rare: float = 0.0,
        rare_as: Rare = "gather",
        inertia: Inertia | None = None,
        joint_axes: int = 2,
        solver: Solver = "auto",
        random_state: int | np.random.RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        """Store the choices."""
        self.n_components = n_components
        self.exclude = exclude
        self.missing = missing
        self.rare = rare
        self.rare_as = rare_as
        self.inertia = inertia
        self.joint_axes = joint_axes
        self.solver = solver
        self.random_state = random_state
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Find the axes of the records; sample_weight: how many cases each of them stands for."""
        records = self._records(X, reset=True)
        if len(records) < 2:
            raise InputError(
                "multiple correspondence analysis needs 2 features or more; this has 1 feature(s)."
            )
        self.analysis_: MultipleCorrespondence = multiple_correspondence(
            records,
            axes=self.n_components,
            exclude=self.exclude,
            weights=sample_weight,
            missing=self.missing,
            rare=self.rare,
            rare_as=self.rare_as,
            inertia=self.inertia,
            joint_axes=self.joint_axes,
            solver=self.solver,
            seed=seed_from(self.random_state),
            threads=threads_from(self.n_jobs),
        )
        set_sides(self, self.analysis_)
        return self

    def fit_transform(self, X: Any, y: Any = None, sample_weight: Any = None) -> Array:
        """Find the axes and give the principal coordinates of the records."""
        self.fit(X, sample_weight=sample_weight)
        whole = self.analysis_.kept_records is None
        return np.asarray(self.row_coordinates_) if whole else self.transform(X)

    def transform(self, X: Any) -> Array:
        """Principal coordinates of records: the mean of their categories' standard coordinates.

        Categories that were not there when the axes were found count as the origin, with a warning; if rare
        categories were gathered, they count as those.
        """
        check_is_fitted(self)
        codes, unknown = known_codes(self.analysis_, self._records(X, reset=False))
        for variable, own in zip(self.analysis_.variable_names, codes, strict=True):
            if self.missing == "refuse":
                refuse_missing(own == GAP, variable)
            elif self.missing != "drop" and (own == GAP).any():
                unknown.append(f"{variable}:{MISSING}")
        if unknown:
            warnings.warn(
                f"{len(unknown)} unknown categories were left out (first: {unknown[0]!r}).", stacklevel=2
            )
        return place_codes(self.analysis_, codes)[0]

    def _records(self, X: Any, *, reset: bool) -> dict[str, Any]:
        if hasattr(X, "columns"):
            validate_data(self, X, reset=reset, skip_check_array=True)
            return named_columns(X)
        least = 2 if reset else 1
        array = validate_data(self, X, reset=reset, dtype=None, ensure_min_samples=least)
        return {f"x{place}": array[:, place] for place in range(array.shape[1])}

    def __sklearn_tags__(self) -> Any:
        """Records are categorical."""
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        return tags
