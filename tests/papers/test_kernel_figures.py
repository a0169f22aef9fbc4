import numpy as np
import pytest

from firth.errors import InputError
from firth.plots import save_figure
from firth_papers.kernel_figures import kernel_curves, kernel_spheres


def curve(ax, label):
    (line,) = [line for line in ax.lines if line.get_label() == label]
    return line.get_xdata(), line.get_ydata()


@pytest.mark.parametrize("degree", [1, 3, 13])
def test_similarity_is_half_the_cosine_and_one_raised_to_the_degree(degree):
    cosines, values = curve(kernel_curves((degree, 21)).axes[0], f"degree {degree}")
    assert (cosines[0], cosines[-1]) == (-1, 1)
    np.testing.assert_allclose(values, ((cosines + 1) / 2) ** degree, atol=1e-12)


@pytest.mark.parametrize("degree", [1, 3, 13])
def test_the_force_is_greatest_where_the_cosine_is_p_over_p_plus_1(degree):
    # d/dθ of cos^2p(θ/2) sin θ vanishes where cos θ = p (1 − cos θ).
    angles, forces = curve(kernel_curves((degree,)).axes[1], f"degree {degree}")
    assert angles[np.argmax(forces)] == pytest.approx(np.degrees(np.arccos(degree / (degree + 1))), abs=0.26)
    assert forces[0] == pytest.approx(0)
    assert forces[-1] == pytest.approx(0)


def test_another_kernel_may_be_drawn():
    cosines, values = curve(kernel_curves((4,), kernel="gaussian").axes[0], "degree 4")
    np.testing.assert_allclose(values, np.exp(4 * (cosines - 1)), atol=1e-12)


def test_spheres_are_colored_by_the_kernel_from_the_top():
    figure = kernel_spheres((1, 5))
    for ax, degree in zip(figure.axes, (1, 5), strict=False):
        colors = np.asarray(ax.images[0].get_array())
        (x, y) = ax.collections[-1].get_offsets()[0]  # the white point at the top
        row, column = (round((value + 1) / 2 * len(colors)) for value in (y, x))
        assert colors[row, column] == pytest.approx(1, abs=1e-2)
        middle = colors[len(colors) // 2, len(colors) // 2]  # there the cosine is that of eye and top
        assert middle == pytest.approx(((np.sqrt(1 - y**2) + 1) / 2) ** degree, abs=1e-2)
        assert ax.images[0].get_clim() == (0, 1)


@pytest.mark.parametrize("draw", [kernel_curves, kernel_spheres])
def test_refusals_say_what_to_do(draw):
    with pytest.raises(InputError, match=r"^there is no degree to draw; "):
        draw(())
    with pytest.raises(InputError, match=r"^degree is 0; "):
        draw((0,))


@pytest.mark.parametrize("draw", [kernel_curves, kernel_spheres])
def test_the_same_kernels_are_the_same_bytes(draw, tmp_path):
    for name in ("one", "two"):
        save_figure(draw(), tmp_path / f"{name}.svg")
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()
