// The page that answers: is everything led, what happened, is work flowing?

import { h } from '../dom.js';
import { clock, coarse, colour, count, plural, rate, since, span } from '../format.js';
import { timeline } from '../timeline.js';
import { plot } from '../chart.js';
import { abandoned, isStopped, shardStatus } from './shards.js';
import { countdown, heartbeat, incarnation, isHeld, isLate, isUnelected, lanes, lastDay, passages, roles, section, standing, status, tag } from './parts.js';

const RANGES = [['2 min', 120_000], ['10 min', 600_000], ['1 h', 3_600_000]];
let range = 600_000;

export function overview(app) {
  const { state } = app;
  if (!state.leaders.length && !inParts(state).length) return firstSteps(state);
  return [
    headline(state),
    h('h2', { class: 'unseen', 'data-key': 'leaders-title' }, 'Leaders'),
    h('div', { class: 'leaders', 'data-key': 'leaders' }, roles(state).filter((role) => !isDivided(state, role)).map((role) => leaderCard(state, state.leaders.find((l) => l.role === role))), (state.neverLed ?? []).map(unledCard), (state.shards ?? []).map((group) => dividedCard(state, group))),
    picture(app),
    work(state),
    section('Nodes', plural(state.nodes.length, 'process', 'processes'), h('ul', { class: 'nodes' }, state.nodes.map((node) => nodeRow(state, node)))),
  ];
}

function headline(state) {
  const all = roles(state);
  const led = new Set([...all, ...inParts(state).map((group) => group.role)]).size;
  const unled = [...all.filter((role) => !isHeld(state.leaders.find((leader) => leader.role === role))), ...(state.neverLed ?? []).map((never) => never.role), ...inParts(state).filter((group) => abandoned(group).length).map((group) => `${plural(abandoned(group).length, 'shard')} of ${group.role}`)];
  const unelected = state.leaders.some(isUnelected);
  const firing = (state.alerts ?? []).filter((alert) => alert.state === 'firing');
  const last = passages(state, 100).find((term) => term.crash);
  const bad = unled.length > 0 || unelected || firing.length > 0 || state.database === 'down';
  const first = state.database === 'down' ? 'The database is down.'
    : unled.length ? `Nobody leads ${unled.join(', ')}.`
    : firing.length ? `${firing.map((alert) => alert.name).join(', ')} ${firing.length === 1 ? 'is' : 'are'} firing.`
    : unelected ? `Election is disabled: ${state.node} leads by its configuration.`
    : led === 1 ? 'The one role is led.' : `All ${led} roles are led.`;
  const second = state.database === 'down' ? 'No role can be led until it answers. Nodes wait for it by themselves.'
    : unelected ? 'So does every other node with the same setting. Nothing proves that there is only one, and no write is fenced.'
    : last && since(last.startedAt) < 3_600_000 ? `The last fail-over, ${coarse(since(last.startedAt))} ago, left ${last.role} without a leader for ${span(last.gap)}.`
    : 'No fail-over within the last hour.';
  return h('div', { class: `headline ${bad ? 'bad' : 'good'}`, 'data-key': 'headline' },
    h('h1', null, first), h('p', null, `${plural(state.nodes.length, 'node')}. ${second}`));
}

function leaderCard(state, leader) {
  const held = isHeld(leader);
  return h('article', { class: `leader ${colour(leader.role)} ${held ? '' : 'vacant'}`, 'data-key': `leader-${leader.role}`, 'data-role': leader.role },
    h('h3', null, leader.role),
    h('p', { class: 'holder', 'data-leader': held ? leader.nodeId : '' }, held ? leader.nodeId : 'nobody'),
    h('dl', null,
      h('div', null, h('dt', null, 'epoch'), h('dd', null, count(leader.leaseEpoch))),
      h('div', null, h('dt', null, held ? 'for' : 'was'), h('dd', null, isUnelected(leader) ? '–' : held ? coarse(since(leader.acquiredAt)) : leader.nodeId))),
    held ? countdown(leader) : h('p', { class: 'small gap-text' }, leader.released ? 'released, nobody came yet' : 'its lease has run out'));
}

function unledCard(unled) {
  return h('article', { class: `leader ${colour(unled.role)} vacant`, 'data-key': `leader-${unled.role}`, 'data-role': unled.role },
    h('h3', null, unled.role), h('p', { class: 'holder', 'data-leader': '' }, 'nobody'),
    h('p', { class: 'small gap-text' }, standing(unled)));
}

/** Roles that are divided and not stopped. */
const inParts = (state) => (state.shards ?? []).filter((group) => !isStopped(group));

/** A role that has a leader besides its shards: what that one does is not divided. */
const isDivided = (state, role) => inParts(state).some((group) => group.role === role);

