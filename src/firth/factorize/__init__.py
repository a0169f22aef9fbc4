"""Association → Factors."""

from firth.factorize.coordinates import scaled_coordinates
from firth.factorize.decomposition import decompose, solve
from firth.factorize.generalized import gsvd
from firth.factorize.products import multiply
from firth.factorize.signs import fix_signs
from firth.factorize.solver import Decomposition, Solver

__all__ = [
    "Decomposition",
    "Solver",
    "decompose",
    "fix_signs",
    "gsvd",
    "multiply",
    "scaled_coordinates",
    "solve",
]
