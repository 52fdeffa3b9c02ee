// SPDX-License-Identifier: Apache-2.0
// Names of people and places. No two overlap: a name moves beside its owner, and without room it
// fades.
import {FONT} from './brush.js';

const NAMES_UP_TO = 60;
const FADE_MILLIS = 220;

/** Where a label may stand: the shares of its width and height from its anchor, the best first. */
const BESIDE = [[-.5, 0], [-.5, .8], [.12, -.2], [-1.12, -.2], [0, .5], [-1, .5], [-.5, 1.6], [.2, -1.2], [-1.2, -1.2]];
const AROUND = [[-.5, 0], [-.5, -3.6], [-.5, 1], [.2, .3], [-1.2, .3], [.2, -1.4], [-1.2, -1.4], [-.5, 2]];

export class Labels {
  constructor(map) {
    this.map = map;
    this.known = new Map();
    this.placed = [];
  }

  reset() {
    this.known.clear();
  }

  /** Draws all labels that have room beside the given boxes. */
  paint(millis, taken) {
    const {c} = this.map;
    this.placed = [];
    const people = this.people();
    const bodies = this.bodies();
    for (const label of people) this.place(label, BESIDE, [...taken, ...bodies.filter(body => body.i !== label.i)]);
    for (const label of this.places()) this.place(label, AROUND, [...taken, ...bodies]);
    const share = Math.min(1, (millis - (this.at ?? millis)) / FADE_MILLIS);
    this.at = millis;
    for (const [key, seen] of this.known) {
      seen.alpha += ((seen.shown ? 1 : 0) - seen.alpha) * share;
      if (seen.shown) {
        c.globalAlpha = seen.alpha;
        c.drawImage(seen.picture, seen.shown.x, seen.shown.y);
      } else if (seen.alpha < .05) this.known.delete(key);
      seen.shown = undefined;
    }
    c.globalAlpha = 1;
  }

  /** The names of the villagers outside, and one label for those who sleep in a house; the selected villager first. */
  people() {
    const {map} = this, {at, order, stage, selected, hovered} = map, labels = [], rooms = new Map();
    const first = i => i === selected ? 2 : i === hovered ? 1 : 0;
    for (const i of [...order].sort((a, b) => first(b) - first(a) || a - b)) {
      if (map.n > NAMES_UP_TO && !first(i)) continue;
      const {name} = stage.villagers[i], room = map.bedroom(i), sleepers = rooms.get(room);
      if (sleepers) sleepers.text += ', ' + name;
      else {
        const label = {i, text: name, x: room?.x ?? at[0][i], y: room ? room.y + .8 : at[1][i] + .25, must: first(i) > 0};
        labels.push(label);
        if (room) rooms.set(room, label);
      }
    }
    return labels;
  }

  places() {
    const {stage, appointments = []} = this.map;
    return [...appointments.map(one => ({...one, y: one.y - 2.6, place: true, must: true})),
      ...stage.places.map(({label, x, y}) => ({text: label, x, y: y + (label === 'field' ? 3 : 1.8), place: true}))];
  }

  /** The boxes of the drawn figures on the screen. */
  bodies() {
    const {scale, figure, order, at, left, top} = this.map, half = .42 * figure * scale;
    return order.filter(i => !this.map.bedroom(i)).map(i => ({i, x: at[0][i] * scale + left - half, y: (at[1][i] - 1.6 * figure) * scale + top, width: 2 * half, height: 1.3 * figure * scale}));
  }

  /** Finds room for a label, where it stood before if possible. */
  place(label, spots, taken) {
    const {map} = this, {canvas, scale, left, top, dot} = map;
    const x = label.x * scale + left, y = label.y * scale + top;
    if (x < 0 || y < 0 || x > canvas.width || y > canvas.height) return;
    const key = (label.place ? 'p:' : 'n:') + label.text, picture = this.picture(key, label), {width, height} = picture;
    const seen = this.known.get(key) ?? {spot: 0, alpha: 0};
    const clear = (box, others) => !others.some(other => overlap(box, other));
    const boxAt = spot => ({
      key, width, height,
      x: Math.round(Math.max(2 * dot, Math.min(canvas.width - width - 2 * dot, x + spots[spot][0] * width))),
      y: Math.round(Math.max(2 * dot, Math.min(canvas.height - height - 2 * dot, y + spots[spot][1] * height))),
    });
    const best = boxAt(0), roomy = {x: best.x - 6 * dot, y: best.y, width: width + 12 * dot, height: height + 4 * dot};
    const all = [...this.placed, ...taken], candidates = clear(roomy, all) ? [0] : [seen.spot, ...spots.keys()];
    let spot = candidates.find(one => clear(boxAt(one), all));
    if (label.must) spot ??= [...spots.keys()].find(one => clear(boxAt(one), this.placed));
    if (spot === undefined) return;
    const box = boxAt(spot);
    this.placed.push(box);
    this.known.set(key, {...seen, spot, picture, shown: box});
  }

  picture(key, {text, place}) {
    const {sprites, dot, canvas, sky} = this.map, dark = place && sky.darkness > .5, whole = key + (dark ? ':dark' : '');
    let picture = sprites.get(whole);
    if (picture) return picture;
    picture = document.createElement('canvas');
    const size = (canvas.clientWidth < 480 ? 10 : 11) * dot, font = `${place ? 'italic 500' : '600'} ${size + (place ? dot : 0)}px ${FONT}`;
    let s = picture.getContext('2d');
    s.font = font;
    picture.width = Math.ceil(s.measureText(text).width + 7 * dot);
    picture.height = Math.ceil(size * 1.45);
    s = picture.getContext('2d');
    Object.assign(s, {font, textAlign: 'center', textBaseline: 'middle', lineJoin: 'round', lineWidth: 3 * dot});
    s.strokeStyle = !place ? 'rgba(28,32,24,.82)' : dark ? 'rgba(16,20,48,.75)' : 'rgba(255,252,235,.75)';
    s.strokeText(text, picture.width / 2, picture.height / 2);
    s.fillStyle = !place ? '#fff' : dark ? '#cdd2ee' : '#4b4330';
    s.fillText(text, picture.width / 2, picture.height / 2);
    sprites.set(whole, picture);
    return picture;
  }
}

/** Whether two boxes overlap. */
export const overlap = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
