// What was too old to be kept one by one: its sums by day, said to be sums.

import { get } from '../api.js';
import { count, span } from '../format.js';
import { section, status, table } from './parts.js';

const EVERY = 60_000;
const known = new Map();

/** A section with the sums that a path answers with; none while there are none. */
export function byDay(app, { path, title, note, of, number }) {
  const kept = known.get(path) ?? { items: [], at: 0 };
  known.set(path, kept);
  if (Date.now() - kept.at > EVERY) load(app, path, kept);
  if (!kept.items.length) return null;
  return section(title, note,
    table(title,
      [{ name: 'Day (UTC)' }, { name: of.name }, { name: 'Outcome' }, { name: number.name, number: true }, { name: 'On average', number: true }, { name: 'Longest', number: true }],
      kept.items.map((item) => ({
        key: `${item.day}-${item[of.key]}-${item.outcome ?? item.outcomeStatus}`,
        cells: [item.day, item[of.key], status(item.outcome ?? item.outcomeStatus), count(item[number.key]), span(item.totalMillis / item[number.key]), span(item.longestMillis)],
      })),
      ''));
}

async function load(app, path, kept) {
  kept.at = Date.now();
  try {
    kept.items = (await get(path)).items;
    app.draw();
  } catch {
    // not for this caller, or the node is away: the page is whole without it
  }
}
