from rich.console import Console

from firth.evaluate.grids import Cell, Grid

GRID = Grid("one | two", ("set", "a_b"), [[Cell("x*y"), Cell("0.5 [0.1,0.9]", bold=True)]])


def shown(grid, width):
    console = Console(width=width, force_terminal=True)
    with console.capture() as captured:
        console.print(grid.table())
    return captured.get()


def test_markdown_escapes_its_own_signs():
    lines = GRID.markdown().splitlines()
    assert lines == [
        r"**one \| two**",
        "",
        r"| set | a\_b |",
        "| --- | ---: |",
        r"| x\*y | **0.5 [0.1,0.9]** |",
    ]


def test_brackets_are_not_taken_as_markup_and_the_best_is_bold():
    assert "\x1b[1m0.5 [0.1,0.9]\x1b[0m" in shown(GRID, 80)


def test_numbers_are_not_cut_on_a_narrow_terminal():
    row = [Cell("a very long name of a set of pairs"), *[Cell("0.500 [0.1,0.9]")] * 3]
    assert shown(Grid("", ("set", "a", "b", "c"), [row]), 60).count("[0.1,0.9]") == 3
