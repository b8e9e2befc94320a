import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { commands } from '../../../../../src/host/ids.ts';
import { arrangeCommands } from '../../fakes/arrangeCommands.ts';
import { disk, FileSystemError, FileType, resetWindow, Uri, user, window, workspace } from '../../fakes/fakeVscode.ts';

/** The largest schema that is read. */
const maxBytes = 16 * 1024 * 1024;

describe('Export JSON Schema', () => {
  beforeEach(resetWindow);

  const uri = Uri.file('/w/own.schema.json');
  const readWritten = (): string => new TextDecoder().decode(disk.get(uri.toString())?.bytes);
  const write = (text: string, type: number = FileType.File) =>
    void disk.set(uri.toString(), { bytes: Buffer.from(text), type });
  const schema = '{"$schema": "http://json-schema.org/draft-07/schema#"}';
  const offered: string[] = [];
  const select = (selected: Uri | undefined) =>
    Object.assign(window, {
      showSaveDialog: async ({ defaultUri }: { readonly defaultUri: Uri }) => {
        offered.push(defaultUri.fsPath);
        return selected;
      },
    });

  test('writes the file that the user selects, and shows it', async () => {
    const { run } = arrangeCommands({});
    select(uri);
    await run(commands.exportSchema);
    assert.match(readWritten(), /"\$schema": "http/);
    assert.equal(window.activeTextEditor?.document.uri.fsPath, '/w/own.schema.json');
    assert.equal(offered.at(-1), '/w/genwright.schema.json');

    disk.clear();
    select(undefined);
    assert.deepEqual([(await run(commands.exportSchema)).shown, disk.size], [[], 0]);
  });

  test('writes the file that a program names, and shows nothing', async () => {
    const { run } = arrangeCommands({});
    await run(commands.exportSchema, uri);
    assert.match(readWritten(), /"\$schema": "http/);
    assert.equal(window.activeTextEditor, undefined);
  });

  test('overwrites a schema, and no other file', async () => {
    const { run } = arrangeCommands({});
    for (const length of [schema.length, maxBytes]) {
      write(schema.padEnd(length));
      // The second one overwrites an earlier export.
      await run(commands.exportSchema, uri);
      await run(commands.exportSchema, uri);
      assert.match(readWritten(), /seedream/);
    }

    write('{"name": "mine"}');
    select(uri);
    user.answers.push(undefined);
    const { shown } = await run(commands.exportSchema);
    assert.deepEqual(
      [readWritten(), shown[0]],
      ['{"name": "mine"}', 'own.schema.json is not a JSON Schema, so it was not overwritten. Use another file name.'],
    );
  });

  test('does not overwrite what is not a schema', async () => {
    const { run } = arrangeCommands({});
    for (const text of [
      '',
      'model: x',
      '{}',
      'null',
      '{"a":{"$schema":"x"}}',
      '[{"$schema":"x"}]',
      '{"$schema":"http://json-schema.org/draft-07/schema#"',
      '{"$schema":"https://json.schemastore.org/tsconfig","compilerOptions":{}}',
      '{"$schema":7}',
    ]) {
      write(text);
      await assert.rejects(run(commands.exportSchema, uri), { message: /is not a JSON Schema/ });
      assert.equal(readWritten(), text);
    }
  });

  test('overwrites nothing that is not a file, is too large, or cannot be read', async (context) => {
    const { run } = arrangeCommands({});
    for (const [text, type] of [
      [schema, FileType.Directory],
      [schema.padEnd(maxBytes + 1), FileType.File],
    ] as const) {
      write(text, type);
      await assert.rejects(run(commands.exportSchema, uri), { name: 'CallError' });
    }
    context.mock.method(workspace.fs, 'stat', () => {
      throw Object.assign(new FileSystemError(), { code: 'NoPermissions' });
    });
    await assert.rejects(run(commands.exportSchema, uri), { name: 'CallError' });
  });
});
