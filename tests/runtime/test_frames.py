"""Tables of polars in files."""

from pathlib import Path

import polars as pl
import pytest

from firth.errors import OutputError
from firth.runtime.atomic import whole_file
from firth.runtime.frames import write_csv_or_parquet


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_a_full_disk_is_told_in_the_words_of_the_system(suffix):
    frame = pl.DataFrame({"x": range(100_000)})
    with (
        pytest.raises(OutputError, match=r"/dev/full could not be written: no space left on device\."),
        whole_file("/dev/full") as device,
    ):
        write_csv_or_parquet(frame, device, suffix)
