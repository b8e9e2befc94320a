import { useEffect, useState } from 'preact/hooks';
import { IconButton } from '../elements.tsx';
import type { Page } from '../page.ts';

/** How long the button shows its success, in ms. */
const doneMs = 1500;

interface CopyProps {
  readonly page: Page;
  readonly label: string;
  readonly class?: string;
  /** Returns the text to copy, or a PNG image. */
  readonly read: () => string | Promise<Blob>;
}

/** Copies a text or an image of this page to the clipboard, and confirms it visibly and to screen readers. */
export function CopyButton({ page, label, class: more, read }: CopyProps) {
  const [isDone, setIsDone] = useState(false);
  const { textCopied } = page.strings;
  useEffect(() => {
    const timer = isDone ? setTimeout(() => setIsDone(false), doneMs) : undefined;
    return () => clearTimeout(timer);
  }, [isDone]);
  const copy = async (): Promise<void> => {
    const content = read();
    if (typeof content === 'string') await navigator.clipboard.writeText(content);
    // The browser waits for the image. After a wait here, it would forbid the clipboard.
    else await navigator.clipboard.write([new ClipboardItem({ 'image/png': content })]);
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
