// SPDX-License-Identifier: Apache-2.0
// Draws the last lines and the labels on the map.
import {FLAG, FONT} from './brush.js';
import {Labels, overlap} from './labels.js';
import {byId} from './text.js';

const BUBBLE_MILLIS = 6_000;
const TURN_MILLIS = 2_500;
const FADE_MILLIS = 500;
const NEAR = 8;
const MOST_BUBBLES = 6;
const BANNER = 52;

export class Words {
  constructor(map) {
    this.map = map;
    this.bubbles = [];
    this.placed = [];
    this.labels = new Labels(map);
  }

  /** Adds a bubble, which replaces others nearby, unless one of another conversation is too recent. */
  say(villager, text, now) {
    if (villager < 0 || performance.now() - now > BUBBLE_MILLIS) return;
    const own = this.circle(villager), near = this.bubbles.filter(bubble => this.apart(bubble.villager, villager) < NEAR);
    if (near.some(bubble => bubble.circle !== own && now - bubble.since < TURN_MILLIS)) return;
    for (const bubble of near) bubble.until = Math.min(bubble.until, now + FADE_MILLIS);
    this.bubbles = this.bubbles.filter(bubble => bubble.villager !== villager);
    this.bubbles.push({villager, text, circle: own, since: now, until: now + BUBBLE_MILLIS});
    if (this.bubbles.length > MOST_BUBBLES) this.bubbles.shift();
  }

  /** The first member of a villager's conversation; the villager itself without one. */
  circle(villager) {
    return (this.map.scene?.circles ?? []).find(one => one.members.includes(villager))?.members[0] ?? villager;
  }

  apart(i, j) {
    const [x, y] = this.map.at;
    return Math.hypot(x[i] - x[j], y[i] - y[j]);
  }

  resize() {
    for (const bubble of this.bubbles) bubble.lines = bubble.width = undefined;
    this.labels.reset();
  }

  /** Draws the last lines, and the labels beside them; lines that would hide a newer one appear only in the event log. */
  paint(millis) {
    const now = performance.now(), {c, dot, frame} = this.map;
    this.bubbles = this.bubbles.filter(bubble => bubble.until > now && !(frame.flags[bubble.villager] & FLAG.asleep));
    const size = 12 * dot;
    c.font = `500 ${size}px ${FONT}`;
    c.textAlign = 'left';
    c.textBaseline = 'alphabetic';
    this.placed = [];
    for (const bubble of [...this.bubbles].reverse()) {
      const box = this.room(bubble, this.placed, size);
      if (box) this.placed.push(box);
    }
    this.labels.paint(millis, this.placed);
    for (const box of [...this.placed].reverse()) this.bubble(box, size, now);
  }

  /** Returns a place for a bubble near its speaker that covers neither a face nor a newer bubble; undefined if there is none. */
  room(bubble, placed, size) {
    const {c, dot, scale, at, canvas, figure, left, top} = this.map, pad = 7 * dot, line = size * 1.28, edge = 3 * dot;
    bubble.lines ??= wrap(c, bubble.text, Math.min(185 * dot, canvas.width * .45), 4);
    bubble.width ??= Math.max(...bubble.lines.map(text => c.measureText(text).width)) + 2 * pad;
    const {width} = bubble, height = bubble.lines.length * line + 1.4 * pad;
    const px = at[0][bubble.villager] * scale + left, py = (at[1][bubble.villager] - 2.25 * figure) * scale + top;
    if (px < 0 || px > canvas.width || py > canvas.height) return undefined;
    const north = byId('banner').hidden ? edge : BANNER * dot, east = canvas.width - edge;
    const taken = [...placed, ...this.faces(px, py)];
    for (const up of [6, 22, 40]) {
      for (const share of [.5, .15, .85, 0, 1]) {
        const x = Math.max(edge, Math.min(east - width, px - share * width)), y = py - height - up * dot;
        const wide = {x: x - edge, y: y - edge, width: width + 2 * edge, height: height + 2 * edge};
        if (y >= north && !taken.some(box => overlap(wide, box))) return {bubble, x, y, width, height, px, py, pad, line};
      }
    }
    return undefined;
  }

  /** The faces that a bubble near a spot could cover. */
  faces(px, py) {
    const {scale, at, figure, order, left, top} = this.map, r = .42 * figure * scale, far = 14 * scale;
    return order.map(i => ({x: at[0][i] * scale + left - r, y: (at[1][i] - 1.3 * figure) * scale + top - r, width: 2 * r, height: 2 * r}))
      .filter(face => Math.abs(face.x - px) < far && Math.abs(face.y - py) < far);
  }

  bubble({bubble, x, y, width, height, px, py, pad, line}, size, now) {
    const {c, dot} = this.map;
    const foot = Math.max(x + 12 * dot, Math.min(x + width - 12 * dot, px));
    c.globalAlpha = Math.max(0, Math.min(1, (bubble.until - now) / 500));
    c.fillStyle = '#fffdf5';
    c.strokeStyle = 'rgba(70,60,40,.5)';
    c.lineWidth = dot;
    c.beginPath();
    c.roundRect(x, y, width, height, 8 * dot);
    c.fill();
    c.stroke();
    c.beginPath();
    const wide = (py - y - height > 20 * dot ? 2.5 : 5) * dot; // narrow if long, to cover less
    c.moveTo(foot - wide, y + height - dot);
    c.lineTo(px, Math.max(py, y + height + 3 * dot));
    c.lineTo(foot + wide, y + height - dot);
    c.fill();
    c.fillStyle = '#2c261c';
    bubble.lines.forEach((text, i) => c.fillText(text, x + pad, y + pad * .55 + (i + .82) * line));
    c.globalAlpha = 1;
  }
}

/** Wraps a text to a width and a maximum number of lines; the last one shows if text is missing. */
function wrap(c, text, width, most) {
  const lines = [];
  let line = '';
  for (const word of text.slice(0, 400).split(/\s+/)) {
    const longer = line ? line + ' ' + word : word;
    if (line && c.measureText(longer).width > width) {
      lines.push(line);
      line = word;
    } else line = longer;
    while (c.measureText(line).width > width && line.length > 4) {
      let fit = line.length;
      while (fit > 1 && c.measureText(line.slice(0, fit)).width > width) fit--;
      lines.push(line.slice(0, fit));
      line = line.slice(fit);
    }
  }
  lines.push(line);
  if (lines.length > most) {
    lines.length = most;
    lines[most - 1] += ' …';
  }
  return lines;
}
