// SPDX-License-Identifier: Apache-2.0
"use strict";

/* Line charts of the last ten minutes, hour or day, as SVG. Text enters by textContent only. */
const Charts = (() => {
  const NS = "http://www.w3.org/2000/svg";
  let span = 600000;
  const LEFT = 46, RIGHT = 8, TOP = 10, BOTTOM = 22, HEIGHT = 168;

  const svg = (name, attributes = {}, text) => {
    const made = document.createElementNS(NS, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    return made;
  };

  /** The next round number of the form 1, 2, 2.5 or 5 times a power of ten. */
  const roundUp = value => {
    const power = 10 ** Math.floor(Math.log10(value));
    return [1, 2, 2.5, 5, 10].map(step => step * power).find(step => step >= value * 0.9999);
  };

  /**
   * @param host an element that becomes the chart
   * @param label what it shows, for screen readers
   * @param series of {name, at: index in a point, dash, constant: () => number}
   * @param unit writes a value
   * @param least what the axis shows at least
   */
  function chart(host, label, series, unit, least) {
    const legend = document.createElement("div");
    legend.className = "legend";
    const values = series.map((one, i) => {
      const entry = document.createElement("span");
      entry.className = "c" + i;
      const value = document.createElement("b");
      entry.append(one.name + " ", value);
      legend.append(entry);
      return { entry, value };
    });
    const picture = svg("svg", { role: "img", "aria-label": label });
    host.append(legend, picture);
    let points = [], now = 0, chosen = null;

    const of = (one, point) => one.constant ? one.constant() : point[one.at];

    function nearest(x, scale) {
      let best = null, distance = 24;
      for (const point of points) {
        const far = Math.abs(scale(point[0]) - x);
        if (far < distance) { best = point; distance = far; }
      }
      return best;
    }

    function ticks(top) {
      const step = roundUp(top / 3);
      return Array.from({ length: Math.ceil(top / step - 1e-9) + 1 }, (_, i) => i * step);
    }

    function paths(one, shown, x, y) {
      const parts = [];
      let part = null;
      for (const point of shown) {
        const value = of(one, point);
        if (value === null || value === undefined) { part = null; continue; }
        if (!part) parts.push(part = []);
        part.push([x(point[0]), y(value)]);
      }
      return parts;
    }

    const path = part => "M" + part.map(([a, b]) => a.toFixed(1) + " " + b.toFixed(1)).join("L");

    function draw() {
      const width = Math.max(260, host.clientWidth || 480);
      const shown = points.filter(point => point[0] >= now - span);
      const highest = Math.max(least, ...series.flatMap(one => shown.map(point => of(one, point) || 0)));
      const marks = ticks(highest * 1.05), top = marks[marks.length - 1];
      const x = at => LEFT + (width - LEFT - RIGHT) * (1 - (now - at) / span);
      const y = value => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top);
      picture.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
      picture.replaceChildren();
      for (const mark of marks) {
        picture.append(svg("line", { class: mark ? "grid" : "axis", x1: LEFT, x2: width - RIGHT, y1: y(mark), y2: y(mark) }),
          svg("text", { x: LEFT - 8, y: y(mark) + 4, "text-anchor": "end" }, unit(mark)));
      }
      for (const part of width < 420 ? [1, 0.5, 0] : span > 7200000 ? [1, 0.75, 0.5, 0.25, 0] : [1, 0.8, 0.6, 0.4, 0.2, 0]) {
        const minutes = part * span / 60000;
        picture.append(svg("text", {
          x: x(now - part * span), y: HEIGHT - 4, "text-anchor": part === 1 ? "start" : part ? "middle" : "end",
        }, !part ? "now" : minutes > 60 ? `−${minutes / 60} h` : `−${minutes} min`));
      }
      series.forEach((one, i) => {
        for (const part of paths(one, shown, x, y)) {
          if (!one.dash && i === 0 && part.length > 1) {
            const ground = y(0).toFixed(1);
            picture.append(svg("path", { class: "area c" + i,
              d: `${path(part)}L${part[part.length - 1][0].toFixed(1)} ${ground}L${part[0][0].toFixed(1)} ${ground}Z` }));
          }
          picture.append(svg("path", { class: `line c${i}${one.dash ? " dash" : ""}`, d: part.length > 1 ? path(part) : path([part[0], part[0]]) }));
        }
      });
      const last = chosen || shown[shown.length - 1];
      if (chosen) picture.append(svg("line", { class: "cross", x1: x(chosen[0]), x2: x(chosen[0]), y1: TOP, y2: y(0) }));
      if (!shown.length) {
        picture.append(svg("text", { class: "none", x: width / 2, y: HEIGHT / 2 - 6, "text-anchor": "middle" }, "collecting…"));
      }
      series.forEach((one, i) => {
        const value = last ? of(one, last) : null;
        values[i].entry.hidden = Boolean(one.constant) && value === null;
        values[i].value.textContent = value === null || value === undefined ? "–" : unit(value);
      });
      picture.setAttribute("aria-label", label + (last ? ": " + series.map((one, i) => one.name + " " + values[i].value.textContent).join(", ") : ""));
      return x;
    }

    let scale = at => at;
    const redraw = () => { scale = draw(); };
    picture.addEventListener("pointermove", event => {
      chosen = nearest(event.clientX - picture.getBoundingClientRect().left, scale);
      redraw();
    });
    picture.addEventListener("pointerleave", () => { chosen = null; redraw(); });
    new ResizeObserver(redraw).observe(host);
    return { show(all, at) { points = all; now = at; redraw(); } };
  }

  return { chart, get span() { return span; }, set span(ms) { span = ms; } };
})();
