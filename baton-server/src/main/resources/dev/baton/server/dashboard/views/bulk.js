// All dead letters at once, of one job or of all: counted first, and done only to as many as were seen.

import { h } from '../dom.js';
import { confirm, toast } from '../actions.js';
import { post } from '../api.js';
import { count, plural } from '../format.js';

const ALL = 'all jobs';
const chosen = { job: ALL };

const ACTS = [
  { action: 'redrive', label: 'Redrive all', verb: 'Redrive', text: 'They are tried again now, with all their attempts.' },
  { action: 'discard', label: 'Discard all', verb: 'Discard', danger: true, text: 'They are removed for good. Their runs stay in the history until they are too old.' },
];

export function bulk(app, items, then) {
  if (!items.length) return null;
  const names = [ALL, ...new Set(items.map((job) => job.job))];
  if (!names.includes(chosen.job)) chosen.job = ALL;
  return h('p', { class: 'buttons bulk', 'data-key': 'bulk' },
    h('label', null, h('span', { class: 'unseen' }, 'Dead letters of'),
      h('select', { name: 'bulk-job', value: chosen.job, onchange: (event) => { chosen.job = event.target.value; app.draw(); } },
        names.map((name) => h('option', { value: name, selected: name === chosen.job }, name)))),
    ACTS.map((act) => h('button', { type: 'button', class: act.danger ? 'button danger' : 'button', 'aria-haspopup': 'dialog', 'data-action': `${act.action}-all`, onclick: () => ask(act, then) }, act.label)));
}

async function ask({ action, verb, text, danger }, then) {
  const body = { action, status: 'dead', ...(chosen.job !== ALL && { job: chosen.job }) };
  try {
    const { matching } = await post('/v1/jobs:bulk', body);
    confirm({
      title: `${verb} ${plural(matching, 'dead letter')}?`, verb: `${verb} ${count(matching)}`, danger, path: '/v1/jobs:bulk', body: { ...body, expected: matching },
      text: `${chosen.job === ALL ? 'Of all jobs.' : `Of ${chosen.job}.`} ${text}`, done: 'Done.',
      then: ({ left }) => {
        if (left) toast(`${plural(left, 'dead letter')} left: once more for the next ones.`);
        then();
      },
    });
  } catch (error) {
    toast(error.message, 'bad');
  }
}
