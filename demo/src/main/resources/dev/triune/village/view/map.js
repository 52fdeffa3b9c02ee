// SPDX-License-Identifier: Apache-2.0
// The map. Frames arrive about ten times a second, and positions are interpolated in between.
import {FLAG, circle} from './brush.js';
import {flow, paintLand} from './ground.js';
import {paintBuilding, paintFire, paintPlot} from './buildings.js';
import {CLOSE_UP, Camera} from './camera.js';
import {Creatures} from './creatures.js';
import {Drama} from './drama.js';
import {People, spread} from './people.js';
import {Sky} from './sky.js';
import {Words} from './words.js';
import {Work} from './work.js';

export class VillageMap {
  constructor(canvas, tip, choose) {
    this.canvas = canvas;
    this.tip = tip;
    this.c = canvas.getContext('2d');
    this.land = document.createElement('canvas');
    this.built = document.createElement('canvas');
    this.people = new People(this);
    this.words = new Words(this);
    this.sky = new Sky(this);
    this.creatures = new Creatures();
    this.work = new Work(this);
    this.drama = new Drama(this);
    this.selected = -1;
    this.hovered = -1;
    this.drawn = 0;
    this.gap = 100;
    this.calm = matchMedia('(prefers-reduced-motion: reduce)');
    canvas.addEventListener('click', event => choose(this.nearest(event)));
    canvas.addEventListener('pointermove', event => this.hover(event));
    canvas.addEventListener('pointerleave', () => { this.hovered = -1; this.tip.hidden = true; });
    new ResizeObserver(() => this.resize()).observe(canvas);
    const loop = millis => { this.draw(millis); requestAnimationFrame(loop); };
    requestAnimationFrame(loop);
    globalThis.villageMap = this; // for the console and for tests
  }

  setStage(stage, colours) {
    this.stage = stage;
    const n = stage.villagers.length;
    this.n = n;
    this.frame = this.scene = undefined;
    this.camera = new Camera(stage.size);
    this.drama.reset();
    const axes = () => [new Float32Array(n), new Float32Array(n)];
    [this.from, this.to, this.at] = [axes(), axes(), axes()];
    this.order = Array.from({length: n}, (_, i) => i);
    this.people.setStage(stage.villagers, colours);
    this.figure = n > 300 ? .62 : n > 100 ? .8 : n > 30 ? 1 : 1.3;
    this.sprites = new Map();
    this.resize();
  }

  setScene(scene) {
    this.scene = scene;
    this.creatures.set(scene.creatures);
    this.drama.scene(scene);
    const key = JSON.stringify([scene.buildings, scene.plots]);
    if (key !== this.builtKey) {
      this.builtKey = key;
      this.build();
    }
    const burning = scene.fires.filter(fire => fire.burning).length, standing = scene.buildings.filter(one => one.standing).length;
    this.canvas.setAttribute('aria-label', [`Map of the village: ${this.n} villagers, ${standing} buildings`, `${burning} of ${scene.fires.length} fires burning`,
      ...scene.creatures.map(one => 'a ' + one.kind), scene.phase, scene.weather].filter(Boolean).join(', '));
  }

  setFrame(frame) {
    const now = performance.now();
    const first = this.frame === undefined;
    if (!first) this.gap += .2 * (Math.max(50, Math.min(400, now - this.framedAt)) - this.gap);
    const [x, y] = this.to;
    for (let i = 0; i < this.n; i++) {
      // slightly apart, so that villagers at the same spot do not hide each other
      x[i] = frame.x[i] / 100 + (i * 7 % 5 - 2) * .3;
      y[i] = frame.y[i] / 100 + (i * 3 % 5 - 2) * .18;
    }
    spread(x, y, this.n, this.stage.size);
    for (const axis of [0, 1]) this.from[axis].set(first ? this.to[axis] : this.at[axis]);
    this.frame = frame;
    this.framedAt = now;
  }

  /** Shows an event of some milliseconds ago: speech in a bubble, important events in a banner. */
  tell(entry, age) {
    if (entry.kind === 'says') this.words.say(entry.villager, entry.text, performance.now() - age);
    this.drama.event(entry);
  }

  select(villager) {
    this.selected = villager;
    this.work.setPlan([]);
  }

  /** The drawn position of a villager, in tiles. */
  where(villager) {
    return {x: this.at[0][villager], y: this.at[1][villager]};
  }

  // ---- pointing

  tile(event) {
    const box = this.canvas.getBoundingClientRect(), {left, top, side} = this.camera.visible();
    return [left + (event.clientX - box.left) / box.width * side, top + (event.clientY - box.top) / box.height * side];
  }

  nearest(event) {
    if (!this.frame) return -1;
    const [x, y] = this.tile(event);
    let best = -1, least = Math.max(1.4, 14 * this.camera.visible().side / this.canvas.clientWidth);
    for (let i = 0; i < this.n; i++) {
      const far = Math.hypot(this.at[0][i] - x, this.at[1][i] - .6 * this.figure - y);
      if (far < least) { least = far; best = i; }
    }
    return best;
  }

