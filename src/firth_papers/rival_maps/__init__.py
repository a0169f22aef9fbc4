"""Maps that the unit ball is compared with: LLE, LPP and Sammon's."""
