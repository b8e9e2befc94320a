import { useEffect, useState } from 'preact/hooks';
import { IconButton } from '../elements.tsx';
import type { IconName } from '../icons.ts';
import type { Page } from '../page.ts';

/** How long the button shows its success, in ms. */
const doneMs = 1500;

interface CopyProps {
  readonly page: Page;
  readonly label: string;
  readonly icon?: IconName;
  readonly class?: string;
  /** Returns the text to copy, or a PNG image. */
  readonly read: () => string | Promise<Blob>;
}

/**
 * Copies a text or an image of this page to the clipboard. It shows that it works, and says how that ended, also to screen
 * readers.
 */
export function CopyButton({ page, label, icon: own = 'copy', class: more, read }: CopyProps) {
  const [state, setState] = useState<'ready' | 'copying' | 'copied' | 'failed'>('ready');
  const { copying, textCopied, copyFailed } = page.strings;
  useEffect(() => {
    const timer = state === 'copied' ? setTimeout(() => setState('ready'), doneMs) : undefined;
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async (): Promise<void> => {
    const content = read();
    if (typeof content === 'string') return navigator.clipboard.writeText(content);
    // The browser waits for the image. After a wait here, it would forbid the clipboard.
    return navigator.clipboard.write([new ClipboardItem({ 'image/png': content })]);
  };
  const end = (next: 'copied' | 'failed', text: string): void => {
    page.say(text);
    setState(next);
  };
  const press = (): void => {
    // An image is encoded for a moment, and once is enough.
    if (state === 'copying') return;
    setState('copying');
    // It fails where the workbench forbids the clipboard, if the page loses the focus meanwhile, or for a huge image.
    void copy().then(
      () => end('copied', textCopied),
      () => end('failed', copyFailed),
    );
  };
  const looks = {
    ready: [own, label],
    copying: ['loading', copying],
    copied: ['check', textCopied],
    failed: [own, label],
  } as const;
  const [icon, shownLabel] = looks[state];
  return (
    <>
      {state === 'failed' && <span class="copy-failed">{copyFailed}</span>}
      <IconButton icon={icon} label={shownLabel} class={more} press={press} />
    </>
  );
}
