// SPDX-License-Identifier: Apache-2.0
// Lets a person answer prompts in the place of a model: the prompts that wait, the prompt as a model gets it, a form
// made from the schema of its answer, and what the reader made of the last answers. A game's own page mounts it, too.

const EVERY = 500;
const DRAFT = 'triune-bench-draft';
const LONG = ['speaking', 'thinking', 'later', 'description', 'text'];

/** Creates an element; all texts are data, never markup. */
function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) made[name] = value;
    else if (value !== false && value !== undefined) made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children.filter(child => child !== undefined && child !== ''));
  return made;
}

const minutes = ms => `${Math.floor(ms / 60000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}`;
const spaced = words => words.replaceAll('_', ' ');

// ---- a form for a schema

/** What a value may be, and whether it may be left out. */
function unwrap(schema) {
  const choices = schema.anyOf;
  if (choices?.length === 2 && choices.some(one => one.type === 'null')) return [choices.find(one => one.type !== 'null'), true];
  return [schema, false];
}

/** Creates the control of a value: its element, and how to read it; undefined is left out. */
function control(name, schema, value, names) {
  const [inner, optional] = unwrap(schema);
  if (inner.type === 'object') return group(inner, value ?? {}, names);
  if (inner.type === 'array') return inner.items?.anyOf || inner.items?.type === 'object' ? actions(inner.items, value ?? [], names) : numbers(value);
  if (inner.enum) {
    const select = el('select', {}, ...(optional ? [el('option', {value: ''}, '—')] : []), ...inner.enum.map(one => el('option', {value: one}, one)));
    if (value !== undefined && value !== null) select.value = value;
    return {node: select, read: () => select.value === '' ? undefined : select.value};
  }
  if (inner.type === 'boolean') {
    const box = el('input', {type: 'checkbox'});
    box.checked = value === true;
    return {node: box, read: () => box.checked ? true : undefined};
  }
  if (inner.type === 'integer' || inner.type === 'number') {
    const input = el('input', {type: 'number', step: inner.type === 'integer' ? '1' : 'any'});
    if (value !== undefined && value !== null) input.value = value;
    return {node: input, read: () => input.value === '' ? undefined : Number(input.value)};
  }
  const input = LONG.includes(name) ? el('textarea', {rows: 2}) : el('input', {type: 'text', list: names, autocomplete: 'off'});
  if (value !== undefined && value !== null) input.value = value;
  return {node: input, read: () => input.value.trim() === '' ? undefined : input.value.trim()};
}

/** The numbers of agreements, such as those that a plan keeps. */
function numbers(value) {
  const input = el('input', {type: 'text', inputmode: 'numeric', placeholder: 'numbers, such as 1, 3'});
  input.value = (value ?? []).join(', ');
  return {node: input, read: () => {
    const found = input.value.match(/\d+/g);
    return found ? found.map(Number) : undefined;
  }};
}

function group(schema, value, names) {
  const parts = Object.entries(schema.properties ?? {}).map(([name, part]) => [name, control(name, part, value[name], names)]);
  const node = el('div', {class: 'bench-group'}, ...parts.map(([name, part]) => field(name, part.node)));
  return {node, read: () => {
    const read = parts.map(([name, part]) => [name, part.read()]).filter(([, one]) => one !== undefined);
    return read.length ? Object.fromEntries(read) : undefined;
  }};
}

/** A control with its name above it; whole lists of controls have no label to click. */
const field = (name, node) => el(node.matches('input, select, textarea') ? 'label' : 'div', {class: 'bench-field'}, el('span', {}, spaced(name)), node);

