// SPDX-License-Identifier: Apache-2.0
// Plays a recorded run that is embedded in the page, with a timeline.
import {byId, calendar} from './text.js';

const TICKS_PER_SECOND = 20;
const UPDATE_MILLIS = 50;
const LOG_ENTRIES = 120;

/** Returns the run embedded in this page; undefined in the page of a running village. */
export async function keptRun() {
  const kept = byId('recording');
  if (!kept) return undefined;
  const bytes = Uint8Array.from(atob(kept.textContent), char => char.charCodeAt(0));
  const lines = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
  return new Recording(lines.trimEnd().split('\n'));
}

class Recording {
  constructor(lines) {
    this.events = {hello: [], scene: [], frame: [], news: [], ended: []};
    for (const line of lines) {
      const [, tick, kind, json] = /^(\d+) (\w+(?: \d+)?) (.*)$/.exec(line);
      (this.events[kind] ??= []).push({tick: Number(tick), json});
    }
    const {frame} = this.events;
    this.first = frame[0].tick;
    this.last = frame.at(-1).tick;
    this.tick = this.first;
    this.paused = false;
    this.speed = 5;
    this.chosen = -1;
  }

  /** Starts playing; `on` has a handler for each kind of event. */
  play(on) {
    this.on = on;
    const hello = parse(this.events.hello[0]);
    this.stage = hello.stage;
    on.hello(hello);
    const line = byId('timeline');
    line.hidden = false;
    const slider = line.querySelector('input');
    Object.assign(slider, {min: this.first, max: this.last, step: 1, value: this.first});
    slider.oninput = () => this.seek(Number(slider.value));
    this.slider = slider;
    this.seek(this.first);
    this.shownAt = performance.now();
    setInterval(() => this.update(performance.now()), UPDATE_MILLIS);
  }

  update(now) {
    const seconds = Math.min(1, (now - this.shownAt) / 1_000);
    this.shownAt = now;
    if (this.paused) return;
    const before = this.tick;
    this.tick = Math.min(this.last, before + seconds * TICKS_PER_SECOND * this.speed);
    this.show(before);
    if (this.tick === this.last) this.end();
  }

  /** Jumps to a tick, and rebuilds the log of what happened before it. */
  seek(tick) {
    this.tick = tick;
    byId('ended').hidden = byId('to-report').hidden = true;
    this.on.forget();
    this.shown = {};
    this.show(-1);
    if (tick >= this.last) this.end();
  }

  /** Shows the current tick, with the news after `since`. */
  show(since) {
    for (const kind of ['deeds', 'scene', 'frame']) this.showLatest(kind, data => this.on[kind](kind === 'frame' ? this.inTime(data) : data));
    const {news} = this.events;
    const end = after(news, this.tick);
    const entries = news.slice(Math.max(after(news, since), end - LOG_ENTRIES), end).flatMap(parse);
    if (entries.length) this.on.news(entries);
    this.showDetail();
    this.slider.value = this.tick;
    const {day, time} = calendar(this.stage, this.tick);
    byId('moment').textContent = `Day ${day}, ${time}`;
  }

  showDetail() {
    if (this.chosen >= 0) this.showLatest('detail ' + this.chosen, this.on.detail);
  }

  showLatest(kind, show) {
    const events = this.events[kind] ?? [];
    const event = events[Math.max(0, after(events, this.tick) - 1)];
    if (event === undefined || this.shown[kind] === event) return;
    this.shown[kind] = event;
    show(parse(event));
  }

  inTime(frame) {
    return {...frame, paused: this.paused, speed: this.speed, tps: TICKS_PER_SECOND * this.speed, ended: false};
  }

  end() {
    this.paused = true;
    this.refresh();
    this.on.ended(parse(this.events.ended[0]));
  }

  refresh() {
    delete this.shown.frame;
    this.show(this.tick);
  }

  /** Executes a command of the page that does not affect the village. */
  send(command) {
    if (command.do === 'watch') {
      this.chosen = command.villager;
      this.shown = {...this.shown, ['detail ' + command.villager]: undefined};
      this.showDetail();
      return true;
    }
    if (command.do === 'play' && this.tick === this.last) this.seek(this.first);
    if (command.do === 'step') this.tick = Math.min(this.last, this.tick + 8);
    if (command.do === 'speed') this.speed = command.times;
    if (command.do !== 'speed') this.paused = command.do !== 'play';
    this.refresh();
    return true;
  }
}

const parse = event => JSON.parse(event.json);

/** The number of events up to and including a tick. */
function after(events, tick) {
  let low = 0, high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (events[middle].tick <= tick) low = middle + 1;
    else high = middle;
  }
  return low;
}
