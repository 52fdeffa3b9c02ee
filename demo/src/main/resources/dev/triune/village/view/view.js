// SPDX-License-Identifier: Apache-2.0
// The page: receives events of the village, passes them to its parts, and sends commands.
import {byId, calendar, el, number, tradeColours} from './text.js';
import {FLAG} from './brush.js';
import {VillageMap} from './map.js';
import {Inspector} from './inspector.js';
import {Model} from './model.js';
import {showLog, showReport, showScene} from './panels.js';
import {Deeds} from './deeds.js';
import {doing, event as sentence, LAYERS as WORDS} from './plain.js';
import {keptRun} from './recording.js';
import {startTour} from './tour.js';
import {mountWorkbench} from './workbench.js';

const LAYERS = ['none', 'autonomic', 'talker', 'executor'];
/** The kinds of events that show what each layer does. */
const KINDS = ['reflex', 'says', 'plans'];
const MANY = 12;
const MILLIS_PER_TICK = 50;
/** What is assumed of a village that runs as fast as it can. */
const FULL_SPEED = 20;
const MODES = {recording: 'what you say and override is on the tape', replay: 'a tape is replayed: you can watch, and change nothing'};

let source, kept, viewer, stage, settlers, colours, frame, scene, over = false;
let chosen = -1;
let items = [];
const log = [];
const map = new VillageMap(byId('map'), byId('tip'), choose);
const inspector = new Inspector(byId('somebody'), send, () => stage, close, now, beMind);
let bench, wanted, waiting = [];
/** The newest details of each villager, for when the run is over. */
const newest = new Map();
const model = new Model(send);
const deeds = new Deeds(toLine);

// ---- events

function listen() {
  source = new EventSource('events');
  for (const [name, work] of Object.entries({welcome, hello, scene: showNewScene, frame: showFrame, news, deeds: showDeeds, detail, ended: end})) {
    source.addEventListener(name, event => work(JSON.parse(event.data)));
  }
  source.onerror = lost;
}

function welcome(data) {
  viewer = data.viewer;
  setState('wait', 'waking up');
}

/** What guides a villager now, whether the player is its mind, and what it does. */
function now(villager) {
  return {layer: guide(villager), byHand: !!(frame?.flags[villager] & FLAG.byHand), doing: asleep(villager) ? 'sleeps' : scene?.doing[villager] ?? ''};
}

/** Lets the player be the mind of a villager, or no longer. */
async function beMind(villager, take) {
  if (await send({do: 'mind', villager, take}) && take) wanted = stage.villagers[villager].name;
}

/** Shows whose mind the player is. */
function showHands() {
  const names = items.filter(item => frame.flags[item.number] & FLAG.byHand).map(item => item.villager.name);
  byId('by-hand').hidden = names.length === 0;
  byId('hand-names').textContent = names.length > 1 && names.length === items.length ? 'everybody' : names.join(', ');
  if (stage.byHand && names.length) {
    bench ??= mountWorkbench(byId('bench'), {
      onRelease: name => beMind(stage.villagers.findIndex(one => one.name === name), false),
      onState: state => {
        waiting = state.waiting;
        if (waiting.some(call => call.name === wanted)) {
          bench.show(wanted);
          toBench();
        }
        showWaiting();
      },
    });
  } else {
    bench?.stop();
    bench = undefined;
    waiting = [];
  }
  showWaiting();
}

/** Shows who waits for the player, or that nobody will before Play. */
function showWaiting() {
  const who = [...new Set(waiting.map(call => call.name))], still = bench && frame.paused && who.length === 0;
  const words = still ? 'Press Play: the next question comes then' : who.length === 1 ? who[0] + ' waits for you' : who.length + ' wait for you';
  byId('to-hand').hidden = !still && who.length === 0;
  if (byId('to-hand').textContent !== words) byId('to-hand').textContent = words;
  bench?.idle(still ? 'The village is paused. ' + words + '.' : '');
}

const asleep = villager => frame && frame.flags[villager] & FLAG.asleep;
const guide = villager => LAYERS[(frame?.flags[villager] ?? 0) & FLAG.layer];

function close() {
  const {button} = items[chosen];
  choose(-1);
  button.focus({preventScroll: true});
}

function detail(data) {
  newest.set(data.villager, data);
  if (data.villager !== chosen) return;
  inspector.show(data);
  map.work.setPlan([...data.mind.plan.steps, ...data.mind.plan.ahead].filter(row => /^(CURRENT|PENDING)$/.test(row.state)).map(row => row.step));
}

/** Empties the log. */
function forget() {
  log.length = 0;
  for (const row of byId('layers').children) row.querySelector('.last').textContent = '';
}

function hello(data) {
  const again = stage !== undefined && stage.villagers.length === data.stage.villagers.length;
  stage = data.stage;
  settlers = stage.villagers;
  byId('lost').hidden = true;
  byId('mind').textContent = byId('mind').parentNode.title = data.mind;
  stage.rules = data.mind.includes('rules');
  byId('mode').hidden = stage.mode === 'live';
  byId('mode').textContent = stage.mode;
  byId('mode').title = MODES[stage.mode] ?? '';
  forget();
  model.begin(stage);
  makeSpeeds();
  showPeople();
  if (again && chosen >= 0) choose(chosen);
  else if (!again) startTour();
}

