import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { makeTempFolder } from '../../../../fakes/disk/tempFolder.ts';
import { buildRecord } from '../../fakes/builders.ts';
import { createFakeEngine } from '../../fakes/fakeEngine.ts';
import { resetWindow, Uri, workspace } from '../../fakes/fakeVscode.ts';

const { findRecord } = await import('../../../../../src/host/commands/results/findRecord.ts');

test('the record of a file is in the nearest runs file that names it, within the workspace folder', async (context) => {
  resetWindow();
  const folder = await makeTempFolder(context);
  const picture = join(folder, 'pictures', 'hero.png');
  await mkdir(dirname(picture));
  context.after(() => void (workspace.workspaceFolders = [{ uri: Uri.file('/w') }]));
  const find = async (open: string, names: readonly string[], naming: readonly string[]): Promise<unknown> => {
    workspace.workspaceFolders = [{ uri: Uri.file(join(folder, open)) }];
    workspace.found = names.map((name) => Uri.file(join(folder, `${name}.gen.runs.jsonl`)));
    const [artifact] = buildRecord().artifacts;
    const found = await findRecord(Uri.file(picture) as never, {
      ...createFakeEngine().engine,
      readRuns: async (path) => {
        const isNaming = naming.includes(basename(path, '.gen.yaml'));
        const named = { ...(artifact ?? assert.fail()), path: relative(dirname(path), picture) };
        return [buildRecord({ artifacts: isNaming ? [named] : [] })];
      },
    });
    return found && basename(found.jobFile.fsPath);
  };
  const names = ['a/b/far', 'near'];
  assert.equal(await find('', names, ['far', 'near']), 'near.gen.yaml');
  assert.equal(await find('', names, ['far']), 'far.gen.yaml');
  assert.equal(await find('', names, []), undefined);
  // Nothing is searched for a file of no workspace folder, but its own folder is.
  assert.equal(await find('other', names, ['far', 'near']), undefined);
  await writeFile(join(dirname(picture), 'own.gen.runs.jsonl'), '');
  assert.equal(await find('other', names, ['far', 'near', 'own']), 'own.gen.yaml');
});
