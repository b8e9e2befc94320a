import { iconButton, relabel } from './dom.ts';
import type { ViewContext } from './view.ts';

/** How long the button says that it worked. */
const doneMs = 1500;

export interface CopyParts {
  readonly label: string;
  readonly read: () => string;
  readonly context: ViewContext;
}

/** Puts a text of this page into the clipboard, and says so in sight and in words. */
export function createCopyButton({ label, read, context }: CopyParts): HTMLButtonElement {
  const { strings } = context;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(read());
    context.say(strings.textCopied);
    relabel(button, 'check', strings.textCopied);
    setTimeout(() => relabel(button, 'copy', label), doneMs);
  };
  // Refused only where the workbench forbids the clipboard; then the button just does not answer.
  const button = iconButton({ icon: 'copy', label, press: () => void copy().catch(() => undefined) });
  return button;
}