/** A list of actions, each of one of the shapes. */
function actions(items, value, names) {
  const shapes = new Map();
  for (const shape of items.anyOf ?? [items]) {
    for (const type of shape.properties.type?.enum ?? []) shapes.set(type, shape);
  }
  const list = el('ol', {class: 'bench-actions'}), rows = [];
  const add = first => {
    const holder = el('div', {class: 'bench-group'});
    const select = el('select', {'aria-label': 'action'}, ...[...shapes.keys()].map(type => el('option', {value: type}, spaced(type))));
    if (shapes.has(first?.type)) select.value = first.type;
    const row = {parts: []};
    const shape = values => {
      const properties = Object.entries(shapes.get(select.value).properties).filter(([name]) => name !== 'type');
      row.parts = properties.map(([name, part]) => [name, control(name, part, values?.[name], names)]);
      for (const [name, part] of properties) {
        if (!unwrap(part)[1] && (shapes.get(select.value).required ?? []).includes(name)) row.parts.find(([one]) => one === name)[1].node.required = true;
      }
      holder.replaceChildren(...row.parts.map(([name, part]) => field(name, part.node)));
    };
    select.onchange = () => shape();
    shape(first);
    row.read = () => Object.fromEntries([['type', select.value], ...row.parts.map(([name, part]) => [name, part.read()]).filter(([, one]) => one !== undefined)]);
    row.node = el('li', {}, el('div', {class: 'bench-row'}, select, el('button', {type: 'button', class: 'bench-small', 'aria-label': 'Remove this action', onclick: () => {
      rows.splice(rows.indexOf(row), 1);
      row.node.remove();
    }}, '✕')), holder);
    rows.push(row);
    list.append(row.node);
  };
  value.forEach(add);
  return {node: el('div', {}, list, el('button', {type: 'button', class: 'bench-small', onclick: () => add()}, '+ action')), read: () => rows.length ? rows.map(row => row.read()) : undefined};
}

// ---- the page

