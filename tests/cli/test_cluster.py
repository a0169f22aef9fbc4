"""--cluster: the same files from two processes, and what does not go together."""

import numpy as np
import polars as pl
import pytest

pytest.importorskip("distributed")


def test_files_made_on_a_cluster_are_those_of_one_machine(firth, tmp_path):
    words = np.random.default_rng(1).zipf(1.3, 60_000) % 2000
    (tmp_path / "a.txt").write_text(" ".join(f"w{word}" for word in words))
    files = f"-o {tmp_path}/vectors.safetensors --counts {tmp_path}/counts.safetensors"
    asked = f"{tmp_path}/a.txt --dim 10 {files}"
    made = firth(f"embed {asked} --cluster local:2")
    assert (made.exit_code, made.stderr) == (0, "")
    assert "60,000 tokens in 1 document" in made.stdout
    first = [(tmp_path / f"{name}.safetensors").read_bytes() for name in ("vectors", "counts")]
    assert firth(f"embed {asked} --force").exit_code == 0
    assert [(tmp_path / f"{name}.safetensors").read_bytes() for name in ("vectors", "counts")] == first


def test_workers_multiply_by_the_table_of_an_analysis(firth, tmp_path, monkeypatch):
    monkeypatch.setattr("firth.distributed.products.CELLS_WORTH_SENDING", 10)
    rng = np.random.default_rng(2)
    table = pl.DataFrame({f"c{i}": rng.integers(1, 9, 4000) for i in range(1300)})
    table.insert_column(0, pl.Series("name", [f"r{i}" for i in range(4000)])).write_csv(tmp_path / "t.csv")
    here, there = (firth(f"ca {tmp_path}/t.csv --axes 1 {more}") for more in ("", "--cluster local:2"))
    assert (here.exit_code, there.exit_code) == (0, 0), there.stderr
    inertias = [
        next(line for line in made.stdout.splitlines() if line.startswith("    1 ")) for made in (here, there)
    ]
    assert inertias[0] == inertias[1]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("--cluster local:2 --resume", "leave one of them out"),
        ("--tls-ca ca.pem", "name one with --cluster"),
        ("--cluster tcp://127.0.0.1:1 --tls-key nowhere.pem", "there is no file 'nowhere.pem'"),
        ("--cluster local:two", "local:2 starts two processes"),
        ("--cluster local:2 --cut independence", "--cut is 'independence', which needs the whole text"),
        ("--cluster local:2 --recipe kubwe", "cannot be made on a cluster; take one of svd"),
    ],
)
def test_what_does_not_go_together_is_refused_in_a_sentence(firth, tmp_path, more, said):
    (tmp_path / "a.txt").write_text("tea and coffee\n" * 50)
    made = firth(f"embed {tmp_path}/a.txt -o {tmp_path}/v.safetensors {more}")
    assert (made.exit_code, made.stderr.count("\n")) == (2, 1), made.stderr
    assert said in made.stderr
    assert not (tmp_path / "v.safetensors").exists()
