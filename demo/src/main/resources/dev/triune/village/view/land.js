// SPDX-License-Identifier: Apache-2.0
// The land and what stands on it. Everything is drawn in tiles; what the page has no picture of gets a
// plain one with its name, so that a new place or building needs nothing here.
import {hash} from './text.js';

/** A row of chances that is the same each time, so that no tree moves. */
function chances(seed) {
  let state = Math.floor(hash(seed) * 4294967296) || 1;
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822519) + 374761393 | 0;
    state ^= state >>> 13;
    return (state >>> 0) / 4294967296;
  };
}

const circle = (c, x, y, r, fill) => { c.fillStyle = fill; c.beginPath(); c.arc(x, y, r, 0, 7); c.fill(); };
const oval = (c, x, y, rx, ry, fill) => { c.fillStyle = fill; c.beginPath(); c.ellipse(x, y, rx, ry, 0, 0, 7); c.fill(); };
const shape = (c, fill, ...points) => { c.fillStyle = fill; c.beginPath(); points.forEach(([x, y], i) => i ? c.lineTo(x, y) : c.moveTo(x, y)); c.closePath(); c.fill(); };

function tree(c, x, y, size, chance) {
  oval(c, x + .15 * size, y + .1, .75 * size, .3 * size, 'rgba(20,40,20,.22)');
  c.fillStyle = '#6b4a2f';
  c.fillRect(x - .1 * size, y - .55 * size, .2 * size, .6 * size);
  const green = chance() < .5 ? ['#3f7345', '#4c8651', '#649d60'] : ['#356a4a', '#427c57', '#579268'];
  if (chance() < .4) {
    for (let i = 0; i < 3; i++) {
      const w = (.78 - .19 * i) * size, top = y - (1.05 + .5 * i) * size, foot = y - (.3 + .45 * i) * size;
      shape(c, green[i], [x - w, foot], [x, top - .35 * size], [x + w, foot]);
    }
  } else {
    circle(c, x, y - 1.05 * size, .78 * size, green[0]);
    circle(c, x - .15 * size, y - 1.2 * size, .6 * size, green[1]);
    circle(c, x - .25 * size, y - 1.35 * size, .34 * size, green[2]);
  }
}

function rock(c, x, y, size, chance) {
  oval(c, x + .1, y + .12 * size, .75 * size, .25 * size, 'rgba(20,30,30,.25)');
  const tall = (.6 + .5 * chance()) * size;
  shape(c, '#8b8d8e', [x - .7 * size, y + .1], [x - .45 * size, y - .6 * tall], [x + .1 * size, y - tall], [x + .6 * size, y - .4 * tall], [x + .72 * size, y + .12]);
  shape(c, '#a9abaa', [x - .45 * size, y - .6 * tall], [x + .1 * size, y - tall], [x + .2 * size, y - .35 * tall], [x - .25 * size, y - .15 * tall]);
}

function bush(c, x, y, size, dots, chance) {
  oval(c, x, y + .1, .6 * size, .22 * size, 'rgba(20,40,20,.22)');
  circle(c, x - .25 * size, y - .2 * size, .38 * size, '#4a7d45');
  circle(c, x + .25 * size, y - .22 * size, .4 * size, '#437440');
  circle(c, x, y - .42 * size, .4 * size, '#5a9152');
  for (let i = 0; i < 6; i++) circle(c, x + (chance() - .5) * size, y - chance() * .7 * size, .085 * size, dots);
}

