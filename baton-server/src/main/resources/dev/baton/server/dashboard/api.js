// Talks to the node that served this page, and to nobody else.

let csrf = null;

export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

async function call(method, path, body) {
  const headers = { Accept: 'application/json' };
  if (method !== 'GET') headers['Content-Type'] = 'application/json';
  if (csrf) headers['X-CSRF-Token'] = csrf;
  const response = await fetch(path, {
    method,
    headers,
    credentials: 'same-origin',
    body: method === 'GET' ? undefined : JSON.stringify(body ?? {}),
  });
  const text = await response.text();
  let answer = null;
  try {
    answer = text ? JSON.parse(text) : null;
  } catch {
    answer = null;
  }
  if (!response.ok) {
    const said = answer?.error?.message ?? answer?.message ?? `The node answered with status ${response.status}.`;
    throw new Refused(response.status, said);
  }
  return answer;
}

export const get = (path) => call('GET', path);
export const post = (path, body) => call('POST', path, body);
export const segment = encodeURIComponent;

/**
 * Who we are to this node: `{authenticated, required, name, role}`. On a node's own machine no token is needed; beyond it
 * a node that does not know us says 401.
 */
export async function session() {
  try {
    return known(await get('/v1/session'));
  } catch (error) {
    if (error.status === 401) return { authenticated: false, required: true, ways: await get('/v1/session/ways') };
    throw error;
  }
}

function known(answer) {
  csrf = answer.csrfToken ?? null;
  return { authenticated: true, required: csrf !== null, name: answer.name, role: answer.role };
}

export const signIn = async (token) => known(await post('/v1/session', { token }));

/** Where to go after it: to the provider, if that is where one signed in, to sign out there as well. */
export async function signOut() {
  const ended = await post('/v1/session/end');
  csrf = null;
  return ended.provider ?? null;
}
