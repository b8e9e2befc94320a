import assert from 'node:assert/strict';
import { after, type TestContext } from 'node:test';
import { parseWebviewMessage, type HostMessage } from '../../src/protocol/preview.ts';
import type { PreviewItem } from '../../src/protocol/previewItem.ts';
import {
  startPreviewHarness,
  type PageOptions,
  type PreviewHarness,
  type PreviewPage,
} from '../support/previewHarness/harness.ts';
import { initMessage, makeDetails, makeItems } from '../support/previewHarness/messages.ts';
import { openScene, type OpenScene, type Scene } from '../support/previewHarness/openScene.ts';

/** One browser for all files of this process. */
let starting: Promise<PreviewHarness> | undefined;
const startOnce = (): Promise<PreviewHarness> => (starting ??= startPreviewHarness());
after(async () => (await starting)?.close());

export interface TestPage extends PreviewPage {
  /** Sends messages of the host. The page has handled them when this resolves. */
  tell(...messages: readonly HostMessage[]): Promise<void>;
  /**
   * Returns what the page has sent since the last call, except which thumbnails and prompts it wants. What the page has
   * sent by now has arrived when this resolves.
   */
  take(): Promise<readonly unknown[]>;
}

interface TestOptions extends Omit<PageOptions, 'receive'> {
  /** The first list. Default: none, as before the host has read it. */
  readonly items?: readonly PreviewItem[];
  /** Errors and warnings of the page that the test causes. Any other one fails the test. */
  readonly expected?: RegExp;
}

/** Opens a page that has its strings. Its state is that of a fresh start unless `savedState` says otherwise. */
export async function openPage(
  test: TestContext,
  { items, expected, ...options }: TestOptions = {},
): Promise<TestPage> {
  const harness = await startOnce();
  let sent: unknown[] = [];
  const opened = await harness.open({ ...options, receive: (data) => void sent.push(data) });
  test.after(() => endPage(opened, expected));
  const tell = async (...messages: readonly HostMessage[]): Promise<void> => {
    for (const message of messages) await opened.send(message);
  };
  await tell(initMessage);
  if (items) await tell(makeItems(items, { part: 'first', now: Date.now() }));
  return {
    ...opened,
    tell,
    async take() {
      await opened.page.evaluate('new Promise(requestAnimationFrame)');
      const taken = sent;
      sent = [];
      const messages = taken.map(parseWebviewMessage);
      assert.deepEqual(messages, taken, 'the host understands what the page sends');
      return taken.filter((_, index) => !['wantThumbnails', 'readPrompts'].includes(messages[index]?.type ?? ''));
    },
  };
}

/** Opens a page with the real session. */
export async function openSession(
  test: TestContext,
  { expected, ...options }: Parameters<typeof openScene>[1] & { readonly scene: Scene; readonly expected?: RegExp },
): Promise<OpenScene> {
  const opened = await openScene(await startOnce(), options);
  test.after(() => endPage(opened, expected));
  return opened;
}

async function endPage(page: PreviewPage, expected: RegExp | undefined): Promise<void> {
  await page.close();
  assert.deepEqual(
    page.complaints.filter((line) => expected?.test(line) !== true),
    [],
  );
}

/** Returns the URL of an artifact on the server of the harness. */
export async function uriOf(path: string): Promise<string> {
  return (await startOnce()).uriOf(path);
}

/** Selects an item and tells the page its details, as the host does. */
export async function showDetails(
  page: TestPage,
  id: string,
  changes: Parameters<typeof makeDetails>[1],
): Promise<void> {
  await page.tell({ type: 'select', id }, { type: 'details', details: makeDetails(id, changes) });
}

/** Returns what a screen reader finds in a part of the page: roles, names and texts, in their order. */
export async function outline({ page }: PreviewPage, selector: string): Promise<readonly string[]> {
  const snapshot = await page.locator(selector).ariaSnapshot();
  return snapshot.split('\n').map((line) => line.replace(/^ *- /, ''));
}

/** Returns the position, the name and the rest of the list, as the toolbar shows them. */
export async function readToolbar({ page }: PreviewPage): Promise<string> {
  const texts = await page.locator('.stage-view .toolbar :is(.position, .rest, .name)').allTextContents();
  return texts.filter((text) => text !== '').join(' | ');
}

/** Waits frame by frame until an expression is true in the page, whose policy forbids the usual way to wait. */
export async function until({ page }: PreviewPage, expression: string): Promise<void> {
  for (let frame = 0; frame < 1000; frame += 1) {
    if (await page.evaluate(expression)) return;
    await page.evaluate('new Promise(requestAnimationFrame)');
  }
  throw new Error(`Waited 1000 frames in vain for ${expression}`);
}

/**
 * Plays the medium of an element, and expects it to be paused by the sheet and by the next result, which also releases its
 * file.
 */
export async function playAndLeave(page: TestPage, selector: string): Promise<void> {
  await page.page.evaluate(`window.clip = document.querySelector('${selector}')`);
  const play = async (): Promise<void> => {
    await page.page.keyboard.press('Space');
    await until(page, '!window.clip.paused');
  };
  await play();
  await page.page.keyboard.press('g');
  assert.equal(await page.page.evaluate('window.clip.paused'), true);
  await page.page.keyboard.press('Enter');
  await play();
  await page.page.keyboard.press('ArrowRight');
  assert.deepEqual(await page.page.evaluate(`[window.clip.paused, window.clip.getAttribute('src')]`), [true, null]);
}
