// Roles that are divided: which node leads which shards, what moves, and what operators can do about it.

import { h } from '../dom.js';
import { coarse, colour, count, incarnation, moment, plural, span } from '../format.js';
import { action, confirm } from '../actions.js';
import { segment } from '../api.js';
import { section, status, table, tag } from './parts.js';

const NUMBERED = 64; // so many shards have room for their numbers
const FRESH = 10_000; // for so long one sees that a shard has come
const HAND_OVER = 5_000; // a shorter time without a leader is a hand-over
const SILENT = 15_000;
const LEVELS = 4; // of work, as far as one sees a difference

/** The role of which this one is a part, if it is: of `orders.17` and `orders.coordinator`. */
export function dividedRole(state, role) {
  const name = /^(.+)\.(?:\d{1,4}|coordinator)$/s.exec(role)?.[1];
  return name && (state.shards ?? []).find((group) => group.role === name);
}

/** Those that nobody leads for longer than a hand-over takes. While all end for another number, that is as it should be. */
export const abandoned = (group) => (group.closing ? [] : group.unled.filter((one) => (one.forMillis ?? Infinity) > HAND_OVER).map((one) => one.shard));

/** A group whose nodes have all signed off. */
export const isStopped = (group) => group.nodes.length === 0;

const moving = (group) => group.leaders.filter((leader, shard) => isLeaving(group, shard)).length;

export function shardStatus(group) {
  const unled = abandoned(group).length;
  if (isStopped(group)) return status('stopped', 'calm');
  if (group.closing || group.wanted !== group.shards) return status(`going from ${count(group.shards)} to ${count(group.wanted)}`, 'warn');
  if (unled) return status(`${count(unled)} without leader`, 'bad');
  return moving(group) ? status(`${count(moving(group))} moving`, 'warn') : status('all led', 'good');
}

export function shards(app) {
  const groups = app.state.shards ?? [];
  if (!groups.length) return none();
  groups.forEach(watch);
  return [
    headline(groups),
    groups.map((group) => division(app, group)),
    section('Moves', 'live, latest first', moveTable(app)),
  ];
}

function none() {
  return h('div', { class: 'first', 'data-key': 'none' },
    h('h1', null, 'No role is divided into shards yet.'),
    h('p', null, 'A role has one leader. When that one is full, divide it: each part is a role of its own with epoch and fence, and the nodes that live share them evenly.'),
    h('ol', null,
      h('li', null, 'A program for each part, on as many machines as you like.', h('pre', null, './baton run --role orders --shards 16 -- ./work.sh')),
      h('li', null, 'Or in Java, on a Baton that was built with ShardsSchema.COMPONENT.', h('pre', null, 'Shards.of(baton, "orders", 16).work(term -> …).start()'))));
}

function headline(groups) {
  const running = groups.filter((group) => !isStopped(group));
  const unled = running.filter((group) => abandoned(group).length);
  const ending = running.filter((group) => group.closing);
  const nodes = new Set(running.flatMap((group) => group.nodes.map((node) => node.nodeId))).size;
  const all = running.reduce((sum, group) => sum + group.shards, 0);
  const first = unled.length ? `Nobody leads ${unled.map((group) => `${plural(abandoned(group).length, 'shard')} of ${group.role}`).join(', ')}.`
    : ending.length ? `${ending.map((group) => group.role).join(', ')} ${ending.length === 1 ? 'is' : 'are'} being divided anew.`
    : running.length ? 'All shards are led.' : 'No divided role is running.';
  return h('div', { class: `headline ${unled.length ? 'bad' : 'good'}`, 'data-key': 'headline' },
    h('h1', null, first), h('p', null, `${plural(all, 'shard')} of ${plural(running.length, 'role')}, shared by ${plural(nodes, 'node')}.`));
}

/* What came to whom, and when this page saw it. */
const came = new Map();

function watch(group) {
  const names = group.leaders.map((leader) => group.names[leader]);
  const before = came.get(group.role);
  const known = before && before.layout === group.layout ? before : null;
  came.set(group.role, {
    layout: group.layout,
    names: names.map((name, shard) => name ?? known?.names[shard]),
    at: names.map((name, shard) => (known && name && known.names[shard] !== name ? Date.now() : known?.at[shard] ?? 0)),
  });
}

const isFresh = (group, shard) => Date.now() - came.get(group.role).at[shard] < FRESH;

function division(app, group) {
  const lanes = lanesOf(group);
  const weighted = group.nodes.some((node) => node.weight !== 1);
  const lone = group.leaders.map((leader, shard) => (leader < 0 ? shard : -1)).filter((shard) => shard >= 0);
  return h('section', { class: `division ${colour(group.role)}`, 'data-key': `group-${group.role}`, 'data-group': group.role },
    h('div', { class: 'section-head' },
      h('h2', null, tag(group.role)),
      h('div', { class: 'division-state' }, shardStatus(group),
        h('span', { class: 'note' }, `${plural(group.shards, 'shard')}, layout ${count(group.layout)}, plan ${count(group.plan)}`),
        h('div', { class: 'buttons' }, !isStopped(group) && moveButton(group), resizeButton(group)))),
    isStopped(group) && h('p', { class: 'empty' }, 'All its nodes have signed off. It goes on when one comes.'),
    h('ul', { class: 'shares' },
      !isStopped(group) && lone.length > 0 && nobody(app, group, lone),
      lanes.map((lane) => share(app, group, lane, weighted, lanes))),
    moving(group) > 0 && h('p', { class: 'legend' }, 'Outlined: led here still, and handed over when its work has ended.'),
    group.work && !isStopped(group) && workload(group));
}

