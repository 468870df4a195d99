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

/** Who we are to this node: `{authenticated, required, role}`. */
export async function session() {
  const answer = await get('/v1/session');
  csrf = answer?.csrf ?? null;
  return answer;
}

export async function signIn(token) {
  await post('/v1/session', { token });
  return session();
}

export async function signOut() {
  await post('/v1/session/end');
  csrf = null;
}
