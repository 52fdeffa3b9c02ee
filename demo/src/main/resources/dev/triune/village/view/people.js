// SPDX-License-Identifier: Apache-2.0
// Draws the villagers, signs of their state, and conversations.
import {FLAG, FONT} from './brush.js';

const SKINS = ['#f2cfae', '#e0ac82', '#c68a5e', '#8f5d3c'];
const HAIR = ['#4a3426', '#8a5a32', '#d8b56a', '#9a9a9a', '#2c2622'];
const SIGNS = [null, ['#b8671b', '▲'], ['#14797c', '●'], ['#6a48b5', '◆']];
const APART_UP_TO = 60;

/** Moves overlapping villagers apart, if there are few. */
export function spread(x, y, n, size) {
  for (let round = 0; n <= APART_UP_TO && round < 6; round++) {
    for (let i = 0; i < n; i++) {
      for (let j = i + 1; j < n; j++) {
        const dx = (x[j] - x[i]) / 1.7, dy = (y[j] - y[i]) / 1.15, far = Math.hypot(dx, dy);
        if (far >= 1) continue;
        const push = .5 * (1 - far), ux = far > .01 ? dx / far : Math.cos(j), uy = far > .01 ? dy / far : Math.sin(j);
        x[i] -= ux * push * 1.7; x[j] += ux * push * 1.7;
        y[i] -= uy * push * 1.15; y[j] += uy * push * 1.15;
      }
    }
  }
  for (let i = 0; i < n; i++) {
    x[i] = Math.max(.6, Math.min(size - .6, x[i]));
    y[i] = Math.max(2, Math.min(size - .8, y[i]));
  }
}

export class People {
  constructor(map) {
    this.map = map;
  }

  setStage(villagers, colours) {
    this.looks = villagers.map((villager, i) => ({colour: colours.get(villager.trade), skin: SKINS[i * 7 % SKINS.length], hair: HAIR[i * 3 % HAIR.length]}));
  }

  paint(millis) {
    const {at, to, from, frame, scale, figure, order, c} = this.map;
    for (const circle of this.map.scene?.circles ?? []) this.circle(circle);
    order.sort((a, b) => at[1][a] - at[1][b]);
    for (const i of order) {
      const flags = frame.flags[i], room = this.map.bedroom(i);
      if (room) {
        this.sign(i, flags, room.x * scale, (room.y - .5) * scale, millis);
        continue;
      }
      const x = at[0][i] * scale, y = at[1][i] * scale;
      const walking = Math.abs(to[0][i] - from[0][i]) + Math.abs(to[1][i] - from[1][i]) > .02 && !frame.paused;
      const bob = walking && !this.map.calm.matches ? Math.abs(Math.sin(millis / 90 + i)) * .16 * scale * figure : 0;
      if (i === this.map.selected || i === this.map.hovered) this.ring(x, y, i === this.map.selected);
      const body = this.sprite('body' + i, s => this.figure(s, this.looks[i], flags), flags & (FLAG.asleep | FLAG.dead));
      const grown = scale / this.map.detail, width = body.width * grown, height = body.height * grown;
      c.drawImage(body, Math.round(x - width / 2), Math.round(y - height * .86 - bob), width, height);
      this.map.work.paint(i, x, y - bob, walking, millis);
      this.sign(i, flags, x, y - bob, millis);
    }
  }

  /** Draws the ground of a conversation, with a light under the member who has the turn. */
  circle({members, turn}) {
    const {c, at, scale, frame} = this.map;
    if (!members.every(i => frame.flags[i] & FLAG.talking)) return;
    const mean = axis => members.reduce((sum, i) => sum + at[axis][i], 0) / members.length;
    const x = mean(0), y = mean(1);
    const rx = 1.3 + Math.max(...members.map(i => Math.abs(at[0][i] - x))), ry = .8 + Math.max(...members.map(i => Math.abs(at[1][i] - y)));
    if (rx > 9 || ry > 9) return;
    c.fillStyle = 'rgba(255,252,228,.34)';
    c.strokeStyle = 'rgba(20,121,124,.75)';
    c.lineWidth = .09 * scale;
    c.setLineDash([.35 * scale, .3 * scale]);
    c.beginPath();
    c.ellipse(x * scale, y * scale, rx * scale, ry * scale, 0, 0, 7);
    c.fill();
    c.stroke();
    c.setLineDash([]);
    if (turn < 0) return;
    c.fillStyle = 'rgba(20,121,124,.6)';
    c.beginPath();
    c.ellipse(at[0][turn] * scale, at[1][turn] * scale, .8 * scale, .4 * scale, 0, 0, 7);
    c.fill();
  }

  ring(x, y, chosen) {
    const {c, scale} = this.map;
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

  /** A cached picture of a figure, redrawn when the size of the map or the variant changes. */
  sprite(name, paint, variant) {
    const {sprites} = this.map, key = name + ':' + variant;
    let picture = sprites.get(key);
    if (!picture) {
      const unit = this.map.detail * this.map.figure;
      picture = document.createElement('canvas');
      picture.width = Math.ceil(2 * unit);
      picture.height = Math.ceil(2.4 * unit);
      const s = picture.getContext('2d');
      s.translate(picture.width / 2, picture.height * .86);
      s.scale(unit, unit);
      paint(s);
      sprites.set(key, picture);
    }
    return picture;
  }

  figure(s, look, flags) {
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

  /** Draws the layer that thought last at the shoulder, dots while a model is called, z for sleep. */
  sign(i, flags, x, y, millis) {
    const {c, scale, unit, figure, dot} = this.map, calm = this.map.calm.matches;
    const size = Math.max(.56 * unit * figure, 4.5 * dot);
    const sx = x + .62 * scale * figure, sy = y - 1.62 * scale * figure;
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
        const up = calm ? 0 : Math.max(0, Math.sin(millis / 160 - dot * .9)) * size * .4;
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
    let picture = this.map.sprites.get(key);
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
      this.map.sprites.set(key, picture);
    }
    return picture;
  }
}