/** How each kind of place looks: the first whose word is in the place's name or resource. */
const PLACES = [
  ['square', (c, p) => {
    oval(c, p.x, p.y, 3.3, 2.9, '#c9b68f');
    oval(c, p.x, p.y, 2.9, 2.5, '#d5c39d');
    const chance = chances('cobbles');
    for (let i = 0; i < 60; i++) {
      const a = chance() * 6.3, r = Math.sqrt(chance());
      oval(c, p.x + Math.cos(a) * r * 2.75, p.y + Math.sin(a) * r * 2.35, .17, .12, chance() < .5 ? '#c4b088' : '#e0d0ad');
    }
  }],
  ['river|water', () => {}],
  ['forest|wood', (c, p, chance) => grove(c, p, 46, 6.2, (x, y) => tree(c, x, y, .85 + .4 * chance(), chance), chance)],
  ['berr', (c, p, chance) => grove(c, p, 18, 4, (x, y) => bush(c, x, y, .9 + .3 * chance(), '#c2344d', chance), chance)],
  ['quarry|stone', (c, p, chance) => {
    oval(c, p.x, p.y, 4.6, 3.6, '#b9b19b');
    oval(c, p.x + .3, p.y - .2, 3.4, 2.5, '#a89f8a');
    grove(c, p, 20, 4.4, (x, y) => rock(c, x, y, .7 + .6 * chance(), chance), chance);
  }],
  ['field|grain|farm', (c, p) => {
    c.fillStyle = '#a98455';
    c.fillRect(p.x - 3.2, p.y - 2.4, 6.4, 4.8);
    for (let row = 0; row < 8; row++) {
      c.fillStyle = row % 2 ? '#d9b95f' : '#c7a64f';
      c.fillRect(p.x - 3, p.y - 2.25 + row * .58, 6, .34);
    }
  }],
  ['store', (c, p) => {
    oval(c, p.x, p.y + .3, 2.3, 1, 'rgba(60,50,30,.25)');
    c.fillStyle = '#9c6b43';
    c.fillRect(p.x - 1.7, p.y - 1.3, 3.4, 1.8);
    c.fillStyle = '#855838';
    for (let i = 0; i < 6; i++) c.fillRect(p.x - 1.7 + i * .6, p.y - 1.3, .07, 1.8);
    shape(c, '#7a3f35', [p.x - 2.1, p.y - 1.2], [p.x - 1.3, p.y - 2.5], [p.x + 1.3, p.y - 2.5], [p.x + 2.1, p.y - 1.2]);
    c.fillStyle = '#5d3b24';
    c.fillRect(p.x - .5, p.y - .7, 1, 1.2);
    c.fillStyle = '#caa36f';
    c.fillRect(p.x + 1.9, p.y - .15, .7, .65);
    c.fillRect(p.x + 2.1, p.y - .75, .6, .6);
  }],
];

function grove(c, place, count, radius, draw, chance) {
  const spots = [];
  for (let i = 0; i < count; i++) {
    const a = chance() * 6.3, r = radius * Math.sqrt(.06 + .94 * chance());
    spots.push([place.x + Math.cos(a) * r, place.y + Math.sin(a) * r * .85]);
  }
  spots.sort((a, b) => a[1] - b[1]).forEach(([x, y]) => draw(x, y));
}

function plain(c, place) {
  oval(c, place.x, place.y, 1.8, 1.3, 'rgba(200,180,130,.8)');
  c.fillStyle = '#7a5636';
  c.fillRect(place.x - .08, place.y - 1.1, .16, 1.2);
  c.fillRect(place.x - .6, place.y - 1.2, 1.2, .5);
}

const isRiver = place => /river|water|stream|lake/.test(place.label);

function river(c, place, size) {
  const bank = x => place.y + 1.6 + Math.sin(x / 7) * 1.5 + Math.sin(x / 3.1) * .4;
  const band = (fill, width) => {
    c.fillStyle = fill;
    c.beginPath();
    for (let x = -1; x <= size + 1; x += .5) c.lineTo(x, bank(x) - width);
    for (let x = size + 1; x >= -1; x -= .5) c.lineTo(x, bank(x) + width * .9 + Math.sin(x / 4) * .3);
    c.fill();
  };
  band('#c9bd8e', 2.5);
  band('#5d9fc0', 2.1);
  band('#71b2cf', 1.5);
  c.strokeStyle = 'rgba(255,255,255,.4)';
  c.lineWidth = .09;
  const chance = chances('ripples');
  for (let i = 0; i < 46; i++) {
    const x = chance() * size, y = bank(x) + (chance() - .5) * 2.6;
    c.beginPath();
    c.moveTo(x, y);
    c.quadraticCurveTo(x + .5, y - .18, x + 1, y);
    c.stroke();
  }
}

function path(c, from, to) {
  const bend = (hash(to.label) < .5 ? -1 : 1) * (5 + 5 * hash(to.label + '.'));
  const mx = (from.x + to.x) / 2 - (to.y - from.y) / 40 * bend, my = (from.y + to.y) / 2 + (to.x - from.x) / 40 * bend;
  for (const [width, colour] of [[1.25, '#b7a274'], [.95, '#cbb789']]) {
    c.strokeStyle = colour;
    c.lineWidth = width;
    c.lineCap = 'round';
    c.beginPath();
    c.moveTo(from.x, from.y);
    c.quadraticCurveTo(mx, my, to.x, to.y);
    c.stroke();
  }
}

