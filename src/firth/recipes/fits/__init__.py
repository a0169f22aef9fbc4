"""Fits: how vectors are found. Spectral, by gradient descent, or on the unit ball; one contract for all."""

from firth.recipes.fits.contract import Continuation, Fit, Fitted, Job
from firth.recipes.fits.descent import Descent
from firth.recipes.fits.spectral import Spectral
from firth.recipes.fits.sphere import Sphere

SVD, EIGEN, DESCENT, SPHERE = Spectral("svd"), Spectral("eigen"), Descent(), Sphere()

__all__ = ["DESCENT", "EIGEN", "SPHERE", "SVD", "Continuation", "Fit", "Fitted", "Job"]
