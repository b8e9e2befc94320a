import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createLanguageService } from '../../../../../src/core/language/createDocument.ts';
import { applyEdits } from '../../../../../src/core/language/edits/editLog.ts';
import { markedText } from '../../../../support/markedText.ts';

const service = createLanguageService();
const model = 'model: seedream-5-0-260128';

/** Uses a file at the `|`. Returns the text for each field that can use it. */
function use(marked: string, path = 'cat.png'): Readonly<Record<string, string>> {
  const { text, offset } = markedText(marked);
  const edits = service.open('file:///w/hero.gen.yaml', text).inputEdits(offset, path);
  return Object.fromEntries(edits.map(({ field, edit }) => [field, applyEdits(text, [edit])]));
}

describe('a file as input', () => {
  test('gets a line for each field that accepts it', () => {
    assert.deepEqual(Object.keys(use(`${model}\nprompt: A c|at\n`, 'cat.JPEG')), ['image', 'images']);
    assert.deepEqual(use(`${model}\nprompt: A c|at # soft\n`, 'images/cat 1.png'), {
      image: `${model}\nimage: images/cat 1.png\nprompt: A cat # soft\n`,
      images: `${model}\nimages: [images/cat 1.png]\nprompt: A cat # soft\n`,
    });
  });

  test('replaces a value, fills an empty one and extends a list', () => {
    assert.deepEqual(
      [
        use(`${model}\nimage: "dog|.png" # old\nprompt: A cat\n`),
        use(`${model}\nimage: |# none\nprompt: A cat\n`),
        use(`${model}\nimages:|\nprompt: A cat\n`),
        use(`${model}\nimages: [dog.png|]\nprompt: A cat\n`, '../a, b.png'),
        use(`${model}\nimages:\n  - dog.png| # one\n\nprompt: A cat\n`),
        use(`${model}\nimages:\n  - dog.png\n  -|\nprompt: A cat\n`),
      ],
      [
        { image: `${model}\nimage: "cat.png" # old\nprompt: A cat\n` },
        { image: `${model}\nimage: cat.png # none\nprompt: A cat\n` },
        { images: `${model}\nimages: [cat.png]\nprompt: A cat\n` },
        { images: `${model}\nimages: [dog.png, "../a, b.png"]\nprompt: A cat\n` },
        { images: `${model}\nimages:\n  - dog.png # one\n  - cat.png\n\nprompt: A cat\n` },
        { images: `${model}\nimages:\n  - dog.png\n  -\n  - cat.png\nprompt: A cat\n` },
      ],
    );
  });

  test('belongs to the job of the cursor, and to no field that another one rules out', () => {
    const text = `jobs:\n  one:\n    ${model}\n    prompt: A cat\n  two:\n    ${model}\n    prompt: A do|g\n    image: dog.png\n`;
    assert.deepEqual(use(text), { image: text.replace('|', '').replace('dog.png', 'cat.png') });
  });

  test('is nothing where no field accepts it', () => {
    assert.deepEqual(
      [
        use(`${model}\nprompt: A c|at\n`, 'song.mp3'),
        use(`${model}\nprompt: A c|at\n`, 'notes.txt'),
        use('model: claude-sonnet-4-5\nprompt: A c|at\n'),
        use('prompt: A c|at\n'),
        use('|'),
        use('openapi: 3.1.0\n|'),
        use(`x: &x [a.png]\n${model}\nimages: *x|\nprompt: A cat\n`),
      ],
      [{}, {}, {}, {}, {}, {}, {}],
    );
  });

  test('stays a path, whatever its name is', () => {
    const path = 'a ${{ env.KEY }}.png';
    const texts = ['image:', 'image: b.png', 'images: []'].flatMap((line) =>
      Object.values(use(`${model}\nprompt: A c|at\n${line}\n`, path)),
    );
    assert.deepEqual(
      texts.map((text) => text.split('\n').slice(2).join('\n')),
      ['image: "a $${{ env.KEY }}.png"\n', 'image: "a $${{ env.KEY }}.png"\n', 'images: ["a $${{ env.KEY }}.png"]\n'],
    );
  });
});