  hover(event) {
    this.hovered = this.nearest(event);
    this.canvas.style.cursor = this.hovered >= 0 ? 'pointer' : '';
    const who = this.stage?.villagers[this.hovered];
    this.tip.hidden = !who;
    if (who) {
      this.tip.textContent = who.name + ', ' + who.trade + (this.scene ? ': ' + this.scene.doing[this.hovered] : '');
      const box = this.canvas.parentElement.getBoundingClientRect();
      this.tip.style.left = Math.min(event.clientX - box.left + 14, box.width - 150) + 'px';
      this.tip.style.top = event.clientY - box.top + 14 + 'px';
    }
  }

  // ---- drawing

  resize() {
    const width = this.canvas.clientWidth;
    if (!this.stage || width === 0) return;
    const pixels = Math.round(width * Math.min(2, devicePixelRatio || 1));
    if (this.canvas.width !== pixels) this.canvas.width = this.canvas.height = pixels;
    this.unit = pixels / this.stage.size;
    this.dot = pixels / width;
    this.words.resize();
    this.sharpen();
  }

  /** Draws the land and the figures anew, in the resolution that the camera needs. */
  sharpen() {
    this.near = this.camera.near;
    this.detail = this.unit * (this.near ? CLOSE_UP : 1);
    this.sprites.clear();
    paintLand(this.blank(this.land), this.stage);
    this.build();
  }

  /** Clears a canvas, resizes it to the whole map, and scales it to tiles. */
  blank(canvas) {
    canvas.width = canvas.height = Math.round(this.detail * this.stage.size);
    const c = canvas.getContext('2d');
    c.scale(this.detail, this.detail);
    return c;
  }

  /** Makes one tile, or one pixel, the unit of what is drawn next, from the map's corner. */
  inTiles() {
    this.c.setTransform(this.scale, 0, 0, this.scale, this.left, this.top);
  }

  inPixels() {
    this.c.setTransform(1, 0, 0, 1, this.left, this.top);
  }

  onScreen() {
    this.c.setTransform(1, 0, 0, 1, 0, 0);
  }

  /** Moves the camera; `scale` is the size of a tile, and `left` and `top` are the map's corner. */
  aim(millis) {
    this.camera.step(millis);
    if (this.near !== this.camera.near) this.sharpen();
    const {left, top} = this.camera.visible();
    this.scale = this.unit * this.camera.zoom;
    this.left = -Math.round(left * this.scale);
    this.top = -Math.round(top * this.scale);
  }

  /** Draws what stands on the land, only when it changes. */
  build() {
    if (!this.detail) return;
    const c = this.blank(this.built);
    c.drawImage(this.land, 0, 0, this.stage.size, this.stage.size);
    for (const plot of this.scene?.plots ?? []) paintPlot(c, plot);
    for (const building of [...this.scene?.buildings ?? []].sort((a, b) => a.y - b.y)) paintBuilding(c, building);
  }

  draw(millis) {
    if (!this.frame || !this.detail) return;
    this.walk();
    this.aim(millis);
    const {c, scene, stage} = this, calm = this.calm.matches;
    this.inTiles();
    c.drawImage(this.built, 0, 0, stage.size, stage.size);
    if (scene) {
      flow(c, stage, millis, calm);
      for (const fire of scene.fires) paintFire(c, fire, millis, calm);
      this.smoke(millis);
    }
    this.inPixels();
    this.work.paintWay(millis);
    this.people.paint(millis);
    if (scene) {
      this.inTiles();
      this.creatures.paint(c, millis, calm);
      this.inPixels();
      this.sky.dusk(millis);
      this.onScreen();
      if (scene.storm) this.sky.rain(millis);
      this.inTiles();
      this.drama.paint(millis);
    }
    this.onScreen();
    this.words.paint(millis);
    this.drawn++;
  }

  /** Draws smoke over bakeries while somebody bakes. */
  smoke(millis) {
    const {c, scene, calm} = this;
    if (!scene.steps.some(step => step.startsWith('cook'))) return;
    for (const one of scene.buildings) {
      if (one.kind !== 'bakery' || !one.standing) continue;
      for (let k = 0; k < 4; k++) {
        const rise = calm.matches ? k / 4 : (millis / 2_600 + k / 4) % 1;
        circle(c, one.x + .7 + .5 * rise, one.y - 1.8 - 1.6 * rise, .16 + .3 * rise, `rgba(245,245,245,${.7 * (1 - rise)})`);
      }
    }
  }

  /** The house in which a villager sleeps; undefined if it is awake or outside. */
  bedroom(i) {
    if (!(this.frame.flags[i] & FLAG.asleep)) return undefined;
    const x = this.frame.x[i] / 100, y = this.frame.y[i] / 100;
    return this.scene?.buildings.find(one => one.kind === 'home' && one.standing && Math.hypot(one.x - x, one.y - y) < 1.6);
  }

  /** Interpolates all positions between the last two frames. */
  walk() {
    const share = Math.min(1, (performance.now() - this.framedAt) / this.gap);
    for (const axis of [0, 1]) {
      const from = this.from[axis], to = this.to[axis], at = this.at[axis];
      for (let i = 0; i < this.n; i++) at[i] = from[i] + (to[i] - from[i]) * share;
    }
  }
}