/** Shows the workbench in an element; a game's page chooses and releases agents in its own way. */
export function mountWorkbench(root, {chooser = false, onRelease, onState, say = () => {}} = {}) {
  let state = {revision: -1, agents: [], waiting: [], past: []}, chosen = null, form = null, tab = 'form', lost = false, stopped = false, idle = '';
  const list = el('div', {class: 'bench-list'}), work = el('div', {class: 'bench-work'}), past = el('ol', {class: 'bench-past'});
  const notice = el('p', {class: 'bench-notice', role: 'status', hidden: true});
  root.classList.add('bench');
  root.replaceChildren(notice, list, work, el('section', {class: 'bench-read'}, el('h3', {}, 'What the reader made of it'), past));

  const send = async command => {
    try {
      const answer = await fetch('workbench/commands', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(command)});
      const words = (await answer.text()).trim();
      if (!answer.ok) say(words);
      tell(answer.ok ? '' : words);
      await poll();
      return answer.ok;
    } catch {
      tell('The game cannot be reached.');
      return false;
    }
  };
  const tell = words => {
    notice.textContent = words;
    notice.hidden = !words;
  };

  const draft = () => { try { return JSON.parse(localStorage.getItem(DRAFT)) ?? {}; } catch { return {}; } };
  const keep = () => {
    if (!form || !chosen || form.sent) return;
    if (form.text().replace(/[{}\s]/g, '') === '') return;
    try { localStorage.setItem(DRAFT, JSON.stringify({number: chosen.number, name: chosen.name, text: form.text()})); } catch { /* a page may not remember */ }
  };

  function choose(call) {
    keep();
    if (work.dataset.gone) tell(''); // what was told is about the prompt before
    delete work.dataset.gone;
    chosen = call;
    form = null;
    work.replaceChildren();
    if (!call) {
      work.append(el('p', {class: 'bench-empty'}, idle || (state.agents.some(agent => agent.taken) || onRelease ? 'No prompt waits now. The next one comes when it is the agent’s turn to think.' : 'Choose an agent to think for.')));
      return;
    }
    const kept = draft(), saved = kept.number === call.number && kept.name === call.name ? kept.text : '';
    form = answerForm(call, saved);
    work.append(promptOf(call), form.node);
  }

  function promptOf(call) {
    const last = call.messages.length - 1;
    return el('section', {class: 'bench-prompt', 'aria-label': 'The prompt'},
      el('h3', {}, 'The prompt, as a model gets it'),
      ...call.messages.map((message, i) => el('details', {open: i === last}, el('summary', {}, message.role, el('small', {}, ` ${message.text.length.toLocaleString('en')} characters`)), el('pre', {tabindex: 0}, message.text))),
      el('details', {}, el('summary', {}, 'schema', el('small', {}, ' of the answer')), el('pre', {tabindex: 0}, JSON.stringify(call.schema, null, 2))));
  }

  function answerForm(call, saved) {
    let value = {}, raw = false;
    try { value = JSON.parse(saved || '{}') ?? {}; } catch { raw = true; }
    const names = `bench-names-${call.number}`, hasForm = !!call.schema?.properties;
    const area = el('textarea', {class: 'bench-json', rows: 12, spellcheck: 'false', 'aria-label': 'The answer as JSON'});
    area.value = saved;
    let fields = hasForm ? group(call.schema, value, names) : null;
    const holder = el('div', {}, fields?.node ?? '');
    const made = {sent: false, text: () => tab === 'json' || !fields ? area.value : JSON.stringify(fields.read() ?? {}, null, 1)};
    const show = wanted => {
      if (wanted === 'json' && tab === 'form' && fields) area.value = JSON.stringify(fields.read() ?? {}, null, 1);
      else if (wanted === 'form' && tab === 'json' && fields) {
        try {
          fields = group(call.schema, JSON.parse(area.value || '{}'), names);
          holder.replaceChildren(fields.node);
        } catch {
          tell('This is no JSON, so the form keeps what it had.');
        }
      }
      tab = fields ? wanted : 'json';
      area.hidden = tab !== 'json';
      holder.hidden = tab !== 'form';
      tabs.forEach(([name, button]) => button.setAttribute('aria-pressed', String(name === tab)));
    };
    const tabs = [['form', 'Form'], ['json', 'JSON']].map(([name, words]) => [name, el('button', {type: 'button', disabled: name === 'form' && !hasForm, onclick: () => show(name)}, words)]);
    const sendButton = el('button', {type: 'button', class: 'primary', onclick: async () => {
      const text = made.text(), empty = tab === 'form' && holder.querySelector(':required:invalid');
      if (!text.trim()) return tell('Write an answer first.');
      if (empty) {
        empty.focus();
        empty.addEventListener('input', () => tell(''), {once: true});
        return tell(`Fill in “${empty.closest('.bench-field').firstChild.textContent}” first.`);
      }
      made.sent = true;
      if (!await send({do: 'answer', number: call.number, text})) made.sent = false;
    }}, 'Answer');
    made.node = el('section', {class: 'bench-answer', 'aria-label': 'Your answer'},
      el('h3', {}, `${call.name}’s answer`, el('span', {class: 'bench-tabs'}, ...tabs.map(([, button]) => button))),
      holder, area, el('datalist', {id: names}, ...call.names.map(name => el('option', {value: name}))),
      el('p', {class: 'bench-buttons'}, sendButton,
        el('button', {type: 'button', onclick: () => { made.sent = true; send({do: 'pass', number: call.number}); }}, 'Let the rules answer'),
        el('button', {type: 'button', onclick: () => onRelease ? onRelease(call.name) : send({do: 'release', agent: call.agent})}, `Leave ${call.name}`)));
    const wanted = raw ? 'json' : tab;
    tab = raw ? 'json' : 'form';
    show(wanted);
    return made;
  }

  function renderList() {
    const time = call => el('b', {class: 'bench-time', 'data-since': Date.now() - call.waitedMs}, minutes(call.waitedMs));
    const waits = state.waiting.map(call => el('button', {type: 'button', class: 'bench-call', 'data-layer': call.layer, 'aria-pressed': String(chosen?.number === call.number), onclick: () => { choose(call); renderList(); }},
      el('strong', {}, call.name), el('span', {class: 'bench-layer'}, call.layer === 'talker' ? 'words' : call.layer === 'executor' ? 'a plan' : call.layer), time(call), el('small', {}, call.reason)));
    const agents = chooser ? state.agents.map(agent => el('button', {type: 'button', class: 'bench-agent', 'aria-pressed': String(agent.taken), onclick: () => send({do: agent.taken ? 'release' : 'take', agent: agent.agent})}, agent.name)) : [];
    list.replaceChildren(
      ...(agents.length ? [el('h3', {}, 'Whose mind are you?'), el('div', {class: 'bench-agents'}, ...agents)] : []),
      el('h3', {}, waits.length ? `${waits.length} ${waits.length === 1 ? 'prompt waits' : 'prompts wait'} for you` : 'No prompt waits'), ...waits);
  }

  const ENDS = {applied: 'applied', repaired: 'repaired', rejected: 'refused', superseded: 'superseded', expired: 'too late', orphaned: 'too late', cancelled: 'called off', failed: 'failed'};
  function renderPast() {
    past.replaceChildren(...state.past.map(call => {
      const end = call.end.split(', ').map(word => ENDS[word] ?? word).join(', ') || 'being read…';
      const mark = /refused|failed/.test(end) ? 'bad' : /repaired|superseded|late|off/.test(end) ? 'warn' : end === 'applied' ? 'good' : '';
      return el('li', {}, el('p', {}, el('strong', {}, call.name), ` ${call.layer === 'talker' ? 'words' : call.layer === 'executor' ? 'plan' : call.layer} `, el('span', {class: `bench-end ${mark}`}, end)),
        el('ul', {}, ...call.notes.map(note => el('li', {class: `bench-note ${note.kind.replaceAll(' ', '-')}`}, el('b', {}, note.kind), ' ', note.text))),
        call.answer ? el('details', {}, el('summary', {}, 'the answer as it was sent'), el('pre', {}, call.answer)) : '');
    }));
    if (!state.past.length) past.append(el('li', {class: 'bench-empty'}, 'Here you will see what was applied, repaired or refused, and why.'));
  }

  function update() {
    if (chosen && !state.waiting.some(call => call.number === chosen.number)) {
      const gone = state.past.find(call => call.number === chosen.number);
      if (form?.sent || !gone) choose(null);
      else if (!work.dataset.gone) {
        work.dataset.gone = 'yes';
        keep();
        tell(`${chosen.name}’s prompt does not wait any more: ${gone.end || 'it was called off'}. What you wrote stays here until you choose another prompt.`);
        form.node.querySelectorAll('.bench-buttons button:not(:last-child)').forEach(button => { button.disabled = true; });
      }
    }
    const next = work.dataset.gone && state.waiting.find(call => call.name === chosen.name);
    if (!chosen || next) choose(next || state.waiting[0] || null);
    renderList();
    renderPast();
    onState?.(state);
  }

  async function poll() {
    try {
      const answer = await fetch(`workbench/state?since=${state.revision}`);
      if (answer.status === 200) {
        state = await answer.json();
        update();
      }
      if (lost) tell('');
      lost = false;
    } catch {
      if (!lost) tell('The game cannot be reached. Your words stay here.');
      lost = true;
    }
  }

  const tick = async () => {
    if (stopped) return;
    await poll();
    root.querySelectorAll('[data-since]').forEach(label => { label.textContent = minutes(Date.now() - Number(label.dataset.since)); });
    setTimeout(tick, EVERY);
  };
  addEventListener('pagehide', keep);
  tick();
  return {stop: () => { stopped = true; }, idle: words => {
    if (idle === words) return;
    idle = words;
    if (!chosen) choose(null);
  }, show: name => {
    const call = state.waiting.find(one => one.name === name);
    if (call) choose(call);
    renderList();
  }};
}

if (document.body.classList.contains('bench-page')) mountWorkbench(document.getElementById('workbench'), {chooser: true});
