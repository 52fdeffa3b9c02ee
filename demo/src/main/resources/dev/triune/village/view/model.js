// SPDX-License-Identifier: Apache-2.0
// The model: buttons that simulate faults, the chart of ticks, and the cost.
import {byId, el, number} from './text.js';

const FAULTS = {
  slow: ['Slow', 'Every answer comes 8 seconds late. Words and plans wait; nobody else does.'],
  hang: ['Hang', 'It takes requests and says nothing. They are given up in time, and rules go on.'],
  garbage: ['Garbage', 'Every answer is nonsense. It is refused, and rules go on.'],
  dead: ['Dead', 'It cannot be reached. Reflexes and routine carry the village.'],
  none: ['Back', 'It answers. Break it, and watch: the village lives on.'],
};

const LATE = 'A slow mind: those who wait say so, habits and routine fill the time, and reflexes never wait.';
const SLOW_MILLIS = 4_000;

/** The slider goes from 0.2 to 60 s, by equal factors. */
const LEAST = 200, FACTOR = 300;
const millisAt = share => Math.round(LEAST * FACTOR ** (share / 100));
const shareOf = millis => Math.round(100 * Math.log(Math.max(1, millis / LEAST)) / Math.log(FACTOR));

/** Prices in USD for a million input and output tokens. */
const PRICES = [['$0.10 read, $0.40 written', .1, .4], ['$0.50 read, $2 written', .5, 2], ['$3 read, $15 written', 3, 15], ['nothing', 0, 0]];
const SECONDS = 240;
const BUDGET_MILLIS = 50;
const TICKS_AN_HOUR = 72_000;

