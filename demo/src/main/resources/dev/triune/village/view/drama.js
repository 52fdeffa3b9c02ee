// SPDX-License-Identifier: Apache-2.0
// Stages the feast, the storm, the wolf and the stranger, with a banner, a camera close-up and
// light.
import {circle, oval, shape} from './brush.js';
import {byId} from './text.js';

const BANNER_MILLIS = 7_000;
const STRANGER = /ignore\b.*\binstructions/is;

export class Drama {
  constructor(map) {
    this.map = map;
    this.acts = new Map();
  }

  reset() {
    this.acts.clear();
    byId('banner').hidden = true;
    this.look();
  }

  /** Announces the wolf and the storm when they appear in a scene. */
  scene(scene) {
    const wolf = scene.creatures.find(one => one.kind === 'wolf');
    this.toggle('wolf', wolf, 'A wolf is here!', wolf);
    this.toggle('storm', scene.storm, 'The storm breaks', undefined);
    const feast = this.acts.get('feast');
    if (feast && this.map.frame && this.map.frame.tick > feast.untilTick) this.acts.delete('feast');
  }

  toggle(name, on, words, focus) {
    if (!on) this.acts.delete(name);
    else if (!this.acts.has(name)) {
      this.acts.set(name, {});
      this.announce(words, focus);
    }
  }

  /** Announces the feast and the stranger when an event mentions them. */
  event(entry) {
    const {stage, frame} = this.map;
    if (!frame || frame.tick - entry.tick > 4_000) return;
    if (/feast begins/.test(entry.text) && entry.kind === 'news') {
      const square = stage.places.find(place => place.label === 'square');
      this.acts.set('feast', {untilTick: entry.tick + stage.ticksPerDay / 6, at: square});
      this.announce('The evening of the feast', square);
    }
    if (entry.kind === 'player' && STRANGER.test(entry.text) && frame.tick - entry.tick < 400) {
      const victim = stage.villagers.findIndex(one => one.name === entry.to);
      if (victim < 0) return;
      this.acts.set('stranger', {victim, until: performance.now() + 9_000});
      this.announce('A stranger asks ' + entry.to + ' for everything', this.map.where(victim));
    }
  }

  announce(words, focus) {
    const banner = byId('banner');
    banner.textContent = words;
    banner.hidden = false;
    this.look(focus);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { banner.hidden = true; this.look(); }, BANNER_MILLIS);
  }

  /** Zooms to a place, or back to the whole map; does not move if reduced motion is preferred. */
  look(focus) {
    this.map.camera.look(this.map.calm.matches ? undefined : focus);
  }

  /** Draws the light of staged events, in tiles, above the people. */
  paint(millis) {
    const {c, stage, calm} = this.map, {size} = stage;
    if (this.acts.has('wolf')) this.edge(c, '150,25,20', .3);
    if (this.acts.has('storm') && !calm.matches && millis % 5_300 < 140) {
      c.fillStyle = 'rgba(235,240,255,.32)';
      c.fillRect(0, 0, size, size);
    }
    const feast = this.acts.get('feast');
    if (feast) this.lanterns(c, feast.at, millis);
    const stranger = this.acts.get('stranger');
    if (stranger && performance.now() > stranger.until) this.acts.delete('stranger');
    else if (stranger) this.hooded(c, this.map.where(stranger.victim));
  }

  edge(c, colour, strength) {
    const {left, top, side} = this.map.camera.visible(), x = left + side / 2, y = top + side / 2;
    const glow = c.createRadialGradient(x, y, side * .36, x, y, side * .72);
    glow.addColorStop(0, `rgba(${colour},0)`);
    glow.addColorStop(1, `rgba(${colour},${strength})`);
    c.fillStyle = glow;
    c.fillRect(left, top, side, side);
  }

  lanterns(c, {x, y}, millis) {
    const glow = c.createRadialGradient(x, y, 1, x, y, 8);
    glow.addColorStop(0, 'rgba(255,190,90,.4)');
    glow.addColorStop(1, 'rgba(255,170,60,0)');
    oval(c, x, y, 8, 8, glow);
    c.strokeStyle = '#5f4229';
    c.lineWidth = .06;
    c.beginPath();
    c.ellipse(x, y - 1.6, 4.2, 1.5, 0, 0, 7);
    c.stroke();
    for (let i = 0; i < 12; i++) {
      const turn = i / 12 * 2 * Math.PI, sway = this.map.calm.matches ? 0 : .06 * Math.sin(millis / 400 + i);
      circle(c, x + Math.cos(turn) * 4.2 + sway, y - 1.45 + Math.sin(turn) * 1.5, .22, ['#ffd35c', '#f29a38', '#e8746a'][i % 3]);
    }
  }

  hooded(c, {x, y}) {
    c.save();
    c.translate(x + 1.5, y);
    c.scale(1.3, 1.3);
    oval(c, 0, .04, .55, .2, 'rgba(30,20,40,.4)');
    shape(c, '#2d2438', [-.5, 0], [-.3, -1.1], [0, -1.65], [.3, -1.1], [.5, 0]);
    oval(c, -.06, -1.16, .2, .24, '#110c18');
    circle(c, -.14, -1.18, .04, '#d9b8ff');
    circle(c, .02, -1.18, .04, '#d9b8ff');
    c.restore();
  }
}
