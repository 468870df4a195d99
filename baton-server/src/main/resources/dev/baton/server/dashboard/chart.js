// Small plots: an area with its latest value. Each has a sentence for those who cannot see it.

import { h } from './dom.js';

const WIDTH = 320;
const HEIGHT = 72;

/** `points` are [{at, value}], oldest first; value null where nothing is known. */
export function plot(points, { label, latest, tone = '', unit = '' }) {
  const known = points.filter((point) => point.value !== null && point.value !== undefined);
  const top = niceTop(Math.max(0, ...known.map((point) => point.value)));
  const first = points.length ? Date.parse(points[0].at) : 0;
  const length = points.length > 1 ? Date.parse(points[points.length - 1].at) - first : 1;
  const x = (point) => (points.length > 1 ? ((Date.parse(point.at) - first) / length) * WIDTH : WIDTH);
  const y = (value) => HEIGHT - 2 - (value / top) * (HEIGHT - 14);
  const line = known.map((point, i) => `${i ? 'L' : 'M'}${x(point).toFixed(1)} ${y(point.value).toFixed(1)}`).join('');
  const area = known.length ? `${line}L${x(known[known.length - 1]).toFixed(1)} ${HEIGHT}L${x(known[0]).toFixed(1)} ${HEIGHT}Z` : '';
  return h('figure', { class: `plot ${tone}` },
    h('figcaption', null, h('span', null, label), h('b', null, latest, unit && h('small', null, ` ${unit}`))),
    h('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': `${label}: now ${latest} ${unit}` },
      h('line', { class: 'base', x1: 0, x2: WIDTH, y1: HEIGHT - 1, y2: HEIGHT - 1 }),
      h('line', { class: 'ceiling', x1: 0, x2: WIDTH, y1: y(top), y2: y(top) }),
      area && h('path', { class: 'area', d: area }),
      line && h('path', { class: 'line', d: line })),
    h('span', { class: 'top', 'aria-hidden': 'true' }, known.length ? top : ''));
}

function niceTop(value) {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((n) => n * power).find((n) => n >= value);
}

/** Parts of a whole as one bar. `parts` are [{label, value, tone}]. */
export function proportions(parts) {
  const total = parts.reduce((sum, part) => sum + part.value, 0);
  if (!total) return h('div', { class: 'proportions empty', 'aria-hidden': 'true' });
  let x = 0;
  return h('svg', { class: 'proportions', viewBox: '0 0 1000 10', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    parts.filter((part) => part.value).map((part) => {
      const width = (part.value / total) * 1000;
      const piece = h('rect', { class: part.tone, x, y: 0, width: Math.max(width - 2, 1.5), height: 10 });
      x += width;
      return piece;
    }));
}
