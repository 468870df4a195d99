// Elements by function, and a patch that keeps focus, selection and scroll: no framework, no build step.

const SVG = 'http://www.w3.org/2000/svg';
const SVG_TAGS = new Set(['svg', 'g', 'path', 'rect', 'line', 'circle', 'text', 'title', 'desc', 'polyline', 'defs', 'pattern']);

/** An element: attributes, `on…` handlers, then children; null and false are left out. */
export function h(tag, attributes, ...children) {
  const element = SVG_TAGS.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  element.handlers = {};
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) {
      element.handlers[name] = value;
      element[name] = value;
    } else if (name === 'value') {
      element.value = value;
      element.wanted = value;
    } else {
      element.setAttribute(name, value === true ? '' : value);
    }
  }
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : document.createTextNode(child));
  }
  return element;
}

/** Makes `target`'s children like `fresh`'s, changing as little as possible. */
export function patch(target, ...fresh) {
  reconcile(target, fresh.flat(Infinity).filter((node) => node !== null && node !== undefined && node !== false));
}

const key = (node) => (node.nodeType === 1 ? node.getAttribute('data-key') : null);

function reconcile(parent, wanted) {
  const keyed = new Map();
  for (const child of parent.childNodes) if (key(child)) keyed.set(key(child), child);
  let cursor = parent.firstChild;
  for (const node of wanted) {
    const name = key(node);
    let match = name ? keyed.get(name) : cursor;
    if (match && !same(match, node)) match = null;
    if (!name && match && key(match)) match = null;
    if (!match) {
      parent.insertBefore(node, cursor);
      continue;
    }
    if (match !== cursor) parent.insertBefore(match, cursor);
    else cursor = cursor.nextSibling;
    update(match, node);
  }
  while (cursor) {
    const next = cursor.nextSibling;
    cursor.remove();
    cursor = next;
  }
}

const same = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName;

function update(old, fresh) {
  if (old.nodeType !== 1) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  if (old.hasAttribute('data-keep')) return;
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && name !== 'open') old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const name of Object.keys(old.handlers ?? {})) if (!(name in (fresh.handlers ?? {}))) old[name] = null;
  old.handlers = fresh.handlers ?? {};
  Object.assign(old, old.handlers);
  if (fresh.wanted !== undefined && document.activeElement !== old && old.value !== fresh.wanted) old.value = fresh.wanted;
  reconcile(old, [...fresh.childNodes]);
}
