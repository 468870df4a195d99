// The frame: pages, the link to the node, signing in. Each page draws itself from the latest state.

import { h, patch } from './dom.js';
import { feed } from './feed.js';
import { coarse, plural } from './format.js';
import { session, signIn, signOut } from './api.js';
import { toast } from './actions.js';
import { overview } from './views/overview.js';
import { leadership } from './views/leadership.js';
import { abandoned, isStopped, shards } from './views/shards.js';
import { intents } from './views/intents.js';
import { jobs } from './views/jobs.js';
import { alerts } from './views/alerts.js';

const PAGES = [
  { path: '', name: 'Overview', view: overview },
  { path: 'leadership', name: 'Leadership', view: leadership },
  { path: 'shards', name: 'Shards', view: shards },
  { path: 'intents', name: 'Intents', view: intents },
  { path: 'jobs', name: 'Jobs', view: jobs },
  { path: 'alerts', name: 'Alerts', view: alerts },
];

const main = document.getElementById('main');
const app = { state: null, link: { up: null }, who: null, events: [], draw };

function route() {
  const [path = '', ...rest] = location.hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);
  const page = PAGES.find((candidate) => candidate.path === path) ?? PAGES[0];
  return { page, rest };
}

function draw() {
  const { page, rest } = route();
  drawNav(page);
  drawLink();
  if (app.who?.required && !app.who.authenticated) {
    patch(main, signInForm());
  } else if (app.state?.leaders) {
    main.removeAttribute('aria-busy');
    patch(main, page.view(app, rest));
  }
  drawFoot();
  document.title = title(page);
}

function title(page) {
  const firing = app.state?.alerts?.filter((alert) => alert.state === 'firing').length ?? 0;
  return `${firing ? `(${firing}) ` : ''}${page.name === 'Overview' ? '' : `${page.name} · `}Baton`;
}

function drawNav(current) {
  const firing = app.state?.alerts?.filter((alert) => alert.state === 'firing').length ?? 0;
  const dead = app.state?.jobs?.dead ?? 0;
  const unled = (app.state?.shards ?? []).filter((group) => !isStopped(group)).reduce((sum, group) => sum + abandoned(group).length, 0);
  const badge = { Alerts: [firing, `${firing} firing`], Jobs: [dead, plural(dead, 'dead letter')], Shards: [unled, `${unled} without leader`] };
  patch(document.getElementById('nav'), PAGES.map((page) =>
    h('li', { 'data-key': page.name },
      h('a', { href: `#/${page.path}`, 'aria-current': page === current ? 'page' : null },
        page.name,
        badge[page.name]?.[0] ? h('span', { class: 'badge', 'aria-label': badge[page.name][1] }, badge[page.name][0]) : null))));
}

function drawLink() {
  const { link, state } = app;
  const element = document.getElementById('link');
  element.className = `link ${link.up === null ? '' : link.up ? (state?.database === 'down' ? 'warn' : 'up') : 'down'}`;
  patch(element, h('span', { class: 'dot', 'aria-hidden': 'true' }),
    h('span', null,
      link.up === null ? 'Connecting…'
        : !link.up ? `Connection lost ${coarse(Date.now() - link.since)} ago, trying again`
        : state?.database === 'down' ? 'Live, but the database is down'
        : 'Live'));
  document.body.classList.toggle('stale', link.up === false);
}

function drawFoot() {
  if (!app.state) return;
  patch(document.getElementById('foot'),
    h('span', null, `Seen from node ${app.state.node}, version ${app.state.version}`),
    h('span', null, h('a', { href: '/openapi.json' }, 'API'), ' · ', h('a', { href: '/metrics' }, 'Metrics'), ' · ', h('a', { href: '/readyz' }, 'Readiness')),
    app.who?.authenticated && app.who.required
      ? h('button', { class: 'button quiet', type: 'button', onclick: leave }, `Sign out ${app.who.name} (${app.who.role})`)
      : null);
}

async function leave() {
  const elsewhere = await signOut();
  if (elsewhere) location.assign(elsewhere);
  else location.reload();
}

function signInForm() {
  return h('form', {
    class: 'sign-in', 'data-key': 'sign-in',
    onsubmit: async (event) => {
      event.preventDefault();
      const field = event.target.elements.token;
      try {
        app.who = await signIn(field.value);
        field.value = '';
        begin();
      } catch (error) {
        toast(error.message, 'bad');
        field.focus();
      }
    },
  },
  h('h1', null, 'Sign in'),
  h('p', null, 'This node is reachable beyond its own machine, so it asks who you are. Tokens are named in ',
    h('code', null, 'security.tokens'), ' of its configuration. It is exchanged for a session and kept nowhere.'),
  app.who.ways?.openid
    ? h('p', null, h('a', { class: 'button solid', href: app.who.ways.openid }, 'Sign in with your account'), ' or with a token:')
    : null,
  h('label', { class: 'field' }, h('span', null, 'Token'), h('input', { name: 'token', type: 'password', autocomplete: 'current-password', required: true })),
  h('button', { class: 'button solid', type: 'submit' }, 'Sign in'));
}

/** A feed may end because we are no longer known: then it is time to sign in again. */
async function askAgain() {
  try {
    app.who = await session();
    draw();
  } catch {
    // the node is away; the feed goes on trying
  }
}

let begun = false;
function begin() {
  if (!begun) {
    begun = true;
    feed({
      onState(state) {
        app.state = { ...app.state, ...state }; // while the database is down, what was known last stands
        draw();
      },
      onEvent(event) {
        app.events = [event, ...app.events.filter((known) => known.id !== event.id)].slice(0, 200);
        draw();
      },
      onLink(link) {
        if (link.up && link.away > 1_500) toast(`Connected again after ${coarse(link.away)}.`);
        app.link = link;
        draw();
        if (!link.up) askAgain();
      },
    });
  }
  draw();
}

addEventListener('hashchange', () => {
  draw();
  scrollTo(0, 0);
  main.focus({ preventScroll: true });
});
let resizing = 0;
addEventListener('resize', () => {
  cancelAnimationFrame(resizing);
  resizing = requestAnimationFrame(draw);
});
setInterval(() => document.hidden || draw(), 500);

try {
  app.who = await session();
} catch {
  app.who = null; // the node is away: the feed will say so, and heal it
}
if (app.who?.required && !app.who.authenticated) draw();
else begin();
