// Leadership in any span of time for which it is kept: last night's fail-over, drawn as the live one is.

import { h } from '../dom.js';
import { clock, moment, plural } from '../format.js';
import { get } from '../api.js';
import { timeline } from '../timeline.js';
import { dividedRole } from './shards.js';
import { EVENT_COLUMNS, eventRow, inOrder, passageTable, section, spanPage, table, tag } from './parts.js';

const HOUR = 3_600_000;
const SPANS = [['1 hour', HOUR], ['24 hours', 24 * HOUR], ['7 days', 7 * 24 * HOUR], ['30 days', 30 * 24 * HOUR]];
const shown = { from: null, to: null, answer: null, events: [], next: null, problem: '', at: 0, fields: null };

export function history(app, from, to) {
  if (shown.from !== from || shown.to !== to) {
    Object.assign(shown, { from, to, answer: null, events: [], next: null, problem: '', at: 0, fields: null });
  }
  const still = Date.parse(to) > clock.now(); // more may come
  if (!shown.at || (still && Date.now() - shown.at > 10_000)) load(app);
  return [
    h('p', { class: 'more', 'data-key': 'back' }, h('a', { href: '#/leadership' }, 'Leadership now')),
    h('h1', { 'data-key': 'title' }, 'Leadership in the past'),
    form(from, to),
    shown.problem ? h('p', { class: 'problem', role: 'alert', 'data-key': 'problem' }, shown.problem)
      : !shown.answer ? h('p', { class: 'loading', 'data-key': 'loading' }, 'Looking…')
      : found(app, shown.answer),
  ];
}

async function load(app) {
  const { from, to } = shown;
  shown.at = Date.now();
  const query = new URLSearchParams({ from, to });
  try {
    const [answer, page] = await Promise.all([get(`/v1/timeline?${query}`), get(`/v1/history?${query}`)]);
    if (shown.from !== from || shown.to !== to) return;
    Object.assign(shown, { answer, events: page.items, next: page.nextCursor ?? null, problem: '' });
  } catch (error) {
    shown.problem = error.message;
  }
  app.draw();
}

async function older(app) {
  const query = new URLSearchParams({ from: shown.from, to: shown.to, cursor: shown.next });
  try {
    const page = await get(`/v1/history?${query}`);
    Object.assign(shown, { events: [...shown.events, ...page.items], next: page.nextCursor ?? null });
  } catch (error) {
    shown.problem = error.message;
  }
  app.draw();
}

/** A moment as the field of a form wants it: local, without a zone. */
const local = (at) => new Date(Date.parse(at) - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 19);

function form(from, to) {
  if (Number.isNaN(Date.parse(from)) || Number.isNaN(Date.parse(to))) return null; // the answer will say so
  shown.fields ??= { from: local(from), to: local(to) };
  const { fields } = shown;
  const length = Date.parse(to) - Date.parse(from);
  const by = (millis) => spanPage(Date.parse(from) + millis, Date.parse(to) + millis);
  const set = (name) => (event) => { fields[name] = event.target.value; };
  return [
    h('form', {
      class: 'search span', role: 'search', 'data-key': 'form',
      onsubmit: (event) => {
        event.preventDefault();
        if (fields.from && fields.to) location.hash = spanPage(Date.parse(fields.from), Date.parse(fields.to));
      },
    },
    h('label', { class: 'field' }, h('span', null, 'From'), h('input', { name: 'from', type: 'datetime-local', step: 1, required: true, value: fields.from, oninput: set('from') })),
    h('label', { class: 'field' }, h('span', null, 'To'), h('input', { name: 'to', type: 'datetime-local', step: 1, required: true, value: fields.to, oninput: set('to') })),
    h('button', { class: 'button solid', type: 'submit' }, 'Show')),
    h('p', { class: 'buttons', 'data-key': 'spans' },
      h('a', { class: 'button', href: by(-length) }, 'Earlier'), h('a', { class: 'button', href: by(length) }, 'Later'),
      SPANS.map(([name, millis]) => h('a', { class: 'button', href: spanPage(Date.parse(to) - millis, Date.parse(to)) }, name))),
  ];
}

function found(app, answer) {
  const drawn = answer.terms.filter((term) => !dividedRole(app.state, term.role));
  const names = inOrder(drawn.map((term) => term.role));
  const nodes = [...new Set(drawn.map((term) => term.nodeId))].sort().map((nodeId) => ({ nodeId }));
  const width = Math.min(1160, document.documentElement.clientWidth - (innerWidth < 700 ? 32 : 64));
  const from = Date.parse(answer.from);
  const to = Math.min(Date.parse(answer.to), Math.max(clock.now(), from + 1_000)); // the future is empty
  return [
    limits(answer),
    section('Timeline', `${moment(answer.from)} to ${moment(answer.to)}`,
      answer.terms.length
        ? [
          h('div', { class: 'picture' }, timeline(drawn, nodes, names, { from, to }, width)),
          h('p', { class: 'legend' }, names.map((role) => tag(role)), drawn.length < answer.terms.length && h('span', null, 'shards are not drawn: the tables have them'), h('span', { class: 'key-crash' }, '✕ crashed'), h('span', null, 'figures: last heartbeat until the next gate opens')),
        ]
        : h('p', { class: 'empty' }, 'Nobody led anything then, as far as it is kept.')),
    section('Passages', 'from one term to the next, newest first', passageTable({ terms: answer.terms }, 200)),
    section('Election events', plural(shown.events.length, 'entry', 'entries') + (shown.next ? ', and older ones' : ''),
      table('Election events', EVENT_COLUMNS, shown.events.map(eventRow), 'Nothing happened then.'),
      shown.next && h('p', { class: 'buttons' }, h('button', { class: 'button', type: 'button', onclick: () => older(app) }, 'Older ones'))),
  ];
}

/** What the picture cannot show, said before somebody believes that nothing happened. */
function limits(answer) {
  const pruned = answer.keptSince && Date.parse(answer.from) < Date.parse(answer.keptSince);
  return [
    pruned && h('p', { class: 'notice', 'data-key': 'pruned' }, `The history begins at ${moment(answer.keptSince)}. What was before has been pruned, if there was anything.`),
    answer.cutAt && h('p', { class: 'notice', 'data-key': 'cut' }, `More happened than can be drawn: terms that began and ended before ${moment(answer.cutAt)} are left out. Choose a shorter span.`),
  ];
}
