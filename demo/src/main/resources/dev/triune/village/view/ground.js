// SPDX-License-Identifier: Apache-2.0
// Draws the land, once for each size of the map. A place without a picture here gets a plain one.
import {hash} from './text.js';
import {chances, circle, oval, shape} from './brush.js';

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

/** Painters of places; the first whose word is in the name or resource of a place draws it. */
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
  ['field|grain|farm', (c, p, chance) => {
    oval(c, p.x, p.y, 5.6, 3.9, 'rgba(186,164,104,.55)');
    oval(c, p.x, p.y, 5, 3.3, 'rgba(196,172,112,.55)');
    for (let i = 0; i < 60; i++) {
      const a = chance() * 6.3, r = Math.sqrt(chance());
      oval(c, p.x + Math.cos(a) * r * 4.9, p.y + Math.sin(a) * r * 3.3, .14, .07, chance() < .5 ? 'rgba(150,122,70,.5)' : 'rgba(222,204,150,.6)');
    }
  }],
  ['store', (c, p) => oval(c, p.x, p.y + .3, 2.7, 1.5, 'rgba(190,168,122,.75)')],
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

const bankOf = place => x => place.y + 1.6 + Math.sin(x / 7) * 1.5 + Math.sin(x / 3.1) * .4;

/** Draws ripples on the water, which stand still if reduced motion is preferred. */
export function flow(c, {places, size}, millis, calm) {
  c.strokeStyle = 'rgba(255,255,255,.55)';
  c.lineWidth = .1;
  c.beginPath();
  for (const place of places.filter(isRiver)) {
    const bank = bankOf(place);
    for (let i = 0; i < 22; i++) {
      const x = ((i * 7919 % 997) / 997 * size + (calm ? 0 : millis / 900)) % size, y = bank(x) + ((i * 104729 % 991) / 991 - .5) * 2.4;
      c.moveTo(x, y);
      c.lineTo(x + .9, y - .06);
    }
  }
  c.stroke();
}

function river(c, place, size) {
  const bank = bankOf(place);
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

/** Draws the unchanging land, once for each size of the canvas. */
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