function showPeople() {
  byId('count').textContent = number(stage.villagers.length);
  colours = tradeColours(stage.villagers);
  map.setStage(stage, colours);
  makeList();
}

/** Updates the villagers with newcomers and learnt trades. */
function changePeople(changed) {
  const now = [...settlers];
  for (const {number: at, name, trade} of changed) now[at] = {name, trade};
  if (JSON.stringify(now) === JSON.stringify(stage.villagers)) return;
  stage.villagers = now;
  showPeople();
  choose(chosen < now.length ? chosen : -1);
}

function showFrame(data) {
  frame = data;
  map.setFrame(frame);
  map.appointments = deeds.appointments(i => ({x: frame.x[i] / 100, y: frame.y[i] / 100}));
  const now = calendar(stage, frame.tick);
  byId('day').textContent = 'Day ' + now.day;
  byId('time').textContent = now.time;
  byId('tick').textContent = number(frame.tick);
  model.frame(frame);
  setState(frame.ended ? 'ended' : frame.paused ? 'paused' : 'live', kept && !frame.paused ? 'playing' : undefined);
  byId('pause').setAttribute('aria-pressed', frame.paused);
  byId('pause-text').textContent = frame.paused ? 'Play' : 'Pause';
  byId('pause').firstChild.textContent = frame.paused ? '▶' : '❚❚';
  for (const button of byId('speeds').children) {
    button.setAttribute('aria-pressed', Number(button.dataset.times) === frame.speed);
  }
  signs();
  showHands();
  doings();
  showLayers();
  inspector.now();
}

function showNewScene(data) {
  changePeople(data.people);
  scene = {...data, steps: data.doing, doing: data.doing.map(doing)};
  byId('phase').textContent = scene.phase;
  byId('weather').hidden = !scene.weather;
  byId('weather').textContent = scene.weather;
  byId('weather').dataset.storm = scene.storm;
  byId('wolf').hidden = !scene.creatures.some(one => one.kind === 'wolf');
  map.setScene(scene);
  showScene(scene, stage);
  model.scene(scene, frame?.tick ?? 0);
}

function news(entries) {
  for (const entry of entries) {
    const age = frame ? (frame.tick - entry.tick) * MILLIS_PER_TICK / (frame.speed || FULL_SPEED) : 0;
    map.tell(entry, age);
  }
  log.push(...entries);
  log.splice(0, Math.max(0, log.length - 120));
  showLog(byId('log'), log, stage, choose);
  KINDS.forEach((kind, at) => {
    const last = entries.findLast(entry => entry.kind === kind && entry.text && entry.villager >= 0);
    if (last) byId('layers').children[at].querySelector('.last').textContent = `${calendar(stage, last.tick).time} ${stage.villagers[last.villager].name} ${sentence(last)}`;
  });
}

function showDeeds(data) {
  deeds.show(data, stage);
}

/** Shows the line in which a promise was made; a recorded run goes back to it. */
function toLine({villager, madeAt, answer}) {
  if (kept) kept.seek(Math.max(kept.first, madeAt + 40));
  choose(villager);
  inspector.showLine(madeAt, answer);
}

function setState(state, words = state) {
  byId('state').dataset.state = state;
  byId('state-text').textContent = words;
}

function end(data) {
  setState('ended');
  showReport(byId('report'), data.report);
  byId('ended').hidden = byId('to-report').hidden = false;
  if (kept) return;
  over = true;
  source.close();
  document.body.classList.add('over');
  byId('fault-words').textContent = 'The run is over.';
  for (const control of document.querySelectorAll('.tools button, .model button, #latency')) control.disabled = true;
}

/** Shows that the stream is lost; the browser reconnects, except after a rejection, when this does. */
function lost() {
  if (over) return;
  setState('lost');
  byId('lost').hidden = false;
  if (source.readyState === EventSource.CLOSED) {
    source.close();
    setTimeout(listen, 2_000);
  }
}

// ---- commands

async function send(command) {
  if (kept) return kept.send(command);
  if (over) return false; // what could act is off, and looking around needs no village
  const toast = byId('said');
  try {
    const answer = await fetch('commands', {
      method: 'POST',
      headers: {'Content-Type': 'application/json'},
      body: JSON.stringify(command),
    });
    toast.textContent = answer.ok ? '' : (await answer.text()).trim();
    return answer.ok;
  } catch {
    toast.textContent = 'the village cannot be reached';
    return false;
  }
}

function choose(villager) {
  chosen = villager;
  map.select(villager);
  for (const item of items) item.button.setAttribute('aria-pressed', item.number === villager);
  byId('nobody').hidden = villager >= 0;
  byId('inspector').classList.toggle('open', villager >= 0);
  byId('somebody').hidden = villager < 0;
  if (villager >= 0) inspector.begin(villager, stage.villagers[villager], colours.get(stage.villagers[villager].trade));
  if (villager >= 0 && matchMedia('(max-width: 760px)').matches) byId('map').scrollIntoView({block: 'start'}); // above the sheet
  if (over && newest.has(villager)) detail(newest.get(villager));
  if (viewer || kept) send({do: 'watch', viewer, villager});
}

