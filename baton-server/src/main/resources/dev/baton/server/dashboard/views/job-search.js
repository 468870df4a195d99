// Jobs by name, queue and status, and what can be done to all that were found.

import { h } from '../dom.js';
import { count, moment, until } from '../format.js';
import { get, segment } from '../api.js';
import { bulk } from './bulk.js';
import { status, table } from './parts.js';

const STATUSES = ['scheduled', 'running', 'completed', 'cancelled', 'dead'];
/** `shown` is the filter of what is on the page, whatever has been typed since. */
const search = { job: '', queue: '', status: '', shown: {}, items: null, next: null, problem: '', turn: 0 };

export function jobSearch(app) {
  if (!search.turn) look(app);
  return [form(app), results(app)];
}

function form(app) {
  return h('form', { class: 'search', role: 'search', onsubmit: (event) => { event.preventDefault(); look(app); } },
    word('Job', 'job'),
    word('Queue', 'queue', { list: 'known-queues' }),
    h('datalist', { id: 'known-queues' }, (app.state.jobs?.queues ?? []).map(({ queue }) => h('option', { value: queue }))),
    h('label', { class: 'field' }, h('span', null, 'Status'), h('select', { name: 'status', value: search.status, onchange: (event) => { search.status = event.target.value; look(app); } },
      h('option', { value: '' }, 'any'), STATUSES.map((word) => h('option', { value: word }, word)))),
    h('button', { class: 'button solid', type: 'submit' }, 'Search'));
}

function word(label, name, more) {
  return h('label', { class: 'field' }, h('span', null, label),
    h('input', { name, type: 'search', value: search[name], oninput: (event) => { search[name] = event.target.value; }, placeholder: 'any', spellcheck: 'false', ...more }));
}

/** What was left empty narrows nothing. */
const typed = () => Object.fromEntries(['job', 'queue', 'status'].map((name) => [name, search[name].trim()]).filter(([, value]) => value));

async function look(app, filter = typed(), more = false) {
  const query = new URLSearchParams(filter);
  if (more) query.set('cursor', search.next);
  const turn = ++search.turn;
  try {
    const page = await get(`/v1/jobs?${query}`);
    if (turn !== search.turn) return; // somebody has looked for something else since
    search.items = more ? [...search.items, ...page.items] : page.items;
    search.next = page.nextCursor ?? null;
    search.shown = filter;
    search.problem = '';
  } catch (error) {
    search.problem = error.message;
  }
  app.draw();
}

function results(app) {
  if (search.problem) return h('p', { class: 'problem', role: 'alert' }, search.problem);
  if (!search.items) return h('p', { class: 'empty' }, 'Looking…');
  return [
    search.items.length > 0 && h('p', { class: 'buttons bulk', 'data-key': 'bulk' }, bulk({ filter: search.shown, noun: 'job', then: () => look(app, search.shown) })),
    table('Jobs found',
      [{ name: 'Job' }, { name: 'Id' }, { name: 'Status' }, { name: 'Queue' }, { name: 'Attempt', number: true }, { name: 'Next or end' }],
      search.items.map((one) => ({
        key: one.id,
        cells: [h('a', { href: `#/jobs/${segment(one.id)}` }, one.job), h('code', null, one.id), one.paused ? status('paused', 'warn') : status(one.status), one.queue ?? '–',
          count(one.attempt), one.finishedAt ? moment(one.finishedAt) : one.nextRunTime ? until(one.nextRunTime) : '–'],
      })),
      Object.keys(search.shown).length ? 'No job fits.' : 'There are no jobs.'),
    h('p', { class: 'buttons' },
      h('button', { class: 'button', type: 'button', onclick: () => look(app) }, 'Look again'),
      search.next && h('button', { class: 'button', type: 'button', onclick: () => look(app, search.shown, true) }, 'More')),
  ];
}
