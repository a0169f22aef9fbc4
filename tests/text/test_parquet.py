"""Damaged Parquet files end in a sentence, whatever polars does with them."""

import os
from functools import partial

import polars as pl
import pytest

from firth.errors import FormatError
from firth.runtime.processes import LostProcessError, process_of
from firth.text import parquet
from firth.text.parquet import parquet_frame, parquet_records

TEXTS = [f"the cat {n} sat on the mat" for n in range(60)]


def records_of(path):
    return list(parquet_records(path, "text", batch_bytes=1 << 20, advanced=lambda share: None))


def test_a_process_that_aborts_is_lost_and_this_one_goes_on():
    with process_of(abort) as ask, pytest.raises(LostProcessError):
        ask(b"")


def abort(question):
    os.abort()


def test_a_reader_that_is_lost_is_a_file_that_cannot_be_read(monkeypatch):
    monkeypatch.setattr(parquet, "_frame", abort)
    with pytest.raises(FormatError, match=r"^a\.parquet could not be read as parquet: it is cut short"):
        parquet_frame(b"PAR1", "a.parquet")


def test_a_panic_is_an_answer():
    panic = type("PanicException", (BaseException,), {})

    def panicking(question):
        raise panic("called `Result::unwrap()` on an `Err` value")

    assert parquet._answered(panicking, b"") == b"!"
    with pytest.raises(KeyboardInterrupt):
        parquet._answered(partial(interrupted), b"")


def interrupted(question):
    raise KeyboardInterrupt


@pytest.mark.parametrize("compression", ["snappy", "zstd"])
def test_flipped_bytes_are_read_or_refused(tmp_path, compression, capfd):
    path = tmp_path / "a.parquet"
    pl.DataFrame({"text": TEXTS}).write_parquet(path, compression=compression)
    whole = path.read_bytes()
    refused = 0
    for place in range(len(whole) - 40, len(whole), 10):
        damaged = bytearray(whole)
        damaged[place] ^= 0x55
        path.write_bytes(damaged)
        try:
            records_of(path)
        except FormatError:
            refused += 1
    assert refused
    assert capfd.readouterr().err == ""


def test_numbers_of_128_bits_and_decimals_are_read_as_such_numbers_in_text_are(tmp_path):
    table = pl.DataFrame(
        {
            "wide": pl.Series([2**100, 5], dtype=pl.Int128),
            "money": pl.Series(["1.5", "2"]).cast(pl.Decimal(9, 2)),
        }
    )
    table.write_parquet(tmp_path / "a.parquet")
    found = parquet_frame((tmp_path / "a.parquet").read_bytes(), "a.parquet")
    assert found.rows() == [(float(2**100), 1.5), (5.0, 2.0)]
