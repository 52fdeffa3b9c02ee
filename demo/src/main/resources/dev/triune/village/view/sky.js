// SPDX-License-Identifier: Apache-2.0
// Draws night and weather, above everything except text.
import {calendar} from './text.js';

/** The darkness at an hour, 0 to 1. */
function darkness(hour) {
  const smooth = (from, to) => { const t = Math.max(0, Math.min(1, (hour - from) / (to - from))); return t * t * (3 - 2 * t); };
  return hour < 12 ? 1 - smooth(4.5, 7.2) : smooth(18.5, 21.5);
}

export class Sky {
  constructor(map) {
    this.map = map;
    this.night = document.createElement('canvas');
    this.night.width = this.night.height = 192;
  }

  /** The darkness of the shown moment, 0 to 1. */
  get darkness() {
    return darkness(calendar(this.map.stage, this.map.frame.tick).hour);
  }

  /** Draws the darkness and the lights in it. */
  dusk(millis) {
    const dark = this.darkness;
    if (dark <= .01) return;
    const {c, scale, scene} = this.map, calm = this.map.calm.matches;
    const n = this.night.getContext('2d'), k = this.night.width / this.map.stage.size;
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
    const flicker = calm ? 0 : Math.sin(millis / 130) * .25;
    for (const fire of scene.fires) if (fire.burning) light(fire.x, fire.y, 6.5 + flicker, .95);
    const rooms = new Set(this.map.order.map(i => this.map.bedroom(i)).filter(Boolean));
    for (const building of scene.buildings) if (building.kind === 'home' && building.standing) light(building.x, building.y, 2.6, rooms.has(building) ? .75 : .4);
    c.drawImage(this.night, 0, 0, this.map.stage.size * scale, this.map.stage.size * scale);
    if (dark > .3) for (const {x, y} of rooms) this.window(x, y, dark);
    for (const fire of scene.fires) {
      if (!fire.burning) continue;
      const x = fire.x * scale, y = fire.y * scale, r = (5 + flicker) * scale;
      const glow = c.createRadialGradient(x, y, 0, x, y, r);
      glow.addColorStop(0, `rgba(255,170,70,${.34 * dark})`);
      glow.addColorStop(1, 'rgba(255,150,50,0)');
      c.fillStyle = glow;
      c.fillRect(x - r, y - r, 2 * r, 2 * r);
    }
  }

  /** Draws a lit window. */
  window(x, y, dark) {
    const {c, scale} = this.map;
    c.fillStyle = `rgba(255,214,110,${.95 * dark})`;
    c.fillRect((x + .4) * scale, (y - .18) * scale, .32 * scale, .3 * scale);
    c.fillStyle = `rgba(255,190,90,${.28 * dark})`;
    c.beginPath();
    c.ellipse((x + .56) * scale, (y + .62) * scale, .7 * scale, .28 * scale, 0, 0, 7);
    c.fill();
  }

  /** Draws a storm. */
  rain(millis) {
    const {c, canvas, scale, dot} = this.map, calm = this.map.calm.matches;
    c.fillStyle = 'rgba(40,55,75,.28)';
    c.fillRect(0, 0, canvas.width, canvas.height);
    c.strokeStyle = 'rgba(200,220,240,.5)';
    c.lineWidth = dot;
    c.beginPath();
    for (let i = 0; i < 160; i++) {
      const x = (i * 7919 % 997) / 997 * canvas.width, fall = calm ? 0 : millis * .9;
      const y = ((i * 104729 % 991) / 991 * canvas.height + fall) % canvas.height;
      c.moveTo(x, y);
      c.lineTo(x - .15 * scale, y + .8 * scale);
    }
    c.stroke();
  }
}
