// Names the points that contribute most to the axes shown, among those in view, wherever there is room.
// Runs after every drawing, so that zooming in, other axes and other sides bring other names.
(function () {
  const figure = document.getElementById("{plot_id}");
  const { names: MOST, inertias: INERTIAS } = figure.layout.meta;
  const HEIGHT = 18; // of a name with a little room, in pixels
  const TRIED = 5 * MOST;
  const SIDES = [[1, 0], [-1, 0], [0, -1], [0, 1], [1, -1], [-1, -1], [1, 1], [-1, 1]]; // right, left, above …
  const pen = document.createElement("canvas").getContext("2d");
  let drawn = "";

  function pointsInView() {
    const { xaxis, yaxis, updatemenus } = figure._fullLayout;
    const axes = updatemenus.slice(0, -2).map((menu) => menu.active);
    const points = [];
    figure._fullData.forEach((trace, t) => {
      if (trace.visible !== true || !trace.mode.includes("text") || trace.meta.nameless) return;
      for (let i = 0; i < trace.x.length; i++) {
        const x = xaxis.c2p(trace.x[i]), y = yaxis.c2p(trace.y[i]);
        if (x < 0 || y < 0 || x > xaxis._length || y > yaxis._length) continue;
        points.push({ t, i, x, y, importance: importance(trace, i, axes), radius: trace.marker.size / 1.6 + 1 });
      }
    });
    return points.sort((a, b) => b.importance - a.importance || a.t - b.t || a.i - b.i);
  }

  function importance(trace, i, axes) {
    // After all active points, and of their own kind those far from the origin first.
    if (trace.meta.supplementary) return -1 / (1 + trace.x[i] ** 2 + trace.y[i] ** 2);
    return axes.reduce((sum, axis) => sum + INERTIAS[axis] * trace.customdata[i][3 + 3 * axis], 0);
  }

  function width(trace, i) {
    const plain = new DOMParser().parseFromString(trace.hovertext[i], "text/html").body.textContent;
    pen.font = `${trace.textfont.size}px ${trace.textfont.family}`;
    return pen.measureText(plain).width;
  }

  function box(point, wide, [right, down]) {
    const x = point.x + right * (point.radius + wide / 2), y = point.y + down * (point.radius + HEIGHT / 2);
    return [x - wide / 2, y - HEIGHT / 2, x + wide / 2, y + HEIGHT / 2];
  }

  const meet = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

  function place(points) {
    const { xaxis, yaxis } = figure._fullLayout;
    const view = [0, 0, xaxis._length, yaxis._length];
    const placed = [];
    for (const point of points.slice(0, TRIED)) {
      if (placed.length === MOST) break;
      const wide = width(figure._fullData[point.t], point.i) + 4;
      const near = points.filter(
        (other) => other !== point && Math.abs(other.x - point.x) < wide + 20 && Math.abs(other.y - point.y) < 40
      );
      let best = null;
      for (const side of SIDES) {
        const at = box(point, wide, side);
        if (at[0] < view[0] || at[1] < view[1] || at[2] > view[2] || at[3] > view[3]) continue;
        if (placed.some((name) => meet(name.at, at))) continue;
        const covered = near.filter((o) => meet([o.x - 3, o.y - 3, o.x + 3, o.y + 3], at)).length;
        if (best === null || covered < best.covered) best = { point, at, side, covered };
      }
      if (best !== null) placed.push(best);
    }
    return placed;
  }

  function annotation({ point, side: [right, down] }) {
    const trace = figure._fullData[point.t];
    const text = trace.hovertext[point.i];
    const color = trace.textfont.color;
    return {
      x: trace.x[point.i],
      y: trace.y[point.i],
      text: trace.meta.supplementary ? `<i>${text}</i>` : text,
      font: { color: Array.isArray(color) ? color[point.i] : color, size: trace.textfont.size },
      bgcolor: "rgba(255, 255, 255, 0.65)",
      borderpad: 0,
      showarrow: false,
      xanchor: ["right", "center", "left"][right + 1],
      yanchor: ["bottom", "middle", "top"][down + 1],
      xshift: right * point.radius,
      yshift: -down * point.radius,
    };
  }

  function name() {
    const placed = place(pointsInView());
    const key = placed.map(({ point, side }) => [point.t, point.i, side]).join();
    if (key === drawn) return;
    drawn = key;
    Plotly.relayout(figure, { annotations: placed.map(annotation) });
  }

  if (MOST > 0) {
    // From here on names are annotations: they lie above all points, and moving them draws nothing else anew.
    Plotly.restyle(figure, { text: "" });
    figure.on("plotly_afterplot", name);
    figure.on("plotly_relayout", name);
    name();
  }
})();
