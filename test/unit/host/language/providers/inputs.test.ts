import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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

test('an image without a file is offered as a new file beside the job file, unless text was copied with it', async (context) => {
  const { ask, position, folder } = await arrangeProviders(context, 'model: seedream-5-0-260128\nprompt: A cat\n|', {
    isReal: true,
  });
  const contents = { name: 'image.png' };
  const paste = async (types: Readonly<Record<string, unknown>>): Promise<readonly DocumentDropEdit[]> => {
    const data = { get: (type: string) => types[type] };
    return await ask(
      'DocumentPasteEdit',
      'provideDocumentPasteEdits',
      [new Range(position, position)],
      data,
      {},
      token,
    );
  };
  const text = { asString: () => Promise.resolve('A1\tB1'), asFile: () => undefined };
  for (const [type, name] of [
    ['image/png', 'pasted.png'],
    ['image/jpeg', 'pasted.jpg'],
  ] as const) {
    const [first] = await paste({ [type]: { asFile: () => contents } });
    assert.equal(first?.title, 'Use as "image"');
    assert.deepEqual(first.additionalEdit?.texts, [`\nimage: ${name}`]);
    assert.deepEqual(first.additionalEdit.created, [[join(folder, name), { contents }]]);
  }
  // A copied image of a page comes with its markup, and dragging it out with its address.
  const web = { asString: () => Promise.resolve('https://example.com/cat.png') };
  const image = { asFile: () => contents };
  assert.equal((await paste({ 'text/html': text, 'text/uri-list': web, 'image/png': image })).length, 2);
  assert.deepEqual(await paste({ 'text/plain': text, 'image/png': image }), []);
  assert.deepEqual(await paste({ 'image/png': { asFile: () => undefined } }), []);

  await writeFile(join(folder, 'pasted.png'), 'one that is there');
  const [next] = await paste({ 'image/png': image });
  assert.deepEqual(next?.additionalEdit?.texts, ['\nimage: pasted-2.png']);
});
