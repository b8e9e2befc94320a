import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { makePng } from '../fakes/media/media.ts';
import { startScriptedGateway, type ScriptedGateway } from '../fakes/gateway/scriptedGateway.ts';
import { waitUntil } from '../support/waitUntil.ts';
import { doUntil, glanceMs } from './again.ts';
import type { Person } from './person.ts';
import { selectMore } from './places.ts';
import { setStage } from './stage.ts';

const submit = 'POST /v1/images/generations';

/** A gateway whose response is an image, which it holds back until it is told to send it. */
function createImages(gateway: ScriptedGateway) {
  let made = 0;
  const posts = (): number => gateway.lines().filter((line) => line === submit).length;
  return {
    posts,
    /** Holds the next response. Call the result to send it. */
    hold(): () => void {
      made += 1;
      let send = (): void => undefined;
      const after = new Promise<void>((resolve) => void (send = resolve));
      const data = [{ b64_json: makePng({ shade: made }).toString('base64') }];
      gateway.script(submit, { after, body: { data, amount_usd: 0.04 } });
      return () => send();
    },
  };
}

describe('A user who types while a result arrives', () => {
  let images: ReturnType<typeof createImages>;
  const stage = setStage({
    name: 'typing',
    settings: async (cleanUp, folder) => {
      const gateway = await startScriptedGateway();
      cleanUp.add(() => gateway.close());
      images = createImages(gateway);
      for (const name of ['one', 'two']) {
        await writeFile(join(folder, `${name}.gen.yaml`), `model: seedream-5-0-260128\nprompt: Number ${name}\n`);
      }
      return {
        'genwright.profiles': [{ name: 'studio', baseUrl: gateway.url }],
        'genwright.profile': 'studio',
        'genwright.unchanged': 'generate',
      };
    },
  });

  /** Answers the questions before the first request of a profile. */
  async function agree({ page, ...person }: Person): Promise<void> {
    await person.dialog().getByRole('button', { name: 'Generate', exact: true }).click();
    await person.prompt().filter({ hasText: /key/i }).locator('input').fill('sk-test-0123456789abcdef');
    await page.keyboard.press('Enter');
  }

  /** Runs Generate and types in the job file without a pause, from before the result until its preview is shown. */
  async function typeUntilShown(file: string, { answer }: { answer?: typeof agree } = {}): Promise<void> {
    const { person, folder } = stage();
    const { page } = person;
    const path = join(folder, file);
    const before = await readFile(path, 'utf8');
    const send = images.hold();
    const posts = images.posts();
    await person.runCommand('Genwright: Generate');
    await answer?.(person);
    await waitUntil('the request', () => (images.posts() > posts ? true : undefined));
    const editor = page.locator('.editor-group-container.active .monaco-editor.focused');
    await editor.waitFor();
    await page.keyboard.press('ControlOrMeta+End');

    let typed = '';
    const type = async (text: string): Promise<void> => {
      await page.keyboard.type(text);
      typed += text;
    };
    await type('# before\n');
    send();
    const preview = page.locator('.tab.active', { hasText: `Preview ${file}` });
    for (let line = 1; !(await preview.isVisible()); line += 1) await type(`# line ${line}\n`);
    await person.preview().locator('.toolbar .name', { hasText: '.png' }).waitFor({ state: 'attached' });
    await type('# after\n');
    await editor.waitFor();

    await page.keyboard.press('ControlOrMeta+S');
    await page.locator('.editor-group-container.active .tab.active:not(.dirty)').waitFor();
    assert.equal(await readFile(path, 'utf8'), `${before}${typed}`);
  }

  it('sees the result beside the only group, and every letter reaches the file', async () => {
    await stage().person.openFile('one.gen.yaml');
    await typeUntilShown('one.gen.yaml', { answer: agree });
  });

  it('loses no letter in a file over the preview of another one', async () => {
    const { person } = stage();
    await person.openFile('two.gen.yaml');
    await person.runCommand('View: Move Editor into Right Group');
    await typeUntilShown('two.gen.yaml');
  });

  it('loses no letter in a file over its own preview', async () => {
    const { person } = stage();
    await person.openFile('one.gen.yaml');
    await typeUntilShown('one.gen.yaml');
  });

  it('opens the job file from a preview on the left where it is open, without covering the preview', async () => {
    const { person } = stage();
    const { page } = person;
    await person.runCommand('View: Close All Editors');
    await person.openFile('one.gen.yaml');
    await person.runCommand('Genwright: Preview Results');
    const columns = page.locator('.editor-group-container');
    await columns.nth(1).waitFor();
    await person.runCommand('View: Move Editor Group Right');
    await columns.nth(1).locator('.tab.active', { hasText: /^one/ }).waitFor();

    await doUntil(
      () => selectMore(person, 'Open Job File'),
      () =>
        page.locator('.editor-group-container.active .tab.active', { hasText: /^one/ }).waitFor({ timeout: glanceMs }),
    );
    assert.ok(await page.locator('.tab.active', { hasText: 'Preview one.gen.yaml' }).isVisible());
    assert.equal(await columns.evaluateAll((all) => all.findIndex((each) => each.classList.contains('active'))), 1);
    assert.equal(await columns.count(), 2);
  });

  it('loses no letter in the lower of two rows', async () => {
    const { person } = stage();
    await person.runCommand('View: Close All Editors');
    await person.openFile('two.gen.yaml');
    await person.runCommand('View: Split Editor Down');
    await typeUntilShown('two.gen.yaml');
  });
});
