import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { makeTempFolder } from '../../../../fakes/disk/tempFolder.ts';
import { resetWindow, Uri, workspace } from '../../fakes/fakeVscode.ts';

const { createWorld } = await import('../../../../../src/host/language/world/world.ts');
const { readSetting } = await import('../../../../../src/host/adapters/settings.ts');

/** Arranges a window with this folder, if any. */
function arrange(context: TestContext, folder: string | null) {
  resetWindow();
  const { workspaceFolders } = workspace;
  workspace.workspaceFolders = folder === null ? [] : [{ uri: Uri.file(folder) }];
  const jobFiles = { has: () => true };
  const world = createWorld({ jobFiles, typicalCost: () => null, profiles: () => [], readSetting });
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
