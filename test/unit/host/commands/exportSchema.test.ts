import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { commands } from '../../../../src/host/ids.ts';
import { arrangeCommands } from '../fakes/arrangeCommands.ts';
import { disk, FileType, resetWindow, Uri, user, window } from '../fakes/fakeVscode.ts';

describe('Export JSON Schema', () => {
  beforeEach(resetWindow);

  const uri = Uri.file('/w/own.schema.json');
  const readWritten = (): string => new TextDecoder().decode(disk.get(uri.toString())?.bytes);
  const select = (selected: Uri | undefined) => Object.assign(window, { showSaveDialog: async () => selected });

  test('writes the file that the user selects, and shows it', async () => {
    const { run } = arrangeCommands({});
    select(uri);
    await run(commands.exportSchema);
    assert.match(readWritten(), /"\$schema": "http/);
    assert.equal(window.activeTextEditor?.document.uri.fsPath, '/w/own.schema.json');
  });

  test('writes the file that a program names, and shows nothing', async () => {
    const { run } = arrangeCommands({});
    await run(commands.exportSchema, uri);
    assert.match(readWritten(), /"\$schema": "http/);
    assert.equal(window.activeTextEditor, undefined);
  });

  test('writes nothing if the user selects no file', async () => {
    const { run } = arrangeCommands({});
    select(undefined);
    await run(commands.exportSchema);
    assert.equal(disk.size, 0);
  });

  test('overwrites a schema, and no other file', async () => {
    const { run } = arrangeCommands({});
    const write = (text: string) => void disk.set(uri.toString(), { bytes: Buffer.from(text), type: FileType.File });
    write('{"$schema": "http://json-schema.org/draft-07/schema#"}');
    await run(commands.exportSchema, uri);
    assert.ok(readWritten().length > 10_000);

    write('{"name": "mine"}');
    select(uri);
    user.answers.push(undefined);
    const { shown } = await run(commands.exportSchema);
    assert.deepEqual(
      [readWritten(), shown[0]],
      ['{"name": "mine"}', 'own.schema.json is not a JSON Schema, so it was not overwritten. Use another file name.'],
    );
  });
});
