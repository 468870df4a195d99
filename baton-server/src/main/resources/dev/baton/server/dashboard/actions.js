// What operators do: always asked first, always answered with what came of it.

import { h, patch } from './dom.js';
import { post } from './api.js';

/**
 * A button that asks, then posts. `ask` is {title, text, verb, path, body?, danger?, done?, fields?, shape?}: a field may be left
 * empty where it is optional, and `shape` makes the body of what was filled in.
 */
export function action(label, ask) {
  return h('button', { type: 'button', class: ask.danger ? 'button danger' : 'button', onclick: () => confirm(ask), 'aria-haspopup': 'dialog', 'data-action': ask.verb.toLowerCase() }, label);
}

export function confirm(ask) {
  const dialog = document.getElementById('dialog');
  const opener = document.activeElement;
  const problem = h('p', { class: 'problem', role: 'alert' });
  const fields = ask.fields ?? [];
  const go = h('button', { class: ask.danger ? 'button danger solid' : 'button solid', type: 'submit', value: 'go' }, ask.verb);
  const form = h(
    'form',
    {
      method: 'dialog',
      onsubmit: async (event) => {
        if (event.submitter?.value !== 'go') return;
        event.preventDefault();
        go.disabled = true;
        problem.textContent = '';
        const body = { ...ask.body };
        for (const field of fields) {
          const value = form.elements[field.name].value;
          if (value || !field.optional) body[field.name] = value;
        }
        try {
          const answer = await post(ask.path, ask.shape ? ask.shape(body) : body);
          dialog.close();
          toast(ask.done ?? 'Done.');
          ask.then?.(answer);
        } catch (error) {
          problem.textContent = error.message;
          go.disabled = false;
        }
      },
    },
    h('h2', { id: 'dialog-title' }, ask.title),
    h('p', null, ask.text),
    fields.map((field) =>
      h('label', { class: 'field' }, h('span', null, field.label),
        field.options
          ? h('select', { name: field.name }, field.options.map((option) => h('option', { value: option, selected: option === field.value }, option)))
          : h('input', { name: field.name, value: field.value ?? '', required: !field.optional, placeholder: field.hint ?? null }))),
    problem,
    h('div', { class: 'buttons' }, h('button', { class: 'button', type: 'submit', value: 'no', formnovalidate: true }, 'Cancel'), go),
  );
  patch(dialog);
  dialog.append(form);
  dialog.onclose = () => opener?.focus?.();
  dialog.showModal();
}

export function toast(text, kind = 'good') {
  const note = h('p', { class: `toast ${kind}` }, text);
  document.getElementById('toasts').append(note);
  setTimeout(() => note.remove(), 6_000);
}
