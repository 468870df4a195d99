// Recurring jobs are made, changed and removed at run time, of what the configuration names.

import { action } from '../actions.js';
import { get, segment } from '../api.js';

const handlers = { items: [], asked: false };

export async function loadHandlers(app) {
  if (handlers.asked) return;
  handlers.asked = true;
  try {
    handlers.items = (await get('/v1/handlers')).items;
    app.draw();
  } catch {
    handlers.asked = false; // the node is away: asked again with the next drawing
  }
}

export function define() {
  return action('New recurring job', {
    title: 'Make a recurring job', verb: 'Make it', path: '/v1/recurring', shape,
    text: 'It runs a handler that the configuration names, on any node that has it, until it is removed.',
    fields: [
      { name: 'job', label: 'Name' },
      { name: 'handler', label: 'Runs', options: handlers.items },
      { name: 'kind', label: 'When', options: ['cron', 'interval', 'delay'] },
      { name: 'when', label: 'Schedule', hint: '0 3 * * * for a cron, 10m for an interval or a delay' },
      { name: 'timezone', label: 'Time zone of a cron', value: 'UTC', optional: true },
      { name: 'payload', label: 'Payload, as JSON', value: '{}', optional: true },
    ],
    done: 'The job is made.',
  });
}

/** What a program that defines the job says again when it starts. */
export function changes(job, then) {
  const path = `/v1/jobs/${segment(job.id)}`;
  const until = 'until a program that defines the job starts again.';
  return [
    action('Reschedule', { title: `Reschedule ${job.job}?`, verb: 'Reschedule', path: `${path}/reschedule`, fields: schedule(job), text: `It takes effect at once, ${until}`, done: `${job.job} has another schedule.`, then }),
    changeWork(job, `${path}/change`, until, then),
    job.status !== 'running' && action('Remove', { title: `Remove ${job.job}?`, verb: 'Remove', danger: true, path: `${path}/remove`, text: 'The job is removed; its runs stay in the history until they are too old. A program that still defines it brings it back when it starts.', done: `${job.job} is removed.`, then }),
  ];
}

function schedule(job) {
  if (job.cron) return [{ name: 'cron', label: 'Cron', value: job.cron }, { name: 'timezone', label: 'Time zone', value: job.timezone ?? 'UTC' }];
  return [{ name: job.fixedDelay ? 'delay' : 'interval', label: job.fixedDelay ? 'After each run' : 'Every', value: `${job.intervalMillis}ms` }];
}

/** Only what was changed is sent: the rest stays as the row has it, byte for byte. */
function changeWork(job, path, until, then) {
  const before = { handler: job.handler ?? job.job, payload: job.payload === undefined ? '' : JSON.stringify(job.payload) };
  return action('Change', {
    title: `Change what ${job.job} runs?`, verb: 'Change', path, then,
    text: `It takes effect with its next run, ${until}`,
    fields: [
      { name: 'handler', label: 'Runs', options: [...new Set([before.handler, ...handlers.items])], value: before.handler },
      { name: 'payload', label: 'Payload, as JSON', value: before.payload, optional: true },
    ],
    shape: ({ handler, payload }) => ({
      ...(handler !== before.handler && { handler }),
      ...(payload && payload !== before.payload && { payload: JSON.parse(payload) }),
    }),
    done: `${job.job} runs something else from now on.`,
  });
}

function shape({ kind, when, timezone, payload, ...rest }) {
  const schedule = kind === 'cron' ? { cron: when, ...(timezone && { timezone }) } : { [kind]: when };
  return { ...rest, ...schedule, ...(payload && { payload: JSON.parse(payload) }) };
}
