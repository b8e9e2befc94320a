import { element, iconButton } from '../dom.ts';
import type { PreviewStrings } from '../../protocol/previewStrings.ts';

interface DialogParts {
  readonly title: string;
  readonly strings: PreviewStrings;
  readonly children: readonly Node[];
}

/** Shows a dialog over the page until it is closed. The element that had the focus gets it back. */
export function openDialog({ title, strings, children }: DialogParts): HTMLDialogElement {
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
