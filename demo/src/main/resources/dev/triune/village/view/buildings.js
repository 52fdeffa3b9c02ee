// SPDX-License-Identifier: Apache-2.0
// Draws buildings, construction sites, plots and fires. A building without a picture here is a
// house in its own colour.
import {hash} from './text.js';
import {circle, oval, shape} from './brush.js';

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
  storehouse: (c, x, y) => {
    c.save();
    c.translate(x, y);
    c.scale(.74, .82);
    c.translate(-x, -y);
    oval(c, x, y + .3, 2.3, 1, 'rgba(60,50,30,.25)');
    c.fillStyle = '#9c6b43';
    c.fillRect(x - 1.7, y - 1.3, 3.4, 1.8);
    c.fillStyle = '#855838';
    for (let i = 0; i < 6; i++) c.fillRect(x - 1.7 + i * .6, y - 1.3, .07, 1.8);
    shape(c, '#7a3f35', [x - 2.1, y - 1.2], [x - 1.3, y - 2.5], [x + 1.3, y - 2.5], [x + 2.1, y - 1.2]);
    c.fillStyle = '#5d3b24';
    c.fillRect(x - .5, y - .7, 1, 1.2);
    c.fillStyle = '#caa36f';
    c.fillRect(x + 1.9, y - .15, .7, .65);
    c.fillRect(x + 2.1, y - .75, .6, .6);
    c.restore();
  },
  field: () => {}, // drawn as a plot
  market: (c, x, y) => {
    oval(c, x, y + .4, 1.5, .45, 'rgba(50,45,25,.28)');
    c.fillStyle = '#8a6436';
    c.fillRect(x - 1.2, y - .2, 2.4, .5);
    for (const side of [-1.2, 1.08]) c.fillRect(x + side, y - 1.2, .12, 1.6);
    for (let i = 0; i < 6; i++) shape(c, i % 2 ? '#f6efe0' : '#c0453a', [x - 1.4 + i * .47, y - 1.1], [x - 1.2 + i * .4, y - 1.7], [x - .8 + i * .4, y - 1.7], [x - .93 + i * .47, y - 1.1]);
  },
  mill: (c, x, y) => {
    oval(c, x, y + .45, 1.1, .4, 'rgba(50,45,25,.28)');
    shape(c, '#ece4d2', [x - .8, y + .5], [x - .55, y - 1.3], [x + .55, y - 1.3], [x + .8, y + .5]);
    shape(c, '#7d4a38', [x - .65, y - 1.25], [x, y - 2], [x + .65, y - 1.25]);
    c.strokeStyle = '#6d4b30';
    c.lineWidth = .16;
    c.beginPath();
    for (const [dx, dy] of [[1, 1], [1, -1]]) {
      c.moveTo(x - dx * 1.1, y - 1.2 - dy * 1.1);
      c.lineTo(x + dx * 1.1, y - 1.2 + dy * 1.1);
    }
    c.stroke();
  },
  bridge: (c, x, y) => {
    c.fillStyle = '#a07a4c';
    c.fillRect(x - 1.8, y - .45, 3.6, .9);
    c.fillStyle = '#7d5b39';
    for (let i = 0; i < 9; i++) c.fillRect(x - 1.8 + i * .42, y - .45, .07, .9);
    c.fillRect(x - 1.9, y - .6, 3.8, .14);
    c.fillRect(x - 1.9, y + .42, 3.8, .14);
  },
  tower: (c, x, y) => {
    oval(c, x, y + .45, 1, .35, 'rgba(50,45,25,.28)');
    c.fillStyle = '#a9a49a';
    c.fillRect(x - .6, y - 2, 1.2, 2.5);
    c.fillStyle = '#8d887e';
    c.fillRect(x + .2, y - 2, .4, 2.5);
    for (const at of [-.8, -.25, .3]) c.fillRect(x + at, y - 2.4, .45, .5);
  },
};

