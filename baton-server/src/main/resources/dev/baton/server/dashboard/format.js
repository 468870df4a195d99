// How numbers and moments are written. All moments are the database's; `clock` knows how far it is from ours.

export const clock = {
  offset: 0,
  now: () => Date.now() + clock.offset,
  /** The server says what the database's time is now. The smallest delay seen is the truest. */
  set(at) {
    clock.offset = Date.parse(at) - Date.now();
  },
};

const NUMBER = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const MOMENT = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit' });

export const count = (n) => (n === null || n === undefined ? '–' : Math.abs(n) < 100_000 ? NUMBER.format(n) : COMPACT.format(n));

export function rate(n) {
  if (n === null || n === undefined) return '–';
  return n >= 100 ? COMPACT.format(n) : n >= 10 ? n.toFixed(0) : n.toFixed(1);
}

/** A span of time in two units at most: 340 ms, 1.94 s, 2 m 05 s, 3 h 12 m. */
export function span(millis) {
  if (millis === null || millis === undefined || Number.isNaN(millis)) return '–';
  const ms = Math.max(0, millis);
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(ms / 1_000).toFixed(2)} s`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return coarse(ms);
}

/** The same in whole seconds, for what ticks. */
export function coarse(millis) {
  const s = Math.max(0, Math.round(millis / 1_000));
  if (s < 60) return `${s} s`;
  if (s < 3_600) return `${Math.floor(s / 60)} m ${String(s % 60).padStart(2, '0')} s`;
  if (s < 86_400) return `${Math.floor(s / 3_600)} h ${String(Math.floor(s / 60) % 60).padStart(2, '0')} m`;
  return `${Math.floor(s / 86_400)} d ${Math.floor(s / 3_600) % 24} h`;
}

/** An interval as people say it: 10 min, 1 h, 90 s. */
export function interval(millis) {
  for (const [unit, length] of [['d', 86_400_000], ['h', 3_600_000], ['min', 60_000]]) {
    if (millis >= length && millis % length === 0) return `${millis / length} ${unit}`;
  }
  return span(millis);
}

export const time = (at) => (at ? TIME.format(new Date(at)) : '–');
export const moment = (at) => (at ? MOMENT.format(new Date(at)) : '–');
export const since = (at) => clock.now() - Date.parse(at);
export const ago = (at) => (at ? `${coarse(since(at))} ago` : '–');
export const until = (at) => (at ? (since(at) > 0 ? 'due now' : `in ${coarse(-since(at))}`) : '–');

const FIXED = ['submission-manager-executor', 'scheduler', 'metrics-aggregator', 'log-compactor'];
const COLOURS = 8;
const given = new Map(FIXED.map((role, index) => [role, index]));

/** The colour of a role: fixed for ours, in the order of their appearance for others. */
export function colour(role) {
  if (!given.has(role)) given.set(role, given.size % COLOURS);
  return `role-${given.get(role)}`;
}

/** A holder without what the node already says: n1-4242-9f31ab02 is 4242-9f31ab02 of n1. */
export const incarnation = (holder, node) => (node && holder.startsWith(`${node}-`) ? holder.slice(node.length + 1) : holder);

export const plural = (n, one, many = `${one}s`) => `${count(n)} ${n === 1 ? one : many}`;
