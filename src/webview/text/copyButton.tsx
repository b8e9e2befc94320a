import { useEffect, useState } from 'preact/hooks';
import { IconButton } from '../elements.tsx';
import type { Page } from '../page.ts';

/** How long the button shows its success, in ms. */
const doneMs = 1500;

interface CopyProps {
  readonly page: Page;
  readonly label: string;
  readonly class?: string;
  /** Returns the text to copy. */
  readonly read: () => string;
}

/** Copies a text of this page to the clipboard, and confirms it visibly and to screen readers. */
export function CopyButton({ page, label, class: more, read }: CopyProps) {
  const [isDone, setIsDone] = useState(false);
  const { textCopied } = page.strings;
  useEffect(() => {
    const timer = isDone ? setTimeout(() => setIsDone(false), doneMs) : undefined;
    return () => clearTimeout(timer);
  }, [isDone]);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(read());
    page.say(textCopied);
    setIsDone(true);
  };
  return (
    <IconButton
      icon={isDone ? 'check' : 'copy'}
      label={isDone ? textCopied : label}
      class={more}
      // Refused only where the workbench forbids the clipboard. Then the button has no effect.
      press={() => void copy().catch(() => undefined)}
    />
  );
}
