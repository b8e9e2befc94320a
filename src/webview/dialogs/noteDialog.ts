import type { PreviewStrings } from '../../protocol/previewStrings.ts';
import { element } from '../dom.ts';
import { fill } from '../format.ts';
import { openDialog } from './dialog.ts';

interface Note {
  /** Name of the result. */
  readonly name: string;
  readonly text: string | null;
  /** Called with the new text, or with null to remove the note. */
  readonly save: (text: string | null) => void;
}

const maxLength = 10_000;

/** Asks for the note of a result. */
export function openNoteDialog({ name, text, save }: Note, strings: PreviewStrings): void {
  const title = fill(strings.noteOf, { name });
  const field = element('textarea', {
    class: 'note-field',
    attributes: { rows: 5, maxlength: maxLength, 'aria-label': title },
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
