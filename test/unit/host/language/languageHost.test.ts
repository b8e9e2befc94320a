import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { makeTempFolder } from '../../../fakes/disk/tempFolder.ts';
import { arrangeCommands, openEditor } from '../fakes/arrangeCommands.ts';
import { FakeDocument } from '../fakes/fakeDocument.ts';
import { Uri, user, workspace } from '../fakes/fakeVscode.ts';
import { touch } from '../fakes/fakeWatchers.ts';

interface Change {
  readonly rangeOffset: number;
  readonly rangeLength: number;
  readonly text: string;
}

/** Returns the text that the language part has of a document after one event with these changes. */
async function readAfter(context: TestContext, text: string, contentChanges: readonly Change[]): Promise<string> {
  const { language } = arrangeCommands().services;
  context.after(() => language.dispose());
  const { document } = await openEditor('/w/hero.gen.yaml', text);
  const opened = await language.open(document as never);
  assert.ok(opened);
  user.typed.fire({ document, contentChanges });
  return opened.text;
}

describe('changes of an editor', () => {
  test('are applied where they were made', async (context) => {
    const text = await readAfter(context, 'model: sonic\n', [{ rangeOffset: 7, rangeLength: 5, text: 'seed-tts-2.0' }]);
    assert.equal(text, 'model: seed-tts-2.0\n');
  });

  test('of several cursors refer to the text before them, in whatever order they come', async (context) => {
    const changes = [9, 7, 12].map((rangeOffset) => ({ rangeOffset, rangeLength: 1, text: '<>' }));
    for (const each of [changes, changes.toReversed()]) {
      assert.equal(await readAfter(context, 'model: abcdefg\n', each), 'model: <>b<>de<>g\n');
    }
  });

  test('count Windows line endings like the editor', async (context) => {
    const text = 'model: sonic\r\nseed: 2\r\n';
    const change = { rangeOffset: text.indexOf('2'), rangeLength: 1, text: '3' };
    assert.equal(await readAfter(context, text, [change]), 'model: sonic\r\nseed: 3\r\n');
  });
});

test('a text that was read is dropped when only its line endings change', async (context) => {
  const { language } = arrangeCommands().services;
  context.after(() => language.dispose());
  const { document } = await openEditor('/w/hero.gen.yaml', 'model: sonic\nseed: 2\n');
  const opened = await language.open(document as never);
  user.typed.fire({ document, contentChanges: [] });
  assert.equal(await language.open(document as never), opened);
  document.write('model: sonic\r\nseed: 2\r\n');
  user.typed.fire({ document, contentChanges: [] });
  assert.equal((await language.open(document as never))?.text, 'model: sonic\r\nseed: 2\r\n');
});

test('a document that is no longer a job file is read when it is one again', async (context) => {
  const { services, jobFileChanges } = arrangeCommands();
  context.after(() => services.language.dispose());
  const { document } = await openEditor('/w/hero.gen.yaml', 'model: sonic\n');
  const opened = await services.language.open(document as never);
  jobFileChanges.fire({ document, isJobFile: true });
  assert.equal(await services.language.open(document as never), opened);
  jobFileChanges.fire({ document, isJobFile: false });
  assert.notEqual(await services.language.open(document as never), opened);
});

test('the files of a job file are looked for again when they may have changed', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const folder = await makeTempFolder(context);
  const { language } = arrangeCommands().services;
  workspace.workspaceFolders = [{ uri: Uri.file(folder) }];
  context.after(() => {
    language.dispose();
    workspace.workspaceFolders = [{ uri: Uri.file('/w') }];
  });
  const text = 'model: seedream-5-0-260128\nprompt: x\nimages: [door.png]\n';
  const { document } = await openEditor(join(folder, 'hero.gen.yaml'), text);
  const opened = await language.open(document as never);
  const picture = join(folder, 'door.png');
  const isMissing = (): unknown => opened?.problems().some(({ code }) => code === 'missing-input');
  let fired = 0;
  language.onDidInvalidate(() => (fired += 1));
  const look = (change: () => void): readonly unknown[] => {
    fired = 0;
    change();
    context.mock.timers.tick(150);
    return [fired, isMissing()];
  };
  assert.ok(isMissing());
  await writeFile(picture, 'picture');
  assert.deepEqual(
    [
      look(() => touch('**/*', 'created', Uri.file(join(folder, 'other.png')))),
      look(() => user.saved.fire(new FakeDocument(Uri.file('/w/other.txt'), ''))),
      look(() => user.focused.fire({ focused: false })),
      look(() => touch('**/*', 'created', Uri.file(picture))),
    ],
    [
      [0, true],
      [0, true],
      [0, true],
      [1, false],
    ],
  );
  await rm(picture);
  assert.deepEqual(
    look(() => user.focused.fire({ focused: true })),
    [1, true],
  );
  await writeFile(picture, 'picture');
  assert.deepEqual(
    look(() => user.saved.fire(document)),
    [1, false],
  );
  assert.deepEqual(
    look(() => user.focused.fire({ focused: true })),
    [0, false],
  );
});

test('a request of the editor gets no result if it is canceled, or if the text changes meanwhile', async (context) => {
  for (const [change, expected] of [
    [() => undefined, 'model: sonic\n'],
    [
      (_document: FakeDocument, token: { isCancellationRequested: boolean }) => (token.isCancellationRequested = true),
      undefined,
    ],
    [(document: FakeDocument) => document.write('model: nova\n'), undefined],
  ] as const) {
    const { language } = arrangeCommands().services;
    context.after(() => language.dispose());
    const { document } = await openEditor('/w/hero.gen.yaml', 'model: sonic\n');
    const token = { isCancellationRequested: false };
    const asking = language.ask(document as never, token as never, ({ text }) => text);
    change(document, token);
    assert.equal(await asking, expected);
  }
});
