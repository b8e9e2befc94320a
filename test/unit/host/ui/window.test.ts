import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test, type TestContext } from 'node:test';
import { Emitter } from '../../../../src/core/support/emitter.ts';
import type { PickItem } from '../../../../src/host/ui/pick.ts';
import { hostileText, isInert } from '../../../support/hostileText.ts';
import { env, l10n as workbench, shown, ThemeIcon, window } from '../fakes/fakeVscode.ts';

interface InputBoxOptions {
  readonly title: string;
  readonly prompt: string;
  readonly password: boolean;
  readonly ignoreFocusOut: boolean;
}

interface QuickPickOptions {
  readonly placeholder: string;
  readonly matchOnDescription: boolean;
  readonly matchOnDetail: boolean;
}

const { ask, offer, showBriefly, showMessage, withProgress } = await import('../../../../src/host/ui/message.ts');
const { pick, pickLive } = await import('../../../../src/host/ui/pick.ts');
const { inputText } = await import('../../../../src/host/ui/inputText.ts');
const { l10n, readTranslations } = await import('../../../../src/host/ui/l10n.ts');

/** Lists all strings in what was shown. */
function listTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
}

const logged: string[] = [];
const log = { error: (message: string) => void logged.push(message), warn: assert.fail, info: assert.fail };

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

describe('a question', () => {
  beforeEach(() => void (shown.length = 0));

  test('is a dialog with the lines that are not empty', async () => {
    await ask({ text: 'Send?', details: ['One', '', 'Two'], buttons: ['Go'] });

    assert.deepEqual(shown, ['Send?', { modal: true, detail: 'One\nTwo' }, 'Go']);
  });

  test('for a text stays open, and hides only a secret', async (context) => {
    const boxes = context.mock.method(window, 'createInputBox').mock;
    for (const question of [{}, { isSecret: true }]) await inputText({ title: 'x', prompt: 'y', ...question });
    const shapes = boxes.calls.map(({ result }) => {
      const { title, prompt, password, ignoreFocusOut } = Object(result) as InputBoxOptions;
      return [title, prompt, password, ignoreFocusOut];
    });
    assert.deepEqual(shapes, [
      ['x', 'y', false, true],
      ['x', 'y', true, true],
    ]);
  });

  test('with choices can be searched by all strings of an entry', async (context) => {
    const list = context.mock.method(window, 'createQuickPick').mock;
    await pick([{ label: 'x' }], { placeHolder: 'Which?' });
    const { placeholder, matchOnDescription, matchOnDetail } = Object(list.calls[0]?.result) as QuickPickOptions;
    assert.deepEqual([placeholder, matchOnDescription, matchOnDetail], ['Which?', true, true]);
  });
});

describe('a list or box that is open', () => {
  afterEach(() => void (window.tabGroups.activeTabGroup = { activeTab: undefined }));

  for (const [name, method, open] of [
    ['a list', 'createQuickPick', () => pick([{ label: 'x' }], { placeHolder: 'Which?' })],
    ['a box', 'createInputBox', () => inputText({ title: 'x', prompt: 'y' })],
  ] as const) {
    for (const [below, activeTab, isHeld] of [
      ['a walkthrough', { input: undefined }, true],
      ['an editor', { input: {} }, false],
      ['nothing', undefined, false],
    ] as const) {
      test(`is shown again for a moment over ${below}: ${isHeld} for ${name}`, async (context) => {
        context.mock.timers.enable({ apis: ['setTimeout'] });
        window.tabGroups.activeTabGroup = { activeTab };
        const [hidden, never] = [new Emitter<void>(), () => ({ dispose: () => undefined })];
        let [shows, filled] = [0, 0];
        let entries: unknown;
        const list = {
          get items() {
            return entries;
          },
          set items(items: unknown) {
            entries = items;
            filled += 1;
          },
        };
        const box = Object.assign(name === 'a list' ? list : {}, {
          ignoreFocusOut: false,
          isDisposed: false,
          onDidHide: hidden.event,
          onDidAccept: never,
          onDidChangeValue: never,
          show: () => void (shows += 1),
          dispose: () => void (box.isDisposed = true),
        });
        context.mock.method(window, method, () => box as never);
        const opened = open();
        if (isHeld) {
          // What takes the focus closes it.
          assert.equal(box.ignoreFocusOut, false);
          hidden.fire();
          hidden.fire();
          assert.deepEqual([shows, filled, box.isDisposed], [3, name === 'a list' ? 3 : 0, false]);
        }
        context.mock.timers.tick(2000);
        assert.equal(box.ignoreFocusOut, name === 'a box');
        hidden.fire();
        assert.equal(await opened, undefined);
        assert.deepEqual([shows, box.isDisposed], [isHeld ? 3 : 1, true]);
      });
    }
  }

  test('is not shown again after its answer', async () => {
    window.tabGroups.activeTabGroup = { activeTab: { input: undefined } };
    assert.deepEqual(await pick([{ label: 'x' }], { placeHolder: 'Which?' }), { label: 'x' });
  });
});

