// The fail-over timeline: a lane for each node, in it a thin row for each role, a bar for each term. Where a role passes
// from one term to the next a line joins the two; where nobody could act, the gap is drawn and measured.

import { h } from './dom.js';
import { colour, moment, span, time } from './format.js';

const BAR = 11;
const ROW = 16;
const PAD = 9;
const AXIS = 26;
const GLYPH = 6.5; // about the width of a figure
const NOTICEABLE = 250; // a shorter gap is a hand-over that nobody felt

/** Terms in the order of time, each with the gap before it: from the last sign of life until the next gate opens. */
export function successions(terms) {
  const last = new Map();
  const acted = new Map(); // until when somebody could act; a term that ended before its gate opened changes nothing
  return [...terms]
    .sort((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt) || a.epoch - b.epoch)
    .map((term) => {
      const before = last.get(term.role) ?? null;
      last.set(term.role, term);
      const until = acted.get(term.role);
      const gap = until && term.opensAt ? Math.max(0, Date.parse(term.opensAt) - Date.parse(until)) : null;
      if (term.opensAt) acted.set(term.role, term.endedAt);
      return { ...term, before, gap, crash: before?.ending === 'lost' };
    });
}

/** From one moment to another, in milliseconds; a term that lasts is drawn to the end. */
export function timeline(terms, nodes, roles, { from, to }, width) {
  const range = to - from;
  const narrow = width < 560;
  const left = narrow ? 0 : 128;
  const head = narrow ? 20 : 0;
  const right = 10;
  const x = (at) => left + Math.max(0, Math.min(1, (Date.parse(at) - from) / range)) * (width - left - right);
  const laneHeight = head + PAD * 2 + roles.length * ROW;
  const height = nodes.length * laneHeight + AXIS;
  const laneOf = new Map(nodes.map((node, index) => [node.nodeId, index]));
  const rowOf = new Map(roles.map((role, index) => [role, index]));
  const y = (term) => laneOf.get(term.nodeId) * laneHeight + head + PAD + rowOf.get(term.role) * ROW;

  const shown = successions(terms).filter(
    (term) => laneOf.has(term.nodeId) && rowOf.has(term.role) && Date.parse(term.startedAt) < to && (!term.endedAt || Date.parse(term.endedAt) > from));

  return h(
    'svg',
    { class: 'timeline', width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': summary(shown, from, to) },
    nodes.map((node, index) => lane(node, index * laneHeight, laneHeight, width, narrow)),
    axis(from, to, range, x, height, narrow),
    shown.map((term) => joint(term, x, y, laneOf, from)),
    shown.map((term) => bar(term, x, y, to)),
    shown.map((term) => gapLabel(term, x, y, from, room(term, shown, x, left))),
  );
}

function summary(shown, from, to) {
  const crashes = shown.filter((term) => term.crash && term.gap !== null);
  const worst = Math.max(0, ...crashes.map((term) => term.gap));
  return `Terms of leadership from ${moment(from)} to ${moment(to)}: ${shown.length} terms, ${crashes.length} fail-overs`
    + (crashes.length ? `, the longest gap ${span(worst)}` : '') + '. The table below has the same facts.';
}

function lane(node, top, height, width, narrow) {
  return h('g', { class: node.gone ? 'lane gone' : 'lane', 'data-key': `lane-${node.nodeId}` },
    h('rect', { class: 'lane-ground', x: 0.5, y: top + 2.5, width: width - 1, height: height - 5, rx: 8 }),
    h('text', { class: 'lane-name', x: 14, y: narrow ? top + 18 : top + height / 2 + (node.note ? -1 : 5) }, node.nodeId),
    h('text', { class: 'lane-note', x: narrow ? width - 12 : 14, y: narrow ? top + 18 : top + height / 2 + 14, 'text-anchor': narrow ? 'end' : 'start' }, node.note ?? ''));
}

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;
const STEPS = [SECOND, 2 * SECOND, 5 * SECOND, ...[10, 30, 60, 120, 300, 600, 900, 1800].map((s) => s * SECOND), HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 7 * DAY];

/** A tick in as few figures as tell it from the others. */
function tick(at, step, range) {
  if (range > DAY) return step >= DAY ? moment(at).split(',')[0] : moment(at).slice(0, -3);
  return step < 60_000 ? time(at) : time(at).slice(0, 5);
}

function axis(from, to, range, x, height, narrow) {
  const most = (narrow ? 4 : 8) / (range > DAY ? 1.5 : 1);
  const step = STEPS.find((s) => range / s <= most) ?? Math.ceil(range / most / DAY) * DAY;
  const offset = new Date(from).getTimezoneOffset() * 60_000; // days begin where the reader lives
  const ticks = [];
  for (let at = Math.ceil((from - offset) / step) * step + offset; at < to; at += step) ticks.push(at);
  return h('g', { class: 'axis', 'data-key': 'axis' },
    ticks.map((at) => {
      const px = x(new Date(at).toISOString());
      return h('g', { 'data-key': `tick-${at}` },
        h('line', { x1: px, x2: px, y1: 4, y2: height - AXIS + 2 }),
        h('text', { x: px, y: height - 8, 'text-anchor': 'middle' }, tick(at, step, range)));
    }));
}

function bar(term, x, y, to) {
  const start = x(term.startedAt);
  const end = x(term.endedAt ?? new Date(to).toISOString());
  const width = Math.max(2.5, end - start);
  const lasted = (term.endedAt ? Date.parse(term.endedAt) : to) - Date.parse(term.startedAt);
  return h('g', { class: `term ${colour(term.role)} ${term.endedAt ? 'over' : 'current'}`, 'data-key': `term-${term.role}-${term.epoch}` },
    h('title', null, `${term.role}, epoch ${term.epoch}, ${term.nodeId}: ${time(term.startedAt)} for ${span(lasted)}${term.opensAt === term.startedAt ? '' : term.opensAt ? `, gate open from ${time(term.opensAt)}` : ', gate never open'}${term.ending ? `, ${term.ending}` : ''}`),
    h('rect', { x: start, y: y(term), width, height: BAR, rx: Math.min(BAR / 2, width / 2) }),
    term.opensAt !== term.startedAt && h('rect', { class: 'shut', x: start, y: y(term), width: Math.max(0, (term.opensAt ? x(term.opensAt) : end) - start), height: BAR, rx: Math.min(BAR / 2, width / 2) }),
    width > 30 && h('text', { x: start + 7, y: y(term) + BAR - 2.4 }, width > 72 ? `epoch ${term.epoch}` : term.epoch),
    term.ending === 'lost' && h('path', { class: 'death', d: cross(end, y(term) + BAR / 2, 3.6) }));
}

const cross = (x, y, r) => `M${x - r} ${y - r}L${x + r} ${y + r}M${x - r} ${y + r}L${x + r} ${y - r}`;

/** The hand-over itself: from where the term before ended to where this one begins. */
function joint(term, x, y, laneOf, from) {
  const before = term.before;
  if (!before?.endedAt || !laneOf.has(before.nodeId) || Date.parse(before.endedAt) < from) return null;
  const [x1, y1, x2, y2] = [x(before.endedAt), y(before) + BAR / 2, x(term.startedAt), y(term) + BAR / 2];
  const bend = Math.max(9, Math.abs(x2 - x1) / 2);
  const kind = term.crash ? 'crash' : 'passed';
  return h('path', {
    class: `joint ${kind} ${colour(term.role)}`, 'data-key': `joint-${term.role}-${term.epoch}`,
    d: y1 === y2 ? `M${x1} ${y1}L${x2} ${y2}` : `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`,
  });
}

/** How far to the left of a term its row is free. */
function room(term, shown, x, left) {
  const others = shown.filter((other) => other.nodeId === term.nodeId && other.role === term.role && other.endedAt && Date.parse(other.endedAt) <= Date.parse(term.startedAt));
  return x(term.startedAt) - Math.max(left, ...others.map((other) => x(other.endedAt)));
}

/** The gap in figures, where there is room for them; the table has them all. */
function gapLabel(term, x, y, from, free) {
  if (term.gap === null || term.gap < NOTICEABLE || Date.parse(term.startedAt) < from) return null;
  if (free < span(term.gap).length * GLYPH + 10) return null;
  return h('text', { class: 'gap', x: x(term.startedAt) - 5, y: y(term) + BAR - 2, 'text-anchor': 'end', 'data-key': `gap-${term.role}-${term.epoch}` }, span(term.gap));
}