const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

/** What was counted is a second's; what people read is a minute's. */
const minute = (perSecond) => count(Math.round(perSecond * 60));

/** Who has how much of the work, and which shard the most: what says whether to move one. */
function workload(group) {
  const all = sum(group.work);
  const busiest = group.work.indexOf(Math.max(...group.work));
  const skew = group.skew ?? null;
  const who = skew === null ? ''
    : ` The busiest node has ${skew.toFixed(1)} times its part, shard ${busiest} ${Math.round((100 * group.work[busiest]) / all)} % of all.`;
  return h('p', { class: 'legend', 'data-skew': skew },
    `The bar in a square is its work: ${minute(all)} pieces in the last minute for all, as the processes count them.${who}`);
}

/** A lane for each node that has reported itself, and for those that still lead without. */
function lanesOf(group) {
  const members = new Map(group.nodes.map((node) => [node.nodeId, node]));
  return group.names
    .map((nodeId, place) => ({
      nodeId,
      member: members.get(nodeId),
      led: group.leaders.flatMap((leader, shard) => (leader === place ? [shard] : [])),
      owned: group.owners.filter((owner) => owner === place).length,
      work: group.work && sum(group.work.filter((_, shard) => group.leaders[shard] === place)),
    }))
    .filter((lane) => lane.member || lane.led.length);
}

const isSilent = (member) => member.silentMillis > SILENT;
const takes = (member) => member && member.state !== 'draining' && !isSilent(member);

function share(app, group, lane, weighted, lanes) {
  const { nodeId, member, led } = lane;
  return h('li', { 'data-key': nodeId, 'data-node': nodeId, class: !member || isSilent(member) ? 'late' : null },
    h('div', { class: 'share-name' }, h('b', null, nodeId), member && h('code', null, incarnation(member.holderId, nodeId)),
      h('span', { class: 'share-state' },
        !member ? status('signed off', 'warn') : isSilent(member) ? status(`silent for ${coarse(member.silentMillis)}`, 'bad') : null,
        member?.state === 'draining' && status('draining', 'warn'),
        member?.state === 'refusing' && status('takes no new ones', 'calm'))),
    h('div', { class: 'share-cells' }, cells(app, group, led, `${nodeId} leads ${led.length ? `shards ${ranges(led)}` : 'no shard'}`)),
    h('dl', { class: 'role-figures' },
      h('div', null, h('dt', null, 'leads'), h('dd', { 'data-leads': led.length }, count(led.length))),
      h('div', null, h('dt', null, 'owns'), h('dd', null, count(lane.owned))),
      weighted && h('div', null, h('dt', null, 'weight'), h('dd', null, member ? count(member.weight) : '–')),
      group.work && h('div', null, h('dt', null, 'work / min'), h('dd', { 'data-work': Math.round(lane.work * 60) }, minute(lane.work)))),
    h('div', { class: 'role-actions' }, member && drainButton(group, lane, lanes)));
}

function nobody(app, group, shards) {
  return h('li', { 'data-key': '(nobody)', class: 'nobody' },
    h('div', { class: 'share-name' }, h('b', null, 'nobody')),
    h('div', { class: 'share-cells' }, cells(app, group, shards, `nobody leads shards ${ranges(shards)}`),
      group.shards > NUMBERED && h('p', { class: 'small' }, ranges(shards))),
    h('dl', { class: 'role-figures' }, h('div', null, h('dt', null, 'without leader'), h('dd', { 'data-unled': shards.length }, count(shards.length)))));
}

/**
 * A square for each shard, with its number where there is room; the label has the same facts in words. A thousand squares are made
 * anew only when something about them has changed.
 */
function cells(app, group, shards, label) {
  const most = Math.max(0, ...(group.work ?? []));
  const kinds = shards.map((shard) => `${kind(group, shard)}${busy(group, shard, most)}`);
  const numbered = group.shards <= NUMBERED;
  const titles = shards.map((shard) => `${words(group, shard)}${numbered ? work(group, shard) : ''}`);
  const drawn = `${group.role}/${group.layout}/${shards.map((shard, i) => `${shard}${kinds[i]}${numbered ? work(group, shard) : ''}`).join()}`;
  const squares = { class: numbered ? 'cells numbered' : 'cells', role: 'img', 'aria-label': label, 'data-key': drawn, 'data-keep': true };
  if (document.querySelector(`[data-key="${CSS.escape(drawn)}"]`)) return h('div', squares);
  return h('div', {
    ...squares,
    onclick: (event) => {
      const now = app.state.shards.find((one) => one.role === group.role);
      if (now && event.target.dataset.shard) confirm(moveDialog(now, event.target.dataset.shard));
    },
  }, shards.map((shard, i) => h('span', { class: kinds[i], 'data-shard': shard, title: titles[i] }, numbered ? String(shard) : '')));
}

