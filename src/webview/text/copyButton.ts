import { iconButton, relabel } from '../dom.ts';
import type { ViewContext } from '../view.ts';

/** How long the button shows its success, in ms. */
const doneMs = 1500;

interface CopyParts {
  readonly label: string;
  readonly read: () => string;
  readonly context: ViewContext;
}

/** Copies a text of this page to the clipboard, and confirms it visibly and to screen readers. */
export function createCopyButton({ label, read, context }: CopyParts): HTMLButtonElement {
  const { strings } = context;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(read());
    context.say(strings.textCopied);
    relabel(button, 'check', strings.textCopied);
    setTimeout(() => relabel(button, 'copy', label), doneMs);
  };
  // Refused only where the workbench forbids the clipboard. Then the button has no effect.
  const button = iconButton({ icon: 'copy', label, press: () => void copy().catch(() => undefined) });
  return button;
}
