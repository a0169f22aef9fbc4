import os
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from ca.r_numbers import counts_of, golden, poison
from firth.ca import AxisClusters, Correspondence, cluster_axes, correspondence, multiple_correspondence
from firth.errors import InputError

HCPC = golden("hcpc")
CLOUDS = [name for name in HCPC if name not in ("origin", "poison_weighted")]
WHOLE_CLOUDS = [name for name in CLOUDS if "auto" in HCPC[name]]


@cache
def analysis_of(name: str) -> Correspondence:
    if name == "poison":
        return multiple_correspondence(poison(), axes=5)
    if name == "wg93":
        answers = [answer for answer, times in golden("wg93")["answers"].items() for _ in range(times)]
        return multiple_correspondence(
            {question: [answer[place] for answer in answers] for place, question in enumerate("ABCD")}, axes=5
        )
    return correspondence(counts_of(golden(name)))


def clusters_of(cloud: str, **how) -> AxisClusters:
    name, side = cloud.rsplit("_", 1)
    return cluster_axes(analysis_of(name), **{"side": side, **how})


def partition(labels) -> list[int]:
    """Labels numbered by their first points: R's axis may point the other way."""
    first: dict[object, int] = {}
    return [first.setdefault(label, len(first)) for label in labels]


@pytest.mark.parametrize("cloud", CLOUDS)
def test_inertia_within_and_its_gains_are_those_of_r(cloud):
    found, expected = clusters_of(cloud, clusters=2), HCPC[cloud]
    count = len(expected["within"])
    np.testing.assert_allclose(found.within[:count], expected["within"], rtol=1e-10)
    np.testing.assert_allclose(found.gains[:count], expected["gain"], rtol=1e-10)


@pytest.mark.parametrize("cloud", CLOUDS)
def test_cuts_of_the_tree_are_those_of_r(cloud):
    for clusters, expected in HCPC[cloud]["ward"].items():
        found = clusters_of(cloud, clusters=int(clusters), consolidate="none")
        assert partition(found.labels) == partition(expected)
        np.testing.assert_array_equal(found.labels, found.ward_labels)


@pytest.mark.parametrize("cloud", CLOUDS)
def test_consolidated_without_weights_clusters_are_those_of_r(cloud):
    for clusters, expected in HCPC[cloud]["consolidated"].items():
        found = clusters_of(cloud, clusters=int(clusters), consolidate="unweighted")
        assert partition(found.labels) == partition(expected)


@pytest.mark.parametrize("cloud", ["poison_rows", "wg93_rows"])
def test_records_of_equal_weight_are_consolidated_and_numbered_as_by_r(cloud):
    for clusters, expected in HCPC[cloud]["consolidated"].items():
        found = clusters_of(cloud, clusters=int(clusters))
        assert "".join(map(str, found.labels)) == expected


@pytest.mark.parametrize("cloud", WHOLE_CLOUDS)
def test_the_proposed_number_is_that_of_r(cloud):
    assert clusters_of(cloud).clusters == HCPC[cloud]["auto_default"]
    for asked in HCPC[cloud]["auto"]:
        found = clusters_of(cloud, at_least=asked["min"], at_most=asked["max"])
        assert found.clusters == asked["clusters"]


@pytest.mark.parametrize("role", ["paragons", "most_distant"])
@pytest.mark.parametrize("cloud", CLOUDS)
def test_paragons_and_most_distant_points_are_those_of_r(cloud, role):
    found = clusters_of(cloud, clusters=3, consolidate="unweighted")
    same = dict(zip(map(int, HCPC[cloud]["consolidated"]["3"]), found.labels, strict=True))
    for cluster, expected in enumerate(HCPC[cloud][role], 1):
        points = getattr(found, role)[same[cluster] - 1]
        distances = [point.distance for point in points]
        np.testing.assert_allclose(distances, expected["distances"], atol=1e-9)
        # Of points at one distance R's rounding decides which come first, and which come at all.
        clear = [place for place, far in enumerate(distances) if np.isclose(distances, far).sum() == 1]
        assert [points[i].name for i in clear[:-1]] == [expected["names"][i] for i in clear[:-1]]


def test_a_weighted_tree_is_that_of_r_with_each_record_as_often_as_it_weighs():
    expected = HCPC["poison_weighted"]
    often = np.repeat(np.arange(55), expected["weights"])
    records = {name: [answers[i] for i in often] for name, answers in poison().items()}
    analysis = multiple_correspondence(records, axes=5)
    found = cluster_axes(analysis, clusters=2)
    np.testing.assert_allclose(found.within[:12], expected["within"], rtol=1e-10)
    for clusters, labels in expected["ward"].items():
        found = cluster_axes(analysis, clusters=int(clusters), consolidate="none")
        assert partition(found.labels) == partition(labels[i] for i in often)