/** Paints what never changes, once for each size of the canvas. */
export function paintLand(c, stage) {
  const {size, places} = stage;
  const ground = c.createRadialGradient(size / 2, size / 2, 4, size / 2, size / 2, size * .75);
  ground.addColorStop(0, '#a9c27c');
  ground.addColorStop(1, '#86aa66');
  c.fillStyle = ground;
  c.fillRect(0, 0, size, size);
  const chance = chances('meadow');
  for (let i = 0; i < 90; i++) oval(c, chance() * size, chance() * size, 1.5 + 3 * chance(), 1 + 1.6 * chance(), chance() < .5 ? 'rgba(150,185,105,.28)' : 'rgba(105,150,85,.2)');
  for (let i = 0; i < 900; i++) {
    const x = chance() * size, y = chance() * size;
    c.fillStyle = chance() < .5 ? 'rgba(80,125,65,.5)' : 'rgba(195,215,140,.55)';
    c.fillRect(x, y, .07, .28);
    c.fillRect(x + .13, y + .06, .07, .22);
  }
  const flowers = ['#f5f0d8', '#f2d45c', '#e9a0b8', '#b9a3e3'];
  for (let i = 0; i < 150; i++) circle(c, chance() * size, chance() * size, .1, flowers[i % 4]);
  const centre = places.find(place => /square/.test(place.label)) ?? places[0];
  places.filter(isRiver).forEach(place => river(c, place, size));
  places.filter(place => place !== centre).forEach(place => path(c, centre, place));
  for (let i = 0; i < 70; i++) {
    const edge = chance() * 4, along = chance() * size, deep = chance() * 2.4;
    const [x, y] = edge < 1 ? [along, deep + 1] : edge < 2 ? [along, size - deep * .3] : edge < 3 ? [deep, along] : [size - deep, along];
    if (!places.some(place => isRiver(place) && Math.abs(y - place.y - 1.6) < 4.5)) tree(c, x, y, .7 + .4 * chance(), chance);
  }
  for (const place of [...places].sort((a, b) => a.y - b.y)) {
    const kind = PLACES.find(([words]) => new RegExp(words).test(place.label)) ?? PLACES.find(([words]) => place.resource && new RegExp(words).test(place.resource));
    (kind?.[1] ?? plain)(c, place, chances(place.label));
  }
}

// ---- buildings

function house(c, x, y, wall, roof, door = true) {
  oval(c, x + .15, y + .45, 1.25, .45, 'rgba(50,45,25,.28)');
  c.fillStyle = wall;
  c.fillRect(x - .9, y - .55, 1.8, 1.05);
  c.fillStyle = 'rgba(0,0,0,.12)';
  c.fillRect(x + .45, y - .55, .45, 1.05);
  shape(c, roof, [x - 1.2, y - .45], [x, y - 1.6], [x + 1.2, y - .45]);
  shape(c, 'rgba(255,255,255,.14)', [x - 1.2, y - .45], [x, y - 1.6], [x - .1, y - .45]);
  if (door) {
    c.fillStyle = '#5a3d27';
    c.fillRect(x - .2, y - .1, .4, .6);
    c.fillStyle = '#f6d77a';
    c.fillRect(x + .42, y - .15, .27, .25);
  }
}

const BUILDINGS = {
  home: (c, x, y, seed) => house(c, x, y, ['#efe2c4', '#e8d3b0', '#f1e6d2'][Math.floor(seed * 3)], ['#b0533c', '#a3663a', '#8f4a4a', '#7d6a4a'][Math.floor(seed * 4)]),
  campfire: () => {},
  well: (c, x, y) => {
    oval(c, x, y + .25, .95, .55, 'rgba(50,45,25,.28)');
    oval(c, x, y, .85, .6, '#9a9a98');
    oval(c, x, y - .08, .58, .38, '#35657d');
    c.fillStyle = '#6d4b30';
    c.fillRect(x - .8, y - 1.2, .13, 1.2);
    c.fillRect(x + .67, y - 1.2, .13, 1.2);
    shape(c, '#8f5a3a', [x - 1.05, y - 1.1], [x, y - 1.75], [x + 1.05, y - 1.1]);
  },
  bakery: (c, x, y) => {
    house(c, x, y, '#f0dcc0', '#a8763e');
    c.fillStyle = '#8b6f5c';
    c.fillRect(x + .5, y - 1.75, .38, .8);
    circle(c, x + .75, y - 2.05, .22, 'rgba(245,245,245,.75)');
    circle(c, x + .98, y - 2.4, .3, 'rgba(245,245,245,.5)');
  },
  storehouse: (c, x, y) => PLACES.find(([words]) => words === 'store')[1](c, {x, y}),
  field: (c, x, y) => {
    c.fillStyle = '#a98455';
    c.fillRect(x - 1.6, y - 1.1, 3.2, 2.2);
    for (let row = 0; row < 4; row++) {
      c.fillStyle = '#d9b95f';
      c.fillRect(x - 1.45, y - .95 + row * .52, 2.9, .28);
    }
  },
};

