// SPDX-License-Identifier: Apache-2.0
// The part of the map that is shown: all of it, or a close-up that is drawn in full resolution.

export const CLOSE_UP = 1.55;
const MOVE_MILLIS = 1_400;

export class Camera {
  /** Creates a camera that shows a square map with a side in tiles. */
  constructor(size) {
    this.size = size;
    this.now = this.from = this.to = {zoom: 1, x: size / 2, y: size / 2};
  }

  /** Moves to a close-up of a spot, or back to the whole map. */
  look(spot) {
    this.from = this.now;
    this.to = spot ? {zoom: CLOSE_UP, x: spot.x, y: spot.y} : {...this.to, zoom: 1};
    this.since = undefined;
  }

  step(millis) {
    this.since ??= millis;
    const t = Math.min(1, (millis - this.since) / MOVE_MILLIS), share = t * t * (3 - 2 * t), {from, to} = this;
    const between = axis => from[axis] + (to[axis] - from[axis]) * share;
    this.now = {zoom: between('zoom'), x: between('x'), y: between('y')};
  }

  get zoom() {
    return this.now.zoom;
  }

  /** Whether the map must be drawn for a close-up. */
  get near() {
    return this.now.zoom > 1 || this.to.zoom > 1;
  }

  /** The visible square, in tiles. */
  visible() {
    const side = this.size / this.zoom, rest = this.size - side;
    return {left: this.now.x / this.size * rest, top: this.now.y / this.size * rest, side};
  }
}