def test_a_tree_of_weighted_records_is_that_of_r():
    expected = HCPC["poison_weighted"]
    analysis = multiple_correspondence(poison(), axes=5, weights=expected["weights"])
    found = cluster_axes(analysis, clusters=2)
    np.testing.assert_allclose(found.within[:12], expected["within"], rtol=1e-10)
    np.testing.assert_allclose(found.gains[:12], expected["gain"], rtol=1e-10)
    for clusters, labels in expected["ward"].items():
        found = cluster_axes(analysis, clusters=int(clusters), consolidate="none")
        assert partition(found.labels) == partition(labels)


def test_records_lie_in_the_same_clusters_whatever_inertia_is_shown():
    for inertia in ("indicator", "burt", "adjusted"):
        found = cluster_axes(multiple_correspondence(poison(), inertia=inertia), axes=2, clusters=3)
        shown = cluster_axes(multiple_correspondence(poison()), axes=2, clusters=3)
        np.testing.assert_array_equal(found.labels, shown.labels)


@pytest.mark.skipif("FIRTH_DATA" not in os.environ, reason="FIRTH_DATA is not set: the table tea is not here")
@pytest.mark.parametrize(("table", "active"), [("poison", slice(4, 15)), ("tea", slice(0, 18))])
def test_tables_of_practice_have_the_clusters_of_r(table, active):
    folder = Path(os.environ["FIRTH_DATA"]) / "tables" / "practice"

    def expected(what: str) -> pl.DataFrame:
        return pl.read_csv(folder / f"{table}__hcpc3_{what}.csv")

    records = pl.read_csv(folder / f"{table}.csv", infer_schema_length=0)
    named = [name for name in records.columns if name not in ("", "rownames")]
    analysis = multiple_correspondence(records[named[active]], axes=5)
    found = cluster_axes(analysis, clusters=3)
    np.testing.assert_array_equal(found.ward_labels, expected("ward")["clust"])
    np.testing.assert_array_equal(found.labels, expected("consolidated")["clust"])
    np.testing.assert_allclose(found.within[:10], expected("inertia")["within"], rtol=1e-9)
    np.testing.assert_allclose(found.gains[:10], expected("inertia")["gain"], rtol=1e-9)
    for cluster, points in enumerate(found.paragons, 1):
        distances = expected(f"paragons_{cluster}")["distance"]
        np.testing.assert_allclose([point.distance for point in points], distances, atol=1e-9)
    proposed = int((folder / f"{table}__hcpc_auto_clusters.txt").read_text())
    assert cluster_axes(analysis).clusters == proposed


@pytest.mark.parametrize("cloud", CLOUDS)
def test_weighted_consolidation_never_loses_inertia_between_clusters(cloud):
    for clusters in map(int, HCPC[cloud]["ward"]):
        found = clusters_of(cloud, clusters=clusters)
        assert found.between >= found.ward_between * (1 - 1e-12)
        unweighted = clusters_of(cloud, clusters=clusters, consolidate="unweighted")
        assert found.ward_between == pytest.approx(unweighted.ward_between)


@pytest.mark.parametrize("cloud", CLOUDS)
def test_inertia_between_and_within_sum_to_that_of_the_axes(cloud):
    found = clusters_of(cloud, clusters=3)
    analysis = analysis_of(cloud.rsplit("_", 1)[0])
    assert found.total_inertia == pytest.approx(analysis.inertias[: found.points.shape[1]].sum())
    np.testing.assert_allclose(found.within[0], found.total_inertia)
    np.testing.assert_allclose(found.ward_between, found.gains[:2].sum())
    assert found.between + found.inertias.sum() == pytest.approx(found.total_inertia)
    assert found.masses.sum() == pytest.approx(1)
    assert found.sizes.sum() == len(found.labels)


def test_clusters_are_numbered_along_the_first_axis():
    for clusters in range(2, 9):
        found = clusters_of("author_columns", clusters=clusters)
        assert (np.diff(found.centers[:, 0]) > 0).all()
        np.testing.assert_allclose(
            found.centers[0],
            np.average(found.points[found.labels == 1], axis=0, weights=found.weights[found.labels == 1]),
        )


def test_a_mirrored_axis_numbers_clusters_the_other_way_and_changes_nothing_else():
    analysis = analysis_of("author")
    signs = np.array([-1.0, 1, -1, 1, 1, 1, 1, 1, 1, 1, 1])
    mirrored = replace(
        analysis,
        rows=replace(analysis.rows, standard=analysis.rows.standard * signs),
        columns=replace(analysis.columns, standard=analysis.columns.standard * signs),
    )
    for clusters in (4, 6, 7):
        one, other = (
            cluster_axes(which, side="columns", clusters=clusters, consolidate="unweighted")
            for which in (analysis, mirrored)
        )
        np.testing.assert_array_equal(one.labels, clusters + 1 - other.labels)


@pytest.fixture(scope="module")
def crowd() -> Correspondence:
    """A survey of 30,000 people of four kinds, with answers too many to repeat."""
    rng = np.random.default_rng(0)
    kind = rng.integers(0, 4, 30_000)
    answers = {}
    for question in range(12):
        usual = rng.permutation(5)[kind % 5]
        answers[f"q{question}"] = np.where(rng.random(30_000) < 0.5, usual, rng.integers(0, 5, 30_000))
    return multiple_correspondence(pl.DataFrame(answers).cast(pl.String), axes=3)


