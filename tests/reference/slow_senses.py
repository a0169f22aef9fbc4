"""The loops of senses, written the obvious way on dense arrays."""

import numpy as np


def scaled_rows(association, contexts, core):
    """P[contexts[core]][:, contexts] over the roots of column sums plus their mean over the core."""
    rows = association.toarray()[np.ix_(contexts[core], contexts)].astype(float)
    degrees = rows.sum(axis=0)
    degrees += degrees[core].mean()
    return rows / np.sqrt(degrees[core])[:, None] / np.sqrt(degrees)[None, :]
