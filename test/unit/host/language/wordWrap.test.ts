import assert from 'node:assert/strict';
import { beforeEach, describe, test, type TestContext } from 'node:test';
import { Emitter } from '../../../../src/core/support/emitter.ts';
import { hasJobFileName } from '../../../../src/core/artifact/jobFileName.ts';
import type { FakeDocument } from '../fakes/fakeDocument.ts';
import {
  disk,
  env,
  resetWindow,
  shown,
  TabInputText,
  TabInputTextDiff,
  Uri,
  user,
  window,
  workspace,
} from '../fakes/fakeVscode.ts';

const { registerWordWrap } = await import('../../../../src/host/language/wordWrap.ts');

const toggle = 'editor.action.toggleWordWrap';
const job = 'model: seedream-5-0-260128\nprompt: A ferry\n';

/** What a workspace remembers, as the extension has it after each start. */
let remembered: Map<string, unknown>;

/** Starts the extension. `ends` stops it, as a restart of the extensions does. */
function start(context: TestContext) {
  const registered = registerWordWrap({
    jobFiles: { has: ({ uri }: FakeDocument) => hasJobFileName(uri.path), onDidChange: new Emitter<void>().event },
    state: {
      get: (key: string) => remembered.get(key),
      update: async (key: string, value: unknown) => void remembered.set(key, value),
    },
  } as never);
  context.after(() => registered.dispose());
  return registered;
}

interface Shown {
  readonly text?: string;
  readonly input?: new (uri: Uri) => object;
  readonly scheme?: string;
}

/** Shows a file in the active editor, and returns how often wrapping was toggled meanwhile. */
async function look(name: string, { text = job, input = TabInputText, scheme = 'file' }: Shown = {}) {
  const uri = Uri.file(`/w/${name}`).with({ scheme });
  disk.set(uri.toString(), { bytes: new TextEncoder().encode(text), type: 1 });
  const editor = await window.showTextDocument(uri);
  shown.length = 0;
  user.opened.fire(editor);
  // Tabs and editors change in separate events.
  window.tabGroups.activeTabGroup.activeTab = { input: new input(uri) };
  user.tabsChanged.fire();
  user.opened.fire(editor);
  return shown.filter((each) => each === toggle).length;
}

describe('The lines of a document', () => {
  beforeEach(() => {
    resetWindow();
    remembered = new Map();
    user.settings.set('editor.wordWrap', 'off');
    Object.assign(env, { sessionId: 'first' });
  });

  test('wrap when a job file is first shown, once', async (context) => {
    start(context);
    assert.equal(await look('hero.gen.yaml'), 1);
    assert.equal(await look('other.gen.yaml'), 1);
    assert.equal(await look('hero.gen.yaml'), 0);
  });

  test('wrap when an untitled job file is shown, and still when it is saved', async (context) => {
    start(context);
    assert.equal(await look('new.gen.yaml', { scheme: 'untitled' }), 1);
    assert.equal(await look('new.gen.yaml'), 0);
    assert.equal(await look('other.gen.yaml'), 1);
  });

  test('wrap when the group of an editor becomes the active one after the editor', async (context) => {
    start(context);
    await look('other.gen.yaml');
    const uri = Uri.file('/w/hero.gen.yaml');
    disk.set(uri.toString(), { bytes: new TextEncoder().encode(job), type: 1 });
    const editor = await window.showTextDocument(uri);
    shown.length = 0;
    user.opened.fire(editor);
    window.tabGroups.activeTabGroup = { activeTab: { input: new TabInputText(uri) } };
    user.groupsChanged.fire();
    assert.deepEqual(shown, [toggle]);
  });

  test('wrap again in a document that was closed', async (context) => {
    start(context);
    await look('hero.gen.yaml');
    workspace.textDocuments.length = 0;
    assert.equal(await look('hero.gen.yaml'), 1);
  });

  for (const [what, { file = 'hero.gen.yaml', text = job, wraps = 'off', isOn = true, input = TabInputText }] of [
    ['in another YAML file', { file: 'deploy.yaml' }],
    ['if the setting is off', { isOn: false }],
    ['if the editor wraps already', { wraps: 'on' }],
    ['if the editor wraps at a column', { wraps: 'bounded' }],
    ['in a diff', { input: TabInputTextDiff }],
    [
      'if VS Code wraps them because they are very long',
      { text: `image: data:image/png;base64,${'A'.repeat(12_000)}\n` },
    ],
  ] as readonly (readonly [
    string,
    { file?: string; text?: string; wraps?: string; isOn?: boolean; input?: unknown },
  ])[]) {
    test(`stay as they are ${what}`, async (context) => {
      user.settings.set('editor.wordWrap', wraps);
      user.settings.set('genwright.wordWrap', isOn);
      start(context);
      assert.equal(await look(file, { text, input: input as new (uri: Uri) => object }), 0);
    });
  }

  for (const [what, before, after, expected] of [
    ['if only the extensions have restarted', 'first', 'first', 0],
    ['after a reload', 'first', 'second', 1],
    ['after a start whose session cannot be told', 'someValue.sessionId', 'someValue.sessionId', 1],
  ] as const) {
    test(`are toggled ${expected} times ${what}`, async (context) => {
      env.sessionId = before;
      const first = start(context);
      await look('hero.gen.yaml');
      first.dispose();
      env.sessionId = after;
      shown.length = 0;
      start(context);
      const atStart = shown.filter((each) => each === toggle).length;
      assert.equal(atStart + (await look('hero.gen.yaml')), expected);
      // A document that is opened later is new in any case.
      assert.equal(await look('new.gen.yaml'), 1);
    });
  }
});