describe('a list that follows what is typed', () => {
  /** A list whose searches end when the test says so. */
  function open(context: TestContext) {
    const events = {
      type: new Emitter<string>(),
      active: new Emitter<void>(),
      accept: new Emitter<void>(),
      hide: new Emitter<void>(),
    };
    const list = {
      items: [] as readonly { readonly label: string }[],
      busy: false,
      isShown: false,
      isDisposed: false,
      get selectedItems() {
        return list.items.slice(-1);
      },
      get activeItems() {
        return list.items.slice(0, 1);
      },
      onDidChangeValue: events.type.event,
      onDidChangeActive: events.active.event,
      onDidAccept: events.accept.event,
      onDidHide: events.hide.event,
      show: () => void (list.isShown = true),
      dispose: () => void (list.isDisposed = true),
    };
    context.mock.method(window, 'createQuickPick', () => list as never);
    const searches: {
      readonly typed: string;
      readonly signal: AbortSignal;
      readonly end: (found: readonly PickItem[]) => void;
      readonly fail: (error: Error) => void;
    }[] = [];
    const find = (typed: string, signal: AbortSignal): Promise<readonly PickItem[]> =>
      new Promise((end, fail) => searches.push({ typed, signal, end, fail }));
    const looked: string[] = [];
    const picked = pickLive({
      title: 'Search',
      placeHolder: 'What?',
      find,
      look: ({ label }) => void looked.push(label),
    });
    const settle = (): Promise<void> => new Promise(setImmediate);
    return { list, events, searches, picked, settle, looked };
  }

  test('looks at the entry on which the user stays, and at none in passing', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const { events, searches, picked, settle, looked } = open(context);
    searches[0]?.end([{ label: 'a' }, { label: 'b' }]);
    await settle();
    for (const ms of [149, 149]) {
      events.active.fire();
      context.mock.timers.tick(ms);
    }
    assert.deepEqual(looked, []);
    context.mock.timers.tick(1);
    assert.deepEqual(looked, ['a']);
    events.active.fire();
    events.hide.fire();
    await picked;
    context.mock.timers.tick(150);
    assert.deepEqual(looked, ['a']);
  });

  test('shows all results of the search for the newest text, in their order', async (context) => {
    const { list, events, searches, picked, settle } = open(context);
    events.type.fire('cat');
    const [first, second] = searches;
    assert.deepEqual(
      [first?.typed, first?.signal.aborted, second?.typed, second?.signal.aborted],
      ['', true, 'cat', false],
    );
    first?.end([{ label: 'dog' }]);
    await settle();
    assert.deepEqual([list.items, list.busy, list.isShown], [[], true, true]);
    const entries = [{ label: 'b' }, { label: 'a' }];
    second?.end(entries);
    await settle();
    const { sortByLabel } = list as { readonly sortByLabel?: boolean };
    assert.deepEqual([list.items.map(({ label }) => label), list.busy, sortByLabel], [['b', 'a'], false, false]);
    assert.ok(list.items.every((item) => (item as { readonly alwaysShow?: boolean }).alwaysShow));
    events.accept.fire();
    assert.equal(await picked, entries[1]);
    assert.ok(list.isDisposed);
  });

  test('returns nothing and aborts its search if the user closes it', async (context) => {
    const { events, searches, picked } = open(context);
    events.hide.fire();

    assert.deepEqual([await picked, searches[0]?.signal.aborted], [undefined, true]);
  });

  test('fails if its search fails, unless another text was typed meanwhile', async (context) => {
    const { events, searches, picked, settle } = open(context);
    events.type.fire('cat');
    searches[0]?.fail(new Error('old'));
    await settle();
    searches[1]?.fail(new Error('new'));

    await assert.rejects(picked, { message: 'new' });
  });
});

test('translations are read from the workbench, and are empty in English', (context) => {
  assert.deepEqual(readTranslations(), {});
  const bundle = { Retry: '重试' };
  Object.assign(workbench, { bundle });
  context.after(() => Reflect.deleteProperty(workbench, 'bundle'));
  assert.equal(readTranslations(), bundle);
});
