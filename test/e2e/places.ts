// Parts of the page that have offers.
import type { FrameLocator, Locator } from 'playwright-core';
import { doUntil, glanceMs } from './again.ts';
import { askFor, findWidgets } from './editLanguage.ts';
import type { Place } from './offers.ts';
import type { Person, Place as Position } from './person.ts';

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
    await near.first().hover({ timeout: glanceMs });
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

/** The buttons in the title of the active editor. */
export const activeTitle: Place = {
  isShared: true,
  show: ({ page }) => Promise.resolve(page.locator('.editor-group-container.active .editor-actions .action-label')),
};

export const editorTitle = (file: string): Place => ({
  ...activeTitle,
  show: inEditor(file, activeTitle.show),
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
    const list = person.page.locator('.explorer-folders-view .monaco-list');
    if (!(await list.isVisible())) await person.runCommand('View: Show Explorer');
    // A list has rows only for what is visible.
    await list.focus();
    await person.page.keyboard.press('Home');
    return openMenu(person, list.locator('.monaco-list-row', { hasText: file }), 'right');
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

/** The context menu of a row. `row` matches its text. */
export const rowMenu = (view: string, row: RegExp | string): Place => ({
  isMenu: true,
  show: async (person) => {
    const rows = (await person.view(view)).locator('.monaco-list-row');
    return openMenu(person, rows.filter({ hasText: row }), 'right');
  },
});

/** Buttons on the rows of a view, or on one that is visible. */
export const rowButtons = (view: string, row: RegExp = /./): Place => ({
  show: async (person) =>
    (await person.view(view)).locator('.monaco-list-row', { hasText: row }).locator('.actions .action-label'),
});

/** Links in the tooltip of a row. */
export const rowHover = (view: string, row: RegExp): Place => ({
  show: async (person) => {
    const list = (await person.view(view)).locator('.monaco-list');
    const found = list.locator('.monaco-list-row', { hasText: row });
    await list.focus();
    // A list has rows only for what is visible.
    while ((await found.count()) === 0) await person.page.keyboard.press('PageDown');
    const { hover } = findWidgets(person);
    await doUntil(
      () => found.first().hover({ timeout: glanceMs }),
      () => hover.first().waitFor({ timeout: glanceMs }),
    );
    return hover.locator('a');
  },
});

/** Links in the hover of a position in the editor. */
export const editorHover = (file: string, at: Position, text: string): Place => ({
  show: async (person) => {
    await person.openFile(file, at);
    const { hover } = findWidgets(person);
    await askFor(person, 'hover', hover.filter({ hasText: text }));
    return hover.locator('a');
  },
});

/** Links in the description of the only suggestion at a position in the editor. */
export const suggestion = (file: string, at: Position, text: string): Place => ({
  show: async (person) => {
    await person.openFile(file, at);
    const { suggestions, details } = findWidgets(person);
    await askFor(person, 'list', suggestions);
    await askFor(person, 'list', details.filter({ hasText: text }));
    return details.locator('a');
  },
});

/** A command of the palette. */
export const palette = (file: string, title: string): Place => ({
  show: inEditor(file, async (person) => {
    const list = person.prompt();
    const found = list.locator('.label-name', { hasText: title });
    const ask = async (): Promise<void> => {
      await person.page.keyboard.press('F1');
      await list.locator('input').first().fill(`>${title}`, { timeout: glanceMs });
    };
    await doUntil(ask, () => found.first().waitFor({ timeout: glanceMs }));
    return found;
  }),
});

/** The list that a command of the palette shows. */
async function openList(person: Person, title: string): Promise<Locator> {
  const entries = person.prompt().locator('.quick-input-list-row:first-child .label-name');
  await doUntil(
    () => person.runCommand(title),
    () => entries.first().waitFor({ timeout: glanceMs }),
  );
  return entries;
}

export const recallList = (file: string): Place => ({
  show: inEditor(file, (person) => openList(person, 'Genwright: Recall Job from Result')),
});

export const newFile: Place = { isShared: true, show: (person) => openList(person, 'Create: New File...') };

/** Buttons and links of the preview of a job file while it shows a result. */
const inPreview = (file: string, result: string, part: string): Place => ({
  show: async (person) => {
    const tab = person.page.locator('.tab.active', { hasText: `Preview ${file}` });
    const page = person.preview();
    const select = async (): Promise<void> => {
      const isOnly = (await person.page.locator('iframe.webview.ready').count()) === 1;
      // The contact sheet or a comparison may cover it.
      const isStage = await page.locator('.stage-view').isVisible();
      if (!isOnly || !isStage || !(await tab.isVisible())) {
        await person.runCommand('View: Close All Editors');
        await person.openFile(file);
        await person.runCommand('Genwright: Preview Results');
      }
      await page.getByRole('option', { name: new RegExp(`^${result}(?:,|$)`) }).click({ timeout: glanceMs });
    };
    // A narrow preview hides the name.
    const name = page.locator('.toolbar .name', { hasText: result });
    await doUntil(select, () => name.waitFor({ state: 'attached', timeout: glanceMs }));
    return page.locator(`:is(button:enabled, a)${part}:visible`);
  },
});

export const previewToolbar = (file: string, result: string): Place => inPreview(file, result, ':is(.toolbar *)');

/** The actions that have no room in the toolbar. */
export const previewMenu = (file: string, result: string): Place => ({
  show: async (person) => {
    const more = (await previewToolbar(file, result).show(person)).and(person.preview().getByLabel('More Actions...'));
    const entries = person.preview().locator('.menu .menu-item');
    await doUntil(
      async () => void ((await entries.first().isVisible()) || (await more.click({ timeout: glanceMs }))),
      () => entries.first().waitFor({ timeout: glanceMs }),
    );
    return entries;
  },
});

/** The card of a task, the notice that a file cannot be shown, or the result with its details. */
export const previewResult = (file: string, result: string): Place => inPreview(file, result, ':not(.toolbar *)');

/** The contact sheet of a job file. */
async function openSheet(person: Person, file: string): Promise<FrameLocator> {
  const page = person.preview();
  const tab = person.page.locator('.tab.active', { hasText: `Preview ${file}` });
  const bar = page.locator('.sheet-bar');
  const open = async (): Promise<void> => {
    if ((await tab.isVisible()) && (await bar.isVisible())) return;
    await person.runCommand('View: Close All Editors');
    await person.openFile(file);
    await person.runCommand('Genwright: Show Contact Sheet');
  };
  await doUntil(open, () => bar.waitFor({ timeout: glanceMs }));
  await page.locator('.cell').first().waitFor({ timeout: glanceMs });
  const close = page.locator('.dialog').getByRole('button', { name: 'Close' });
  if (await close.isVisible()) await close.click({ timeout: glanceMs });
  return page;
}

/** Buttons and links of the contact sheet of a job file. */
export const sheet = (file: string): Place => ({
  show: async (person) => (await openSheet(person, file)).locator('.sheet-bar :is(button, a):visible'),
});

/** Pickers of the contact sheet of a job file, by name. */
export const sheetFilters = (file: string): Place => ({
  show: async (person) => {
    const page = await openSheet(person, file);
    const names = page.locator('.picker-label > span:visible');
    const open = async (): Promise<void> => {
      if (!(await names.first().isVisible())) {
        await page.getByRole('button', { name: 'Filters' }).click({ timeout: glanceMs });
      }
    };
    await doUntil(open, () => names.first().waitFor({ timeout: glanceMs }));
    return names;
  },
});

/** The menu of a result in the contact sheet. */
export const sheetMenu = (file: string, result: string): Place => ({
  show: async (person) => {
    const page = await openSheet(person, file);
    const entries = page.locator('.menu .menu-item');
    const open = async (): Promise<void> => {
      if (await entries.first().isVisible()) return;
      await page.locator('.cell', { hasText: result }).click({ button: 'right', timeout: glanceMs });
    };
    await doUntil(open, () => entries.first().waitFor({ timeout: glanceMs }));
    return entries;
  },
});

/** Buttons and links around results that are compared. */
export const comparison = (file: string, results: readonly [string, string]): Place => ({
  show: async (person) => {
    const shown = person.preview().locator('.compare:visible');
    const compare = async (): Promise<void> => {
      if (await shown.isVisible()) return;
      const page = await openSheet(person, file);
      for (const [at, result] of results.entries()) {
        const modifiers = at > 0 ? (['ControlOrMeta'] as const) : [];
        await page.locator('.cell', { hasText: result }).click({ modifiers: [...modifiers], timeout: glanceMs });
      }
      await page.getByRole('button', { name: 'Compare (C)' }).click({ timeout: glanceMs });
    };
    await doUntil(compare, () => shown.waitFor({ timeout: glanceMs }));
    return shown.locator(':is(button:enabled, a):visible');
  },
});

/** Buttons and links of all notifications in the notification center. */
export const notifications: Place = {
  show: async (person) => {
    const center = person.page.locator('.notifications-center.visible');
    if (!(await center.isVisible())) await person.runCommand('Notifications: Show Notifications');
    await center.waitFor();
    return center.locator('.notification-list-item :is(.monaco-button, .notification-list-item-message a)');
  },
};

/** Selects an action that has no room in the toolbar of a narrow preview. */
export async function selectMore(person: Person, name: string): Promise<void> {
  await person.preview().getByRole('button', { name: 'More Actions...' }).click({ timeout: glanceMs });
  await person.preview().getByRole('menuitem', { name }).click({ timeout: glanceMs });
}
