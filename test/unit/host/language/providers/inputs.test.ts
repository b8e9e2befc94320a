import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type * as vscode from 'vscode';
import { createLanguageService } from '../../../../../src/core/language/createDocument.ts';
import { type DocumentDropEdit, resetWindow } from '../../fakes/fakeVscode.ts';

const { createInputProvider } = await import('../../../../../src/host/language/providers/inputs.ts');

const text = 'model: seedream-5-0-260128\nprompt: A cat\n';
const uri = { scheme: 'file', path: '/w/boats/hero.gen.yaml', fsPath: '/w/boats/hero.gen.yaml' };

/** Drops and pastes a list of URIs at the end of a job file. Returns what each of the two offers. */
async function offer(list: string | undefined) {
  resetWindow();
  const opened = createLanguageService().open('file:///w/boats/hero.gen.yaml', text);
  const provider = createInputProvider((_document, _token, question) => Promise.resolve(question(opened)));
  const document = {
    uri,
    offsetAt: () => text.length,
    positionAt: (at: number) => at,
  } as unknown as vscode.TextDocument;
  const data = { get: () => (list === undefined ? undefined : { asString: () => Promise.resolve(list) }) };
  const position = {} as vscode.Position;
  const transfer = data as unknown as vscode.DataTransfer;
  const token = {} as vscode.CancellationToken;
  const dropped = await provider.provideDocumentDropEdits(document, position, transfer, token);
  const pasted = await provider.provideDocumentPasteEdits?.(
    document,
    [{ start: position } as vscode.Range],
    transfer,
    {} as vscode.DocumentPasteEditContext,
    token,
  );
  const shown = (edits: unknown): readonly unknown[] =>
    (edits as readonly DocumentDropEdit[]).map(({ title, additionalEdit }) => [title, additionalEdit?.texts.join()]);
  assert.deepEqual(shown(pasted), shown(dropped));
  return shown(dropped);
}

describe('a file that is dropped or pasted into a job file', () => {
  test('is offered as input by its path from the job file', async () => {
    const lines = [
      ['Use as "image"', '\nimage: ../images/cat 1.png'],
      ['Use as "images"', '\nimages: [../images/cat 1.png]'],
    ];
    assert.deepEqual(await offer('# one\r\nfile:///w/images/cat%201.png\r\n'), lines);
  });

  test('is left to VS Code if it cannot be an input', async () => {
    const lists = [
      undefined,
      '',
      'no uri',
      'file:///w/notes.txt',
      'file:///elsewhere/cat.png',
      'https://example.com/w/images/cat.png',
      'file:///w/a.png\nfile:///w/b.png',
    ];
    for (const list of lists) assert.deepEqual(await offer(list), [], list);
  });
});