/** Draws a building; unfinished ones as stakes, then as growing walls behind a scaffold. */
export function paintBuilding(c, building) {
  const {kind, x, y} = building;
  const paint = BUILDINGS[kind] ?? ((c, x, y) => house(c, x, y, '#e6dcc8', `hsl(${Math.floor(hash(kind) * 360)} 35% 45%)`));
  if (building.standing) paint(c, x, y, hash(kind + x + y));
  else site(c, building, paint);
}

function site(c, {kind, x, y, done}, paint) {
  const big = kind === 'storehouse', flat = kind === 'field' || kind === 'campfire';
  const w = big ? 1.6 : 1.25, top = flat ? .7 : big ? 2.1 : 1.75;
  oval(c, x, y + .2, w + .25, flat ? .95 : .6, 'rgba(142,112,66,.5)');
  if (done > 0 && !flat) {
    c.save();
    c.beginPath();
    c.rect(x - 3, y + .8 - (top + .8) * done, 6, (top + .8) * done);
    c.clip();
    paint(c, x, y, hash(kind + x + y));
    c.restore();
  }
  c.strokeStyle = '#8a6436';
  c.lineWidth = .11;
  c.lineCap = 'round';
  c.beginPath();
  const line = (x1, y1, x2, y2) => { c.moveTo(x + x1, y + y1); c.lineTo(x + x2, y + y2); };
  for (const side of [-w, w]) line(side, .5, side, done > 0 ? -top : -.1);
  if (done > 0 && !flat) {
    line(-w - .15, -top * .35, w + .15, -top * .35);
    line(-w - .15, -top * .8, w + .15, -top * .8);
    line(-w, .5, w, -top * .35);
  } else {
    line(-w, 0, w, 0);
    line(-w * .6, .75, w * .6, .75);
  }
  c.stroke();
  progress(c, x, y + 1, done);
}

function progress(c, x, y, done) {
  c.fillStyle = 'rgba(40,32,20,.75)';
  c.beginPath();
  c.roundRect(x - 1, y - .16, 2, .36, .18);
  c.fill();
  c.fillStyle = '#f2c14e';
  c.beginPath();
  c.roundRect(x - .93, y - .09, Math.max(.22, 1.86 * done), .22, .11);
  c.fill();
}

/** Draws a plot of the field: furrows, then green, then gold. */
export function paintPlot(c, {x, y, grown}) {
  const w = 1.35, h = 1.15;
  c.fillStyle = '#7d5b39';
  c.beginPath();
  c.roundRect(x - w - .08, y - h - .08, 2 * w + .16, 2 * h + .16, .25);
  c.fill();
  c.fillStyle = '#97704a';
  c.beginPath();
  c.roundRect(x - w, y - h, 2 * w, 2 * h, .2);
  c.fill();
  for (let row = 0; row < 5; row++) {
    const at = y - h + .36 + row * .46;
    c.fillStyle = '#805d3b';
    c.fillRect(x - w + .12, at, 2 * w - .24, .15);
    if (grown < 0) continue;
    const tall = .16 + .5 * grown;
    c.lineWidth = .09;
    c.lineCap = 'round';
    c.strokeStyle = `hsl(${100 - 56 * grown ** 2} ${48 + 22 * grown}% ${36 + 17 * grown}%)`;
    c.beginPath();
    for (let i = 0; i < 11; i++) {
      const at2 = x - w + .24 + i * .222, lean = (i * 7 % 3 - 1) * .05;
      c.moveTo(at2, at + .1);
      c.lineTo(at2 + lean, at + .1 - tall);
    }
    c.stroke();
    if (grown >= 1) for (let i = 0; i < 11; i++) oval(c, x - w + .24 + i * .222 + (i * 7 % 3 - 1) * .05, at - tall + .06, .075, .14, '#f3cf62');
  }
}

/** Draws a fire, which flickers while it burns. */
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
