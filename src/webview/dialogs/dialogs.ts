import type { PreviewStringKey, PreviewStrings } from '../../protocol/previewStrings.ts';
import { element, iconButton } from '../dom.ts';
import { fill } from '../format.ts';

interface Note {
  /** Name of the result. */
  readonly name: string;
  readonly text: string | null;
  /** Called with the new text, or with null to remove the note. */
  readonly save: (text: string | null) => void;
}

const maxNoteLength = 10_000;

/** Asks for the note of a result. */
export function openNoteDialog({ name, text, save }: Note, strings: PreviewStrings): void {
  const title = fill(strings.noteOf, { name });
  const field = element('textarea', {
    class: 'note-field',
    attributes: { rows: 5, maxlength: maxNoteLength, 'aria-label': title },
  });
  field.value = text ?? '';
  const submit = element('button', { class: 'text-button', text: strings.saveNote, attributes: { type: 'submit' } });
  const form = element('form', { attributes: { method: 'dialog' } }, [field, submit]);
  const dialog = openDialog({ title, strings, children: [form] });
  form.addEventListener('submit', () => save(field.value.trim() || null));
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  dialog.addEventListener('close', () => form.remove());
  field.focus();
}

/** The keys with what they do. Names of keys are the same in each language. */
const keys: readonly (readonly [string, PreviewStringKey & `key.${string}`])[] = [
  ['G', 'key.switch'],
  ['Enter', 'key.open'],
  ['Esc', 'key.back'],
  ['← ↑ ↓ →', 'key.move'],
  ['Shift + ← →', 'key.extend'],
  ['Ctrl + A', 'key.selectAll'],
  ['Ctrl + Space', 'key.toggle'],
  ['S', 'key.star'],
  ['X', 'key.reject'],
  ['1 – 5', 'key.rate'],
  ['0', 'key.clear'],
  ['N', 'key.note'],
  ['U', 'key.undo'],
  ['C', 'key.compare'],
  ['D', 'key.divide'],
  ['W', 'key.use'],
  ['Delete', 'key.delete'],
  ['/', 'key.search'],
  ['F', 'key.filters'],
  ['R', 'key.showNew'],
  ['Shift + F10', 'key.menu'],
];

/** Shows the keys of sheet and stage. */
export function openCheatSheet(strings: PreviewStrings): void {
  const rows = keys.map(([key, name]) =>
    element('div', {}, [element('dt', {}, [element('kbd', { text: key })]), element('dd', { text: strings[name] })]),
  );
  openDialog({ title: strings.keys, strings, children: [element('dl', { class: 'keys' }, rows)] }).classList.add(
    'wide',
  );
}

interface DialogParts {
  readonly title: string;
  readonly strings: PreviewStrings;
  readonly children: readonly Node[];
}

/** Shows a dialog over the page until it is closed. The element that had the focus gets it back. */
function openDialog({ title, strings, children }: DialogParts): HTMLDialogElement {
  const heading = element('h2', { text: title, attributes: { id: 'dialog-title' } });
  const close = iconButton({ icon: 'close', label: strings.close, press: () => dialog.close() });
  const dialog = element('dialog', { class: 'dialog', attributes: { 'aria-labelledby': 'dialog-title' } }, [
    element('div', { class: 'dialog-head' }, [heading, close]),
    ...children,
  ]);
  // The page must not act on keys that are pressed in the dialog.
  dialog.addEventListener('keydown', (event) => event.stopPropagation());
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
