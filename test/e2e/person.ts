// A person at the workbench: uses the palette, the keyboard and the mouse, and looks at what is on the screen.
//
// How to look at your own work, for example in a scratch file run with `node scripts/with-node.mjs scratch.ts`:
//
//   import { runScript } from './test/hosts/cleanUp.ts';
//   import { startWorkbench } from './test/hosts/workbench.ts';
//   import { createPerson } from './test/e2e/person.ts';
//
//   await runScript(async (cleanUp) => {
//     const workbench = await startWorkbench({ name: 'scratch', extension: 'development', theme: 'light' }, cleanUp);
//     const person = await createPerson(await workbench.open('/absolute/folder'), 'out/scratch');
//     await person.openFile('hero.gen.yaml');
//     await person.runCommand('Genwright: Generate');
//     await person.preview().locator('img.loaded').waitFor();
//     console.log(await person.screenshot('generated'));
//     return 0;
//   });
//
// `extension: 'development'` uses dist/ as it is (node esbuild.mjs); `'packaged'` uses out/package (npm run package).
// Logs of server, page and extension are in out/logs/<name>/. `person.page` is Playwright's page for everything else.
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { waitUntil } from '../support/waitUntil.ts';
import { doUntil, glanceMs, withinGlance } from './again.ts';

/** A position in a text. Line and column count from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface Person {
  readonly page: Page;
  /** Runs a command through F1, by the title that the palette shows: `Genwright: Generate`. */
  runCommand(title: string): Promise<void>;
  /**
   * Opens a file through quick open, by its name, at the place if there is one. Resolves when the editor has the focus.
   */
  openFile(name: string, place?: Place): Promise<void>;
  /** Brings a view of the Genwright container to the front: `Tasks`, `Models` or `Account`. */
  view(name: string): Promise<Locator>;
  /** Returns the document in the newest webview. */
  preview(): FrameLocator;
  /** Returns the notification with this text. Find its buttons in it, by role. */
  notification(text: string | RegExp): Locator;
  /** Returns the modal dialog. */
  dialog(): Locator;
  /** Returns the quick input while it asks for something. */
  prompt(): Locator;
  /** Returns the rows of the Problems panel, if it is visible. */
  problemRows(): Locator;
  /** Writes `<folder>/<name>.png` and returns its path. */
  screenshot(name: string): Promise<string>;
}

const startPatienceMs = 180_000;

/** How long a visible row may need until it no longer moves. A row whose list has closed never can be clicked. */
const clickMs = 3_000;

