// Finds and selects the offers of the page: buttons, links, menu entries and rows.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { rootDir } from '../hosts/paths.ts';
import { waitUntil } from '../support/waitUntil.ts';
import { doUntil, glanceMs } from './again.ts';
import type { Person } from './person.ts';

/** A part of the page that has offers. */
export interface Place {
  /** Whether VS Code adds offers of its own. Only the titles of Genwright's commands count then. */
  readonly isShared?: boolean;
  readonly isMenu?: boolean;
  /** Makes the place visible, and resolves with the elements of its offers. */
  readonly show: (person: Person) => Promise<Locator>;
}

/** Returns what is visible after an offer was selected. Null if nothing changes. */
export type Sign = (person: Person) => Locator | null;

/** Longer than the time limit for reading a video. */
const patienceMs = 30_000;

const words = JSON.parse(readFileSync(join(rootDir, 'package.nls.json'), 'utf8')) as Readonly<Record<string, string>>;
const titles = new Set(Object.keys(words).flatMap((key) => (key.startsWith('command.') ? [words[key] ?? ''] : [])));

/** Waits until the labels of the place are the expected ones. Resolves with its last labels, sorted, each one once. */
export async function readOffers(
  person: Person,
  { show, isShared = false, isMenu }: Place,
  expected: readonly string[],
): Promise<readonly string[]> {
  let found: readonly string[] = [];
  const isAsExpected = async (): Promise<true | undefined> => {
    const labels = await readLabels(await show(person));
    if (isMenu) await person.page.keyboard.press('Escape');
    found = [...new Set(labels)].filter((label) => (isShared ? titles.has(label) : label !== '')).toSorted();
    return found.join('\n') === expected.join('\n') || undefined;
  };
  await waitUntil('the offers', isAsExpected, patienceMs).catch(() => undefined);
  return found;
}

/** Selects an offer until its sign is visible, and closes the dialog, prompt or list that it opened. */
export async function selectOffer(person: Person, place: Place, label: string, sign: Sign): Promise<void> {
  await doUntil(
    () => clickOffer(person, place, label),
    async () => sign(person)?.first().waitFor({ timeout: glanceMs }),
  );
  await cancelQuestions(person);
}

async function clickOffer(person: Person, place: Place, label: string): Promise<void> {
  const offer = await findOffer(person, place, label);
  // The icons of a row or a title are visible only under the pointer.
  const line = offer.locator(
    'xpath=ancestor::*[contains(concat(@class, " "), "monaco-list-row ") or contains(@class, "pane-header")]',
  );
  if ((await line.count()) > 0) await line.first().hover();
  if (place.isMenu) {
    // A menu ignores clicks while it opens.
    await offer.hover();
    await person.page.keyboard.press('Enter');
  } else {
    await offer.click({ timeout: glanceMs });
  }
}

async function cancelQuestions(person: Person): Promise<void> {
  const trustEditor = person.page.locator('.workspace-trust-editor');
  for (const question of [person.dialog(), person.prompt(), findNotifications(person), trustEditor]) {
    if (!(await question.isVisible())) continue;
    const cancel = async (): Promise<void> => {
      if (question === trustEditor) await trustEditor.focus();
      await person.page.keyboard.press('Escape');
    };
    await doUntil(cancel, () => question.waitFor({ state: 'hidden', timeout: glanceMs }));
  }
}

/** Waits for the offer, because a place that is drawn again has fewer offers for a moment. */
async function findOffer(person: Person, { show, isMenu }: Place, label: string): Promise<Locator> {
  return waitUntil(label, async () => {
    const offers = await show(person);
    const index = (await readLabels(offers)).indexOf(label);
    if (index >= 0) return offers.nth(index);
    if (isMenu) await person.page.keyboard.press('Escape');
    return undefined;
  });
}

/** Returns the texts without amounts. The text of an icon is its accessible label. */
async function readLabels(offers: Locator): Promise<readonly string[]> {
  return offers.evaluateAll((elements) =>
    elements.map((each) => {
      const text = (each as HTMLElement).innerText.trim() || (each.getAttribute('aria-label') ?? '');
      return text.replace(/\s*\$[\d.,e+]+$/, '');
    }),
  );
}

/** Opens a job file in the only group of editors, unless it is there. */
async function openAlone(person: Person, file: string): Promise<void> {
  const tab = person.page.locator(`.tab.active[data-resource-name="${file}"]`);
  const isAlone = (await person.page.locator('.editor-group-container').count()) === 1;
  if (isAlone && (await tab.isVisible())) return;
  await person.runCommand('View: Close All Editors');
  await person.openFile(file);
}

