// SPDX-License-Identifier: Apache-2.0
// Translates the terms of the village to plain words. Terms without a translation keep their name.

const things = item => ({wood: 'wood', stone: 'stone', berries: 'berries', water: 'water', grain: 'grain', bread: 'bread', tool: 'tools'})[item] ?? item;
const to = place => place === 'home' ? 'home' : 'to the ' + place;
const GATHER = {wood: 'cuts wood', stone: 'breaks stone', berries: 'picks berries', water: 'draws water'};
const pieces = count => count ? ` (${count})` : '';

const STEPS = {
  go_to: rest => 'walks ' + to(rest),
  gather: rest => {
    const [, item, count] = /^(\S+)(?: (\d+))?/.exec(rest) ?? [];
    return (GATHER[item] ?? 'gathers ' + rest) + pieces(count);
  },
  deposit: rest => rest === 'fire' ? 'feeds the fire' : 'stores everything',
  withdraw: rest => {
    const [, item, count] = /^(\S+)(?: (\d+))?/.exec(rest) ?? [];
    return `fetches ${count ? count + ' ' : ''}${things(item)}`;
  },
  plant: rest => 'sows grain' + pieces(rest),
  harvest: rest => 'reaps ripe grain' + pieces(rest),
  cook: rest => 'bakes bread' + pieces(rest),
  make_tool: rest => 'makes tools' + pieces(rest),
  give: rest => {
    const [, who, item, count] = /^(.+?) (\S+) (\d+)$/.exec(rest) ?? [];
    return who ? `gives ${who} ${count} ${things(item)}` : 'gives ' + rest;
  },
  trade: rest => {
    const [, who, item, count, other, more] = /^(.+?) (\S+) (\d+) (\S+) (\d+)$/.exec(rest) ?? [];
    return who ? `offers ${who} ${count} ${things(item)} for ${more} ${things(other)}` : 'trades with ' + rest;
  },
  help: rest => 'helps ' + rest,
  follow: rest => 'walks with ' + rest,
  talk: rest => 'looks for ' + rest.split(' ')[0] + ' to talk',
  call_meeting: () => 'calls everybody together',
  plan_build: rest => 'builds a ' + rest,
  repair: rest => 'repairs the ' + rest,
  rest: () => 'rests a while',
};

const DOINGS = {
  idle: 'stands about', wander: 'strolls about', explore: 'roams the country', 'stand and talk': 'talks',
  'seek food': 'goes to eat', drink: 'goes to drink', 'seek sleep': 'goes to bed', 'forced sleep': 'falls asleep on the spot',
  unknown: 'something that nobody can do',
  'seek warmth': 'warms up at the fire', 'seek cooling': 'cools down at the river', 'flee danger': 'runs from danger', 'flee to home': 'runs home, hurt',
};

/** A step or behavior in plain words: "go_to forest" is "walks to the forest". */
export function doing(words) {
  const [, type, rest] = /^(\S+) ?(.*)$/s.exec(words) ?? [];
  if (STEPS[type] && (rest || ['deposit', 'plant', 'harvest', 'cook', 'make_tool', 'call_meeting', 'rest'].includes(type))) return STEPS[type](rest);
  const spaced = words.replaceAll('_', ' ').replace(/plan \((\d+)\)$/, 'plan, $1 steps');
  return DOINGS[spaced] ?? spaced;
}

/** What is to be done, in the third person: "gather wood 6, deposit" is "cuts wood (6), then stores everything". */
export const deed = words => {
  const all = [];
  for (const piece of words.split(', ')) {
    const type = Object.keys(STEPS).find(name => (piece + ' ').startsWith(name.replace('_', ' ') + ' '));
    if (type || all.length === 0) all.push({type, words: type ? type + piece.slice(type.length) : piece});
    else all.at(-1).words += ', ' + piece;
  }
  return all.map(one => one.type ? doing(one.words) : one.words).join(', then ');
};

const NEEDS = {hunger: 'fed', thirst: 'not thirsty', energy: 'strong', warmth: 'warm', health: 'healthy', rest: 'rested', company: 'not lonely'};
export const need = name => NEEDS[name] ?? name;

export const LAYERS = {autonomic: 'reflexes', talker: 'words', executor: 'plans'};

const REASONS = {
  'critical needs': 'a need is critical', 'a player waits for an answer': 'you wait for an answer', conversation: 'is in a conversation', 'others nearby': 'somebody is near to talk to',
  'task completed': 'has finished something', idle: 'has nothing to do', 'last step': 'the plan is nearly done', 'needs met': 'has time to plan',
  'time passed': 'has not thought for a while', 'nothing to decide': 'nothing to decide', listening: 'listens', 'their turn to speak': 'it is their turn to speak',
};
export const reason = words => REASONS[words] ?? words;

export const urgency = value => value >= 9 ? 'at once' : value >= 7 ? 'urgent' : value >= 5 ? 'soon' : 'no hurry';

const ENDS = {
  answered: 'answered', failed: 'no answer', expired: 'too late', superseded: 'overtaken by events', cancelled: 'called off', rejected: 'turned away', incomplete: 'broken off',
  applied: 'carried out', repaired: 'carried out after small corrections', orphaned: 'too late for anybody',
};
export const ending = word => ENDS[word] ?? word;

/** A failure in the third person: "you carry nothing" becomes "they carry nothing". */
export const failure = words => words.replace(/\byourself\b/g, 'themselves').replace(/\byour\b/g, 'their').replace(/\byou\b/g, 'they');

