// SPDX-License-Identifier: Apache-2.0
// Shows six hints on the first visit, each with its subject outlined, and again on request.
import {byId} from './text.js';

const SEEN = 'triune-tour';
const HINTS = [
  ['#map', 'They live on their own', 'Nobody steers these people. Click one to see what they feel, plan, say and remember.'],
  ['#inspector', 'Three layers', 'Reflexes (triangle) are rules and never wait. Words (circle) and plans (diamond) come from the mind named above: a model, or rules in its place. The shape beside a villager says which one guides them now; dots, that they ask the mind.'],
  ['#stories', 'Stories', 'These may happen, or not. The bars show how far each has come.'],
  ['.feed', 'What happens', 'The newest first. Words and deeds shows who promised what to whom, and whether it was kept.'],
  ['.people', 'Inside one mind', 'Choose somebody: five tabs show mind, plan, people, memory, and the very prompt that was sent. Be this mind lets you answer it.'],
  byId('recording') ? ['#timeline', 'A recorded run', 'Drag the handle to see any moment of it.']
    : ['.model', 'Break the model', 'Make it slow, silent or dead. The line of ticks does not move, and the village lives on. Or tell somebody to bring wood to the fire.'],
];

const stored = () => { try { return localStorage.getItem(SEEN); } catch { return 'unknown'; } };
const store = () => { try { localStorage.setItem(SEEN, 'seen'); } catch { /* a page may not remember */ } };

let at = -1;

function show(number) {
  document.querySelector('.pointed')?.classList.remove('pointed');
  at = number;
  const box = byId('tour');
  box.hidden = !HINTS[at];
  if (box.hidden) {
    store();
    scrollTo(0, 0);
    return;
  }
  const [where, title, words] = HINTS[at];
  const target = document.querySelector(where);
  target.classList.add('pointed');
  byId('tour-count').textContent = `Hint ${at + 1} of ${HINTS.length}`;
  byId('tour-title').textContent = title;
  byId('tour-words').textContent = words;
  byId('tour-next').textContent = at + 1 < HINTS.length ? 'Next' : 'Done';
  target.scrollIntoView({block: matchMedia('(max-width: 760px)').matches ? 'start' : 'nearest'}); // on a phone, the hint is below
}

export function startTour() {
  byId('tour-next').onclick = () => show(at + 1);
  byId('tour-skip').onclick = () => show(-1);
  byId('help').onclick = () => { show(0); byId('tour-next').focus({preventScroll: true}); };
  byId('tour').onkeydown = event => { if (event.key === 'Escape') show(-1); };
  if (stored() === null) byId('help').onclick();
}
