import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { DocumentFiles } from '../../../../src/core/language/languageService.ts';
import { makeTempFolder } from '../../../fakes/disk/tempFolder.ts';
import { resetWindow, Uri, workspace } from '../fakes/fakeVscode.ts';

const { createWorld } = await import('../../../../src/host/language/world.ts');

/** Arranges a window with this folder, if any. */
function arrange(context: TestContext, folder: string | null) {
  resetWindow();
  const { workspaceFolders } = workspace;
  workspace.workspaceFolders = folder === null ? [] : [{ uri: Uri.file(folder) }];
  const jobFiles = { has: () => true };
  const world = createWorld({ jobFiles, typicalCost: () => null, profiles: () => [] });
  context.after(() => {
    world.dispose();
    workspace.workspaceFolders = workspaceFolders;
  });
  return world;
}

test('an untitled document knows the files beside it only if it has a folder', async (context) => {
  const folder = await makeTempFolder(context);
  await writeFile(join(folder, 'cat.png'), 'cat');
  const cat = { uri: `file://${join(folder, 'cat.png')}`, bytes: 3 };
  for (const [root, uri, file, located] of [
    [folder, Uri.file(join(folder, 'hero.gen.yaml')), ['hero.gen.yaml', ''], cat],
    [folder, Uri.file(join(folder, 'boats/hero.gen.yaml')), ['hero.gen.yaml', 'boats'], null],
    [folder, Uri.from({ scheme: 'untitled', path: join(folder, 'new.gen.yaml') }), ['new.gen.yaml', ''], cat],
    [folder, Uri.from({ scheme: 'untitled', path: 'Untitled-1' }), ['Untitled-1', ''], cat],
    [null, Uri.from({ scheme: 'untitled', path: join(folder, 'new.gen.yaml') }), ['new.gen.yaml', ''], cat],
    [null, Uri.from({ scheme: 'untitled', path: 'Untitled-1' }), null, null],
  ] as const) {
    const world = arrange(context, root);
    const { files, env } = world.options(uri as never);
    const own = files?.(uri.toString());
    const found = world.locate(uri as never, 'cat.png');
    assert.deepEqual(
      [own ? [own.name, own.dir] : null, env !== undefined, found && { ...found, uri: found.uri.toString() }],
      [file, file !== null, located],
    );
  }
});

const { locateFile } = await import('../../../../src/host/language/world.ts');

test('a file is found only if it exists inside the workspace folder of a window with trust', () => {
  const locate = (over: Partial<ReturnType<DocumentFiles['inspect']>>, isTrusted = true): unknown => {
    const files = { isTrusted, inspect: () => ({ exists: true, isInside: true, bytes: 3, ...over }) };
    const jobFile = Uri.file('/w/boats/hero.gen.yaml') as never;
    const found = locateFile(files as unknown as DocumentFiles, { jobFile, path: '../cat.png' });
    return found && [found.uri.fsPath, found.bytes];
  };

  assert.deepEqual(locate({}), ['/w/cat.png', 3]);
  assert.deepEqual([locate({ exists: false }), locate({ isInside: false }), locate({}, false)], [null, null, null]);
});
