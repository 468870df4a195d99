// Intents: how they stand, how they flow, one of them with all its attempts.

import { h } from '../dom.js';
import { ago, count, moment, rate, span, time, until } from '../format.js';
import { action } from '../actions.js';
import { get, segment } from '../api.js';
import { plot, proportions } from '../chart.js';
import { byDay } from './by-day.js';
import { section, status, table } from './parts.js';

const STATUSES = ['pending', 'accepted', 'rejected', 'exhausted', 'cancelled'];
const search = { id: '', status: '', target: '', from: '', to: '', items: null, next: null, problem: '', asked: false };
const open = { id: null, answer: null, problem: '', at: 0 };

export function intents(app, [id]) {
  return id ? one(app, id) : all(app);
}

function all(app) {
  const { state } = app;
  if (!search.asked) {
    search.asked = true;
    look(app);
  }
  const figures = state.intents ?? {};
  const newest = figures.newest ?? {};
  const looked = STATUSES.reduce((sum, word) => sum + (newest[word] ?? 0), 0);
  const estimated = Object.keys(figures.estimated ?? {}).length > 0 ? figures.estimated : null;
  const shown = estimated ?? newest;
  const series = state.series ?? [];
  const latest = (name) => (series.length ? series[series.length - 1][name] : null);
  const points = (name) => series.map((point) => ({ at: point.at, value: point[name] }));
  return [
    h('h1', { 'data-key': 'title' }, 'Intents'),
    h('div', { class: 'counts', 'data-key': 'counts' },
      h('div', { class: 'count lead' }, h('b', null, figures.waiting === undefined ? '–' : `${count(figures.waiting)}${figures.more ? '+' : ''}`), h('span', null, 'waiting for an attempt')),
      STATUSES.map((word) => h('div', { class: `count ${word}` }, h('b', { title: estimated ? 'estimated' : null }, `${estimated ? '≈ ' : ''}${count(shown[word] ?? 0)}`), h('span', null, word)))),
    h('div', { 'data-key': 'bar' }, proportions(STATUSES.map((word) => ({ label: word, value: shown[word] ?? 0, tone: word }))),
      h('p', { class: 'small' }, !looked ? null : estimated ? 'statuses of all intents, estimated from the database’s own statistics' : looked < 1_000 ? 'statuses of all intents' : `statuses of the newest ${count(looked)}`)),
    section('Flow', 'all nodes',
      h('div', { class: 'multiples' },
        plot(points('created'), { label: 'Handed in', latest: rate(latest('created')), unit: 'per s', tone: 'role-5' }),
        plot(points('attempts'), { label: 'Attempts', latest: rate(latest('attempts')), unit: 'per s', tone: 'role-0' }),
        plot(points('terminal'), { label: 'Ended', latest: rate(latest('terminal')), unit: 'per s', tone: 'role-4' }),
        plot(points('delayMillis'), { label: 'Delay of attempts', latest: latest('delayMillis') === null ? '–' : span(latest('delayMillis')), tone: 'role-0' }))),
    section('Search', null, form(app), results(app)),
    byDay(app, { path: '/v1/attempts/by-day?limit=60', title: 'Older attempts', note: 'summed up by day: their intents are no longer kept', of: { name: 'Target', key: 'submissionTarget' }, number: { name: 'Attempts', key: 'attempts' } }),
  ];
}

function form(app) {
  const set = (name) => (event) => { search[name] = event.target.value; };
  return h('form', { class: 'search', role: 'search', onsubmit: (event) => { event.preventDefault(); if (search.id.trim()) location.hash = `#/intents/${segment(search.id.trim())}`; else look(app); } },
    h('label', { class: 'field' }, h('span', null, 'Intent id'), h('input', { name: 'id', type: 'search', value: search.id, oninput: set('id'), placeholder: 'exact id', spellcheck: 'false' })),
    h('label', { class: 'field' }, h('span', null, 'Target'), h('input', { name: 'target', type: 'search', value: search.target, oninput: set('target'), placeholder: 'any', spellcheck: 'false' })),
    h('label', { class: 'field' }, h('span', null, 'Status'), h('select', { name: 'status', value: search.status, onchange: (event) => { search.status = event.target.value; look(app); } },
      h('option', { value: '' }, 'any'), STATUSES.map((word) => h('option', { value: word }, word)))),
    h('label', { class: 'field' }, h('span', null, 'From'), h('input', { name: 'from', type: 'datetime-local', step: 1, value: search.from, oninput: set('from') })),
    h('label', { class: 'field' }, h('span', null, 'To'), h('input', { name: 'to', type: 'datetime-local', step: 1, value: search.to, oninput: set('to') })),
    h('button', { class: 'button solid', type: 'submit' }, 'Search'));
}

