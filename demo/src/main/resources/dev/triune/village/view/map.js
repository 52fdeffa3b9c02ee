// SPDX-License-Identifier: Apache-2.0
// The map. Frames come some ten times a second; between two of them everybody walks on smoothly.
import {calendar} from './text.js';
import {darkness, paintBuilding, paintCreature, paintFire, paintLand} from './land.js';

const FLAG = {layer: 3, thinking: 4, asleep: 8, dead: 16, talking: 32, reflex: 64, overridden: 128};
const BUBBLE_MILLIS = 6_000;
const MOST_BUBBLES = 8;
const NAMES_UP_TO = 60;
const SKINS = ['#f2cfae', '#e0ac82', '#c68a5e', '#8f5d3c'];
const SIGNS = [null, ['#b8671b', '▲'], ['#14797c', '●'], ['#6a48b5', '◆']];
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

export class VillageMap {
  constructor(canvas, tip, choose) {
    this.canvas = canvas;
    this.tip = tip;
    this.c = canvas.getContext('2d');
    this.land = document.createElement('canvas');
    this.night = document.createElement('canvas');
    this.selected = -1;
    this.hovered = -1;
    this.bubbles = [];
    this.gap = 100;
    this.calm = matchMedia('(prefers-reduced-motion: reduce)');
    canvas.addEventListener('click', event => choose(this.nearest(event)));
    canvas.addEventListener('pointermove', event => this.hover(event));
    canvas.addEventListener('pointerleave', () => { this.hovered = -1; this.tip.hidden = true; });
    new ResizeObserver(() => this.resize()).observe(canvas);
    const loop = millis => { this.draw(millis); requestAnimationFrame(loop); };
    requestAnimationFrame(loop);
    globalThis.villageMap = this; // for whoever looks at it from the console, and for tests
  }

  setStage(stage, colours) {
    this.stage = stage;
    const n = stage.villagers.length;
    this.n = n;
    this.frame = undefined;
    this.from = [new Float32Array(n), new Float32Array(n)];
    this.to = [new Float32Array(n), new Float32Array(n)];
    this.at = [new Float32Array(n), new Float32Array(n)];
    this.order = Array.from({length: n}, (_, i) => i);
    this.looks = stage.villagers.map((villager, i) => ({colour: colours.get(villager.trade), skin: SKINS[i * 7 % SKINS.length], hair: ['#4a3426', '#8a5a32', '#d8b56a', '#9a9a9a', '#2c2622'][i * 3 % 5]}));
    this.figure = n > 300 ? .62 : n > 100 ? .8 : n > 30 ? 1 : 1.3;
    this.sprites = new Map();
    this.resize();
  }

  setScene(scene) {
    this.scene = scene;
    const out = scene.fires.filter(fire => fire.burning).length;
    this.canvas.setAttribute('aria-label', `Map of the village: ${this.n} villagers, ${scene.buildings.filter(b => b.builder < 0).length} buildings, ${out} of ${scene.fires.length} fires burning, ${scene.phase}`);
  }

  setFrame(frame) {
    const now = performance.now();
    const first = this.frame === undefined;
    if (!first) this.gap += .2 * (Math.max(50, Math.min(400, now - this.framedAt)) - this.gap);
    for (let i = 0; i < this.n; i++) {
      // a little apart, so that nobody who stands where another stands hides them
      this.to[0][i] = Math.max(.6, Math.min(this.stage.size - .6, frame.x[i] / 100 + (i * 7 % 5 - 2) * .3));
      this.to[1][i] = Math.max(2, Math.min(this.stage.size - .8, frame.y[i] / 100 + (i * 3 % 5 - 2) * .18));
      for (const axis of [0, 1]) this.from[axis][i] = first ? this.to[axis][i] : this.at[axis][i];
    }
    this.frame = frame;
    this.framedAt = now;
  }

  say(villager, text, now) {
    if (villager < 0) return;
    this.bubbles = this.bubbles.filter(bubble => bubble.villager !== villager);
    this.bubbles.push({villager, text, until: now + BUBBLE_MILLIS});
    if (this.bubbles.length > MOST_BUBBLES) this.bubbles.shift();
  }

  select(villager) {
    this.selected = villager;
  }

