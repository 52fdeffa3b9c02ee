// SPDX-License-Identifier: Apache-2.0
// Draws creatures that are not villagers. Their positions arrive twice a second and are
// interpolated.
import {circle, oval, shape} from './brush.js';

export class Creatures {
  constructor() {
    this.all = [];
  }

  /** Sets the current positions; known creatures walk there. */
  set(creatures) {
    const before = this.all;
    this.all = creatures.map(({kind, x, y}) => {
      const known = before.find(other => other.kind === kind && Math.hypot(other.toX - x, other.toY - y) < 12);
      return {kind, toX: x, toY: y, x: known?.x ?? x, y: known?.y ?? y, left: known && Math.abs(x - known.x) > .05 ? x < known.x : known?.left ?? x > 24};
    });
  }

  paint(c, millis, calm) {
    const share = 1 - Math.exp(-Math.min(100, millis - (this.at ?? millis)) / 350);
    this.at = millis;
    for (const one of this.all) {
      const dx = (one.toX - one.x) * share, dy = (one.toY - one.y) * share;
      one.x += dx;
      one.y += dy;
      const stride = calm || Math.hypot(dx, dy) < .004 ? 0 : Math.sin(millis / 85);
      paintCreature(c, one, stride);
    }
  }
}

/** Draws a wolf or another creature, with the ring within which it is feared. */
function paintCreature(c, {x, y, left}, stride) {
  const fear = c.createRadialGradient(x, y, 2, x, y, 6);
  fear.addColorStop(0, 'rgba(190,40,30,.2)');
  fear.addColorStop(1, 'rgba(190,40,30,0)');
  oval(c, x, y, 6, 6, fear);
  c.save();
  c.translate(x, y);
  c.scale(left ? -1.35 : 1.35, 1.35);
  oval(c, 0, .1, .95, .25, 'rgba(20,20,20,.35)');
  c.fillStyle = '#3f444b';
  for (const [at, way] of [[-.55, 1], [.42, -1]]) c.fillRect(at + .12 * way * stride, -.3, .15, .42);
  shape(c, '#4d535b', [-.65, -.62], [-1.35, -.25 + .06 * stride], [-1.2, -.06], [-.6, -.35]);
  oval(c, -.05, -.5, .78, .34, '#565d66');
  oval(c, -.1, -.38, .55, .2, '#8b9199');
  c.fillStyle = '#4d535b';
  for (const [at, way] of [[-.38, -1], [.56, 1]]) c.fillRect(at + .12 * way * stride, -.3, .16, .44);
  shape(c, '#565d66', [.35, -.75], [.75, -1.12], [1, -.95], [.8, -.35], [.4, -.25]);
  circle(c, .84, -.98, .29, '#646b75');
  shape(c, '#8b9199', [.9, -1.08], [1.38, -.86], [1.32, -.74], [.92, -.74]);
  shape(c, '#4d535b', [.62, -1.16], [.68, -1.5], [.86, -1.2]);
  shape(c, '#4d535b', [.82, -1.2], [.94, -1.5], [1.02, -1.14]);
  circle(c, 1.36, -.83, .07, '#20242a');
  circle(c, .95, -1.02, .06, '#ffd35c');
  c.restore();
}
