// The live feed: one connection, healed by itself; whoever shows the state is told of each change.

import { clock } from './format.js';

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8_000;
const SILENCE = 8_000; // the node sends the state every second

export function feed({ onState, onEvent, onLink }) {
  let source = null;
  let pause = FIRST_PAUSE;
  let heard = 0;
  let lostAt = null;
  let timer = null;

  function open() {
    clearTimeout(timer);
    source = new EventSource('/v1/events');
    source.onopen = alive;
    source.onerror = () => lost('the node does not answer');
    source.addEventListener('state', (message) => {
      alive();
      const state = JSON.parse(message.data);
      if (state.at) clock.set(state.at);
      onState(state);
    });
    source.addEventListener('election', (message) => {
      alive();
      onEvent(JSON.parse(message.data));
    });
  }

  function alive() {
    heard = Date.now();
    pause = FIRST_PAUSE;
    if (lostAt !== null || source?.told !== true) {
      onLink({ up: true, away: lostAt === null ? 0 : Date.now() - lostAt });
      lostAt = null;
      if (source) source.told = true;
    }
  }

  function lost(reason) {
    source?.close();
    lostAt ??= Date.now();
    onLink({ up: false, since: lostAt, reason, retryIn: pause });
    clearTimeout(timer);
    timer = setTimeout(open, pause * (0.8 + Math.random() * 0.4));
    pause = Math.min(LONGEST_PAUSE, pause * 1.7);
  }

  setInterval(() => {
    if (lostAt === null && heard && Date.now() - heard > SILENCE) lost('nothing was heard for a while');
  }, 1_000);
  addEventListener('online', () => lostAt !== null && open());
  addEventListener('pagehide', () => source?.close());
  open();
}
