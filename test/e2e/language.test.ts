import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { waitUntil } from '../support/waitUntil.ts';
import { doUntil, glanceMs } from './again.ts';
import { askFor, findWidgets, lookAtLanguage, mainScenes, openAt, waitForList } from './editLanguage.ts';
import type { Person } from './person.ts';
import { setStage } from './stage.ts';

/** Notes from now on each list of suggestions that comes up. */
async function noteSuggestions(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const notes: string[] = [];
    let wasVisible = false;
    Object.assign(globalThis, { suggestionNotes: notes });
    new MutationObserver(() => {
      const widget = document.querySelector('.suggest-widget.visible');
      if (widget && !wasVisible) notes.push(widget.textContent);
      wasVisible = widget !== null;
    }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] });
  });
  return () => page.evaluate(() => (globalThis as unknown as Noted).suggestionNotes);
}

interface Noted {
  readonly suggestionNotes: readonly string[];
}

/** Presses the key until the file on disk is as it should be. Resolves with its text. */
async function save({ page }: Person, path: string, isExpected: (text: string) => boolean): Promise<string> {
  let saved = '';
  await doUntil(
    () => page.keyboard.press('Control+S'),
    () =>
      waitUntil(
        'the saved file',
        async () => isExpected((saved = await readFile(path, 'utf8'))) || undefined,
        glanceMs,
      ),
  );
  return saved;
}

const prose = 'A calm sea. "Hello" | the size {blue} /model [gen] ';

