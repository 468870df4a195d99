// The same act on all jobs that a filter matches: counted first, and done only to as many as were seen.

import { h } from '../dom.js';
import { confirm, toast } from '../actions.js';
import { post } from '../api.js';
import { count, plural } from '../format.js';

/** `of` are the statuses in which it does something. */
const ACTS = [
  { action: 'retry', verb: 'Retry', of: ['scheduled', 'cancelled', 'dead'], text: 'They run now, their attempts forgotten. What waits for its time without having failed is left alone.' },
  { action: 'cancel', verb: 'Cancel', danger: true, of: ['scheduled', 'running'], text: 'Waiting ones end at once. Running ones are told to stop; their handlers decide when they do.' },
  { action: 'redrive', verb: 'Redrive', of: ['dead'], text: 'They are tried again now, with all their attempts.' },
  { action: 'discard', verb: 'Discard', danger: true, of: ['dead'], text: 'They are removed for good. Their runs stay in the history until they are too old.' },
];

/**
 * Buttons for what is shown: `filter` is {status?, job?, queue?}, as it was when that was looked for; `noun` what one of them is called;
 * `only` leaves out what says the same in other words.
 */
export function bulk({ filter, noun, only, then }) {
  return ACTS
    .filter((act) => (!filter.status || act.of.includes(filter.status)) && (!only || only.includes(act.action)))
    .map((act) => h('button', { type: 'button', class: act.danger ? 'button danger' : 'button', 'aria-haspopup': 'dialog', 'data-action': `${act.action}-all`, onclick: () => ask(act, filter, noun, then) }, `${act.verb} all`));
}

const described = ({ job, queue, status }) => `${job ? `Of ${job}` : 'Of all jobs'}${queue ? ` in queue ${queue}` : ''}${status ? `, ${status}` : ''}.`;

async function ask({ action, verb, text, danger }, filter, noun, then) {
  const body = { action, ...filter };
  try {
    const { matching } = await post('/v1/jobs:bulk', body);
    if (!matching) return toast(`There is nothing to ${action} among them. Recurring jobs are left alone.`, 'bad');
    confirm({
      title: `${verb} ${plural(matching, noun)}?`, verb: `${verb} ${count(matching)}`, danger, path: '/v1/jobs:bulk', body: { ...body, expected: matching },
      text: `${described(filter)} ${text}`, done: 'Done.',
      then: ({ left }) => {
        if (left) toast(`${plural(left, noun)} left: once more for the next ones.`);
        then();
      },
    });
  } catch (error) {
    toast(error.message, 'bad');
  }
}
