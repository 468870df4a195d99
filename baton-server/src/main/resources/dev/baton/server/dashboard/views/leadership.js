// Who leads, who led, and what operators can do about it.

import { h } from '../dom.js';
import { coarse, count, moment, plural, since, time } from '../format.js';
import { action } from '../actions.js';
import { get, segment } from '../api.js';
import { history } from './history.js';
import { dividedRole, isStopped } from './shards.js';
import { countdown, EVENT_COLUMNS, eventRow, incarnation, isHeld, isUnelected, lastDay, passageTable, roles, section, standing, status, table, tag } from './parts.js';

const acts = { items: null, at: 0 };

/** For admins only: others would be refused, and see the page without it. */
async function loadActs(app) {
  acts.at = Date.now();
  try {
    acts.items = (await get('/v1/audit?limit=20')).items;
  } catch {
    acts.items = null;
  }
  app.draw();
}

export function leadership(app, [from, to]) {
  if (from && to) return history(app, from, to);
  const { state } = app;
  if (app.who?.role === 'admin' && Date.now() - acts.at > 5_000) loadActs(app);
  const nodes = [...new Set(state.nodes.map((node) => node.nodeId))].sort();
  return [
    h('h1', { 'data-key': 'title' }, 'Leadership'),
    section('Roles', plural(roles(state).length + (state.neverLed ?? []).length, 'role'), h('div', { class: 'role-list' }, roles(state).map((role) => roleRow(state, state.leaders.find((l) => l.role === role), nodes)), (state.neverLed ?? []).map(unledRow))),
    section('Passages', 'from one term to the next, newest first', passageTable(state, 30),
      h('p', { class: 'more' }, h('a', { href: lastDay() }, 'The last 24 hours, or any other span'))),
    section('Election events', 'live', eventTable(app)),
    acts.items && section('Done by operators', 'latest first', actTable()),
  ];
}

function roleRow(state, leader, nodes) {
  const held = isHeld(leader);
  const elected = !isUnelected(leader);
  const others = nodes.filter((node) => node !== leader.nodeId);
  const path = `/v1/leaders/${segment(leader.role)}`;
  const parts = (state.shards ?? []).find((group) => group.role === leader.role && !isStopped(group));
  const away = state.nodes.filter((node) => node.roles?.length && !node.roles.includes(leader.role));
  return h('article', { class: 'role-row', 'data-key': `role-${leader.role}`, 'data-role': leader.role },
    h('div', { class: 'role-main' }, h('h3', null, tag(leader.role)),
      h('p', { class: 'small' }, !elected ? 'election disabled' : `${leader.strategy}${leader.takeover && leader.takeover !== '-' ? `, takeover ${leader.takeover}` : ''}`,
        parts && [', what is not divided; the rest are ', h('a', { href: '#/shards' }, plural(parts.shards, 'shard'))])),
    h('div', { class: 'role-who' }, held ? [h('b', { 'data-leader': leader.nodeId }, leader.nodeId), h('code', null, incarnation(leader.holderId, leader.nodeId))] : status('nobody', 'bad')),
    h('dl', { class: 'role-figures' },
      h('div', null, h('dt', null, 'epoch'), h('dd', null, count(leader.leaseEpoch))),
      h('div', null, h('dt', null, 'tenure'), h('dd', null, held && elected ? coarse(since(leader.acquiredAt)) : '–')),
      h('div', null, h('dt', null, 'since'), h('dd', null, time(leader.acquiredAt)))),
    held ? countdown(leader) : h('div'),
    h('div', { class: 'role-actions' },
      held && elected && others.length > 0 && action('Transfer', {
        title: `Transfer ${leader.role}?`, verb: 'Transfer', path: `${path}/transfer`,
        text: `${leader.nodeId} finishes what is under way and hands the role to the node you name. It stays a candidate.`,
        fields: [{ name: 'to', label: 'To', options: others }], done: `${leader.role} is being handed over.`,
      }),
      held && elected && action('Drain', {
        title: `Drain ${leader.role} on ${leader.nodeId}?`, verb: 'Drain', danger: true, path: `${path}/drain`,
        text: others.length
          ? `${leader.nodeId} finishes what is under way, leaves the role, and stays away from it until it is undrained or restarted. Another node takes over.`
          : `${leader.nodeId} is the only node: nobody will lead ${leader.role} until it is undrained.`,
        body: others.length ? { node: leader.nodeId } : { node: leader.nodeId, force: true }, done: `${leader.nodeId} leaves ${leader.role}.`,
      }),
      elected && away.map((entry) => action(`Undrain ${entry.nodeId}`, {
        title: `Undrain ${leader.role} on ${entry.nodeId}?`, verb: 'Undrain', path: `${path}/undrain`, body: { node: entry.nodeId },
        text: `${entry.nodeId} stands for the role again.`, done: `${entry.nodeId} stands for ${leader.role} again.`,
      }))));
}

function unledRow(unled) {
  return h('article', { class: 'role-row', 'data-key': `role-${unled.role}`, 'data-role': unled.role },
    h('div', { class: 'role-main' }, h('h3', null, tag(unled.role)), h('p', { class: 'small' }, standing(unled))),
    h('div', { class: 'role-who' }, status('nobody', 'bad')));
}

function eventTable(app) {
  const known = new Map();
  const live = app.events.filter((event) => !dividedRole(app.state, event.role)); // shards have a page of their own
  for (const event of [...live, ...(app.state.events ?? [])]) known.set(event.id, event);
  const events = [...known.values()].sort((a, b) => b.id - a.id).slice(0, 60);
  return table('Election events', EVENT_COLUMNS, events.map(eventRow), 'Nothing has happened yet.');
}

function actTable() {
  return table('Acts of operators',
    [{ name: 'When' }, { name: 'Who' }, { name: 'Did' }, { name: 'To' }, { name: 'Outcome' }, { name: 'Asked on' }],
    acts.items.map((act) => ({
      key: `act-${act.nodeId}-${act.number}-${act.at}`,
      cells: [moment(act.at), act.actor, act.action, h('span', { class: 'small' }, act.subject), act.outcome, act.client ? `${act.nodeId}, from ${act.client}` : act.nodeId],
    })),
    'No operator has done anything yet.');
}