describe('A user who writes a job file', () => {
  const stage = setStage({
    name: 'language',
    settings: () =>
      Promise.resolve({
        // By default, VS Code suggests nothing in strings and comments.
        'editor.quickSuggestions': { strings: 'on', comments: 'on', other: 'on' },
        'editor.codeActionsOnSave': { 'source.fixAll.genwright': 'explicit' },
      }),
  });

  for (const [style, text] of [
    ['on one line', 'model: seedream-5-0-260128\nsize: 2K\nprompt: Here: ¦'],
    ['in a block', 'model: seedream-5-0-260128\nsize: 2K\nprompt: |\n  Here\n  ¦'],
  ] as const) {
    it(`is not interrupted while writing a prompt ${style}`, async () => {
      const { person, folder } = stage();
      await openAt(person, { path: join(folder, `prose-${style.replaceAll(' ', '-')}.gen.yaml`), text });
      const shown = await noteSuggestions(person.page);
      await person.page.keyboard.type(prose, { delay: 20 });
      assert.deepEqual(await shown(), []);
    });
  }

  it('is offered the fields of the model, and then the values of the selected field', async () => {
    const { person, folder } = stage();
    await openAt(person, { path: join(folder, 'fields.gen.yaml'), text: 'model: seedream-5-0-260128\n¦\n' });
    const { suggestions } = findWidgets(person);
    await person.page.keyboard.type('outp');
    for (const choice of ['output_format', 'png']) {
      const row = suggestions.filter({ hasText: choice });
      await doUntil(
        () => waitForList(person, row),
        () => row.first().click({ timeout: glanceMs }),
      );
    }
    const saved = await save(person, join(folder, 'fields.gen.yaml'), (text) => text.includes('png'));
    assert.equal(saved, 'model: seedream-5-0-260128\noutput_format: png\n');
  });

  it('completes a prompt and writes the next field on the next line', async () => {
    const { person, folder } = stage();
    const path = join(folder, 'next.gen.yaml');
    await openAt(person, { path, text: 'model: seedream-5-0-260128\n¦\n' });
    const { suggestions } = findWidgets(person);
    await person.page.keyboard.type('promp');
    await waitForList(person, suggestions.filter({ hasText: 'prompt' }));
    await person.page.keyboard.press('Enter');
    await person.page.keyboard.type('A ferry', { delay: 20 });
    await person.page.keyboard.press('Enter');
    await person.page.keyboard.type('size: 2K ', { delay: 20 });
    await person.page.keyboard.press('Escape');
    const saved = await save(person, path, (text) => text.includes('2K'));
    assert.match(saved, /^prompt: A ferry\nsize: 2K ?$/m);
  });

  it('is offered the fields below the last line of a block, in the column of its key', async () => {
    const { person, folder } = stage();
    const path = join(folder, 'below.gen.yaml');
    await openAt(person, { path, text: 'jobs:\n  a:\n    model: sonic\n    prompt: |\n      La la¦\n' });
    const row = findWidgets(person).suggestions.filter({ hasText: 'title' });
    await person.page.keyboard.press('Enter');
    await askFor(person, 'list', row);
    await person.page.keyboard.type('titl', { delay: 20 });
    await row.first().waitFor();
    await person.page.keyboard.press('Enter');
    await person.page.keyboard.type('Sea', { delay: 20 });
    const saved = await save(person, path, (text) => text.includes('Sea'));
    assert.equal(saved, 'jobs:\n  a:\n    model: sonic\n    prompt: |\n      La la\n    title: Sea\n');
  });

  it('sees the whole of a long prompt, unwraps it with Alt+Z for good, and other YAML files stay as they are', async () => {
    const { person, folder } = stage();
    const { page } = person;
    const long = `Begin ${'a ferry at night '.repeat(20)}finish`;
    const text = `model: seedream-5-0-260128\nprompt: ${long}\n`;
    await openAt(person, { path: join(folder, 'long.gen.yaml'), text: `${text}¦` });
    await writeFile(join(folder, 'other.yaml'), text);
    const lines = page.locator('.editor-group-container.active .view-lines .view-line');
    const wrapped = lines.filter({ hasText: /finish/ });
    await wrapped.filter({ hasNotText: /Begin/ }).waitFor();
    await person.screenshot('wrapped');
    await page.keyboard.press('Alt+Z');
    await wrapped.filter({ hasText: /Begin/ }).waitFor();
    await person.openFile('other.yaml');
    await wrapped.filter({ hasText: /Begin/ }).waitFor();
    await person.openFile('long.gen.yaml');
    await lines.filter({ hasText: /Begin/ }).waitFor();
    await wrapped.filter({ hasText: /Begin/ }).waitFor();
  });

  it('fixes a problem with a quick fix, and the others on save', async () => {
    const { person, folder } = stage();
    const path = join(folder, 'fix.gen.yaml');
    await openAt(person, { path, text: 'model: wan2.7-image\nprompt: a cat\nsi¦se: 2K\nseed: "5"\n' });
    const { fixes, problems } = findWidgets(person);
    await problems.first().waitFor();
    const fix = fixes.filter({ hasText: 'size' });
    await doUntil(
      () => askFor(person, 'fixes', fix),
      () => fix.first().click({ timeout: glanceMs }),
    );
    const fixed = 'model: wan2.7-image\nprompt: a cat\nsize: 2K\nseed: 5\n';
    await save(person, path, (text) => text === fixed);
    await problems.first().waitFor({ state: 'detached' });
  });

  it('is told what a problem means from its code', async () => {
    const { person, folder } = stage();
    await openAt(person, {
      path: join(folder, 'why.gen.yaml'),
      text: 'model: seedream-5-0-260128\nprompt: a cat\nsi¦se: 2K\n',
    });
    await findWidgets(person).problems.first().waitFor();
    const code = findWidgets(person).hover.getByText('unknown-field');
    await doUntil(
      () => askFor(person, 'hover', code),
      () => code.click({ timeout: glanceMs }),
    );
    await person.preview().getByText('unknown-field').waitFor();
    await person.screenshot('explained');
  });

  it('is shown a list, a hover and a problem with its fixes, with a screenshot of each', async () => {
    const { person, folder } = stage();
    const pictures = await lookAtLanguage(person, folder, mainScenes);
    const sizes = await Promise.all(pictures.map(async (path) => (await stat(path)).size));
    assert.deepEqual([sizes.length, sizes.includes(0)], [mainScenes.length, false]);
  });
});
