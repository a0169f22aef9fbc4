"""Correspondence analysis: simple, multiple and nonlinear, with the statistics that go with it."""

from firth.ca.axis_advice import AxisAdvice
from firth.ca.characteristic import CharacteristicCells, characteristic
from firth.ca.characteristic_words import CharacteristicWords, characteristic_words
from firth.ca.clusters import AxisClusters, cluster_axes
from firth.ca.correlation_ratios import correlation_ratios
from firth.ca.correspondence import Correspondence, correspondence
from firth.ca.describe_axes import AxesDescription, describe_axes
from firth.ca.describe_groups import GroupDescription, describe_groups
from firth.ca.ellipses import Ellipses
from firth.ca.group_ellipses import group_ellipses
from firth.ca.interpretation import Interpretation, interpret, tables_of
from firth.ca.joint import Joint
from firth.ca.malinvaud import MalinvaudTest, malinvaud
from firth.ca.multiple import MultipleCorrespondence, multiple_correspondence
from firth.ca.nonlinear import NonlinearCorrespondence, nonlinear_correspondence
from firth.ca.number_of_axes import broken_stick, number_of_axes
from firth.ca.paragons import NamedPoint
from firth.ca.report import Section, report_sections
from firth.ca.report_files import report_markdown, report_page
from firth.ca.side import CategorySide, Side
from firth.ca.stability import confidence_ellipses
from firth.ca.study import Study, study_long_table, study_records, study_table
from firth.ca.summary import summary
from firth.ca.supplementary import supplementary_columns, supplementary_rows
from firth.ca.supplementary_variables import (
    Quantities,
    supplementary_quantities,
    supplementary_records,
    supplementary_variables,
)

__all__ = [
    "AxesDescription",
    "AxisAdvice",
    "AxisClusters",
    "CategorySide",
    "CharacteristicCells",
    "CharacteristicWords",
    "Correspondence",
    "Ellipses",
    "GroupDescription",
    "Interpretation",
    "Joint",
    "MalinvaudTest",
    "MultipleCorrespondence",
    "NamedPoint",
    "NonlinearCorrespondence",
    "Quantities",
    "Section",
    "Side",
    "Study",
    "broken_stick",
    "characteristic",
    "characteristic_words",
    "cluster_axes",
    "confidence_ellipses",
    "correlation_ratios",
    "correspondence",
    "describe_axes",
    "describe_groups",
    "group_ellipses",
    "interpret",
    "malinvaud",
    "multiple_correspondence",
    "nonlinear_correspondence",
    "number_of_axes",
    "report_markdown",
    "report_page",
    "report_sections",
    "study_long_table",
    "study_records",
    "study_table",
    "summary",
    "supplementary_columns",
    "supplementary_quantities",
    "supplementary_records",
    "supplementary_rows",
    "supplementary_variables",
    "tables_of",
]