async function look(app, more = false) {
  const query = new URLSearchParams();
  if (search.status) query.set('status', search.status);
  if (search.target.trim()) query.set('target', search.target.trim());
  if (search.from) query.set('from', new Date(search.from).toISOString());
  if (search.to) query.set('to', new Date(search.to).toISOString());
  if (more && search.next) query.set('cursor', search.next);
  try {
    const page = await get(`/v1/intents?${query}`);
    search.items = more ? [...search.items, ...page.items] : page.items;
    search.next = page.nextCursor ?? null;
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
    table('Intents found',
      [{ name: 'Intent' }, { name: 'Target' }, { name: 'Status' }, { name: 'Attempts', number: true }, { name: 'Handed in' }, { name: 'Next or end' }],
      search.items.map((intent) => ({
        key: intent.intentId,
        cells: [h('a', { href: `#/intents/${segment(intent.intentId)}` }, h('code', null, intent.intentId)), intent.submissionTarget, status(intent.status),
          count(intent.attemptCount), moment(intent.createdAt), intent.completedAt ? moment(intent.completedAt) : until(intent.nextAttemptAt)],
      })),
      search.status || search.target || search.from || search.to ? 'No intent fits.' : 'No intent was handed in yet: POST one to /v1/intents.'),
    h('p', { class: 'buttons' },
      h('button', { class: 'button', type: 'button', onclick: () => look(app) }, 'Look again'),
      search.next && h('button', { class: 'button', type: 'button', onclick: () => look(app, true) }, 'Older ones')),
  ];
}

async function fetchOne(app, id) {
  open.at = Date.now();
  try {
    open.answer = await get(`/v1/intents/${segment(id)}/history`);
    open.problem = '';
  } catch (error) {
    open.problem = error.status === 404 ? `There is no intent ${id}.` : error.message;
  }
  app.draw();
}

function one(app, id) {
  if (open.id !== id) Object.assign(open, { id, answer: null, problem: '', at: 0 });
  const settled = open.answer && open.answer.intent.status !== 'pending';
  if (Date.now() - open.at > (settled ? 30_000 : 2_000)) fetchOne(app, id);
  const back = h('p', { class: 'more', 'data-key': 'back' }, h('a', { href: '#/intents' }, 'All intents'));
  if (open.problem) return [back, h('h1', { 'data-key': 'title' }, id), h('p', { class: 'problem', role: 'alert', 'data-key': 'problem' }, open.problem)];
  if (!open.answer) return [back, h('p', { class: 'loading', 'data-key': 'loading' }, 'Looking…')];
  const { intent, attempts } = open.answer;
  return [
    back,
    h('div', { class: 'one-head', 'data-key': 'head' }, h('h1', null, h('code', null, intent.intentId)), status(intent.status)),
    h('dl', { class: 'facts', 'data-key': 'facts' },
      fact('Target', intent.submissionTarget),
      fact('Handed in', moment(intent.createdAt)),
      intent.completedAt ? fact('Ended', `${moment(intent.completedAt)}, after ${span(Date.parse(intent.completedAt) - Date.parse(intent.createdAt))}`)
        : fact('Next attempt', intent.nextAttemptAt ? `${time(intent.nextAttemptAt)}, ${until(intent.nextAttemptAt)}` : 'under way'),
      fact('Attempts', count(intent.attemptCount)),
      (intent.rejectedReason || intent.exhaustedReason) && fact('Reason', intent.rejectedReason ?? intent.exhaustedReason),
      fact('Last change', ago(intent.lastModifiedAt))),
    intent.status === 'pending' && h('p', { class: 'buttons', 'data-key': 'actions' }, action('Cancel this intent', {
      title: 'Cancel this intent?', verb: 'Cancel it', danger: true, path: `/v1/intents/${segment(id)}/cancel`,
      text: 'No further attempt is made. One that is under way may still reach the far side, and is then on record.',
      done: 'Cancelled.', then: () => fetchOne(app, id),
    })),
    section('Attempts', 'who made them, under which epoch',
      table('Attempts',
        [{ name: '#', number: true }, { name: 'Started' }, { name: 'Took', number: true }, { name: 'Outcome' }, { name: 'Reason' }, { name: 'Message' }, { name: 'Executed by' }, { name: 'Epoch', number: true }],
        [...attempts].reverse().map((attempt) => ({
          key: String(attempt.attemptNumber),
          cells: [count(attempt.attemptNumber), moment(attempt.startedAt),
            attempt.finishedAt ? span(Date.parse(attempt.finishedAt) - Date.parse(attempt.startedAt)) : '–',
            status(attempt.outcomeStatus), h('span', { class: 'small' }, attempt.outcomeReason ?? attempt.error ?? ''),
            attempt.gatewayMessageId ? h('code', null, attempt.gatewayMessageId) : '–', h('code', null, attempt.holderId), count(attempt.leaseEpoch)],
        })),
        'No attempt has ended yet.')),
  ];
}

const fact = (name, value) => h('div', null, h('dt', null, name), h('dd', null, value));
