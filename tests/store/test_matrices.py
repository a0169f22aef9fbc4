import numpy as np
import polars as pl
import pytest
from scipy import sparse

from firth.core import Recipe
from firth.sphere import UnitBall
from firth.store.matrices import DENSE_SUFFIXES, MAP_SUFFIXES, save_map, save_rows

ROWS = np.array([[1.0, 2.0, 3.0], [-0.1, 0.0, 1e-300]])


def read(path):
    if path.suffix in (".npy", ".npz"):
        return np.load(path, allow_pickle=False)
    return (pl.read_csv if path.suffix == ".csv" else pl.read_parquet)(path)


@pytest.mark.parametrize("suffix", DENSE_SUFFIXES)
def test_rows_come_back_in_their_order_and_to_the_last_bit(tmp_path, suffix):
    save_rows(ROWS, tmp_path / f"rows{suffix}")
    found = read(tmp_path / f"rows{suffix}")
    assert (found if suffix == ".npy" else found.to_numpy()).tolist() == ROWS.tolist()


def test_sparse_rows_stay_sparse(tmp_path):
    save_rows(sparse.csr_array(ROWS), tmp_path / "rows.npz")
    assert sparse.load_npz(tmp_path / "rows.npz").toarray().tolist() == ROWS.tolist()


@pytest.mark.parametrize("suffix", MAP_SUFFIXES)
@pytest.mark.parametrize("labels", [None, ("tea", "milk")])
def test_points_of_a_map_come_back_with_their_labels(tmp_path, suffix, labels):
    placed = UnitBall(ROWS, np.array([5.0, 4.0]))
    save_map(placed, labels, Recipe().then("unit-ball", dim=3), tmp_path / f"map{suffix}")
    found = read(tmp_path / f"map{suffix}")
    if suffix == ".npz":
        assert found["vectors"].tolist() == ROWS.tolist()
        assert found["objective"].tolist() == [5.0, 4.0]
        assert (tuple(found["labels"]) if "labels" in found else None) == labels
        assert Recipe.from_json(str(found["recipe"]))["unit-ball"] == {"dim": 3}
    else:
        assert found.columns == [*(["label"] if labels else []), "y1", "y2", "y3"]
        assert found.select("y1", "y2", "y3").to_numpy().tolist() == ROWS.tolist()
