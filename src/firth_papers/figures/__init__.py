"""Pictures that only experiments draw."""

from firth_papers.figures.kernel_curves import kernel_curves
from firth_papers.figures.kernel_spheres import kernel_spheres
from firth_papers.figures.random_cosines import cosine_density, random_cosines

__all__ = ["cosine_density", "kernel_curves", "kernel_spheres", "random_cosines"]