const isLeaving = (group, shard) => group.leaders[shard] >= 0 && group.owners[shard] >= 0 && group.leaders[shard] !== group.owners[shard];

const busy = (group, shard, most) => (group.work && group.work[shard] > 0 ? ` work-${Math.ceil((LEVELS * group.work[shard]) / most)}` : '');

const kind = (group, shard) => (group.leaders[shard] < 0 ? 'unled' : isLeaving(group, shard) ? 'leaving' : isFresh(group, shard) ? 'fresh' : 'calm');

function words(group, shard) {
  const leader = group.names[group.leaders[shard]];
  const owner = group.names[group.owners[shard]];
  return `${group.role}.${shard}: ${leader ? `led by ${leader}` : 'nobody leads it'}${owner && owner !== leader ? `, belongs to ${owner}` : ''}`;
}

const work = (group, shard) => (group.work ? `, ${minute(group.work[shard])} pieces of work in the last minute` : '');

/** 0–3, 7, 9–12 */
export function ranges(numbers) {
  const parts = [];
  for (const n of numbers) {
    const last = parts[parts.length - 1];
    if (last && last[1] === n - 1) last[1] = n;
    else parts.push([n, n]);
  }
  return parts.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
}

const path = (group) => `/v1/shards/${segment(group.role)}`;

function drainButton(group, { nodeId, member, led }, lanes) {
  if (member.state === 'draining') {
    return action('Undrain', {
      title: `Undrain ${nodeId}?`, verb: 'Undrain', path: `${path(group)}/undrain`, body: { node: nodeId },
      text: `${nodeId} takes its share of the ${plural(group.shards, 'shard')} of ${group.role} again, unless it drains of its own will.`, done: `${nodeId} takes its share of ${group.role} again.`,
    });
  }
  const others = lanes.some((lane) => lane.nodeId !== nodeId && takes(lane.member));
  return action('Drain', {
    title: `Drain ${nodeId} of ${plural(led.length, 'shard')}?`, verb: 'Drain', danger: true, path: `${path(group)}/drain`,
    text: others
      ? `${nodeId} leaves its shards of ${group.role} to the other nodes, one by one as their work ends, and takes none until it is undrained or restarted.`
      : `No other node takes shards of ${group.role}: nobody will lead them until ${nodeId} is undrained.`,
    body: others ? { node: nodeId } : { node: nodeId, force: true }, done: `${nodeId} leaves its shards of ${group.role}.`,
  });
}

function resizeButton(group) {
  return action('Resize', {
    title: `Divide ${group.role} anew?`, verb: 'Resize', danger: true, path: `${path(group)}/resize`,
    text: `All ${plural(group.shards, 'shard')} end, then the new ones begin. Nothing is worked on meanwhile: for a second or two, longer if work takes its time to end.`,
    fields: [{ name: 'shards', label: 'Number of shards', value: String(group.wanted) }],
    shape: ({ shards: wanted }) => ({ shards: number(wanted) }), done: `${group.role} is being divided anew.`,
  });
}

/** What is no number is left for the node to refuse, in its words. */
const number = (text) => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : text);

const moveButton = (group) => group.nodes.filter(takes).length > 1 && action('Move a shard', moveDialog(group, ''));

function moveDialog(group, shard) {
  return {
    title: `Move a shard of ${group.role}?`, verb: 'Move', path: `${path(group)}/move`,
    text: 'Its work ends, then the node that you name begins. If shares would become uneven, that node gives another shard for it.',
    fields: [
      { name: 'shard', label: `Shard, 0 to ${group.shards - 1}`, value: shard },
      { name: 'node', label: 'To', options: group.nodes.filter(takes).map((node) => node.nodeId) },
    ],
    shape: (body) => ({ ...body, shard: number(body.shard) }), done: 'The shard goes there as soon as its work has ended.',
  };
}

const HOW = { lost: ['fail-over', 'bad'], transferred: ['handed over', 'calm'], drained: ['drained', 'calm'], released: ['left', 'calm'] };

function moveTable(app) {
  return table('Moves of shards',
    [{ name: 'When' }, { name: 'Shard' }, { name: 'From' }, { name: 'To' }, { name: 'Epoch', number: true }, { name: 'How' }, { name: 'Gap', number: true }],
    (app.state.moves ?? []).map((move) => ({
      key: `${move.role}-${move.epoch}`,
      class: move.ending === 'lost' ? 'crashed' : null,
      cells: [moment(move.at), tag(move.role, dividedRole(app.state, move.role)?.role),
        move.from ?? '–', move.to, count(move.epoch), status(...(HOW[move.ending] ?? ['first led', 'calm'])),
        h('span', { class: move.gapMillis > 250 ? 'gap-text' : null }, span(move.gapMillis))],
    })),
    'No shard has moved.');
}