export class Model {
  constructor(send) {
    this.samples = [];
    this.counts = [];
    this.fault = 'none';
    byId('faults').replaceChildren(...Object.entries(FAULTS).map(([mode, [label]]) => {
      const button = el('button', {data: {fault: mode}, 'aria-pressed': 'false'}, label);
      button.onclick = () => send({do: 'fault', mode});
      return button;
    }));
    const latency = byId('latency');
    latency.oninput = () => this.showLatency(millisAt(latency.value));
    latency.onchange = () => send({do: 'latency', ms: millisAt(latency.value)});
    byId('price').replaceChildren(...PRICES.map(([label], i) => el('option', {value: i}, label)));
    byId('price').onchange = () => this.showSpending();
    new ResizeObserver(() => this.draw()).observe(byId('pulse'));
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw());
  }

  begin(stage) {
    this.stage = stage;
    this.samples = [];
    this.counts = [];
    for (const button of byId('faults').children) button.disabled = !stage.breakable;
    this.showFault(this.fault);
  }

  /** Takes one sample a second from frames. */
  frame(frame) {
    const now = performance.now();
    byId('tps').textContent = frame.paused ? '0' : frame.tps.toFixed(frame.tps < 100 ? 1 : 0);
    if (now - (this.sampledAt ?? 0) < 1_000 || frame.paused) return;
    byId('ms').textContent = frame.tickMillis < .01 ? '< 0.01' : frame.tickMillis.toFixed(2);
    this.sampledAt = now;
    this.samples.push({tps: frame.tps, ms: frame.tickMillis, fault: this.fault});
    if (this.samples.length > SECONDS) this.samples.shift();
    this.draw();
  }

  scene(scene, tick) {
    byId('latency-row').hidden = !(scene.latencyMs >= 0);
    if (scene.latencyMs >= 0 && document.activeElement !== byId('latency')) {
      byId('latency').value = shareOf(scene.latencyMs);
      this.showLatency(scene.latencyMs);
    }
    if (scene.fault !== this.fault || scene.latencyMs !== this.latency) {
      this.latency = scene.latencyMs;
      this.showFault(scene.fault);
    }
    const {tokens, providers, submitted} = scene.broker; // a replay calls no provider
    const next = {tick, calls: providers.reduce((sum, provider) => sum + provider.calls, 0) || submitted, input: tokens.input + tokens.cached, output: tokens.output, habits: scene.figures['plans from habits'] ?? 0};
    if (tick < this.counts.at(-1)?.tick) this.counts = []; // the timeline was moved back
    const last = this.counts.at(-1);
    if (last && next.tick - last.tick < 100) return;
    this.counts.push(next);
    while (this.counts.length > 2 && next.tick - this.counts[1].tick >= this.stage.ticksPerDay) this.counts.shift();
    if (this.counts.length > 600) this.counts = this.counts.filter((_, i) => i % 2 === 0);
    this.showSpending();
  }

  showLatency(millis) {
    byId('latency-words').textContent = millis < 10_000 ? (millis / 1_000).toFixed(1) + ' s' : Math.round(millis / 1_000) + ' s';
  }

  showFault(fault) {
    this.fault = fault;
    for (const button of byId('faults').children) button.setAttribute('aria-pressed', button.dataset.fault === fault);
    byId('faults').lastChild.textContent = fault === 'none' ? 'Works' : 'Back';
    byId('fault-words').textContent = !this.stage?.breakable ? 'There is no model here that could be broken.' : fault === 'none' && this.latency > SLOW_MILLIS ? LATE : FAULTS[fault]?.[1] ?? '';
  }

  /** Shows the cost at the rate of the last day, or of the part that was watched. */
  showSpending() {
    const first = this.counts[0], last = this.counts.at(-1);
    const ticks = last ? last.tick - first.tick : 0;
    const enough = ticks >= 200;
    const perDay = name => (last[name] - first[name]) / ticks * this.stage.ticksPerDay;
    const [, input, output] = PRICES[byId('price').value];
    byId('calls-day').textContent = enough ? number(Math.round(perDay('calls'))) : '–';
    byId('tokens-day').textContent = enough ? number(Math.round(perDay('input') + perDay('output'))) : '–';
    const calls = enough ? last.calls - first.calls : 0, habits = enough ? last.habits - first.habits : 0;
    byId('habits').textContent = calls + habits > 0 ? `, ${Math.round(100 * habits / (calls + habits))} % by habit` : '';
    const dollars = enough ? (perDay('input') * input + perDay('output') * output) / 1e6 * TICKS_AN_HOUR / this.stage.ticksPerDay : 0;
    byId('per-hour').textContent = !enough ? '–' : dollars === 0 ? '$0' : dollars < .01 ? '< 1 ¢' : '$' + dollars.toFixed(2);
  }

  draw() {
    const canvas = byId('pulse'), dot = Math.min(2, devicePixelRatio || 1), colour = name => getComputedStyle(document.querySelector('.key.' + name)).backgroundColor;
    const w = canvas.width = Math.round(canvas.clientWidth * dot), h = canvas.height = Math.round(canvas.clientHeight * dot);
    if (!w) return;
    const c = canvas.getContext('2d'), {samples} = this, x = i => w - (samples.length - 1 - i) * w / (SECONDS / 2);
    c.fillStyle = 'rgba(200,60,45,.22)';
    samples.forEach((sample, i) => { if (sample.fault !== 'none') c.fillRect(x(i - 1), 0, x(i) - x(i - 1) + 1, h); });
    const most = Math.max(20, ...samples.map(sample => sample.tps)) * 1.25;
    const line = (name, share) => {
      c.strokeStyle = colour(name);
      c.lineWidth = 2 * dot;
      c.lineJoin = 'round';
      c.beginPath();
      samples.forEach((sample, i) => c.lineTo(x(i), h - 2 * dot - Math.min(1, share(sample)) * (h - 4 * dot)));
      c.stroke();
    };
    line('tps', sample => sample.tps / most);
    line('ms', sample => sample.ms / BUDGET_MILLIS);
    canvas.setAttribute('aria-label', `${byId('tps').textContent} ticks a second, ${byId('ms').textContent} ms a tick of ${BUDGET_MILLIS}`);
  }
}