/** Waits until the workbench is there. `screenshotDir` is made when it is missing. */
export async function createPerson(page: Page, screenshotDir: string): Promise<Person> {
  await waitForWorkbench(page).catch(() => page.reload().then(() => waitForWorkbench(page)));

  const prompt = (): Locator => page.locator('.quick-input-widget:visible');

  /** Presses the key and enters the text until it is in the list. A key is lost when something else takes the focus. */
  async function enter(key: string, text: string): Promise<void> {
    await waitUntil(
      'the list',
      async () => {
        await withinGlance(page.keyboard.press(key));
        const input = prompt().locator('input').first();
        const isFilled = await input.fill(text, { timeout: 1_000 }).then(
          () => true,
          () => false,
        );
        if (!isFilled) await withinGlance(page.keyboard.press('Escape'));
        return isFilled || undefined;
      },
      glanceMs,
    );
  }

  /** Closes the list if it fails. It does if something else takes the focus at this moment. */
  async function pick(openKey: string, text: string, label: string): Promise<void> {
    const exact = page.locator('.label-name', { hasText: new RegExp(`^\\s*${escapeRegExp(label)}\\s*$`) });
    try {
      await enter(openKey, text);
      const rows = prompt().locator('.monaco-list-row');
      const row = rows.filter({ has: exact });
      await row
        .or(rows.filter({ hasText: /^No matching/ }))
        .first()
        .waitFor({ timeout: glanceMs });
      // Quick open may have made its list before the file was written, so this fails at once and is tried again.
      await row.first().click({ timeout: (await row.count()) > 0 ? clickMs : 1 });
      // The pointer would rest on an element, whose tooltip would be in the pictures.
      await withinGlance(page.mouse.move(0, 0));
    } catch (error) {
      await withinGlance(page.keyboard.press('Escape')).catch(() => undefined);
      throw error;
    }
  }

  async function view(name: string): Promise<Locator> {
    const pane = page.locator('.pane').filter({ has: page.locator(`.pane-header[aria-label^="${name}"]`) });
    const tab = page.locator('.activitybar').getByRole('tab', { name: /^Genwright\b/ });
    // A click on the tab of a view that is active but not yet drawn would hide the view.
    const bringUp = async (): Promise<void> => {
      if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
    };
    await doUntil(bringUp, () => pane.waitFor({ timeout: glanceMs }));
    const header = pane.locator('.pane-header');
    const expand = async (): Promise<void> => {
      if ((await header.getAttribute('aria-expanded')) === 'false') await header.click();
    };
    await doUntil(expand, () => pane.locator('.pane-header[aria-expanded="true"]').waitFor({ timeout: glanceMs }));
    return pane;
  }

  return {
    page,
    view,
    prompt,
    runCommand: (title) => doUntil(() => pick('F1', `>${title}`, title)),
    async openFile(name, place) {
      const target = place ? `${name}:${place.line}:${place.column}` : name;
      const tab = page.locator(`.tab.active[data-resource-name="${name}"]`);
      const focused = page.locator('.editor-group-container.active .monaco-editor.focused');
      // An editor that closes at this moment, such as the one for Workspace Trust, may take the focus away.
      const bringUp = async (): Promise<void> => {
        if (!(await focused.isVisible())) await tab.click({ timeout: glanceMs });
      };
      // The list is sorted again while files are found, so the click may reach another row.
      await doUntil(
        () => pick('ControlOrMeta+P', target, name),
        () => tab.first().waitFor({ timeout: glanceMs }),
      );
      await focused
        .waitFor({ timeout: glanceMs })
        .catch(() => doUntil(bringUp, () => focused.waitFor({ timeout: glanceMs })));
    },
    preview: () => page.locator('iframe.webview.ready').last().contentFrame().locator('#active-frame').contentFrame(),
    notification: (text) => page.locator('.notification-toast', { hasText: text }),
    dialog: () => page.locator('.monaco-dialog-box'),
    problemRows: () => page.locator('.markers-panel .monaco-list-row'),
    async screenshot(name) {
      await mkdir(screenshotDir, { recursive: true });
      const path = resolve(join(screenshotDir, `${name}.png`));
      await writeFile(path, await takePicture(page));
      return path;
    },
  };
}

/** Returns what is on the screen in words, for the output of a test that failed on a machine whose pictures are lost. */
export async function describeScreen(page: Page): Promise<string> {
  const found = page.evaluate(() => {
    const read = (selector: string): readonly string[] =>
      [...document.querySelectorAll<HTMLElement>(selector)]
        .filter((each) => each.checkVisibility())
        .map((each) => each.innerText.replaceAll(/\s+/g, ' ').slice(0, 300));
    return {
      focus: document.activeElement?.outerHTML.slice(0, 200),
      tabs: read('.tab.active'),
      lists: read('.quick-input-widget'),
      dialogs: read('.monaco-dialog-box'),
      menus: read('.monaco-menu'),
      notifications: read('.notification-toast'),
    };
  });
  return JSON.stringify(await withinGlance(found).catch(String), null, 1);
}

/** Returns a PNG of what is on the screen. */
export function takePicture(page: Page): Promise<Buffer> {
  // The page is transparent otherwise.
  return page.screenshot({ animations: 'disabled', style: 'html { opacity: 1 !important; }' });
}

async function waitForWorkbench(page: Page): Promise<void> {
  await page.locator('.part.statusbar .statusbar-item').first().waitFor({ timeout: startPatienceMs });
  await page.locator('.explorer-folders-view .monaco-list').waitFor({ timeout: startPatienceMs });
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
