// What a run has said: the one that was chosen, else the one that runs, else the latest.

import { h } from '../dom.js';
import { ago } from '../format.js';
import { get, segment } from '../api.js';
import { section } from './parts.js';

const chosen = { page: '', run: null };
const shown = { key: '', text: null, writtenAt: null, problem: '', at: 0 };
const EVERY = 2_000;

export function choose(app, page, run) {
  Object.assign(chosen, { page, run });
  app.draw();
  document.getElementById('run-log')?.scrollIntoView({ block: 'nearest' });
}

export function runLog(app, page, job, runs) {
  const running = job.status === 'running' ? { jobId: page, claimNumber: job.claimNumber } : null;
  const run = (chosen.page === page && chosen.run) || running || runs[0];
  if (!run) return null;
  const key = `${run.jobId}/${run.claimNumber}`;
  if (shown.key !== key) Object.assign(shown, { key, text: null, writtenAt: null, problem: '', at: 0 });
  if (Date.now() - shown.at > EVERY) load(app, run, key);
  return section('Log', `claim ${run.claimNumber}${shown.writtenAt ? `, written ${ago(shown.writtenAt)}` : ''}`,
    shown.text === null
      ? h('p', { class: 'empty' }, shown.problem || 'Looking…')
      : h('pre', { id: 'run-log', class: 'log', tabindex: 0, role: 'region', 'aria-label': `Log of claim ${run.claimNumber}` }, shown.text));
}

async function load(app, run, key) {
  shown.at = Date.now();
  try {
    const { text, writtenAt } = await get(`/v1/jobs/${segment(run.jobId)}/runs/${segment(run.claimNumber)}/log`);
    if (shown.key === key) Object.assign(shown, { text, writtenAt, problem: '' });
  } catch (error) {
    if (shown.key === key) shown.problem = error.status === 404 ? 'It has said nothing, or that is no longer kept.' : error.message;
  }
  app.draw();
}
