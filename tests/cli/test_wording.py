from types import SimpleNamespace

import pytest

from firth.cli.wording import with_options

OPTIONS = [
    SimpleNamespace(name="min_count", opts=["--min-count"], param_type_name="option"),
    SimpleNamespace(name="column", opts=["--column"], param_type_name="option"),
    SimpleNamespace(name="output", opts=["-o", "--output"], param_type_name="option"),
    SimpleNamespace(name="word", opts=["word"], param_type_name="argument"),
]


@pytest.mark.parametrize(
    ("said", "worded"),
    [
        ("Lower min_count or give more text.", "Lower --min-count or give more text."),
        ("min_count is 0; it must be at least 1.", "--min-count is 0; it must be at least 1."),
        ("output is 'x'; write output='y.txt'.", "--output is 'x'; write --output y.txt."),
        ("Choose column='my text', min_count=3.", "Choose --column 'my text', --min-count 3."),
        ("Name one with column=.", "Name one with --column."),
        ("Name one with column=NAME.", "Name one with --column NAME."),
        ("give another file (in Python load() opens it).", "give another file."),
        ("Name one with column (--column).", "Name one with --column."),
        ("Only 3 rows; lower column.", "Only 3 rows; lower --column."),
        ("the column 'min_count' of column.csv", "the column 'min_count' of column.csv"),
        ('Say column="zero" here.', "Say --column zero here."),
        ("cut with --bins column=4, or min_count", "cut with --bins column=4, or --min-count"),
        ('leave it out with --drop "no min_count here"', 'leave it out with --drop "no min_count here"'),
        ("there is no 'my column=3' in Greenacre's", "there is no 'my column=3' in Greenacre's"),
        ("word is 'x'; my_min_count=2 stays", "word is 'x'; my_min_count=2 stays"),
    ],
)
def test_arguments_become_options_where_they_are_meant(said, worded):
    assert with_options(said, OPTIONS) == worded
