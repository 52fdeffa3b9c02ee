// SPDX-License-Identifier: Apache-2.0
// Draws work: tools in hands, carried goods, and the path of a plan.
import {FLAG, circle, oval, shape} from './brush.js';

const GOODS = {wood: '#8a5f35', stone: '#9a9c9c', berries: '#c2344d', water: '#5d9fc0', grain: '#e0bd57', bread: '#c98d4b'};

/** The tool of a step. */
function toolOf(words) {
  const [type, item] = words.split(' ');
  if (type === 'gather') return {wood: 'axe', stone: 'pick', water: 'bucket'}[item] ?? 'basket';
  return {plan_build: 'hammer', plant: 'hoe', harvest: 'sickle', cook: 'spoon', repair: 'hammer', help: 'hammer'}[type];
}

const HEADS = {
  axe: c => shape(c, '#c3c8cc', [-.05, -.62], [.3, -.72], [.3, -.36], [-.05, -.46]),
  pick: c => shape(c, '#aab0b5', [-.36, -.48], [0, -.66], [.36, -.48], [0, -.54]),
  hammer: c => { c.fillStyle = '#7d858c'; c.fillRect(-.2, -.68, .4, .2); },
  hoe: c => shape(c, '#aab0b5', [0, -.66], [.34, -.6], [.34, -.5], [0, -.56]),
  sickle: c => { c.strokeStyle = '#c3c8cc'; c.lineWidth = .08; c.beginPath(); c.arc(.12, -.52, .2, 2.6, 6.2); c.stroke(); },
  spoon: c => oval(c, 0, -.62, .12, .16, '#a8763e'),
};
const SPRAY = {axe: '#e3c08a', pick: '#d5d7d8', hammer: '#f2d45c', hoe: '#7d5b39', sickle: '#f3cf62'};

function bucket(c, fill) {
  shape(c, '#8b6f5c', [-.2, -.3], [.2, -.3], [.14, .05], [-.14, .05]);
  oval(c, 0, -.3, .2, .07, fill);
  c.strokeStyle = '#5f4a3a';
  c.lineWidth = .05;
  c.beginPath();
  c.arc(0, -.3, .2, Math.PI, 0);
  c.stroke();
}

/** Draws a tool; `swing` is the phase of its strike. */
function paintTool(c, tool, swing) {
  if (tool === 'bucket' || tool === 'basket') {
    c.translate(.5, -.12 - .08 * swing);
    bucket(c, tool === 'bucket' ? GOODS.water : GOODS.berries);
    return;
  }
  c.translate(.42, -.55);
  c.rotate(-.7 + 1.5 * swing);
  c.fillStyle = '#7a5636';
  c.fillRect(-.04, -.66, .08, .8);
  HEADS[tool](c);
}

export class Work {
  constructor(map) {
    this.map = map;
    this.plan = [];
  }

  /** Sets the remaining steps of the selected villager. */
  setPlan(steps) {
    this.plan = steps;
  }

  /** Draws the tool or goods of a villager over its figure. */
  paint(i, x, y, walking, millis) {
    const {c, scale, figure, frame, scene, calm} = this.map;
    if (!scene || frame.flags[i] & (FLAG.asleep | FLAG.dead) || this.map.n > 100) return;
    const goods = scene.loads?.[i];
    const tool = !walking && !(frame.flags[i] & FLAG.talking) && toolOf(scene.steps[i] ?? '');
    if (!goods && !tool) return;
    c.save();
    c.translate(x, y);
    c.scale(scale * figure, scale * figure);
    if (goods) {
      oval(c, -.42, -.75, .26, .3, '#b79a6a');
      oval(c, -.42, -.97, .17, .12, GOODS[goods] ?? '#ddd');
    }
    if (tool) {
      const beat = calm.matches ? .4 : (millis / 620 + i * .37) % 1, swing = beat < .7 ? 1 - beat / .7 : (beat - .7) / .3;
      if (SPRAY[tool] && beat > .85) for (let k = 0; k < 4; k++) circle(c, .85 + .18 * k * (beat - .7), -.15 - .35 * Math.abs(Math.sin(k * 2 + beat * 9)), .06, SPRAY[tool]);
      paintTool(c, tool, swing);
    }
    c.restore();
  }

  /** The destination of a step; undefined if there is none. */
  spot(step, who) {
    const {stage, scene, at} = this.map, [type, first] = step.split(' ');
    const place = test => stage.places.find(test), named = label => place(one => one.label === label);
    const person = () => { const i = stage.villagers.findIndex(one => one.name === first); return i < 0 ? undefined : {x: at[0][i], y: at[1][i]}; };
    const built = kind => scene.buildings.find(one => one.kind === kind && one.standing);
    switch (type) {
      case 'go_to': return named(step.slice(6));
      case 'gather': return place(one => one.resource === first);
      case 'deposit': return first === 'fire' ? scene.fires[0] : named('storehouse');
      case 'withdraw': return named('storehouse');
      case 'plant': case 'harvest': return named('field');
      case 'cook': return built('bakery') ?? scene.fires[0];
      case 'plan_build': return scene.buildings.find(one => one.builder === who);
      case 'call_meeting': return named('square');
      case 'give': case 'trade': case 'help': case 'talk': case 'follow': return person();
      default: return undefined;
    }
  }

  /** Draws the dotted path of the selected villager's plan, with a sign at each stop. */
  paintWay(millis) {
    const {c, scale, selected, scene, dot, calm} = this.map;
    if (selected < 0 || !scene || this.plan.length === 0) return;
    let from = this.map.where(selected);
    const stops = [];
    for (const step of this.plan) {
      const to = this.spot(step, selected);
      if (!to) continue;
      const last = stops.at(-1);
      if (last && Math.hypot(last.x - to.x, last.y - to.y) < 1) last.tools.push(toolOf(step));
      else stops.push({x: to.x, y: to.y, tools: [toolOf(step)]});
    }
    c.strokeStyle = 'rgba(255,252,235,.9)';
    c.lineWidth = 3 * dot;
    c.lineCap = 'round';
    c.setLineDash([dot, 8 * dot]);
    c.lineDashOffset = calm.matches ? 0 : -millis / 60 * dot;
    for (const stop of stops) {
      c.beginPath();
      c.moveTo(from.x * scale, from.y * scale);
      c.quadraticCurveTo((from.x + stop.x) / 2 * scale, ((from.y + stop.y) / 2 - 1.5) * scale, stop.x * scale, stop.y * scale);
      c.stroke();
      from = stop;
    }
    c.setLineDash([]);
    stops.forEach((stop, i) => this.stop(stop, i + 1));
  }

  stop({x, y, tools}, number) {
    const {c, scale, dot} = this.map, r = 10 * dot, tool = tools.find(Boolean);
    c.save();
    c.translate(x * scale, y * scale - r);
    circle(c, 0, 0, r, '#6a48b5');
    circle(c, 0, 0, r - 2 * dot, '#fffdf5');
    if (tool) {
      c.scale(r * 1.05, r * 1.05);
      c.translate(-.32, .42);
      paintTool(c, tool, .35);
    } else {
      c.fillStyle = '#4a2f94';
      c.font = `700 ${11 * dot}px system-ui, sans-serif`;
      c.textAlign = 'center';
      c.textBaseline = 'middle';
      c.fillText(number, 0, dot * .5);
    }
    c.restore();
  }
}
