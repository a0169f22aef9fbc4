"""Chapter 2 of the thesis on small invented images, its parts against slow twins and scipy."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from sklearn.cluster import KMeans
from sklearn.metrics import mutual_info_score

from firth.evaluate.significance import ScoreSummary, welch_p
from firth.sphere.graph import neighbor_graph
from firth.sphere.ube import unit_ball
from firth_papers.engine.experiment import Context, as_json, run
from firth_papers.readers.images import FILES, read_image_sets
from firth_papers.ube import EXPERIMENT, Settings
from firth_papers.ube.claims import judged_claims
from firth_papers.ube.measure import METHODS, PAPER, measure, measured_map, restarts_on
from firth_papers.ube.page import alike, restarts_table
from firth_papers.ube.quality import quality, spectral_coordinates

SMALL = Settings(sets=("Yale", "Umist"), runs=3, starts=3, seeds=2, runs_of_start=2)


def image_file(path, *, classes, each, seed):
    """Faces of 4 × 4 pixels: one pattern for each class, and a little noise."""
    rng = np.random.default_rng(seed)
    labels = np.repeat(np.arange(1, classes + 1), each)
    patterns = rng.uniform(0, 255, (classes, 16))
    pixels = np.clip(patterns[labels - 1] + rng.normal(0, 25, (len(labels), 16)), 0, 255).astype(np.uint8)
    path.parent.mkdir(exist_ok=True)
    np.savez(path, X=pixels, y=labels, image_shape=[4, 4])


@pytest.fixture(scope="module")
def image_data(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data")
    image_file(folder / "images" / FILES["Yale"], classes=4, each=12, seed=1)
    image_file(folder / "images" / FILES["Umist"], classes=5, each=10, seed=2)
    return folder


def test_the_thesis_has_a_number_for_every_method_and_set():
    table = PAPER["table"]
    assert list(table) == list(PAPER["sets"])
    assert set(FILES) < set(table)
    assert {len(row) for row in table.values()} == {len(PAPER["methods"])}
    assert list(METHODS) == [*PAPER["methods"], "LPP", "t-SNE, 10"]
    best = {name: PAPER["methods"][row.index(max(row))] for name, row in table.items()}
    assert {name for name in FILES if best[name] == "UBE"} == set(PAPER["won"])


@pytest.mark.parametrize("printed", PAPER["p_values"], ids=lambda one: f"{one['method']} on {one['set']}")
def test_the_p_values_of_the_thesis_are_welchs_of_its_means_and_deviations(printed):
    """As far as they were rounded: each mean and deviation may be off by 0.05."""
    row = PAPER["table"][printed["set"]]
    (best, best_sd), (mean, sd) = max(row), row[PAPER["methods"].index(printed["method"])]
    low, high = (
        welch_p(ScoreSummary(best + shift, best_sd - shift, 50), ScoreSummary(mean - shift, sd - shift, 50))
        for shift in (0.05, -0.05)
    )
    assert low <= printed["p"] <= high


def test_nmi_is_mutual_information_over_the_mean_of_both_entropies():
    rng = np.random.default_rng(6)
    points, labels = rng.normal(size=(40, 3)), np.arange(40) % 4
    found = quality(points, labels, runs=2, seed=7).kmeans
    clusters = [KMeans(4, n_init=1, random_state=seed).fit(points).labels_ for seed in (7, 8)]
    expected = [
        mutual_info_score(labels, one)
        / ((mutual_info_score(one, one) + mutual_info_score(labels, labels)) / 2)
        for one in clusters
    ]
    assert found == pytest.approx(expected)


def test_spectral_clustering_finds_rings_that_k_means_does_not():
    angles = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    ring = np.column_stack([np.cos(angles), np.sin(angles)])
    found = quality(np.vstack([ring, 5 * ring]), np.repeat([0, 1], 60), runs=1, seed=0)
    assert found.spectral == [pytest.approx(1.0)]
    assert found.kmeans[0] < 0.9


@pytest.mark.parametrize("dense_below", [1000, 20])
def test_spectral_coordinates_of_a_graph_in_parts_are_those_of_one_full_matrix(dense_below):
    clumps = np.repeat([[0.0, 0, 0], [50, 0, 0], [0, 50, 0]], (40, 50, 30), axis=0)
    points = clumps + np.random.default_rng(8).normal(size=(120, 3))
    near = cdist(points, points).argsort(axis=1)[:, 1:11]
    W = np.zeros((120, 120))
    W[np.arange(120)[:, None], near] = 0.5
    W += W.T
    roots = np.sqrt(W.sum(axis=1))
    first = np.linalg.eigh(W / np.outer(roots, roots))[1][:, -5:]
    first /= np.linalg.norm(first, axis=1, keepdims=True)
    found = spectral_coordinates(points, 5, seed=0, dense_below=dense_below)
    assert np.allclose(found @ found.T, first @ first.T, atol=1e-6)  # axes may be turned


def test_the_largest_parts_have_a_direction_each_where_there_are_too_many():
    rng = np.random.default_rng(9)
    clumps = np.repeat([[0.0, 0], [90, 0], [0, 90]], (15, 30, 20), axis=0)
    found = np.abs(spectral_coordinates(clumps + rng.normal(size=(65, 2)), 2, seed=0))
    expected = np.repeat([[0, 0], [1, 0], [0, 1]], (15, 30, 20), axis=0)
    assert np.allclose(found, expected)


@pytest.fixture(scope="module")
def done(image_data, tmp_path_factory):
    """The whole experiment: its page, and where its files are."""
    folder = tmp_path_factory.mktemp("results")
    return run(EXPERIMENT, settings=SMALL, data=image_data, output=folder, threads=1), folder


@pytest.fixture(scope="module")
def sets(image_data):
    return read_image_sets(SMALL.sets, image_data)


def results_in(folder):
    return json.loads((folder / "results.json").read_text())


def without_seconds(outcomes):
    return [{**one, "seconds": None} for one in outcomes]


def places_in(folder):
    return {path.name: np.load(path)["places"] for path in (folder / "cache").glob("places-*.npz")}


def times_in(folder):
    return {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}


def test_every_method_is_measured_on_every_set(done):
    outcomes = results_in(done[1])["outcomes"]
    assert [(o["method"], o["set"]) for o in outcomes] == [(m, s) for m in METHODS for s in SMALL.sets]
    shapes = [places.shape for places in places_in(done[1]).values()]
    assert sorted(shapes) == [(48, 3)] * (len(METHODS) - 1) + [(50, 3)] * (len(METHODS) - 1)
    assert all(len(o["kmeans"]) == len(o["spectral"]) == 3 for o in outcomes)
    # The classes are patterns with little noise: what keeps neighbors finds them.
    assert all(min(o["spectral"]) > 0.9 for o in outcomes if o["method"] in ("UBE", "raw data"))


def test_any_number_of_threads_gives_the_same_numbers(done, image_data, tmp_path):
    again, before = measure(Context(SMALL, tmp_path, image_data, threads=2)).results, results_in(done[1])
    assert without_seconds(again["outcomes"]) == without_seconds(before["outcomes"])
    assert again["starts"] == before["starts"]
    places, others = places_in(done[1]), places_in(tmp_path)
    assert places.keys() == others.keys()
    assert all(np.array_equal(places[name], others[name]) for name in places)


def test_what_was_measured_is_not_measured_again(done, image_data):
    folder = done[1]
    results, times = results_in(folder), times_in(folder / "cache")
    again = as_json(measure(Context(SMALL, folder, image_data)).results)
    assert {**results, **again} == results  # the seconds of all maps included
    assert times_in(folder / "cache") == times


def test_damaged_files_of_an_earlier_run_are_made_anew(done, sets, tmp_path):
    (tmp_path / "cache").mkdir()
    for path in (done[1] / "cache").iterdir():
        (tmp_path / "cache" / path.name).write_bytes(path.read_bytes()[:20])
    again = measured_map(sets[0], METHODS["PCA"], Context(SMALL, tmp_path))
    kept = results_in(done[1])["outcomes"]
    before = next(one for one in kept if (one["set"], one["method"]) == (sets[0].name, "PCA"))
    assert without_seconds([again.as_dict()]) == without_seconds([before])


def test_a_start_is_a_map_of_its_own_that_is_measured_as_the_others_are(sets, tmp_path):
    images, context = sets[0], Context(replace(SMALL, seed=5), tmp_path)
    found = restarts_on(images, context)
    graph = neighbor_graph(images.points)
    balls = [unit_ball(graph, init="random", n_init=1, seed=seed) for seed in (5, 6, 7)]
    assert found.objectives == [ball.objective[-1] for ball in balls]
    assert len(set(found.objectives)) == 3
    unasked = [unit_ball(graph, seed=seed) for seed in (5, 6)]
    for balls_of, scores in ((balls, found.kmeans), (unasked, found.defaults)):
        nmi = [quality(ball.points, images.labels, runs=2, seed=5).kmeans for ball in balls_of]
        assert scores == pytest.approx(np.mean(nmi, axis=1))
    before = times_in(tmp_path / "cache")
    assert restarts_on(images, context) == found
    assert times_in(tmp_path / "cache") == before


def test_the_report_tells_whether_a_lower_objective_goes_with_better_clusters():
    begun = {"set": "USPS", "objectives": [100.0, 101.0, 100.5], "kmeans": [0.75, 0.84, 0.80]}
    begun["defaults"] = [0.80, 0.78]
    results = {**invented_results({"USPS": {"UBE": 0.8}}), "starts": [begun]}
    told = restarts_table(results | {"paper": {"USPS": {"UBE": {"mean": 84.9}}}}).markdown()
    cells = [cell.strip() for cell in told.splitlines()[-1].strip("|").split("|")]
    assert cells == [
        "USPS",
        "1.000 %",
        "79.7 ± 4.5",
        "75.0 to 84.0",
        "75.0",
        "+1.00",
        "79.0 ± 1.4",
        "80.0",
        "84.9",
    ]


def invented_results(scores):
    """Two runs of each measure 1 % about a score: set → method → score."""
    return {
        "sets": [{"name": name} for name in scores],
        "methods": [{"name": method} for method in METHODS],
        "outcomes": [
            {
                "set": name,
                "method": method,
                "kmeans": [score - 0.01, score + 0.01],
                "spectral": [score, score],
                "silhouette": score,
            }
            for name, row in scores.items()
            for method, score in row.items()
        ],
    }


def verdicts(ube, tsne, narrow=0.5):
    others = {"raw data": 0.4, "LLE": 0.3, "PCA": 0.3, "Sammon": 0.3, "LPP": 0.3}
    scores = {name: {"UBE": ube, "t-SNE": tsne, "t-SNE, 10": narrow, **others} for name in FILES}
    return [claim.verdict for claim in judged_claims(invented_results(scores))]


def test_claims_are_judged_by_all_sets():
    assert verdicts(ube=0.9, tsne=0.6) == ["confirmed"] * 7
    assert verdicts(ube=0.6, tsne=0.9) == ["refuted"] * 5 + ["confirmed"] * 2
    assert verdicts(ube=0.6, tsne=0.6)[:4] == ["undecided"] * 3 + ["not refuted"]
    assert verdicts(ube=0.2, tsne=0.6)[5] == "refuted"
    assert verdicts(ube=0.8, tsne=0.6, narrow=0.9)[3] == "refuted"


def test_images_that_pca_does_not_place_as_in_the_thesis_are_named():
    scores = {"Yale": {"PCA": 0.48}, "USPS": {"PCA": 0.45}}
    printed = {"Yale": {"PCA": {"mean": 49.2}}, "USPS": {"PCA": {"mean": 41.3}}}
    told = alike({**invented_results(scores), "paper": printed})
    assert "agree to 1.2 on 1 sets, but not on USPS (+3.7): there more than the method differs." in told


def test_the_experiment_leaves_its_results_report_and_pictures(done):
    page, folder = done
    assert sorted(path.name for path in folder.iterdir()) == [
        "cache", "maps-Umist.png", "maps-Yale.png", "overall.png", "report.md", "results.json", "starts.png",
    ]  # fmt: skip
    assert page == (folder / "report.md").read_text()
    assert "(61.9 ± 1.2)" in page
    assert results_in(folder)["settings"] == {
        "sets": ["Yale", "Umist"], "runs": 3, "starts": 3, "seeds": 2, "runs_of_start": 2, "seed": 0,
    }  # fmt: skip
    assert (folder / "overall.png").read_bytes().startswith(b"\x89PNG")