/** Opens a menu until it is visible. Closes an open menu first. */
async function openMenu({ page }: Person, on: Locator, button: 'left' | 'right', near = on): Promise<Locator> {
  const entries = page.locator('.monaco-menu .action-label');
  const open = async (): Promise<void> => {
    await page.keyboard.press('Escape');
    // The tooltip of another row could cover this one.
    await page.mouse.move(0, 0);
    await near.first().hover();
    await on.first().click({ button, timeout: glanceMs });
  };
  await doUntil(open, () => entries.first().waitFor({ timeout: glanceMs }));
  return entries;
}

/** A place around the editor of a job file. */
function inEditor(file: string, find: (person: Person) => Promise<Locator> | Locator): Place['show'] {
  return async (person) => {
    await openAlone(person, file);
    return find(person);
  };
}

export const editorTitle = (file: string): Place => ({
  isShared: true,
  show: inEditor(file, ({ page }) => page.locator('.editor-group-container.active .editor-actions .action-label')),
});

export const lenses = (file: string): Place => ({
  show: inEditor(file, ({ page }) => page.locator('.codelens-decoration a')),
});

export const statusBar = (file: string): Place => ({
  show: inEditor(file, ({ page }) => page.locator('.statusbar-item[id^="genwright."] a')),
});

export const editorMenu = (file: string): Place => ({
  isMenu: true,
  isShared: true,
  show: inEditor(file, (person) => openMenu(person, person.page.locator('.view-line'), 'right')),
});

export const explorerMenu = (file: string): Place => ({
  isMenu: true,
  isShared: true,
  show: async (person) => {
    await person.runCommand('View: Show Explorer');
    const rows = person.page.locator('.explorer-folders-view .monaco-list-row');
    return openMenu(person, rows.filter({ hasText: file }), 'right');
  },
});

/** Buttons of the title of a view. */
export const viewTitle = (view: string): Place => ({
  isShared: true,
  show: async (person) => (await person.view(view)).locator('.pane-header .action-label'),
});

/** Entries of the menu More Actions of a view. */
export const viewMenu = (view: string): Place => ({
  isMenu: true,
  isShared: true,
  show: async (person) => {
    const header = (await person.view(view)).locator('.pane-header');
    return openMenu(person, header.getByRole('button', { name: 'More Actions...' }), 'left', header);
  },
});

/** Buttons of an empty view. */
export const viewWelcome = (view: string): Place => ({
  show: async (person) => (await person.view(view)).locator('.welcome-view-content a'),
});

/** Rows that run a command. */
export const viewRows = (view: string): Place => ({
  show: async (person) => (await person.view(view)).locator('.monaco-list-row'),
});

/** A part of the preview of a job file while it shows a result. */
const inPreview = (file: string, result: string, part: string): Place => ({
  show: async (person) => {
    const tab = person.page.locator('.tab.active', { hasText: `Preview ${file}` });
    const page = person.preview();
    const select = async (): Promise<void> => {
      const isOnly = (await person.page.locator('iframe.webview.ready').count()) === 1;
      if (!isOnly || !(await tab.isVisible())) {
        await person.runCommand('View: Close All Editors');
        await person.openFile(file);
        await person.runCommand('Genwright: Preview Results');
      }
      await page.getByRole('option', { name: new RegExp(`^${result}(?:,|$)`) }).click({ timeout: glanceMs });
    };
    // A narrow preview hides the name.
    const name = page.locator('.toolbar .name', { hasText: result });
    await doUntil(select, () => name.waitFor({ state: 'attached', timeout: glanceMs }));
    return page.locator(`${part} :is(button:enabled, a)`);
  },
});

export const previewToolbar = (file: string, result: string): Place => inPreview(file, result, '.toolbar');

/** Buttons below the notice that a file cannot be shown. */
export const previewNotice = (file: string, result: string): Place => inPreview(file, result, '.notice-actions');

const findNotifications = ({ page }: Person): Locator => page.locator('.notifications-center.visible');

/** Buttons and links of all notifications in the notification center. */
export const notifications: Place = {
  show: async (person) => {
    const center = findNotifications(person);
    if (!(await center.isVisible())) await person.runCommand('Notifications: Show Notifications');
    await center.waitFor();
    return center.locator('.notification-list-item :is(.monaco-button, .notification-list-item-message a)');
  },
};
