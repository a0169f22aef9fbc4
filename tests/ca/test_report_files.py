from firth.ca.report import Section
from firth.ca.report_files import report_page


def test_no_line_of_the_page_begins_with_a_percent_sign():
    page = report_page(
        "Tea", [Section("The table", ("It holds 6.7 % of n = 300, p = 0.01; how = tea bag.",))], {}
    )
    assert "6.7\N{NO-BREAK SPACE}% of n\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}300" in page
    assert "how = tea bag" in page
