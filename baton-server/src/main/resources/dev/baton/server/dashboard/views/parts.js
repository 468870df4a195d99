// What several pages show.

import { h } from '../dom.js';
import { ago, clock, coarse, colour, count, incarnation, moment, plural, span, since } from '../format.js';
import { successions } from '../timeline.js';

export const roles = (state) => inOrder(state.leaders.map((leader) => leader.role));

/** Roles in the order in which every page has them. */
export const inOrder = (names) => {
  const fixed = ['submission-manager-executor', 'scheduler', 'metrics-aggregator', 'log-compactor'];
  const all = new Set(names);
  return [...fixed.filter((role) => all.has(role)), ...[...all].filter((role) => !fixed.includes(role)).sort()];
};

/** Nodes that live, and those that led within the range and are gone. */
export function lanes(state, range) {
  const live = new Map();
  for (const node of state.nodes) live.set(node.nodeId, node);
  const from = clock.now() - range;
  const gone = new Set(state.terms
    .filter((term) => !live.has(term.nodeId) && (!term.endedAt || Date.parse(term.endedAt) > from))
    .map((term) => term.nodeId));
  return [
    ...[...live.values()].map((node) => ({ nodeId: node.nodeId, note: isLate(node) ? 'silent' : leads(state, node) })),
    ...[...gone].map((nodeId) => ({ nodeId, note: 'gone', gone: true })),
  ].sort((a, b) => a.nodeId.localeCompare(b.nodeId));
}

const leads = (state, node) => {
  const n = state.leaders.filter((leader) => leader.holderId === node.holderId && isHeld(leader)).length;
  const shards = (state.shards ?? []).reduce((sum, group) => sum + group.leaders.filter((leader) => group.names[leader] === node.nodeId).length, 0);
  return [n && `leads ${n}`, shards && `${n ? '' : 'leads '}${plural(shards, 'shard')}`].filter(Boolean).join(', ') || 'follows';
};

export const isLate = (node) => node.heartbeatAgeMillis > 12_000;
/** Leads by its configuration: nobody has elected it, and nothing runs out. */
export const isUnelected = (leader) => leader.elected === false;
export const isHeld = (leader) => isUnelected(leader) || (!leader.released && Date.parse(leader.expiresAt) > clock.now());

export const tag = (words, role = words) => h('span', { class: `role ${colour(role)}` }, h('i', { 'aria-hidden': 'true' }), words);

export const section = (title, note, ...children) =>
  h('section', { 'data-key': `section-${title}` }, h('div', { class: 'section-head' }, h('h2', null, title), note && h('div', { class: 'note' }, note)), ...children);

/** A table whose cells carry their column's name, so that a phone can show rows as cards. */
export function table(caption, columns, rows, empty) {
  if (!rows.length) return h('p', { class: 'empty' }, empty);
  return h('div', { class: 'scroll', role: 'region', 'aria-label': caption, tabindex: 0 },
    h('table', null,
      h('caption', { class: 'unseen' }, caption),
      h('thead', null, h('tr', null, columns.map((column) => h('th', { scope: 'col', class: column.number ? 'number' : null }, column.name || h('span', { class: 'unseen' }, 'Actions'))))),
      h('tbody', null, rows.map((row) =>
        h('tr', { 'data-key': row.key, class: row.class },
          row.cells.map((cell, i) => h('td', { 'data-label': columns[i].name, class: columns[i].number ? 'number' : null }, cell)))))));
}

export const status = (word, kind) => h('span', { class: `status ${kind ?? word}` }, word);

/** The bar that runs down with a lease. */
export function countdown(leader) {
  if (isUnelected(leader)) return h('p', { class: 'small gap-text' }, 'no election: leads by configuration');
  const whole = Date.parse(leader.expiresAt) - Date.parse(leader.renewedAt);
  const left = Date.parse(leader.expiresAt) - clock.now();
  const share = Math.max(0, Math.min(1, left / whole));
  return h('div', { class: `countdown ${colour(leader.role)}` },
    h('svg', { viewBox: '0 0 100 4', preserveAspectRatio: 'none', role: 'img', 'aria-label': `lease runs out in ${coarse(left)} unless renewed` },
      h('rect', { class: 'track', width: 100, height: 4 }), h('rect', { class: 'left', width: share * 100, height: 4 })),
    h('span', { class: 'small' }, left > 0 ? `lease ${(left / 1_000).toFixed(1)} s` : 'lease has run out'));
}

export const standing = (unled) => (unled.candidates.length ? `never led; standing for it: ${unled.candidates.join(', ')}` : 'never led; nobody stands for it');

/** The passages of roles from one term to the next, newest first. */
export function passages(state, atMost) {
  return successions(state.terms).filter((term) => term.before).reverse().slice(0, atMost);
}

/** The page that draws a span of time, in milliseconds. */
export const spanPage = (from, to) => `#/leadership/${new Date(from).toISOString()}/${new Date(to).toISOString()}`;

/** It ends with an hour, so that the link stays the same while somebody looks at it. */
export function lastDay() {
  const end = Math.ceil(clock.now() / 3_600_000) * 3_600_000;
  return spanPage(end - 24 * 3_600_000, end);
}

/** The span around a passage, with as much before and after it as shows how it came and went. */
function around(term) {
  const at = Date.parse(term.startedAt);
  const margin = Math.max(60_000, 3 * (term.gap ?? 0));
  return spanPage(at - (term.gap ?? 0) - margin, at + margin);
}

export function passageTable(state, atMost) {
  return table('Passages of leadership',
    [{ name: 'When' }, { name: 'Role' }, { name: 'From' }, { name: 'To' }, { name: 'Epoch', number: true }, { name: 'How' }, { name: 'Gap', number: true }],
    passages(state, atMost).map((term) => ({
      key: `${term.role}-${term.epoch}`,
      class: term.crash ? 'crashed' : null,
      cells: [h('a', { href: around(term) }, moment(term.startedAt)), tag(term.role), term.before.nodeId, term.nodeId, count(term.epoch),
        how(term), h('span', { class: term.gap > 250 ? 'gap-text' : null }, term.gap === null ? '–' : span(term.gap))],
    })),
    'No role has changed hands.');
}

const KIND = { lost: 'bad', evicted: 'bad', acquired: 'good' };

export const EVENT_COLUMNS = [{ name: 'When' }, { name: 'Role' }, { name: 'Event' }, { name: 'Node' }, { name: 'Epoch', number: true }, { name: 'Why' }];

export const eventRow = (event) => ({
  key: String(event.id),
  cells: [moment(event.at), tag(event.role), status(event.event, KIND[event.event] ?? 'calm'), event.nodeId, count(event.leaseEpoch), h('span', { class: 'small' }, event.reason)],
});

function how(term) {
  if (term.crash) return status('fail-over', 'bad');
  return status({ transferred: 'transferred', drained: 'drained', evicted: 'evicted' }[term.before.ending] ?? 'handed over', 'calm');
}

export const heartbeat = (node, at) => {
  const age = node.heartbeatAgeMillis + Math.max(0, since(at));
  return h('span', { class: isLate(node) ? 'gap-text' : null }, coarse(age));
};

export { ago, incarnation };
