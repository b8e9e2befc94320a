import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { startSandbox } from '../../src/sandbox/index.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { setStage } from './stage.ts';

const job = 'model: seedream-5-0-260128\nprompt: A cat\n';

describe('A user with a gateway but without a valid key', () => {
  let gateway: Gateway;
  const stage = setStage({
    name: 'wrong-use',
    settings: async (cleanUp) => {
      gateway = await startGateway(startSandbox);
      cleanUp.add(() => gateway.close());
      const profiles = ['studio', 'other'].map((name) => ({ name, baseUrl: gateway.url }));
      return { 'genwright.profiles': profiles, 'genwright.profile': 'studio' };
    },
  });
  const posts = (): number => gateway.calls.filter(({ method }) => method === 'POST').length;

  it('sees the problems of a bad job file, and nothing is sent', async () => {
    const { person, folder } = stage();
    await writeFile(join(folder, 'bad.gen.yaml'), 'model: seedream-5-0-260128\nprompt: a cat\nsize: 17\n');
    await person.openFile('bad.gen.yaml');
    await person.runCommand('Genwright: Generate');
    const notice = person.notification('Nothing was sent: bad.gen.yaml has an error');
    await notice.getByRole('button', { name: 'Show Problems' }).click();
    await person.problemRows().filter({ hasText: 'size' }).first().waitFor();
    assert.deepEqual([gateway.calls.length, (await readdir(folder)).includes('bad.png')], [0, false]);
  });

  it('is asked before a job file sends to another profile than the selected one', async () => {
    const { person, folder } = stage();
    await writeFile(join(folder, 'other.gen.yaml'), `gen: {profile: other}\n${job}`);
    await person.openFile('other.gen.yaml');
    await person.runCommand('Genwright: Generate');
    const dialog = person.dialog().filter({ hasText: 'selects the profile "other"' });
    await dialog.filter({ hasText: new URL(gateway.url).host }).waitFor();
    await person.screenshot('other-profile');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(posts(), 0);
  });

  it('is asked for the key and told what it is used for', async () => {
    const { person } = stage();
    await person.openFile('lighthouse.gen.yaml');
    await person.runCommand('Genwright: Generate');
    // The dialog asks because there is no estimate yet.
    await person.dialog().getByRole('button', { name: 'Generate', exact: true }).click();
    await person.prompt().filter({ hasText: /key/i }).filter({ hasText: 'studio' }).waitFor();
    await person.screenshot('key-asked');
    assert.equal(posts(), 0);
  });

  it('is told that a wrong key was refused, and can set another one', async () => {
    const { person } = stage();
    await person.prompt().locator('input').fill('sk-this-is-wrong');
    await person.page.keyboard.press('Enter');
    const refused = person.notification(/key/i);
    await refused.getByRole('button', { name: /set api key/i }).waitFor();
    await person.screenshot('key-refused');
    assert.equal(posts(), 1);
    await refused.getByRole('button', { name: /set api key/i }).click();
    await person.prompt().filter({ hasText: /key/i }).waitFor();
    await person.prompt().locator('input').fill(gateway.key);
    await person.page.keyboard.press('Enter');
    await person.prompt().waitFor({ state: 'hidden' });
  });

  it('decides about a request without a response with its balances at hand, and not by the default button', async () => {
    const { person, folder } = stage();
    const { keyboard } = person.page;
    await person.runCommand('Notifications: Clear All Notifications');
    await person.runCommand('Genwright: Show Balance');
    await person.notification('studio: $25.00 left').waitFor();
    await writeFile(join(folder, 'lost.gen.yaml'), 'model: prunaai/p-image\nsize: 64x64\nprompt: A lost door\n');
    gateway.dropResponses('A lost door');
    await person.openFile('lost.gen.yaml');
    await person.runCommand('Genwright: Generate');
    await person.dialog().filter({ hasText: 'There is no estimate' }).waitFor();
    await keyboard.press('Enter');
    const notice = person.notification('lost.gen.yaml: The request was sent');
    await notice.filter({ hasText: 'Balance before the request: $25.00 at' }).waitFor();
    assert.deepEqual(
      (await notice.locator('.monaco-text-button').allTextContents()).map((each) => each.trim()),
      ['Show Tasks', 'Resubmit', 'Dismiss'],
    );
    await person.screenshot('lost-notice');
    const sent = posts();

    await person.runCommand('Notifications: Clear All Notifications');
    await person.runCommand('Genwright: Preview Results');
    const card = person.preview().locator('.card');
    await card.filter({ hasText: 'Balance before the request: $25.00 at' }).waitFor();
    await card.getByRole('button', { name: 'Check Balance' }).press('Enter');
    await card.filter({ hasText: 'less: probably charged' }).waitFor();
    assert.doesNotMatch(await card.innerText(), /\bnow\b/);
    await person.screenshot('lost-card');

    await card.getByRole('button', { name: 'Resubmit' }).press('Enter');
    const question = person.dialog().filter({ hasText: 'Send this request again?' });
    await question.filter({ hasText: 'less: probably charged' }).waitFor();
    await person.screenshot('lost-question');
    // The default button reads the balance and asks again.
    await keyboard.press('Enter');
    await question.filter({ hasText: 'less: probably charged' }).waitFor();
    await keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    assert.equal(posts(), sent);
  });
});