  /** Where a villager is drawn now, in tiles. */
  where(villager) {
    return {x: this.at[0][villager], y: this.at[1][villager]};
  }

  // ---- pointing

  tile(event) {
    const box = this.canvas.getBoundingClientRect();
    const scale = this.stage.size / box.width;
    return [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
  }

  nearest(event) {
    if (!this.frame) return -1;
    const [x, y] = this.tile(event);
    let best = -1, least = Math.max(1.4, 14 * this.stage.size / this.canvas.clientWidth);
    for (let i = 0; i < this.n; i++) {
      const far = Math.hypot(this.at[0][i] - x, this.at[1][i] - .6 * this.figure - y);
      if (far < least) { least = far; best = i; }
    }
    return best;
  }

  hover(event) {
    this.hovered = this.nearest(event);
    this.canvas.style.cursor = this.hovered >= 0 ? 'pointer' : '';
    const who = this.stage?.villagers[this.hovered];
    this.tip.hidden = !who;
    if (who) {
      this.tip.textContent = who.name + ', ' + who.trade + (this.scene ? ': ' + this.scene.doing[this.hovered] : '');
      this.tip.style.left = Math.min(event.offsetX + 14, this.canvas.clientWidth - 150) + 'px';
      this.tip.style.top = event.offsetY + 14 + 'px';
    }
  }

  // ---- drawing

  resize() {
    const width = this.canvas.clientWidth;
    if (!this.stage || width === 0) return;
    const pixels = Math.round(width * Math.min(2, devicePixelRatio || 1));
    if (this.canvas.width !== pixels) this.canvas.width = this.canvas.height = pixels;
    this.scale = pixels / this.stage.size;
    this.dot = pixels / width;
    this.sprites?.clear();
    this.land.width = this.land.height = pixels;
    const c = this.land.getContext('2d');
    c.scale(this.scale, this.scale);
    paintLand(c, this.stage);
    this.night.width = this.night.height = 192;
    for (const bubble of this.bubbles) bubble.lines = bubble.width = undefined;
  }

  draw(millis) {
    if (!this.frame || !this.scale) return;
    this.walk();
    const {c, scale} = this;
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.drawImage(this.land, 0, 0);
    c.setTransform(scale, 0, 0, scale, 0, 0);
    const scene = this.scene;
    if (scene) {
      for (const building of scene.buildings) paintBuilding(c, building);
      for (const fire of scene.fires) paintFire(c, fire, millis, this.calm.matches);
    }
    c.setTransform(1, 0, 0, 1, 0, 0);
    for (const place of this.stage.places) this.label('p:' + place.label, place.label, place.x * scale, (place.y + 2.3) * scale, true);
    this.people(millis);
    if (scene) {
      c.setTransform(scale, 0, 0, scale, 0, 0);
      for (const creature of scene.creatures) paintCreature(c, creature);
      c.setTransform(1, 0, 0, 1, 0, 0);
      this.dusk(millis);
      if (/storm|rain/.test(scene.weather)) this.rain(millis);
    }
    this.labels();
    this.speech();
    this.drawn = (this.drawn ?? 0) + 1;
  }

  /** Everybody's way between the last two frames. */
  walk() {
    const share = Math.min(1, (performance.now() - this.framedAt) / this.gap);
    for (const axis of [0, 1]) {
      const from = this.from[axis], to = this.to[axis], at = this.at[axis];
      for (let i = 0; i < this.n; i++) at[i] = from[i] + (to[i] - from[i]) * share;
    }
  }

  people(millis) {
    const {at, to, from, frame, scale, c} = this;
    this.order.sort((a, b) => at[1][a] - at[1][b]);
    for (const i of this.order) {
      const flags = frame.flags[i];
      const x = at[0][i] * scale, y = at[1][i] * scale;
      const walking = Math.abs(to[0][i] - from[0][i]) + Math.abs(to[1][i] - from[1][i]) > .02 && !frame.paused;
      const bob = walking && !this.calm.matches ? Math.abs(Math.sin(millis / 90 + i)) * .16 * scale * this.figure : 0;
      if (i === this.selected || i === this.hovered) this.ring(x, y, i === this.selected);
      const body = this.sprite('body' + i, 2, 2.4, (s, unit) => this.figureOf(s, unit, this.looks[i], flags), flags & (FLAG.asleep | FLAG.dead));
      c.drawImage(body, Math.round(x - body.width / 2), Math.round(y - body.height * .86 - bob));
      this.sign(i, flags, x, y - bob, millis);
    }
  }

  ring(x, y, chosen) {
    const {c, scale} = this;
    c.strokeStyle = chosen ? '#fff8dc' : 'rgba(255,255,255,.65)';
    c.lineWidth = .16 * scale;
    c.beginPath();
    c.ellipse(x, y, .95 * scale, .48 * scale, 0, 0, 7);
    c.stroke();
    if (chosen) {
      c.strokeStyle = '#c8553d';
      c.lineWidth = .07 * scale;
      c.stroke();
    }
  }

  /** A picture that is drawn once and kept until the size of the map changes, or its variant does. */
  sprite(name, width, height, paint, variant = 0) {
    const key = name + ':' + variant;
    let picture = this.sprites.get(key);
    if (!picture) {
      const unit = this.scale * this.figure;
      picture = document.createElement('canvas');
      picture.width = Math.ceil(width * unit);
      picture.height = Math.ceil(height * unit);
      const s = picture.getContext('2d');
      s.translate(picture.width / 2, picture.height * .86);
      s.scale(unit, unit);
      paint(s, unit);
      this.sprites.set(key, picture);
    }
    return picture;
  }

  figureOf(s, unit, look, flags) {
    if (flags & FLAG.asleep) s.globalAlpha = .8;
    if (flags & FLAG.dead) s.filter = 'grayscale(1)';
    const blob = (x, y, rx, ry, fill) => { s.fillStyle = fill; s.beginPath(); s.ellipse(x, y, rx, ry, 0, 0, 7); s.fill(); };
    blob(0, .04, .52, .2, 'rgba(30,30,15,.32)');
    s.fillStyle = '#4a3a2c';
    s.fillRect(-.24, -.22, .18, .26);
    s.fillRect(.06, -.22, .18, .26);
    s.fillStyle = look.colour;
    s.beginPath();
    s.moveTo(-.24, -1);
    s.quadraticCurveTo(0, -1.12, .24, -1);
    s.lineTo(.44, -.14);
    s.quadraticCurveTo(0, -.02, -.44, -.14);
    s.closePath();
    s.fill();
    s.strokeStyle = 'rgba(0,0,0,.35)';
    s.lineWidth = .06;
    s.stroke();
    blob(0, -1.27, .34, .36, look.skin);
    s.stroke();
    s.fillStyle = look.hair;
    s.beginPath();
    s.ellipse(0, -1.38, .36, .29, 0, Math.PI, 0);
    s.fill();
    s.fillStyle = '#33261c';
    if (flags & (FLAG.asleep | FLAG.dead)) {
      s.fillRect(-.19, -1.24, .13, .04);
      s.fillRect(.06, -1.24, .13, .04);
    } else {
      blob(-.12, -1.24, .045, .06, '#33261c');
      blob(.12, -1.24, .045, .06, '#33261c');
    }
  }

  /** The layer that thought last, at the shoulder; dots while a model is asked; z for sleep. */
  sign(i, flags, x, y, millis) {
    const {c, scale} = this;
    const size = Math.max(.56 * scale * this.figure, 4.5 * this.dot);
    const sx = x + .62 * scale * this.figure, sy = y - 1.62 * scale * this.figure;
    if (flags & FLAG.asleep) {
      c.fillStyle = '#f4f0ff';
      c.font = `italic 700 ${size * 1.5}px ${FONT}`;
      c.textAlign = 'center';
      c.fillText('z', sx, sy + Math.sin(millis / 500 + i) * size * .3);
      return;
    }
    const sign = SIGNS[flags & FLAG.layer];
    if (!sign) return;
    const picture = this.signPicture(flags & FLAG.layer, sign, size);
    c.drawImage(picture, sx - picture.width / 2, sy - picture.height / 2);
    if (flags & FLAG.thinking) {
      for (let dot = 0; dot < 3; dot++) {
        const up = this.calm.matches ? 0 : Math.max(0, Math.sin(millis / 160 - dot * .9)) * size * .4;
        c.fillStyle = '#fff';
        c.strokeStyle = sign[0];
        c.lineWidth = size * .16;
        c.beginPath();
        c.arc(x + (dot - 1) * size * .72, sy - size * 1.15 - up, size * .27, 0, 7);
        c.fill();
        c.stroke();
      }
    }
  }

  signPicture(layer, [colour, shape], size) {
    const key = 'sign' + layer;
    let picture = this.sprites.get(key);
    if (!picture) {
      picture = document.createElement('canvas');
      picture.width = picture.height = Math.ceil(size * 2.2);
      const s = picture.getContext('2d'), half = picture.width / 2;
      s.fillStyle = '#fff';
      s.beginPath();
      s.arc(half, half, size * .95, 0, 7);
      s.fill();
      s.fillStyle = colour;
      s.beginPath();
      const r = size * .62;
      if (shape === '▲') [[0, -r], [r, r * .75], [-r, r * .75]].forEach(([dx, dy]) => s.lineTo(half + dx, half + dy));
      else if (shape === '◆') [[0, -r], [r, 0], [0, r], [-r, 0]].forEach(([dx, dy]) => s.lineTo(half + dx, half + dy));
      else s.arc(half, half, r * .85, 0, 7);
      s.fill();
      this.sprites.set(key, picture);
    }
    return picture;
  }

  dusk(millis) {
    const dark = darkness(calendar(this.stage, this.frame.tick).hour);
    if (dark <= .01) return;
    const n = this.night.getContext('2d'), k = this.night.width / this.stage.size;
    n.globalCompositeOperation = 'source-over';
    n.clearRect(0, 0, this.night.width, this.night.height);
    n.fillStyle = `rgba(13,18,58,${.64 * dark})`;
    n.fillRect(0, 0, this.night.width, this.night.height);
    n.globalCompositeOperation = 'destination-out';
    const light = (x, y, radius, strength) => {
      const glow = n.createRadialGradient(x * k, y * k, 0, x * k, y * k, radius * k);
      glow.addColorStop(0, `rgba(0,0,0,${strength})`);
      glow.addColorStop(1, 'rgba(0,0,0,0)');
      n.fillStyle = glow;
      n.fillRect((x - radius) * k, (y - radius) * k, 2 * radius * k, 2 * radius * k);
    };
    const flicker = this.calm.matches ? 0 : Math.sin(millis / 130) * .25;
    for (const fire of this.scene.fires) if (fire.burning) light(fire.x, fire.y, 6.5 + flicker, .95);
    for (const building of this.scene.buildings) if (building.kind === 'home' && building.builder < 0) light(building.x, building.y, 2.4, .5);
    const {c} = this;
    c.drawImage(this.night, 0, 0, this.canvas.width, this.canvas.height);
    for (const fire of this.scene.fires) {
      if (!fire.burning) continue;
      const x = fire.x * this.scale, y = fire.y * this.scale, r = (5 + flicker) * this.scale;
      const glow = c.createRadialGradient(x, y, 0, x, y, r);
      glow.addColorStop(0, `rgba(255,170,70,${.34 * dark})`);
      glow.addColorStop(1, 'rgba(255,150,50,0)');
      c.fillStyle = glow;
      c.fillRect(x - r, y - r, 2 * r, 2 * r);
    }
  }

  rain(millis) {
    const {c, canvas} = this;
    c.fillStyle = 'rgba(40,55,75,.28)';
    c.fillRect(0, 0, canvas.width, canvas.height);
    c.strokeStyle = 'rgba(200,220,240,.5)';
    c.lineWidth = this.dot;
    c.beginPath();
    for (let i = 0; i < 160; i++) {
      const x = (i * 7919 % 997) / 997 * canvas.width, fall = this.calm.matches ? 0 : millis * .9;
      const y = ((i * 104729 % 991) / 991 * canvas.height + fall) % canvas.height;
      c.moveTo(x, y);
      c.lineTo(x - .15 * this.scale, y + .8 * this.scale);
    }
    c.stroke();
  }

  /** The names of villagers if they are few. */
  labels() {
    const all = this.n <= NAMES_UP_TO && this.canvas.clientWidth > 480;
    for (let i = 0; i < this.n; i++) {
      if (all || i === this.selected || i === this.hovered) {
        this.label('n:' + i, this.stage.villagers[i].name, this.at[0][i] * this.scale, (this.at[1][i] + .75) * this.scale, false);
      }
    }
  }

  label(key, text, x, y, place) {
    let picture = this.sprites.get(key);
    if (!picture) {
      picture = document.createElement('canvas');
      const size = (place ? 11.5 : 11) * this.dot, font = `${place ? 'italic 500' : '600'} ${size}px ${FONT}`;
      let s = picture.getContext('2d');
      s.font = font;
      picture.width = Math.ceil(s.measureText(text).width + 10 * this.dot);
      picture.height = Math.ceil(size * 1.5);
      s = picture.getContext('2d');
      s.font = font;
      s.textAlign = 'center';
      s.textBaseline = 'middle';
      s.lineJoin = 'round';
      s.strokeStyle = place ? 'rgba(255,252,235,.75)' : 'rgba(28,32,24,.8)';
      s.lineWidth = 3 * this.dot;
      s.strokeText(text, picture.width / 2, picture.height / 2);
      s.fillStyle = place ? '#4b4330' : '#fff';
      s.fillText(text, picture.width / 2, picture.height / 2);
      this.sprites.set(key, picture);
    }
    const left = Math.max(0, Math.min(this.canvas.width - picture.width, x - picture.width / 2));
    this.c.drawImage(picture, Math.round(left), Math.round(Math.min(this.canvas.height - picture.height, y - picture.height / 2)));
  }

  /** What was said last; what has no room without hiding a newer line is left to the event log. */
  speech() {
    const now = performance.now(), {c, dot} = this;
    this.bubbles = this.bubbles.filter(bubble => bubble.until > now);
    const size = 12 * dot;
    c.font = `500 ${size}px ${FONT}`;
    c.textAlign = 'left';
    c.textBaseline = 'alphabetic';
    const placed = [];
    for (const bubble of [...this.bubbles].reverse()) {
      const box = this.room(bubble, placed, size);
      if (box) placed.push(box);
    }
    for (const box of placed.reverse()) this.bubble(box, size, now);
  }

  /** Where a bubble can stand: over its speaker, or as much higher as others need. */
  room(bubble, placed, size) {
    const {c, dot, scale} = this, pad = 7 * dot, line = size * 1.28, edge = 3 * dot;
    bubble.lines ??= wrap(c, bubble.text, Math.min(185 * dot, this.canvas.width * .45), 4);
    bubble.width ??= Math.max(...bubble.lines.map(text => c.measureText(text).width)) + 2 * pad;
    const {width} = bubble, height = bubble.lines.length * line + 1.4 * pad;
    const px = this.at[0][bubble.villager] * scale, py = (this.at[1][bubble.villager] - 2.25 * this.figure) * scale;
    const x = Math.max(edge, Math.min(this.canvas.width - width - edge, px - width / 2));
    let y = Math.max(edge, py - height - 6 * dot);
    for (let tries = 0; tries < 4; tries++) {
      const other = placed.find(box => x < box.x + box.width + edge && box.x < x + width + edge && y < box.y + box.height + edge && box.y < y + height + edge);
      if (!other) return {bubble, x, y, width, height, px, py, pad, line};
      y = other.y - height - 5 * dot;
      if (y < edge) return undefined;
    }
    return undefined;
  }

  bubble({bubble, x, y, width, height, px, py, pad, line}, size, now) {
    const {c, dot} = this;
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
    const wide = (py - y - height > 20 * dot ? 2.5 : 5) * dot; // a long way down is pointed out, not covered
    c.moveTo(foot - wide, y + height - dot);
    c.lineTo(px, Math.max(py, y + height + 3 * dot));
    c.lineTo(foot + wide, y + height - dot);
    c.fill();
    c.fillStyle = '#2c261c';
    bubble.lines.forEach((text, i) => c.fillText(text, x + pad, y + pad * .55 + (i + .82) * line));
    c.globalAlpha = 1;
  }
}

/** Cuts a text into lines of that width, at most so many; the last one tells if there is more. */
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
