import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { waitUntil } from '../support/waitUntil.ts';
import { findWidgets, openAt, pressHover } from './editLanguage.ts';
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

const prose = 'A calm sea. "Hello" | the size {blue} /model [gen] ';

describe('A person who writes a job file', () => {
  const stage = setStage({
    name: 'language',
    settings: () =>
      Promise.resolve({
        // More than VS Code does by itself.
        'editor.quickSuggestions': { strings: 'on', comments: 'on', other: 'on' },
        'editor.codeActionsOnSave': { 'source.fixAll.genwright': 'explicit' },
      }),
  });

  for (const [style, text] of [
    ['on one line', 'model: seedream-5-0-260128\nsize: 2K\nprompt: Here: ¦'],
    ['in a block', 'model: seedream-5-0-260128\nsize: 2K\nprompt: |\n  Here\n  ¦'],
  ] as const) {
    it(`is left alone while writing a prompt ${style}`, async () => {
      const { person, folder } = stage();
      await openAt(person, { path: join(folder, `prose-${style.replaceAll(' ', '-')}.gen.yaml`), text });
      const shown = await noteSuggestions(person.page);
      await person.page.keyboard.type(prose, { delay: 20 });
      assert.deepEqual(await shown(), []);
    });
  }

  it('is offered the fields of the model, and what is chosen goes on with its values', async () => {
    const { person, folder } = stage();
    await openAt(person, { path: join(folder, 'fields.gen.yaml'), text: 'model: seedream-5-0-260128\n¦\n' });
    const { suggestions } = findWidgets(person);
    await person.page.keyboard.type('outp');
    await suggestions.filter({ hasText: 'output_format' }).click();
    await suggestions.filter({ hasText: 'png' }).click();
    await person.page.keyboard.press('Control+S');
    const saved = await waitUntil('the saved file', async () => {
      const text = await readFile(join(folder, 'fields.gen.yaml'), 'utf8');
      return text.includes('output') ? text : undefined;
    });
    assert.equal(saved, 'model: seedream-5-0-260128\noutput_format: png\n');
  });

  it('mends a problem from the menu of fixes, and the rest on save', async () => {
    const { person, folder } = stage();
    const path = join(folder, 'mend.gen.yaml');
    await openAt(person, { path, text: 'model: wan2.7-image\nprompt: a cat\nsi¦se: 2K\nseed: "5"\n' });
    const { fixes, problems } = findWidgets(person);
    await problems.first().waitFor();
    await person.page.keyboard.press('Control+.');
    await fixes.filter({ hasText: 'size' }).first().click();
    await person.page.keyboard.press('Control+S');
    const mended = 'model: wan2.7-image\nprompt: a cat\nsize: 2K\nseed: 5\n';
    await waitUntil('both to be mended', async () => (await readFile(path, 'utf8')) === mended || undefined);
    await problems.first().waitFor({ state: 'detached' });
  });

  it('is told what a problem means from its code', async () => {
    const { person, folder } = stage();
    await openAt(person, {
      path: join(folder, 'why.gen.yaml'),
      text: 'model: seedream-5-0-260128\nprompt: a cat\nsi¦se: 2K\n',
    });
    await findWidgets(person).problems.first().waitFor();
    await pressHover(person);
    await findWidgets(person).hover.getByText('unknown-field').click();
    await person.preview().getByText('unknown-field').waitFor();
    await person.screenshot('explained');
  });
});
