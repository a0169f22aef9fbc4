// Shows the picture of the point under the pointer in a corner of the page.
(function () {
  const figure = document.getElementById("{plot_id}");
  const sheet = figure.layout.meta.thumbnails;
  const SIDE = 160; // of the picture on the screen, in pixels
  const zoom = SIDE / Math.max(sheet.width, sheet.height);
  const card = document.createElement("div");
  card.className = "thumbnail";
  Object.assign(card.style, {
    position: "fixed",
    left: "24px",
    bottom: "24px",
    width: `${zoom * sheet.width}px`,
    height: `${zoom * sheet.height}px`,
    border: "4px solid",
    borderRadius: "6px",
    backgroundColor: "black",
    backgroundImage: `url("${sheet.uri}")`,
    backgroundSize: `${zoom * sheet.width * sheet.across}px auto`,
    imageRendering: sheet.width < 40 ? "pixelated" : "auto",
    boxShadow: "0 2px 10px rgba(0, 0, 0, 0.25)",
    pointerEvents: "none",
    visibility: "hidden",
  });
  document.body.appendChild(card);

  figure.on("plotly_hover", ({ points: [point] }) => {
    const at = point.customdata;
    if (!(at >= 0)) return;
    const column = at % sheet.across, row = Math.floor(at / sheet.across);
    card.style.backgroundPosition = `${-zoom * sheet.width * column}px ${-zoom * sheet.height * row}px`;
    card.style.borderColor = point.fullData.marker.color;
    card.style.visibility = "visible";
  });
  figure.on("plotly_unhover", () => (card.style.visibility = "hidden"));
})();
