"""Tables with the source's numbers in brackets."""

from __future__ import annotations

from firth_papers.engine.page import Beside, as_page, beside_paper, plain_grid


def test_tables_have_the_papers_numbers_in_brackets_and_our_best_in_bold():
    rows = {
        "svd": [Beside(0.4, paper=0.9)],
        "ppmi": [Beside(0.5, paper=0.6)],
        "kubwe": [Beside(None, paper=0.7)],
    }
    shown = beside_paper("means", ("recipe", "mean"), rows).markdown()
    assert "| svd | 0.400 (0.900) |" in shown
    assert "| ppmi | **0.500 (0.600)** |" in shown
    assert "| kubwe | – (0.700) |" in shown


def test_a_page_has_its_claims_before_its_tables_and_ends_with_the_differences():
    claim = {"statement": "A is best.", "found": "so it is.", "verdict": "confirmed"}
    grid = plain_grid("t", ("a", "b"), [(1, None)])
    page = as_page("Title", "What was done.", [claim], ["## Table 1", grid], ["The text."], "the thesis")
    assert page == (
        "# Title\n\nWhat was done.\n\n## Claims\n\n- A is best. **Confirmed:** so it is.\n\n## Table 1\n\n"
        f"{grid.markdown()}\n\n## What differs from the thesis\n\n- The text.\n"
    )
    assert "## Claims" not in as_page("Title", "Done.", None, [], [], "the paper")
