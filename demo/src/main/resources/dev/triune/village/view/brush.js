// SPDX-License-Identifier: Apache-2.0
// Shared drawing helpers. All coordinates are in tiles.
import {hash} from './text.js';

export const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

/** The bits of the flags of a villager in a frame. */
export const FLAG = {layer: 3, thinking: 4, asleep: 8, dead: 16, talking: 32, reflex: 64, overridden: 128, byHand: 256};

/** A seeded random generator, so that the picture stays the same. */
export function chances(seed) {
  let state = Math.floor(hash(seed) * 4294967296) || 1;
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822519) + 374761393 | 0;
    state ^= state >>> 13;
    return (state >>> 0) / 4294967296;
  };
}

export const circle = (c, x, y, r, fill) => { c.fillStyle = fill; c.beginPath(); c.arc(x, y, r, 0, 7); c.fill(); };
export const oval = (c, x, y, rx, ry, fill) => { c.fillStyle = fill; c.beginPath(); c.ellipse(x, y, rx, ry, 0, 0, 7); c.fill(); };
export const shape = (c, fill, ...points) => { c.fillStyle = fill; c.beginPath(); points.forEach(([x, y], i) => i ? c.lineTo(x, y) : c.moveTo(x, y)); c.closePath(); c.fill(); };
