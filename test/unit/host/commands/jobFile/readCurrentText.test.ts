import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type * as vscode from 'vscode';
import { disk, FileType, Uri } from '../../fakes/fakeVscode.ts';

const { readCurrentText } = await import('../../../../../src/host/commands/jobFile/readCurrentText.ts');

const path = 'file:///w/hero.gen.yaml';

/** Opens a document with the text `shown`. */
function openDocument(shown: string, { isDirty = false, scheme = 'file', encoding = 'utf-8' } = {}) {
  const uri = Uri.parse(path).with({ scheme });
  return { uri, isDirty, encoding, getText: () => shown } as unknown as vscode.TextDocument;
}

const write = (text: string | Uint8Array, type: number = FileType.File): void =>
  void disk.set(path, { bytes: Buffer.from(text), type });

describe('the text of a job file', () => {
  beforeEach(() => disk.clear());

  test('is that on disk if another program has written it and the editor has not noticed', async () => {
    write('prompt: after\n');

    assert.equal(await readCurrentText(openDocument('prompt: before\n')), 'prompt: after\n');
  });

  test('is read with the encoding of the document', async () => {
    write(Buffer.from('prompt: Öl\n', 'utf16le'));

    assert.equal(await readCurrentText(openDocument('', { encoding: 'utf-16le' })), 'prompt: Öl\n');
  });

  test('is that of an editor with unsaved changes, or without a file', async () => {
    write('prompt: on disk\n');

    for (const options of [{ isDirty: true }, { scheme: 'untitled' }]) {
      assert.equal(await readCurrentText(openDocument('prompt: typed\n', options)), 'prompt: typed\n');
    }
  });

  test('is that of the editor if the disk only has other line endings', async () => {
    write('\uFEFFprompt: one\r\nsize: 2K\n');

    assert.equal(await readCurrentText(openDocument('prompt: one\nsize: 2K\n')), 'prompt: one\nsize: 2K\n');
  });

  test('cannot be read if the file is gone, is a pipe, or is a link to a folder', async () => {
    for (const type of [null, FileType.Unknown, FileType.SymbolicLink | FileType.Directory]) {
      if (type !== null) write('', type);
      await assert.rejects(readCurrentText(openDocument('prompt: before\n')), { name: 'UserError' });
    }
  });
});