function dividedCard(state, group) {
  const besides = state.leaders.find((leader) => leader.role === group.role);
  return h('article', { class: `leader ${colour(group.role)} ${!isStopped(group) && abandoned(group).length ? 'vacant' : ''}`, 'data-key': `divided-${group.role}`, 'data-divided': group.role },
    h('h3', null, group.role),
    h('p', { class: 'holder' }, h('a', { href: '#/shards' }, plural(group.shards, 'shard'))),
    h('dl', null, h('div', null, h('dt', null, 'nodes'), h('dd', null, count(group.nodes.length))), h('div', null, h('dt', null, 'layout'), h('dd', null, count(group.layout))),
      besides && isDivided(state, group.role) && h('div', null, h('dt', null, 'undivided duties'), h('dd', { 'data-leader': isHeld(besides) ? besides.nodeId : '' }, isHeld(besides) ? besides.nodeId : 'nobody'))),
    h('p', { class: 'divided' }, shardStatus(group)));
}

function picture(app) {
  const { state } = app;
  const width = Math.min(1160, document.documentElement.clientWidth - (innerWidth < 700 ? 32 : 64));
  return section('Fail-over timeline',
    h('div', { class: 'segments', role: 'group', 'aria-label': 'Length of the timeline' }, RANGES.map(([name, millis]) =>
      h('button', { type: 'button', 'aria-pressed': String(range === millis), onclick: () => { range = millis; app.draw(); } }, name))),
    h('div', { class: 'picture' }, timeline(state.terms, lanes(state, range), roles(state), { from: clock.now() - range, to: clock.now() }, width)),
    h('p', { class: 'legend' }, roles(state).map((role) => tag(role)),
      h('span', { class: 'key-crash' }, '✕ crashed'), h('span', null, 'figures: last heartbeat until the next gate opens')),
    h('p', { class: 'more' }, h('a', { href: '#/leadership' }, 'All passages and events'), ' · ', h('a', { href: lastDay() }, 'The last 24 hours, or any other span')));
}

function work(state) {
  const series = state.series ?? [];
  const latest = (name) => series.length ? series[series.length - 1][name] : null;
  const points = (name) => series.map((point) => ({ at: point.at, value: point[name] }));
  return section('Work', `the last ${series.length > 1 ? coarse(Date.parse(series[series.length - 1].at) - Date.parse(series[0].at)) : 'minutes'}, all nodes`,
    h('div', { class: 'multiples' },
      plot(points('attempts'), { label: 'Attempts', latest: rate(latest('attempts')), unit: 'per s', tone: 'role-0' }),
      plot(points('delayMillis'), { label: 'Delay of attempts', latest: latest('delayMillis') === null ? '–' : span(latest('delayMillis')), tone: 'role-0' }),
      plot(points('jobs'), { label: 'Jobs completed', latest: rate(latest('jobs')), unit: 'per s', tone: 'role-1' }),
      plot(points('waiting'), { label: 'Jobs waiting', latest: count(latest('waiting')), tone: 'role-1' })));
}

function nodeRow(state, node) {
  const led = state.leaders.filter((leader) => leader.holderId === node.holderId && isHeld(leader));
  const parts = (state.shards ?? []).map((group) => [group, group.leaders.filter((leader) => group.names[leader] === node.nodeId).length]).filter(([, n]) => n > 0);
  return h('li', { 'data-key': node.holderId, class: isLate(node) ? 'late' : null },
    h('div', { class: 'node-name' }, h('b', null, node.nodeId), h('code', null, incarnation(node.holderId, node.nodeId))),
    h('div', { class: 'node-roles' }, led.map((leader) => tag(leader.role)), parts.map(([group, n]) => h('a', { href: '#/shards' }, tag(`${n} of ${group.role}`, group.role))),
      !led.length && !parts.length && h('span', { class: 'small' }, 'follows')),
    h('div', { class: 'node-beat' }, isLate(node) ? status('silent', 'bad') : null, h('span', { class: 'small' }, 'seen ', heartbeat(node, state.at), ' ago')));
}

function firstSteps(state) {
  return h('div', { class: 'first', 'data-key': 'first' },
    h('h1', null, 'Nobody has led anything here yet.'),
    h('p', null, `Node ${state.node} is up and its database is ready. Roles appear as soon as a process stands for one; that takes a second or two after the start.`),
    state.neverLed?.length > 0 && h('ul', { class: 'small' }, state.neverLed.map((unled) => h('li', { 'data-key': unled.role }, tag(unled.role), ' ', standing(unled)))),
    h('ol', null,
      h('li', null, 'Start a second node in another terminal. It joins this cluster.', h('pre', null, './baton serve')),
      h('li', null, 'Hand in an intent, and watch who executes it.', h('pre', null, "curl -H 'Content-Type: application/json' \\\n     -d '{\"intentId\":\"first\",\"submissionTarget\":\"sample\"}' \\\n     " + location.origin + '/v1/intents')),
      h('li', null, 'Kill the leader and see the other take over.', h('pre', null, 'kill -9 PID'))),
    h('p', null, 'Or let ', h('code', null, './baton demo'), ' do all of it.'));
}