/** Draws a building; one under way is a frame of poles. */
export function paintBuilding(c, building) {
  const {kind, x, y} = building;
  if (building.builder >= 0) {
    oval(c, x, y + .3, 1.3, .5, 'rgba(120,95,55,.45)');
    c.strokeStyle = '#8a6436';
    c.lineWidth = .12;
    c.strokeRect(x - .85, y - .7, 1.7, 1.1);
    c.beginPath();
    for (const [x1, y1, x2, y2] of [[-.85, .4, .85, -.7], [-.85, -.7, .85, .4], [-1.05, -.6, 0, -1.45], [1.05, -.6, 0, -1.45]]) {
      c.moveTo(x + x1, y + y1);
      c.lineTo(x + x2, y + y2);
    }
    c.stroke();
    return;
  }
  const known = BUILDINGS[kind];
  if (known) known(c, x, y, hash(kind + x + y));
  else house(c, x, y, '#e6dcc8', `hsl(${Math.floor(hash(kind) * 360)} 35% 45%)`);
}

/** Draws a fire, which flickers with the time while it burns. */
export function paintFire(c, fire, millis, calm) {
  const {x, y} = fire;
  oval(c, x, y + .1, .75, .4, 'rgba(60,45,30,.5)');
  c.strokeStyle = '#5f4229';
  c.lineWidth = .2;
  c.lineCap = 'round';
  c.beginPath();
  c.moveTo(x - .5, y + .2);
  c.lineTo(x + .5, y - .1);
  c.moveTo(x - .5, y - .1);
  c.lineTo(x + .5, y + .2);
  c.stroke();
  if (!fire.burning) {
    circle(c, x, y - .3, .14, 'rgba(190,190,190,.5)');
    circle(c, x + .12, y - .62, .18, 'rgba(190,190,190,.3)');
    return;
  }
  const wave = calm ? .5 : .5 + .5 * Math.sin(millis / 110 + x);
  const size = (.55 + .6 * fire.fuel) * (.92 + .16 * wave);
  for (const [scale, colour] of [[1, '#e2572b'], [.68, '#f29a38'], [.36, '#ffe18a']]) {
    const w = .55 * size * scale, h = 1.6 * size * scale, lean = (wave - .5) * .22 * scale;
    c.fillStyle = colour;
    c.beginPath();
    c.moveTo(x - w, y + .05);
    c.quadraticCurveTo(x - w, y - h * .5, x + lean, y - h);
    c.quadraticCurveTo(x + w, y - h * .5, x + w, y + .05);
    c.quadraticCurveTo(x, y + .3, x - w, y + .05);
    c.fill();
  }
}

/** Draws somebody who is no villager: a wolf, or whatever it is called. */
export function paintCreature(c, creature) {
  const {x, y} = creature;
  oval(c, x, y + .1, .8, .25, 'rgba(20,20,20,.3)');
  oval(c, x, y - .4, .75, .36, '#5c6066');
  circle(c, x + .72, y - .68, .3, '#6b7078');
  shape(c, '#5c6066', [x + .55, y - .85], [x + .62, y - 1.2], [x + .78, y - .9]);
  shape(c, '#5c6066', [x - .7, y - .5], [x - 1.25, y - .75], [x - .65, y - .25]);
  c.fillStyle = '#4c5056';
  for (const leg of [-.5, -.25, .3, .5]) c.fillRect(x + leg, y - .2, .12, .35);
}

/** How dark it is at an hour, 0 to 1. */
export function darkness(hour) {
  const smooth = (from, to) => { const t = Math.max(0, Math.min(1, (hour - from) / (to - from))); return t * t * (3 - 2 * t); };
  return hour < 12 ? 1 - smooth(4.5, 7.2) : smooth(18.5, 21.5);
}
