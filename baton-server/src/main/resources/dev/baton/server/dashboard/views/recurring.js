// Recurring jobs that are made at run time, of what the configuration names.

import { action } from '../actions.js';
import { get } from '../api.js';

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

function shape({ kind, when, timezone, payload, ...rest }) {
  const schedule = kind === 'cron' ? { cron: when, ...(timezone && { timezone }) } : { [kind]: when };
  return { ...rest, ...schedule, ...(payload && { payload: JSON.parse(payload) }) };
}
