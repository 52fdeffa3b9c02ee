// SPDX-License-Identifier: Apache-2.0
// The details of one villager. Each part is replaced only when its content has changed, so that
// scrolling, typed text and unfolded parts are kept.
import {count, doing, ending, failure, LAYERS, liking, need, reason, trouble, urgency} from './plain.js';
import {calendar, el, money, number, percent, seconds} from './text.js';

const OVERRIDES = [['rules', 'by the rules'], ...Object.entries(LAYERS)];
const TABS = ['mind', 'plan', 'people', 'memory', 'prompt'];
/** The sections that the offline mind writes, which are labelled as rules. */
const WRITTEN = ['thought', 'plan', 'talk', 'answer'];
const MARKS = {pending: '○', current: '▶', done: '✓', failed: '✕'};

export class Inspector {
  constructor(box, send, stage, close, moment, beMind) {
    this.beMind = beMind;
    this.close = close;
    this.moment = moment;
    this.box = box;
    this.send = send;
    this.stage = stage;
    this.parts = new Map();
    this.tab = TABS[0];
  }

  /** Shows a newly selected villager; the details follow. */
  begin(villager, who, colour) {
    this.villager = villager;
    this.parts.clear();
    const avatar = el('i', {class: 'avatar', 'aria-hidden': 'true'}, who.name.slice(0, 1));
    avatar.style.background = colour;
    this.box.replaceChildren(
      el('div', {class: 'who-head'}, avatar, el('div', {class: 'grow'}, el('h2', {id: 'who'}, who.name, ' ', el('small', null, who.trade)), this.part('now', 'p')), this.stage().byHand ? this.mindButton() : '', this.closeButton()),
      this.tabs(),
      this.panel('mind', this.section('Needs', 'needs'), this.section('Thought', 'thought'), this.section('Which layer guides, and why', 'layer'), this.stage().mode === 'replay' ? '' : this.overrides(),
        this.section('May ask the mind again', 'ready'), this.section('Who this is, as the mind reads it', 'about')),
      this.panel('plan', this.section('Plan', 'plan'), this.section('Goals', 'goals'), this.section('Requests, answers and steps so far', 'ledger')),
      this.panel('people', this.section('Conversation', 'talk'), this.section('Who they know', 'relations')),
      this.panel('memory', this.section('Memories, the most important first', 'memories')),
      this.panel('prompt', this.section('Tokens and cost', 'cost'), this.section('Last prompt', 'prompt', true), this.section('Last answer, raw', 'answer', true)),
      this.stage().mode === 'replay'
        ? el('p', {class: 'watch', id: 'watch-only'}, `This is a replay: ${who.name} hears only what was said then.`)
        : this.sayForm(who.name));
    this.open(this.tab);
  }

  /** The button to think in the place of this villager's mind. */
  mindButton() {
    this.byHand = el('button', {id: 'be-mind'});
    this.byHand.onclick = () => this.beMind(this.villager, !this.moment(this.villager).byHand);
    this.showHand();
    return this.byHand;
  }

  /** Says whether the player is this villager's mind, before its details come. */
  showHand() {
    const {byHand} = this.moment(this.villager);
    this.byHand.setAttribute('aria-pressed', byHand);
    this.byHand.textContent = byHand ? 'Leave this mind' : 'Be this mind';
  }

  closeButton() {
    const button = el('button', {class: 'round', 'aria-label': 'Close', title: 'Close (Escape)'}, '×');
    button.onclick = () => this.close();
    return button;
  }

  tabs() {
    this.tabButtons = TABS.map(name => {
      const button = el('button', {role: 'tab', id: 'tab-' + name, 'aria-controls': 'panel-' + name, data: {tab: name}}, name);
      button.onclick = () => this.open(name);
      return button;
    });
    const list = el('div', {class: 'tabs', role: 'tablist', 'aria-label': 'About this villager'}, ...this.tabButtons);
    list.onkeydown = event => {
      const step = {ArrowRight: 1, ArrowLeft: TABS.length - 1}[event.key];
      if (!step) return;
      this.open(TABS[(TABS.indexOf(this.tab) + step) % TABS.length]);
      this.tabButtons[TABS.indexOf(this.tab)].focus();
    };
    return list;
  }

