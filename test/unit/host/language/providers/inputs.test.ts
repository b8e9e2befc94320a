import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrangeProviders, token } from '../../fakes/arrangeProviders.ts';
import { type DocumentDropEdit, Range } from '../../fakes/fakeVscode.ts';

test('a file that is dropped or pasted into a job file is offered as input by its path, if it can be one', async (context) => {
  const name = 'boats/hero.gen.yaml';
  const { ask, position } = await arrangeProviders(context, 'model: seedream-5-0-260128\nprompt: A cat\n|', { name });
  const inputs = [
    ['Use as "image"', '\nimage: ../images/cat 1.png'],
    ['Use as "images"', '\nimages: [../images/cat 1.png]'],
  ];
  for (const [list, expected] of [
    ['# one\r\nfile:///w/images/cat%201.png\r\n', inputs],
    [undefined, []],
    ['', []],
    ['no uri', []],
    ['file:///w/notes.txt', []],
    ['file:///elsewhere/cat.png', []],
    ['https://example.com/w/images/cat.png', []],
    ['file:///w/a.png\nfile:///w/b.png', []],
  ] as const) {
    const data = { get: () => (list === undefined ? undefined : { asString: () => Promise.resolve(list) }) };
    const dropped = await ask('DocumentDropEdit', 'provideDocumentDropEdits', position, data, token);
    const ranges = [new Range(position, position)];
    const pasted = await ask('DocumentPasteEdit', 'provideDocumentPasteEdits', ranges, data, {}, token);
    for (const edits of [dropped, pasted] as readonly (readonly DocumentDropEdit[])[]) {
      const shown = edits.map(({ title, additionalEdit }) => [title, additionalEdit?.texts.join()]);
      assert.deepEqual(shown, expected, list);
    }
  }
});
