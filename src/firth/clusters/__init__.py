"""Clusters of words in a tree, as Brown's."""

from firth.clusters.brown import WordClusters, cluster_words

__all__ = ["WordClusters", "cluster_words"]
