import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { l10n } from '../../fakes/fakeVscode.ts';

const { listSamples, translateComments } = await import('../../../../../src/host/commands/newJobFile/samples.ts');

const folder = join(import.meta.dirname, '../../../../../samples');

describe('the samples of New Job File', () => {
  test('are all job files that ship with the extension', async () => {
    const names = listSamples().map(({ sample }) => `${sample}.gen.yaml`);
    assert.deepEqual(names.sort(), (await readdir(folder)).sort());
  });

  test('are found by what users call the result', () => {
    const samples = listSamples();
    const find = (word: string): readonly string[] =>
      samples.flatMap(({ sample, label, detail }) =>
        new RegExp(word, 'i').test(`${label} ${detail}`) ? [sample] : [],
      );
    assert.deepEqual(['photo', 'lyrics', 'voice', 'film', 'story', 'compare'].map(find), [
      ['lighthouse'],
      ['harbor-song'],
      ['welcome', 'postcard'],
      ['paper-boat'],
      ['storm-keeper'],
      ['four-seasons'],
    ]);
  });

  test('have comments that fit beside the preview', async () => {
    const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
    const comments = files.join('').match(/^ *#.*/gm) ?? [];
    assert.deepEqual([comments.length > files.length, comments.filter((comment) => comment.length > 61)], [true, []]);
  });

  test('have their comments in the language of the workbench, and nothing else', (context) => {
    context.mock.method(l10n, 't', (text: string) => text.toUpperCase());
    assert.equal(
      translateComments('# A matrix: two.\nmatrix:\n  # A field.\n  size: [a] # b\nprompt: c # d\n'),
      '# A MATRIX: TWO.\nmatrix:\n  # A FIELD.\n  size: [a] # b\nprompt: c # d\n',
    );
  });
});