  panel(name, ...sections) {
    return el('div', {class: 'panel', role: 'tabpanel', id: 'panel-' + name, 'aria-labelledby': 'tab-' + name, tabIndex: 0}, ...sections);
  }

  open(tab) {
    this.tab = tab;
    for (const button of this.tabButtons) {
      const chosen = button.dataset.tab === tab;
      button.setAttribute('aria-selected', chosen);
      button.tabIndex = chosen ? 0 : -1;
      this.box.querySelector('#panel-' + button.dataset.tab).hidden = !chosen;
    }
    this.scrollToNewest();
  }

  part(name, tag = 'div') {
    const node = el(tag, {class: 'part', data: {part: name}});
    this.parts.set(name, {node, key: null});
    return node;
  }

  /** Creates a section; one with raw text has a note beside its title. */
  section(title, name, raw = false) {
    return el('section', {'aria-label': title, data: {row: name}},
      el('h3', null, title, ...raw ? [' ', this.part(name + '-note', 'small')] : [],
        ...this.stage().rules && WRITTEN.includes(name) ? [' ', el('span', {class: 'pill', title: 'written by rules, without a language model'}, 'rules')] : []), this.part(name, raw ? 'pre' : 'div'));
  }

  overrides() {
    this.buttons = OVERRIDES.map(([layer, label]) => {
      const button = el('button', {data: {layer}, 'aria-pressed': 'false'}, label);
      button.onclick = () => this.send({do: 'override', villager: this.villager, layer});
      return button;
    });
    return el('section', {'aria-label': 'Choose the layer yourself', data: {row: 'override'}}, el('h3', null, 'Choose the layer yourself'),
      el('div', {class: 'seg', role: 'group', 'aria-label': 'Choose the layer yourself'}, ...this.buttons));
  }

  sayForm(name) {
    const field = el('input', {type: 'text', maxLength: 500, placeholder: 'Say something to ' + name, autocomplete: 'off', 'aria-label': 'Say something to ' + name, id: 'say'});
    const form = el('form', {class: 'say'}, field, el('button', {class: 'primary', type: 'submit'}, 'Say'));
    if (this.stage().rules) field.title = 'Rules answer in place of a model. Try: bring wood to the fire; where is the feast?; why are you doing this?';
    form.onsubmit = async event => {
      event.preventDefault();
      const text = field.value.trim();
      if (text && await this.send({do: 'say', villager: this.villager, text})) {
        field.value = '';
        this.open('people');
      }
    };
    return form;
  }

  /** Replaces a part if its content has changed. */
  set(name, data, build) {
    const part = this.parts.get(name);
    const key = JSON.stringify(data ?? null);
    if (part.key === key) return;
    part.key = key;
    part.node.replaceChildren(...[build(data)].flat().filter(node => node !== null && node !== undefined));
  }

