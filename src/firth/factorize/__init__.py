"""Association → Factors."""

from firth.factorize.coordinates import scaled_coordinates
from firth.factorize.decomposition import Kind, Solver, decompose, gsvd
from firth.factorize.products import multiply
from firth.factorize.signs import fix_signs

__all__ = ["Kind", "Solver", "decompose", "fix_signs", "gsvd", "multiply", "scaled_coordinates"]