const COUNTS = {queued: 'ordered', refused: 'impossible', repaired: 'corrected', bridged: 'put in between', dropped: 'given up', habit: 'by habit'};
export const count = word => COUNTS[word] ?? word;

/** How much a villager likes another one, -1 to 1. */
export const liking = value => value < -.3 ? 'dislikes' : value < 0 ? 'does not quite trust' : value < .1 ? 'knows' : value < .4 ? 'likes' : 'is fond of';

/** A sentence about a story, with the steps that it quotes in plain words. */
export const sentence = words => words.replace(/"([a-z_]+(?: [^"]*)?)"/g, (_, step) => `“${doing(step)}”`);

export const STORIES = {feast: 'Feast', storm: 'Storm', wolf: 'Wolf', rumour: 'Rumour', injection: 'Stranger', illness: 'Illness', theft: 'Theft', courtship: 'Courtship', market: 'Market'};
export const story = name => STORIES[name] ?? name[0].toUpperCase() + name.slice(1);

/** A story in few words, to fit its card. */
export function brief({name, over, happened, words, figures}, stage) {
  const f = figures ?? {}, all = stage.villagers.length, who = words.split(' ')[0];
  switch (name) {
    case 'feast': return over ? `${f.guests} came${happened ? ', bread for all' : f.guests ? `, only ${f.bread} loaves` : ''}` : `${f.invitations} of ${all} have heard of it`;
    case 'storm': return !over ? 'Wood, bread and fruit must last' : happened ? 'Enough was in store' : 'Too little was in store';
    case 'wolf': return f.resumed ? `${who} fled, then finished` : f.interrupted ? `${who} fled from work` : f.visits ? 'It is near' : 'None came so far';
    case 'rumour': return `${f.know} of ${all} know of a light${f.witnesses ? `, ${f.witnesses} looked` : ''}`;
    case 'market': return over ? `${f.visitors} came, ${f.trades} traded` : words.replace(/.* on /, 'At the square on ').replace(/\.$/, '');
    case 'injection': return f.tried ? `Asked ${f.tried}, got ${f.given || 'nothing'}` : 'None came so far';
    default: return words.split(/[;,.]/)[0].replace('has happened', 'happened');
  }
}

/** The progress of a story, 0 to 1, by its statistics. */
export function progress({name, over, happened, figures}, stage, scene) {
  if (over || happened) return 1;
  const all = stage.villagers.length, f = figures ?? {};
  switch (name) {
    case 'feast': return Math.min(.95, ((f.invitations ?? 0) / all + (f.guests ?? 0) / all) / 2);
    case 'rumour': return Math.min(.95, (f.know ?? 0) / all);
    case 'wolf': return f.resumed ? 1 : f.interrupted ? .66 : f.visits || scene.creatures.length ? .33 : 0;
    case 'storm': return scene.storm ? .8 : scene.weather ? .4 : 0;
    case 'injection': return Math.min(.95, (f.tried ?? 0) / 2);
    case 'illness': return f.begun ? Math.min(.95, .3 + .6 * (f.know ?? 0) / all) : 0;
    case 'theft': return f.at ? Math.min(.95, .3 + .6 * (f.know ?? 0) / all) : 0;
    case 'courtship': return f.begun ? .5 : 0;
    case 'market': return f.visitors ? .7 : f.begun ? .2 : 0;
    default: return typeof f.progress === 'number' ? f.progress / 100 : Object.values(f).some(count => count > 0) ? .4 : 0;
  }
}

/** Describes a problem, which may be a failed step, or one with its values that nobody can do: "dance{with=Mira}: no such action". */
export const trouble = words => {
  const [, type, why] = /^(\w+) ?\{.*[}…](?:: (.*))?$/s.exec(words) ?? [];
  if (type) return `cannot ${type.replaceAll('_', ' ')}${why ? ': ' + failure(why) : ''}`;
  return words.split(/[ :]/)[0] in STEPS ? failed(words) : failure(words);
};

/** Describes a failed step: "go_to forest: the river is in the way". */
function failed(text) {
  const [, step, why] = (text.startsWith('talk ') ? /^(talk \S+).*: (.*)$/s : /^(.*?): (.*)$/s).exec(text) ?? []; // a talk has a topic
  return step === undefined ? 'cannot: ' + text : `${doing(step)}, but cannot: ${failure(why)}`;
}

/** A sentence for an event, without its subject. */
export function event({kind, text, to: listener}) {
  switch (kind) {
    case 'says':
    case 'player': return `says${listener ? ' to ' + listener : ''}: “${text}”`;
    case 'plans': return !text ? 'plans no new step' : 'plans: ' + text.split(' → ').map(doing).join(', then ');
    case 'promises': return `promises ${listener}: ${deed(text)}`;
    case 'kept': return `keeps the promise to ${listener}: ${deed(text)}`;
    case 'excused': return `is excused from the promise to ${listener}: ${deed(failure(text))}`;
    case 'broken': return `breaks the promise to ${listener}: ${deed(failure(text))}`;
    case 'fails': return failed(text);
    case 'reflex': {
      const [, does, cause, was] = /^(.*) \((.*); was at (.*)\)$/s.exec(text) ?? [];
      return does === undefined ? text : `${doing(does)}: ${cause}`;
    }
    default: return kind === 'news' || !kind ? text : kind + ' ' + text;
  }
}
