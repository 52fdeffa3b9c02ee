// SPDX-License-Identifier: Apache-2.0
// Words and deeds: who promised what to whom, and what became of it.
import {deed, failure} from './plain.js';
import {byId, calendar, el, number, unlessPointed} from './text.js';

const STATES = {open: ['open', 'warn'], done: ['kept', 'good'], failed: ['broken', 'bad'], dropped: ['given up', 'bad'], excused: ['excused', '']};

/** The last promises, in the card of events. */
export class Deeds {
  /** `jump` shows the line in which a promise was made. */
  constructor(jump) {
    this.jump = jump;
    this.data = {sayAndDo: {made: 0, open: 0, kept: 0, excused: 0}, promises: []};
    this.showList = unlessPointed(byId('promises'), () => this.list());
    for (const tab of document.querySelectorAll('[data-feed]')) tab.onclick = () => this.open(tab.dataset.feed);
  }

  open(feed) {
    for (const tab of document.querySelectorAll('[data-feed]')) tab.setAttribute('aria-pressed', tab.dataset.feed === feed);
    byId('log').hidden = feed !== 'log';
    byId('deeds').hidden = feed !== 'deeds';
  }

  show(data, stage) {
    this.data = data;
    this.stage = stage;
    const {made, open, kept, excused} = data.sayAndDo, settled = made - open - excused;
    byId('deeds-figure').textContent = settled ? `${number(kept)}/${number(settled)}` : '';
    byId('say-and-do').textContent = settled ? `${Math.round(100 * kept / settled)} % of what was promised was done: ${number(kept)} of ${number(settled)}; ${number(open)} open${excused ? `, ${number(excused)} excused` : ''}` : `${number(made)} promised, none is settled yet`;
    this.showList();
  }

  list() {
    const {data, stage} = this;
    byId('promises').replaceChildren(...[...data.promises].reverse().filter(one => stage.villagers[one.villager]).map(one => this.row(one)));
    if (!data.promises.length) byId('promises').append(el('li', {class: 'dim'}, 'Nobody has promised anything yet. Ask somebody to bring wood to the fire.'));
  }

  row(one) {
    const {name} = this.stage.villagers[one.villager], [word, kind] = STATES[one.state], when = tick => calendar(this.stage, tick);
    const made = when(one.madeAt), settled = one.settledAt >= 0 ? when(one.settledAt) : undefined;
    const button = el('button', {class: 'promise', title: 'Show this in the talk of ' + name},
      el('time', null, made.time), el('span', {class: 'who'}, el('b', null, name), ' to ', el('b', null, one.with)),
      el('span', {class: 'pill ' + kind}, word, settled ? ' ' + (settled.day === made.day ? '' : `day ${settled.day}, `) + settled.time : ''),
      el('span', {class: 'deed'}, one.what ? deed(one.what) : `“${one.answer}”`),
      one.request ? el('span', {class: 'asked'}, el('b', null, one.with), ` ${one.request.includes('?') ? 'asked' : 'said'}: “${one.request}”`) : null,
      one.what && one.answer ? el('span', {class: 'asked'}, el('b', null, name), ` said: “${one.answer}”`) : null,
      one.reason ? el('span', {class: 'why'}, failure(one.reason)) : null);
    button.onclick = () => this.jump(one);
    return el('li', {data: {state: one.state}}, button);
  }

  /** Who waits for whom, and where: one of two who have agreed on a place is there, the other is not. */
  appointments(at) {
    const {stage} = this, all = new Map();
    for (const one of this.data.promises) {
      const other = stage?.villagers.findIndex(villager => villager.name === one.with) ?? -1;
      const place = one.state === 'open' && other >= 0 ? stage.places.find(({label}) => new RegExp(`\\b(at|to|by|near) (the )?${label}\\b`, 'i').test(`${one.what} ${one.answer} ${one.request}`)) : undefined;
      if (!place) continue;
      const there = [one.villager, other].filter(i => Math.hypot(at(i).x - place.x, at(i).y - place.y) < 4);
      const [a, b] = [one.villager, other].map(i => stage.villagers[i].name);
      if (there.length === 2) continue;
      const words = !there.length ? `${a} comes, for ${b}${/ at \d\d:\d\d/.exec(one.what)?.[0] ?? ''}` : there[0] === one.villager ? `${a} is here for ${b}` : `${b} waits for ${a}`;
      all.set(place.label, {text: words, x: place.x, y: place.y});
    }
    return [...all.values()];
  }
}
