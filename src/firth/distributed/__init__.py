"""The same arrows on a Dask cluster: text in many files → counts → vectors, and tables → analyses."""

from firth.distributed.correspondence import correspondence
from firth.distributed.counts import DistributedCounts, count, distribute
from firth.distributed.embed import embed
from firth.distributed.workers import Workers, connected

__all__ = [
    "DistributedCounts",
    "Workers",
    "connected",
    "correspondence",
    "count",
    "distribute",
    "embed",
]
