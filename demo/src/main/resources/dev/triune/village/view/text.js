// SPDX-License-Identifier: Apache-2.0
// Shared helpers of the page. Text from the village only becomes text nodes.

/** Creates an element with properties, data and children; strings become text nodes. */
export function el(tag, given, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(given ?? {})) {
    if (key === 'class') node.className = value;
    else if (key === 'data') Object.assign(node.dataset, value);
    else if (key.includes('-') || key === 'role') node.setAttribute(key, value);
    else node[key] = value;
  }
  node.append(...children.filter(child => child !== null && child !== undefined));
  return node;
}

export const byId = id => document.getElementById(id);

const whole = new Intl.NumberFormat('en');

export const number = value => whole.format(value);

export const money = value => value === 0 ? 'free' : '$' + value.toFixed(value < 0.01 ? 6 : 4);

export const seconds = millis => millis < 10_000 ? (millis / 1000).toFixed(1) + ' s' : Math.round(millis / 1000) + ' s';

export const percent = share => Math.round(100 * Math.max(0, Math.min(1, share)));

/** The day and time of a tick. */
export function calendar(stage, tick) {
  const perHour = stage.ticksPerDay / 24;
  const hours = tick / perHour + stage.firstHour;
  const two = value => String(Math.floor(value)).padStart(2, '0');
  return {
    day: Math.floor(hours / 24) + 1,
    hour: hours % 24,
    time: two(hours % 24) + ':' + two((hours % 1) * 60),
  };
}

/** Replaces a list of terms if the pairs have changed. */
export function rows(list, pairs) {
  const key = JSON.stringify(pairs);
  if (list.dataset.key === key) return;
  list.dataset.key = key;
  list.replaceChildren(...pairs.map(([term, value, note]) =>
    el('div', null, el('dt', null, term), el('dd', null, value, note ? el('small', null, ' ' + note) : null))));
}

/** Returns a function that shows a list with `show`: at once, or, while the mouse is over it, as soon as it has left. */
export function unlessPointed(list, show) {
  let over = false, due = false;
  list.addEventListener('pointerenter', event => { over = event.pointerType === 'mouse'; });
  list.addEventListener('pointerleave', () => {
    over = false;
    if (due) show();
    due = false;
  });
  return () => {
    due = over;
    if (!over) show();
  };
}

/** A hash of a text, 0 to 1. */
export function hash(text) {
  let sum = 2166136261;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 16777619);
  return ((sum ^ (sum >>> 15)) >>> 0) / 4294967296;
}

const PALETTE = ['#c8553d', '#3d7ea6', '#d9a441', '#6a8d3f', '#b0578d', '#4f9d8f', '#8a6fb0', '#c97b4a', '#5b6fb5', '#a0763c'];

/** A colour for each trade, the same in the list and on the map. */
export function tradeColours(villagers) {
  const trades = [...new Set(villagers.map(villager => villager.trade))];
  return new Map(trades.map((trade, i) => [trade, PALETTE[i % PALETTE.length]]));
}
