"""Whether what is written in a figure can be read: nothing is cut off, no panel meets another."""


def assert_nothing_meets(figure) -> None:
    """Panels with their names, and texts of the figure, lie inside it and apart."""
    boxes = [ax.get_tightbbox(figure.canvas.get_renderer()) for ax in figure.axes]
    boxes += [text.get_window_extent() for text in figure.texts]
    for i, box in enumerate(boxes):
        assert box.x0 >= 0
        assert box.y0 >= 0
        assert box.x1 <= figure.bbox.x1
        assert box.y1 <= figure.bbox.y1
        assert not any(box.overlaps(other) for other in boxes[:i])
