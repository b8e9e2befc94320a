import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { hostileText, isInert } from '../../support/hostileText.ts';
import { env, shown, ThemeIcon } from './fakes/fakeVscode.ts';

const { ask, offer, showBriefly, showMessage, withProgress } = await import('../../../src/host/message.ts');
const { pick } = await import('../../../src/host/pick.ts');
const { inputText } = await import('../../../src/host/inputText.ts');
const { l10n } = await import('../../../src/host/l10n.ts');

/** Lists all strings in what was shown. */
function listTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
}

const logged: string[] = [];
const log = { error: (message: string) => void logged.push(message) };

describe('text of strangers in the window', () => {
  beforeEach(() => {
    shown.length = 0;
    logged.length = 0;
  });

  const rows: readonly (readonly [string, () => unknown])[] = [
    ['a notification', () => showMessage('error', { text: hostileText }, log)],
    ['a notification with buttons', () => offer('error', { text: hostileText, buttons: ['Retry'] }, log)],
    ['the title of progress', () => withProgress(hostileText, () => Promise.resolve(), log)],
    ['a dialog', () => ask({ text: hostileText, details: ['Kept', hostileText], buttons: ['Go'] })],
    ['the status bar', () => showBriefly(hostileText)],
    [
      'a list',
      () => pick([{ label: hostileText, description: hostileText, detail: hostileText }], { placeHolder: 'Which?' }),
    ],
    [
      'an input box',
      () => inputText({ title: hostileText, prompt: hostileText, validate: () => ({ warning: hostileText }) }),
    ],
    ['the problem of a typed text', () => inputText({ title: 'x', prompt: 'y', validate: () => hostileText })],
    ['a sentence', () => shown.push(l10n.t('{reason}', { reason: hostileText }))],
  ];
  for (const [place, show] of rows) {
    test(`is nothing but text in ${place}`, async () => {
      await show();
      const texts = shown.flatMap(listTexts).flatMap((text) => text.split('\n'));
      assert.deepEqual(
        [texts.some((text) => text.includes('command:')), texts.filter((text) => !isInert(text))],
        [true, []],
      );
    });
  }

  test('is named in the log if a message was not a sentence of Genwright', async () => {
    await offer('error', { text: hostileText, buttons: [] }, log);
    await offer('error', { text: l10n.t('Failed: {reason}', { reason: hostileText }), buttons: [] }, log);
    assert.deepEqual([logged.length, logged.every((line) => line.startsWith('A message was not inert'))], [1, true]);
  });

  test('leads to the settings of the machine in whose window it is', async () => {
    const action = {
      title: 'Open Setting',
      command: 'workbench.action.openSettings',
      args: ['genwright.budget'],
    } as const;
    for (const remoteName of [undefined, 'ssh-remote']) {
      env.remoteName = remoteName;
      showMessage('information', { text: 'x', actions: [action] }, log);
      await new Promise(setImmediate);
    }
    env.remoteName = undefined;
    const run = shown.filter(
      (each) => typeof each === 'object' || (typeof each === 'string' && each.startsWith('workbench.')),
    );
    assert.deepEqual(
      run.filter((each) => JSON.stringify(each) !== '{}'),
      ['workbench.action.openSettings', 'workbench.action.openRemoteSettings', { query: 'genwright.budget' }],
    );
  });

  test('does not affect the icon of an entry, and the entry itself is picked', async () => {
    const entry = { label: hostileText, icon: 'cloud', own: 7 };
    const picked = await pick([entry], { placeHolder: 'Which?' });
    assert.equal(picked, entry);
    assert.deepEqual((shown[0] as { readonly iconPath: unknown }).iconPath, new ThemeIcon('cloud'));
  });

  test('is trimmed after the user has entered it', async () => {
    assert.equal(await inputText({ title: 'x', prompt: 'y' }), 'typed');
  });
});