def test_many_records_go_through_first_centers_and_find_what_was_planted(crowd):
    found = cluster_axes(crowd, first_step=300)
    kinds = np.random.default_rng(0).integers(0, 4, 30_000)
    assert len(found.merges) == 299
    assert found.clusters == 4
    together = np.zeros((4, 4))
    np.add.at(together, (kinds, found.labels - 1), 1)
    assert together.max(axis=1).sum() > 0.97 * 30_000
    assert len(set(together.argmax(axis=1))) == 4


def test_first_centers_cost_little_of_the_inertia_between_clusters(crowd):
    whole, through = (cluster_axes(crowd, clusters=4, first_step=size) for size in (30_000, 300))
    assert len(whole.merges) == 29_999
    assert through.between > 0.999 * whole.between


def test_the_same_bytes_for_any_number_of_threads(crowd):
    one, four = (cluster_axes(crowd, first_step=200, threads=threads) for threads in (1, 4))
    assert one.labels.tobytes() == four.labels.tobytes()
    assert one.centers.tobytes() == four.centers.tobytes()
    assert one.merges.tobytes() == four.merges.tobytes()


def test_records_that_answer_alike_are_one_leaf_of_the_same_tree():
    whole, gathered = (clusters_of("wg93_rows", clusters=5, first_step=size) for size in ("auto", 870))
    assert len(gathered.merges) < len(whole.merges) == 870
    np.testing.assert_allclose(gathered.gains[:20], whole.gains[:20], rtol=1e-10)
    np.testing.assert_array_equal(gathered.labels, whole.labels)


def test_five_axes_are_used_unless_the_analysis_keeps_fewer():
    assert clusters_of("author_rows").points.shape == (12, 5)
    assert clusters_of("housetasks_rows").points.shape == (13, 3)
    assert clusters_of("author_rows", axes=2).points.shape == (12, 2)


def test_the_fewest_points():
    three = correspondence(np.array([[9, 1, 1], [1, 9, 1], [1, 1, 9]]))
    assert cluster_axes(three).clusters == 3
    assert cluster_axes(three, clusters=2).clusters == 2
    two = correspondence(np.array([[9, 1, 1], [1, 9, 1]]))
    assert cluster_axes(two, clusters=2).labels.tolist() in ([1, 2], [2, 1])


def test_frames_hold_what_the_clusters_hold():
    found = clusters_of("children_rows", clusters=3)
    points = found.to_polars()
    assert points.columns == ["name", "cluster", "ward_cluster", "distance"]
    assert points["name"].to_list() == golden("children")["rows"]
    nearest = points.filter(pl.col("cluster") == 2).sort("distance")
    assert nearest["name"][0] == found.paragons[1][0].name
    assert nearest["distance"][0] == pytest.approx(found.paragons[1][0].distance)
    table = found.clusters_to_polars()
    assert table.columns == ["cluster", "size", "mass", "inertia", "F1", "F2", "F3", "F4"]
    assert table["size"].sum() == 14
    assert found.gains_to_polars(top=4)["within"].to_list() == found.within[:4].tolist()
    who = found.individuals_to_polars()
    assert who.columns == ["cluster", "role", "name", "distance"]
    assert who.filter(role="most distant", cluster=1)["name"][0] == found.most_distant[0][0].name


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"clusters": 1}, r"^clusters is 1; give 2 or more"),
        ({"clusters": 15}, r"^clusters is 15, but there are only 14 points"),
        ({"clusters": 2.5}, r"^clusters is 2.5; "),
        ({"axes": 0}, r"^axes is 0; clusters can be sought on 1 to 4 axes"),
        ({"axes": 5}, r"^axes is 5; clusters can be sought on 1 to 4 axes"),
        ({"side": "records"}, r"^side is 'records'; "),
        ({"consolidate": "yes"}, r"^consolidate is 'yes'; "),
        ({"at_least": 1}, r"between 1 and 7; "),
        ({"at_least": 6, "at_most": 4}, r"between 6 and 4; "),
        ({"paragons": -1}, r"^paragons is -1; "),
        ({"first_step": 1}, r"^first_step is 1; "),
    ],
)
def test_refusals(how, said):
    with pytest.raises(InputError, match=said):
        clusters_of("children_rows", **how)


def test_clusters_at_the_same_place_are_refused():
    records = {"a": ["x", "y"] * 10, "b": ["u", "u", "v", "v"] * 5}
    with pytest.raises(
        InputError, match=r"^clusters is 5, but the tree has leaves at only 4 different places"
    ):
        cluster_axes(multiple_correspondence(records), clusters=5)
    assert cluster_axes(multiple_correspondence(records), at_least=5, at_most=8).clusters == 4


def test_two_points_are_too_few_to_propose_a_number_for():
    with pytest.raises(InputError, match=r"there are only 2"):
        cluster_axes(correspondence(np.array([[9, 1, 1], [1, 9, 1]])))
