// Jobs: what runs, what comes next, who works, what is dead and can be brought back.

import { h } from '../dom.js';
import { ago, coarse, count, interval, moment, plural, since, span, until } from '../format.js';
import { action } from '../actions.js';
import { get, segment } from '../api.js';
import { bulk } from './bulk.js';
import { byDay } from './by-day.js';
import { jobSearch } from './job-search.js';
import { changes, define, loadHandlers } from './recurring.js';
import { choose, runLog } from './run-log.js';
import { section, status, table } from './parts.js';

const ALL = 'all jobs';
const dead = { items: null, job: ALL, at: 0, problem: '' };
const open = { id: null, answer: null, problem: '', at: 0 };
const EVERY = 5_000;
const LONGEST_SHOWN = 400;

export function jobs(app, [id]) {
  return id ? one(app, id) : all(app);
}

async function loadDead(app) {
  dead.at = Date.now();
  try {
    dead.items = (await get('/v1/dead-letters')).items;
    dead.problem = '';
  } catch (error) {
    dead.problem = error.message;
  }
  app.draw();
}

function all(app) {
  const { state } = app;
  if (Date.now() - dead.at > EVERY) loadDead(app);
  loadHandlers(app);
  const figures = state.jobs ?? {};
  return [
    h('h1', { 'data-key': 'title' }, 'Jobs'),
    section('Queues', figures.at ? `counted ${ago(figures.at)}` : null, queues(figures)),
    section('Running', plural((figures.running ?? []).length, 'job'), running(figures)),
    section('Dead letters', 'out of attempts; a redriven one gets all of them back', deadLetters(app)),
    section('Search', 'by name, queue and status, to act on all that are found', jobSearch(app)),
    section('Recurring', 'intervals and crons', recurrent(app), h('p', { class: 'buttons', 'data-key': 'define' }, define())),
    section('Workers', plural((figures.workers ?? []).length, 'worker'), workers(figures)),
    byDay(app, { path: '/v1/runs/by-day?limit=60', title: 'Older runs', note: 'summed up by day: single ones are no longer kept', of: { name: 'Job', key: 'job' }, number: { name: 'Runs', key: 'runs' } }),
  ];
}

function queues(figures) {
  return table('Queues',
    [{ name: 'Queue' }, { name: 'Due', number: true }, { name: 'Waiting', number: true }, { name: 'Running', number: true }, { name: 'Dead', number: true }, { name: 'State' }, { name: '' }],
    (figures.queues ?? []).map((queue) => ({
      key: queue.queue,
      cells: [h('b', null, queue.queue), count(queue.due), count(queue.waiting), count(queue.running),
        h('span', { class: queue.dead ? 'gap-text' : null }, count(queue.dead)), queue.paused ? status('paused', 'warn') : status('open', 'calm'),
        h('span', { class: 'buttons', 'data-queue': queue.queue }, queueAction(queue))],
    })),
    'The leader of metrics-aggregator has not counted yet; it does so every 15 s.');
}

function queueAction({ queue, paused }) {
  const path = `/v1/queues/${segment(queue)}`;
  return paused
    ? action('Resume', { title: `Resume queue ${queue}?`, verb: 'Resume', path: `${path}/resume`, text: 'What waits in it is started again, by every worker.', done: `Queue ${queue} is open.` })
    : action('Pause', { title: `Pause queue ${queue}?`, verb: 'Pause', path: `${path}/pause`, text: 'Nothing of it is started, on any node, until it is resumed. What runs goes on.', done: `Queue ${queue} is paused.` });
}

function running(figures) {
  return table('Running jobs',
    [{ name: 'Job' }, { name: 'For', number: true }, { name: 'Progress' }, { name: 'Worker' }, { name: '' }],
    (figures.running ?? []).map((job) => ({
      key: job.id,
      cells: [link(job), coarse(since(job.runStartedAt)), progress(job.progress), h('code', null, job.lockedBy), h('span', { class: 'buttons' }, cancel(job))],
    })),
    'Nothing runs at the moment.');
}

/** Progress is what the handler says; "40 %" or "2/5" becomes a bar as well. */
function progress(text) {
  if (!text) return h('span', { class: 'small' }, '–');
  const percent = /(\d+(?:\.\d+)?)\s*%/.exec(text);
  const parts = /(\d+)\s*\/\s*(\d+)/.exec(text);
  const share = percent ? Number(percent[1]) / 100 : parts && Number(parts[2]) ? Number(parts[1]) / Number(parts[2]) : null;
  return h('span', { class: 'progress' }, share === null ? null : h('progress', { max: 1, value: Math.min(1, share) }), h('span', { class: 'small' }, text));
}

