// Alerts: what fires, what is about to, what was told to whom.

import { h } from '../dom.js';
import { coarse, moment, plural, since } from '../format.js';
import { get } from '../api.js';
import { section, status, table } from './parts.js';

const KIND = { firing: 'bad', pending: 'warn', resolved: 'calm', inactive: 'good' };
const notices = { items: null, at: 0 };

async function load(app) {
  notices.at = Date.now();
  try {
    notices.items = (await get('/v1/alerts')).notices ?? [];
  } catch {
    notices.items ??= [];
  }
  app.draw();
}

export function alerts(app) {
  if (Date.now() - notices.at > 5_000) load(app);
  const all = [...(app.state.alerts ?? [])].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
  const firing = all.filter((alert) => alert.state === 'firing');
  return [
    h('h1', { 'data-key': 'title' }, firing.length ? `${plural(firing.length, 'alert')} firing` : 'No alert is firing'),
    section('Rules', 'judged on all nodes by the leader of metrics-aggregator',
      all.length ? h('div', { class: 'alerts' }, all.map(card)) : h('p', { class: 'empty' }, 'No rule has been judged yet; the first judgement comes a few seconds after somebody leads metrics-aggregator.')),
    section('Told', 'latest first', table('Notices',
      [{ name: 'When' }, { name: 'Alert' }, { name: 'What' }, { name: 'To' }, { name: 'State' }, { name: 'Tries', number: true }, { name: 'Problem' }],
      (notices.items ?? []).slice(0, 50).map((notice) => ({
        key: `${notice.alert}-${notice.createdAt}-${notice.transition}-${notice.notifier}`,
        cells: [moment(notice.createdAt), notice.alert, status(notice.transition, KIND[notice.transition]), notice.notifier,
          status(notice.state, { sent: 'calm', failed: 'bad' }[notice.state] ?? 'warn'), String(notice.attempts), h('span', { class: 'small' }, notice.error ?? '')],
      })),
      'Nobody was told anything yet.')),
    h('p', { class: 'hint', 'data-key': 'hint' }, 'When the database is down nobody leads, and these rules are silent. ', h('code', null, 'baton alerts export'), ' writes them for a Prometheus, with one more for that case.'),
  ];
}

const rank = (alert) => ['firing', 'pending', 'resolved', 'inactive'].indexOf(alert.state);

function card(alert) {
  return h('article', { class: `alert ${alert.state}`, 'data-key': alert.name },
    h('div', { class: 'alert-head' }, h('h3', null, alert.name), status(alert.state, KIND[alert.state]), h('span', { class: 'small' }, alert.severity)),
    h('code', { class: 'condition' }, alert.condition),
    h('p', { class: 'small' },
      alert.reading !== null && alert.reading !== undefined ? `value ${Number(alert.reading).toPrecision(3).replace(/\.?0+$/, '')}, ` : '',
      `${alert.state} for ${coarse(since(alert.since))}`, alert.notify?.length ? `, tells ${alert.notify.join(', ')}` : ''));
}
