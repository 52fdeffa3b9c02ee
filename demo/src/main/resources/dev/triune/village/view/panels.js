// SPDX-License-Identifier: Apache-2.0
// The panels beside the map: requests, providers, stock, ticks, events.
import {STORIES, brief, ending, event, progress, sentence, story} from './plain.js';
import {byId, calendar, el, money, number, percent, rows, seconds} from './text.js';

export function showScene(scene, stage) {
  showBroker(scene.broker);
  showStore(scene);
  rows(byId('patches'), scene.patches.map(patch => [patch.resource + ', ' + patch.place, number(patch.left), 'to gather']).concat([fields(scene.plots)]));
  rows(byId('caps'), scene.caps.map(cap => [cap.kind, cap.standing + ' of ' + cap.cap,
    cap.claimed > cap.standing ? (cap.claimed - cap.standing) + ' under way' : '']));
  showStories(scene, stage);
  rows(byId('ticks'), [
    ['half of the ticks', scene.ticks.p50.toFixed(3) + ' ms', 'or less'],
    ['99 % of them', scene.ticks.p99.toFixed(2) + ' ms', 'or less'],
    ['the slowest', scene.ticks.max.toFixed(1) + ' ms'],
    ['over 50 ms', number(scene.ticks.over)],
  ]);
  rows(byId('figures'), Object.entries(scene.figures).map(([name, value]) => [name, number(value)]));
}

/** Shows the stock and the storage capacity. */
function showStore({store, room}) {
  byId('room').textContent = 'room for ' + number(room) + ' of each';
  anew(byId('store'), [store, room], () => Object.entries(store).map(([name, amount]) => {
    const bar = el('i');
    bar.style.width = percent(amount / Math.max(1, room)) + '%';
    return el('div', {class: 'need', role: 'meter', 'aria-label': name, 'aria-valuenow': amount, 'aria-valuemin': 0, 'aria-valuemax': room},
      el('span', null, name), el('span', {class: 'track stock'}, bar), el('b', {class: 'value'}, number(amount)));
  }));
}

function fields(plots) {
  const ripe = plots.filter(plot => plot.grown >= 1).length, bare = plots.filter(plot => plot.grown < 0).length;
  const words = [[ripe, 'ripe'], [plots.length - ripe - bare, 'growing'], [bare, 'bare']].filter(([count]) => count > 0);
  return ['grain, field', words.map(([count, word]) => count + ' ' + word).join(', ') || 'none', ''];
}

function showStories(scene, stage) {
  const told = scene.stories.map(one => ({...one, share: percent(progress(one, stage, scene))}));
  anew(byId('stories'), told, () => told.map(one => {
    const title = story(one.name);
    const state = one.happened ? 'good end' : one.over ? 'bad end' : one.share ? 'under way' : 'to come';
    const bar = el('i', {class: one.happened ? '' : one.over ? 'bad' : 'open'});
    bar.style.width = one.share + '%';
    const card = el('button', {'aria-expanded': String(one.name === opened), data: {story: one.name}, title: sentence(one.words)},
      el('span', {class: 'title'}, el('b', null, title), ' ', el('small', null, state)),
      el('span', {class: 'track', role: 'meter', 'aria-label': title, 'aria-valuenow': one.share, 'aria-valuemin': 0, 'aria-valuemax': 100}, bar),
      el('span', {class: 'words'}, brief(one, stage)));
    card.onclick = () => open(opened === one.name ? undefined : one.name, told);
    return el('li', null, card);
  }));
  open(told.some(one => one.name === opened) ? opened : undefined, told);
}

let opened;

/** Shows the whole text of a story below the cards. */
function open(name, told) {
  opened = name;
  const box = byId('whole-story'), words = told.find(one => one.name === name)?.words;
  box.hidden = !words;
  box.replaceChildren(...words ? [el('b', null, story(name)), ' ', sentence(words)] : []);
  for (const card of document.querySelectorAll('[data-story]')) card.setAttribute('aria-expanded', card.dataset.story === name);
}

/** Shows the lines of the report as terms and texts: first the stories, with the names of their cards. */
export function showReport(list, lines) {
  const all = lines.map(line => {
    const [, term, text] = /^(?:Report|  (\S.{0,12}?))  +(.*)$/s.exec(line) ?? [];
    const [, end, words] = /^(yes|no): (.*)$/s.exec(text ?? '') ?? [];
    if (STORIES[term] && end) return [STORIES[term], sentence(words), end === 'yes' ? 'ended well' : 'ended badly'];
    return text === undefined ? ['', line] : [STORIES[term] ?? term ?? 'answered by', text];
  });
  const told = ([term]) => Object.values(STORIES).includes(term);
  rows(list, [...all.filter(told), ...all.filter(line => !told(line))]);
}

/** Replaces the children of a node if the data has changed. */
function anew(node, data, build) {
  const key = JSON.stringify(data);
  if (node.dataset.key === key) return;
  node.dataset.key = key;
  node.replaceChildren(...build());
}

function showBroker(broker) {
  byId('broker-sub').textContent = number(broker.submitted) + ' so far, each with one outcome';
  const ends = Object.entries(broker.outcomes).filter(([name, count]) => count > 0 || name === 'answered');
  rows(byId('broker'), [
    ['waiting', number(broker.waiting), 'at most ' + broker.maxWaiting],
    ['in flight', number(broker.inFlight), '95 % sent in ' + seconds(broker.p95WaitMs)],
    ...ends.map(([name, count]) => [ending(name), number(count)]),
    ['rate limits hit', number(broker.rateLimited), broker.retries ? broker.retries + ' tried again' : ''],
    ['by a spare', number(broker.fallbacks)],
    ['tokens', number(broker.tokens.input + broker.tokens.cached + broker.tokens.output), number(broker.tokens.output) + ' written'],
    ['cost so far', money(broker.cost), broker.cost ? '' : 'what answers here has no price'],
  ]);
  const body = byId('providers').tBodies[0];
  body.replaceChildren(...broker.providers.map(provider => {
    const state = provider.open ? ['given a rest', 'bad'] : provider.coolingMs > 0
      ? ['waits ' + seconds(provider.coolingMs), 'warn'] : ['ok', 'good'];
    return el('tr', null, el('th', {scope: 'row'}, provider.name),
      el('td', null, el('span', {class: 'pill ' + state[1]}, state[0])),
      ...[provider.waiting, provider.inFlight + ' of ' + provider.permits, provider.answered, provider.rateLimited, provider.fallbacks]
        .map(value => el('td', null, typeof value === 'number' ? number(value) : value)));
  }));
}

/** Shows the events, newest first, with links to the villagers. */
export function showLog(list, log, stage, choose) {
  const last = log.slice(-60).reverse();
  const known = new Map([...list.children].map(row => [Number(row.dataset.seq), row]));
  list.replaceChildren(...last.map(entry => known.get(entry.seq) ?? row(entry, stage, choose)));
}

function row(entry, stage, choose) {
  const villager = stage.villagers[entry.villager];
  const who = villager ? el('button', {class: 'link'}, villager.name) : el('b', null, entry.kind === 'player' ? 'Player' : '');
  if (villager) who.onclick = () => choose(entry.villager);
  const words = event(entry);
  return el('li', {data: {seq: entry.seq, kind: entry.kind}},
    el('time', null, calendar(stage, entry.tick).time), el('p', null, who, who.textContent ? ' ' : '', el('span', {class: 'words'}, words)));
}
