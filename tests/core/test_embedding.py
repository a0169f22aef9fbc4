"""Vectors fit their names."""

from __future__ import annotations

import numpy as np
import pytest

from firth.core import Embedding, Vocabulary
from firth.errors import InputError


def test_vectors_that_do_not_fit_are_refused():
    with pytest.raises(InputError, match="do not fit 1 tokens"):
        Embedding(np.zeros((2, 3)), Vocabulary(("x",), np.array([1])))