  show(detail) {
    if (detail.villager !== this.villager || this.parts.size === 0) return;
    const d = {...detail, ...thoughts(detail.mind, detail.body)};
    const stage = this.stage();
    const when = tick => calendar(stage, tick).time, date = tick => `day ${calendar(stage, tick).day}, ${when(tick)}`;
    this.d = d;
    this.now();
    this.set('about', [d.description, d.skills, d.carries, d.traits, d.extraversion], () => [
      el('p', {class: 'dim'}, d.description),
      el('p', {class: 'traits'}, ...d.traits.map(trait => el('span', {class: 'pill'}, trait)), el('span', {class: 'pill', title: 'extraversion ' + d.extraversion.toFixed(2)}, talkative(d.extraversion))),
      el('p', null, el('span', {class: 'dim'}, 'carries '), d.carries, d.skills.length ? el('span', {class: 'dim'}, ' · good at ') : '', d.skills.join(', '))]);
    this.set('needs', Object.entries(d.needs).map(([name, value]) => [name, percent(value)]), needs => needs.map(meter));
    for (const button of this.buttons ?? []) button.setAttribute('aria-pressed', button.dataset.layer === (d.override || 'rules'));
    this.set('ready', d.layers, layers => layers.filter(one => one.layer !== 'autonomic').map(ready));
    this.set('thought', d.thought, thought => thought ? el('p', {class: 'quote'}, thought) : none('no thought yet'));
    this.set('plan', [d.plan, d.ahead, d.dropped, d.habit], () => this.plan(d));
    this.set('goals', [d.goals, d.priorities, d.troubles], () => this.goals(d));
    this.set('talk', [d.partners, d.turn, d.turns, d.lines, d.settled], () => this.talk(d, when));
    this.scrollToNewest();
    this.set('memories', [d.memories, d.picked], () => this.memories(d.memories, d.picked, date));
    this.set('relations', d.relations, all => all.length === 0 ? none('nobody well yet')
      : el('ul', {class: 'plain'}, ...all.map(one => el('li', null, el('b', null, one.name), ' ', el('span', {class: 'pill ' + (one.liking < 0 ? 'bad' : 'good'), title: `${one.liking.toFixed(2)} of 1`}, liking(one.liking)), ' ', one.words))));
    this.set('ledger', [d.answers, d.steps, d.asked], () => [
      figures('the mind was asked for', d.asked, name => LAYERS[name] ?? name), figures('its answers', d.answers, ending), figures('steps', d.steps, count)]);
    this.set('cost', [d.tokens, d.cost], () => el('p', null, number(d.tokens.total) + ' tokens',
      el('span', {class: 'dim'}, ' (' + number(d.tokens.input) + ' read, ' + number(d.tokens.output) + ' written) · ' + (d.cost ? 'about ' : '')), money(d.cost)));
    this.text('prompt', d.last?.prompt, d.last ? 'to ' + d.last.model + ', ' + number(d.last.prompt.length) + ' characters' : '');
    this.text('answer', d.last?.answer, d.last ? d.last.state : '');
  }

  text(name, text, note) {
    this.set(name, text, () => text ?? 'none yet');
    this.set(name + '-note', note, () => note);
  }

  /** Shows what the villager does now, and which layer guides it. */
  now() {
    if (this.parts.size === 0) return;
    if (this.stage().byHand) this.showHand();
    const {d} = this;
    if (d?.villager !== this.villager) return;
    const {layer, doing: does} = this.moment(this.villager);
    this.set('now', [does, d.thinking, d.alive, d.override, d.pausedBy], () => this.state(d, does));
    this.set('layer', [layer, does, d.rule, d.request], () => this.layer(d, layer, does, tick => calendar(this.stage(), tick).time));
  }

  state(d, does) {
    const pills = [];
    if (!d.alive) pills.push(['dead', 'bad']);
    if (d.thinking) pills.push(['asks the mind', 'good']);
    if (d.override) pills.push(['layer chosen by you', 'warn']);
    if (d.pausedBy) pills.push(['the plan waits', 'warn']);
    return [does, ...pills.flatMap(([words, kind]) => [' ', el('span', {class: 'pill ' + kind}, words)])];
  }

  layer(d, now, does, when) {
    const line = (term, layer, because, why, rest) => el('p', null, el('span', {class: 'dim'}, term + ' '), el('i', {class: 'sign ' + layer}), el('b', null, LAYERS[layer] ?? layer),
      el('span', {class: 'dim'}, because), reason(why), el('span', {class: 'dim'}, rest));
    const request = d.request;
    return [
      now === 'none' ? none('nothing guides now') : line('now', now, ': ', does, ''),
      d.rule.layer === 'autonomic' ? el('p', {class: 'dim'}, 'does not ask the mind next, because: ', reason(d.rule.reason)) : line('asks next for', d.rule.layer, ' because: ', d.rule.reason, ', ' + urgency(d.rule.urgency)),
      request ? line('asked last for', request.layer, ' because: ', request.reason, ', at ' + when(request.tick) + ', ' + (request.end ? ending(request.end) : 'under way'))
        : el('p', {class: 'dim'}, 'the mind was not asked yet'),
    ];
  }

  /** Opens the talk at a line. */
  showLine(tick, text) {
    this.marked = {villager: this.villager, tick, text};
    this.open('people');
    const part = this.parts.get('talk');
    part.key = null;
    if (this.d?.villager === this.villager) this.show(this.d);
  }