const link = (job) => h('a', { href: `#/jobs/${segment(job.id)}` }, job.job);

function cancel(job) {
  return action('Cancel', {
    title: `Cancel ${job.job}?`, verb: 'Cancel it', danger: true, path: `/v1/jobs/${segment(job.id)}/cancel`,
    text: 'A waiting job ends at once. A running one is told to stop; its handler decides when it does.', done: `${job.job} is being cancelled.`,
  });
}

function deadLetters(app) {
  if (dead.problem) return h('p', { class: 'problem', role: 'alert' }, dead.problem);
  if (!dead.items) return h('p', { class: 'empty' }, 'Looking…');
  return [deadOf(app), table('Dead letters',
    [{ name: 'Job' }, { name: 'Died' }, { name: 'Attempts', number: true }, { name: 'Last error' }, { name: '' }],
    dead.items.filter((job) => [ALL, job.job].includes(dead.job)).map((job) => ({
      key: job.id,
      cells: [link(job), moment(job.finishedAt), count(job.attempt), h('span', { class: 'small error' }, job.lastError ?? ''),
        h('span', { class: 'buttons', 'data-job': job.id },
          action('Redrive', {
            title: `Redrive ${job.job}?`, verb: 'Redrive', path: `/v1/dead-letters/${segment(job.id)}/redrive`,
            text: 'It is tried again now, with all its attempts.', done: `${job.job} is tried again.`, then: () => loadDead(app),
          }),
          action('Discard', {
            title: `Discard ${job.job}?`, verb: 'Discard', danger: true, path: `/v1/dead-letters/${segment(job.id)}/discard`,
            text: 'The job is removed for good. Its runs stay in the history until they are too old.', done: 'Discarded.', then: () => loadDead(app),
          }))],
    })),
    'None. Everything that failed was tried again, or succeeded.')];
}

/** Of one job or of all: what the list shows, and the buttons act on. */
function deadOf(app) {
  if (!dead.items.length) return null;
  const names = [ALL, ...new Set(dead.items.map((job) => job.job))];
  if (!names.includes(dead.job)) dead.job = ALL;
  return h('p', { class: 'buttons bulk', 'data-key': 'bulk' },
    h('label', null, h('span', { class: 'unseen' }, 'Dead letters of'),
      h('select', { name: 'bulk-job', value: dead.job, onchange: (event) => { dead.job = event.target.value; app.draw(); } },
        names.map((name) => h('option', { value: name, selected: name === dead.job }, name)))),
    bulk({ filter: { status: 'dead', ...(dead.job !== ALL && { job: dead.job }) }, noun: 'dead letter', only: ['redrive', 'discard'], then: () => loadDead(app) }));
}

function recurrent(app) {
  return table('Recurring jobs',
    [{ name: 'Job' }, { name: 'When' }, { name: 'Last run' }, { name: 'Next run' }, { name: 'State' }, { name: '' }],
    (app.state.recurring ?? []).map((job) => ({
      key: job.id,
      cells: [link(job), job.cron ? h('code', null, job.cron) : `every ${interval(job.intervalMillis)}`,
        job.lastRunTime ? ago(job.lastRunTime) : 'never', job.paused ? '–' : until(job.nextRunTime),
        job.paused ? status('paused', 'warn') : status(job.status), h('span', { class: 'buttons' }, recurringActions(job))],
    })),
    'No recurring job is defined.');
}

function recurringActions(job, then) {
  const path = `/v1/jobs/${segment(job.id)}`;
  return [
    job.status !== 'running' && action('Run now', { title: `Run ${job.job} now?`, verb: 'Run it', path: `${path}/trigger`, text: 'It runs once out of turn; its schedule stays as it is.', done: `${job.job} is triggered.`, then }),
    job.paused
      ? action('Resume', { title: `Resume ${job.job}?`, verb: 'Resume', path: `${path}/resume`, text: 'It runs by its schedule again. Runs that were missed are not made up for.', done: `${job.job} goes on.`, then })
      : action('Pause', { title: `Pause ${job.job}?`, verb: 'Pause', path: `${path}/pause`, text: 'It is not started until it is resumed. A run under way goes on.', done: `${job.job} is paused.`, then }),
  ];
}

function workers(figures) {
  return table('Workers',
    [{ name: 'Node' }, { name: 'Busy', number: true }, { name: 'Threads', number: true }, { name: 'Completed', number: true }, { name: 'Failed', number: true }, { name: 'Seen' }],
    (figures.workers ?? []).map((worker) => ({
      key: worker.holderId,
      cells: [h('b', null, worker.nodeId), count(worker.busy), count(worker.threads), count(worker.completed), count(worker.failed), ago(worker.seenAt)],
    })),
    'No worker has reported yet.');
}