function makeSpeeds() {
  byId('speeds').replaceChildren(...stage.speeds.map(times => {
    const name = times === 0 ? 'max' : times + '×';
    const button = el('button', {data: {times}, 'aria-pressed': 'false', title: times === 0 ? 'as fast as it goes' : times + ' times real time'}, name);
    button.onclick = () => send({do: 'speed', times});
    return button;
  }));
}

byId('pause').onclick = () => send({do: frame?.paused ? 'play' : 'pause'});
const toBench = () => {
  wanted = undefined;
  byId('by-hand').scrollIntoView({block: 'start'});
};
byId('to-hand').onclick = toBench;
byId('hand-pause').onclick = () => send({do: 'pause'});
byId('to-report').onclick = () => byId('ended').scrollIntoView();
byId('step').onclick = () => send({do: 'step'});
addEventListener('keydown', event => {
  if (event.target.closest('input, textarea, button, select, summary, [tabindex="0"]') || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === ' ') { event.preventDefault(); byId('pause').click(); }
  if (event.key === '.') byId('step').click();
  if (event.key === 'Escape' && chosen >= 0) close();
});

// ---- the list

function makeList() {
  byId('filter').hidden = stage.villagers.length <= MANY;
  items = stage.villagers.map((villager, number) => {
    const sign = el('i', {class: 'sign none'});
    const doing = el('span', {class: 'doing'});
    const mood = el('i');
    const button = el('button', {class: 'villager', 'aria-pressed': 'false', data: {number}},
      el('i', {class: 'dot'}), el('span', {class: 'who'}, el('b', null, villager.name), ' ', el('small', null, villager.trade)),
      doing, el('span', {class: 'mood', title: 'the worst of the needs'}, mood), el('span', {class: 'guide'}, sign));
    button.firstChild.style.background = colours.get(villager.trade);
    button.onclick = () => choose(chosen === number ? -1 : number);
    const row = el('li', null, button);
    return {number, villager, row, button, sign, doing, mood, signShown: 'none', doingShown: '', moodShown: -1};
  });
  byId('villagers').replaceChildren(...items.map(item => item.row));
  filter();
}

function filter() {
  const wanted = byId('filter').value.trim().toLowerCase();
  for (const item of items) {
    item.row.hidden = wanted !== '' && !(item.villager.name + ' ' + item.villager.trade).toLowerCase().includes(wanted);
  }
}
byId('filter').oninput = filter;

function signs() {
  for (const item of items) {
    const flags = frame.flags[item.number];
    const name = flags & FLAG.dead ? 'dead' : guide(item.number), shown = flags & FLAG.thinking ? name + ' asking' : name;
    if (shown !== item.signShown) {
      item.signShown = shown;
      item.sign.className = 'sign ' + name;
      item.sign.parentElement.classList.toggle('asking', shown !== name);
      item.sign.parentElement.title = (WORDS[name] ?? (name === 'none' ? 'no layer guides now' : name)) + (shown === name ? '' : ', asks the mind');
    }
  }
}

/** Shows whom each layer guides, while nobody is selected. */
function showLayers() {
  if (chosen >= 0) return;
  [...byId('layers').children].forEach((row, at) => {
    const all = items.filter(item => (frame.flags[item.number] & FLAG.layer) === at + 1 && !(frame.flags[item.number] & FLAG.dead));
    const box = row.querySelector('.now'), key = all.slice(0, MANY).map(item => item.number) + ' ' + all.length;
    if (box.dataset.key === key) return;
    box.dataset.key = key;
    const more = all.length > MANY ? ['and ' + number(all.length - MANY) + ' more'] : [];
    box.replaceChildren(all.length ? 'now: ' : 'nobody now', ...all.slice(0, MANY).flatMap(item => {
      const name = el('button', {class: 'chip'}, item.villager.name);
      name.onclick = () => choose(item.number);
      return [name, ' '];
    }), ...more);
  });
}

function doings() {
  for (const item of scene ? items : []) {
    const words = now(item.number).doing;
    if (words !== item.doingShown) {
      item.doingShown = words;
      item.doing.textContent = words;
    }
    const mood = scene.moods[item.number];
    if (mood !== item.moodShown) {
      item.moodShown = mood;
      item.mood.style.width = mood + '%';
      item.mood.className = mood < 20 ? 'bad' : mood < 45 ? 'warn' : '';
    }
  }
}

new ResizeObserver(() => document.documentElement.style.setProperty('--head', document.querySelector('header').offsetHeight + 'px')).observe(document.querySelector('header'));
kept = await keptRun();
if (kept) document.body.classList.add('kept');
if (kept) kept.play({hello, forget, scene: showNewScene, frame: showFrame, news, deeds: showDeeds, detail, ended: end});
else listen();