  plan(d) {
    const step = row => el('li', {class: row.state}, el('span', {class: 'mark', 'aria-hidden': 'true'}, MARKS[row.state]),
      el('span', {class: 'visually-hidden'}, row.state + ': '), doing(row.step), row.starts > 1 ? el('small', null, ' begun ' + row.starts + ' times') : null,
      row.reason ? el('small', {class: 'reason'}, ' ' + failure(row.reason)) : null);
    return [
      d.plan.length ? el('ol', {class: 'steps'}, ...d.plan.map(step)) : none('no plan'),
      d.habit ? el('p', {class: 'dim'}, 'habit: ' + d.habit) : null,
      d.ahead.length ? el('p', {class: 'dim'}, 'after that') : null,
      d.ahead.length ? el('ol', {class: 'steps'}, ...d.ahead.map(step)) : null,
      d.dropped.length ? el('p', {class: 'dim'}, 'not done') : null,
      d.dropped.length ? el('ul', {class: 'plain'}, ...d.dropped.slice(-4).map(one => el('li', null, doing(one.what), el('small', {class: 'reason'}, ' ' + failure(one.reason))))) : null,
    ];
  }

  goals(d) {
    return [
      d.goals.length ? el('ul', {class: 'plain'}, ...d.goals.map(goal => el('li', null, goal.text, goal.type ? el('small', null, goal.type === 'personal' ? ' a wish of their own' : ' ' + goal.type) : null,
        goal.progress ? el('small', null, ' ' + percent(goal.progress) + ' %') : null))) : none('no goals'),
      d.priorities.length ? el('p', null, el('span', {class: 'dim'}, 'matters most: '), d.priorities.join(', ')) : null,
      d.troubles.length ? el('p', null, el('span', {class: 'dim'}, 'troubles: '), d.troubles.map(trouble).join('; ')) : null,
    ];
  }

  talk(d, when) {
    const own = this.stage().villagers[this.villager].name, {marked} = this;
    const at = marked?.villager === this.villager ? lineOf(d.lines, own, marked) : -1;
    const lines = d.lines.slice(at < 0 ? -8 : Math.max(0, Math.min(at - 2, d.lines.length - 8)));
    return [
      d.partners.length ? el('p', {class: 'circle'}, ...[own, ...d.partners].flatMap(name => [el('span', {class: 'pill' + (name === d.turn ? ' turn' : ''), title: name === d.turn ? 'has the turn' : ''}, name), ' ']),
        el('small', null, (d.turn ? d.turn + ' has the turn · ' : 'nobody has the turn · ') + d.turns + (d.turns === 1 ? ' turn so far' : ' turns so far'))) : null,
      d.lines.length ? el('ol', {class: 'lines', tabIndex: 0, 'aria-label': 'What was said, the newest last'}, ...lines.map(line => el('li', {class: (line.who === own ? 'own' : line.who === 'Robin' ? 'player' : '') + (line === d.lines[at] ? ' marked' : '')},
        el('time', null, when(line.tick)), el('span', null, el('b', null, line.who), ' ', line.text,
          line.source ? el('small', {title: 'where the line comes from'}, ' ' + line.source) : null)))) : none('nothing was said yet'),
      d.settled ? el('p', {class: 'dim'}, d.settled + (d.settled === 1 ? ' talk' : ' talks') + ' settled by rules') : null,
    ];
  }

  /** Scrolls only if the list was replaced, so that readers of older lines are not disturbed. */
  scrollToNewest() {
    const lines = this.tab === 'people' && this.parts.get('talk').node.querySelector('.lines');
    if (lines && lines !== this.linesShown) lines.scrollTop = lines.querySelector('.marked')?.offsetTop - lines.offsetTop || lines.scrollHeight;
    if (lines) this.linesShown = lines;
  }

  memories(all, picked, when) {
    if (all.length === 0) return none('nothing to remember yet');
    const worth = [...all].sort((a, b) => b.score - a.score || b.tick - a.tick).slice(0, 12);
    return el('ul', {class: 'plain memories'}, ...worth.map(one => el('li', null, el('time', null, when(one.tick)), el('span', null, one.text,
      ...picked.filter(other => other.text === one.text).slice(0, 1).flatMap(other => [' ', el('span', {class: 'pill', title: other.why}, 'in the last prompt')]), ...one.source ? [' ', el('span', {class: 'pill'}, 'from ' + one.source)] : []))));
  }
}