async function fetchOne(app, id) {
  open.at = Date.now();
  try {
    const answer = await get(`/v1/jobs/${segment(id)}`);
    if (answer.job.cron) answer.runs = (await get(`/v1/jobs/${segment(id)}/runs`)).items; // its ticks are jobs of their own
    open.answer = answer;
    open.problem = '';
  } catch (error) {
    open.problem = error.status === 404 ? 'There is no such job: finished ones are kept for a while only.' : error.message;
  }
  app.draw();
}

function one(app, id) {
  if (open.id !== id) Object.assign(open, { id, answer: null, problem: '', at: 0 });
  if (Date.now() - open.at > 2_000) fetchOne(app, id);
  loadHandlers(app);
  const back = h('p', { class: 'more', 'data-key': 'back' }, h('a', { href: '#/jobs' }, 'All jobs'));
  if (open.problem) return [back, h('p', { class: 'problem', role: 'alert', 'data-key': 'problem' }, open.problem)];
  if (!open.answer) return [back, h('p', { class: 'loading', 'data-key': 'loading' }, 'Looking…')];
  const job = open.answer.job?.id ? open.answer.job : open.answer;
  const runs = open.answer.runs ?? [];
  const path = `/v1/jobs/${segment(id)}`;
  const then = () => fetchOne(app, id);
  return [
    back,
    h('div', { class: 'one-head', 'data-key': 'head' }, h('h1', null, job.job), job.paused ? status('paused', 'warn') : status(job.status)),
    h('dl', { class: 'facts', 'data-key': 'facts' },
      fact('Id', h('code', null, job.id)),
      fact('Queue', job.finishedAt || !job.queue ? job.queue ?? '–' : `${job.queue}, priority ${job.priority}`),
      job.handler && fact('Runs', job.handler),
      job.payload !== undefined && fact('Payload', h('code', null, clipped(JSON.stringify(job.payload)))),
      fact('When', job.cron ? `${job.cron} (${job.timezone ?? 'UTC'})` : job.intervalMillis ? `${job.fixedDelay ? 'after each run,' : 'every'} ${interval(job.intervalMillis)}` : 'once'),
      fact('Next run', job.nextRunTime ? `${moment(job.nextRunTime)}, ${until(job.nextRunTime)}` : '–'),
      fact('Last run', moment(job.lastRunTime)),
      fact('Attempt', job.maxAttempts ? `${job.attempt} of ${job.maxAttempts}` : count(job.attempt)),
      job.lockedBy && fact('Worker', h('code', null, job.lockedBy)),
      job.progress && fact('Progress', progress(job.progress)),
      job.lastError && fact('Last error', h('span', { class: 'small error' }, job.lastError))),
    h('p', { class: 'buttons', 'data-key': 'actions' },
      job.status === 'scheduled' && recurringActions(job, then),
      (job.cron || job.intervalMillis) && changes(job, then),
      ['cancelled', 'dead'].includes(job.status) && action('Retry', { title: `Try ${job.job} again?`, verb: 'Retry', path: `${path}/retry`, text: 'It runs now, its attempts forgotten.', done: 'It is tried again.', then }),
      ['scheduled', 'running'].includes(job.status) && cancel(job)),
    section('Runs', job.cron ? 'of its ticks within the last day, newest first' : 'newest first',
      table('Runs',
        [{ name: 'Started' }, { name: 'Took', number: true }, { name: 'Outcome' }, { name: 'Attempt', number: true }, { name: 'Worker' }, { name: 'Claim', number: true }, { name: 'Error' }, { name: '' }],
        runs.map((run) => ({
          key: `${run.jobId}-${run.claimNumber}`,
          cells: [moment(run.startedAt), run.startedAt ? span(Date.parse(run.finishedAt) - Date.parse(run.startedAt)) : '–', status(run.outcome), count(run.attempt),
            h('code', null, run.lockedBy ?? '–'), count(run.claimNumber), h('span', { class: 'small error' }, run.error ?? ''),
            h('button', { type: 'button', class: 'button', 'data-action': 'log', onclick: () => choose(app, id, run) }, 'Log')],
        })),
        job.status === 'running' ? 'This is its first run, and it goes on.' : 'It has not run yet.')),
    runLog(app, id, job, runs),
  ];
}

const clipped = (text) => (text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text);
const fact = (name, value) => h('div', null, h('dt', null, name), h('dd', null, value));