/** The line in which something was promised, or else the one nearest to it in time; -1 if it is forgotten. */
function lineOf(lines, own, {tick, text}) {
  const same = lines.findLastIndex(line => line.text === text);
  return same >= 0 ? same : lines.findLastIndex(line => line.who === own && Math.abs(line.tick - tick) < 40);
}

const small = word => (word ?? '').toLowerCase();
const smallKeys = counts => Object.fromEntries(Object.entries(counts).map(([name, count]) => [small(name), count]));

/** Converts the inspection of a mind to the terms of this page. */
function thoughts({persona, life, decision, plan, aims, memory, talk, history}, body) {
  const last = [...history.exchanges].sort((a, b) => a.tick - b.tick).pop();
  const step = row => ({...row, state: small(row.state)});
  const {usage} = history.counts, {hunger, energy, temperature, health, sleepDrive} = life.needs;
  return {
    description: persona.description, skills: persona.skills, ...talk,
    needs: {hunger, thirst: body.thirst, energy, warmth: temperature, health, rest: 1 - sleepDrive, company: body.company},
    asleep: life.asleep, alive: life.alive, thinking: decision.pending !== null,
    override: small(decision.override), pausedBy: plan.pausedBy,
    rule: {...decision.choice, layer: small(decision.choice.layer)},
    request: last ? {...last, layer: small(last.layer)} : null,
    layers: decision.layers.map(one => ({layer: small(one.layer), inMs: one.readyInMs, cooldownMs: one.cooldownMs, enabled: one.enabled})),
    thought: history.thought, plan: plan.steps.map(step), ahead: plan.ahead.map(step), dropped: history.dropped,
    goals: aims.goals.map(goal => ({...goal, text: goal.description})), priorities: aims.priorities, troubles: aims.troubles,
    memories: memory.episodes, relations: memory.relations, habit: plan.source, picked: last ? last.memories : [],
    answers: smallKeys(history.counts.answers), steps: history.counts.steps, asked: smallKeys(history.counts.requests),
    tokens: {input: usage.input + usage.cacheRead + usage.cacheWrite, output: usage.output, total: usage.input + usage.cacheRead + usage.cacheWrite + usage.output},
    last: last ? {model: last.model || 'the model', prompt: last.prompt, answer: last.answer, state: last.end || 'under way'} : null,
  };
}

/** Describes the talkativeness of a villager. */
const talkative = share => share < .35 ? 'quiet' : share < .65 ? 'talks at times' : 'talkative';

const none = words => el('p', {class: 'dim'}, words);

function meter([name, value]) {
  const bar = el('i', {class: value < 20 ? 'bad' : value < 45 ? 'warn' : ''});
  bar.style.width = value + '%';
  return el('div', {class: 'need', role: 'meter', 'aria-label': need(name), 'aria-valuenow': value, 'aria-valuemin': 0, 'aria-valuemax': 100},
    el('span', null, need(name)), el('span', {class: 'track'}, bar), el('span', {class: 'value'}, value + ' of 100'));
}

function ready(layer) {
  const left = layer.cooldownMs === 0 ? 0 : Math.min(1, layer.inMs / layer.cooldownMs);
  const bar = el('i', {class: layer.inMs > 0 ? 'warn' : ''});
  bar.style.width = percent(1 - left) + '%';
  return el('div', {class: 'need'}, el('span', null, el('i', {class: 'sign ' + layer.layer}), LAYERS[layer.layer] ?? layer.layer), el('span', {class: 'track'}, bar),
    el('span', {class: 'value'}, !layer.enabled ? 'off' : layer.inMs > 0 ? 'in ' + seconds(layer.inMs) : 'ready'));
}

function figures(title, counts, words = name => name) {
  const some = Object.entries(counts).filter(([, count]) => count > 0);
  return el('p', null, el('span', {class: 'dim'}, title + ' '), some.length ? some.map(([name, count]) => words(name) + ' ' + number(count)).join(' · ') : 'none');
}
