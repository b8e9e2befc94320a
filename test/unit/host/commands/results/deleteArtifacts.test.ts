import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deleteArtifacts } from '../../../../../src/host/commands/results/deleteArtifacts.ts';
import { englishL10n } from '../../../../support/englishL10n.ts';

interface World {
  readonly hasTrash?: boolean;
  readonly agrees?: boolean;
  /** Files that the trash refuses. */
  readonly stuck?: readonly string[];
}

/** Deletes files. Returns the questions, the deletions and the removed files. */
async function run(paths: readonly string[], { hasTrash = true, agrees = true, stuck = [] }: World = {}) {
  const log: string[] = [];
  const gone = await deleteArtifacts(paths, {
    l10n: englishL10n,
    hasTrash,
    async confirm({ text, details, button }) {
      log.push([text, details[0] ?? '', button].join(' | '));
      return agrees;
    },
    async remove(path, { useTrash }) {
      if (useTrash && stuck.includes(path)) throw new Error('no trash here');
      log.push(`${useTrash ? 'trash' : 'delete'} ${path}`);
    },
  });
  return { log, gone };
}

const cost = 'This cannot be undone, and generating again may cost money.';

describe('deleting results', () => {
  test('moves one to the trash without a question', async () => {
    assert.deepEqual(await run(['/w/a.png']), { log: ['trash /w/a.png'], gone: ['/w/a.png'] });
  });

  test('asks once for several', async () => {
    assert.deepEqual(await run(['/w/a.png', '/w/b.png']), {
      log: ['Move 2 results to the trash? |  | Move to Trash', 'trash /w/a.png', 'trash /w/b.png'],
      gone: ['/w/a.png', '/w/b.png'],
    });
  });

  test('keeps everything if the user cancels', async () => {
    const worlds: readonly World[] = [{}, { hasTrash: false }];
    const runs = await Promise.all(worlds.map((world) => run(['/w/a.png', '/w/b.png'], { ...world, agrees: false })));
    assert.deepEqual(
      runs.map(({ log, gone }) => [log.length, gone]),
      [
        [1, []],
        [1, []],
      ],
    );
  });

  test('asks before it deletes where there is no trash', async () => {
    assert.deepEqual(await run(['/w/a.png'], { hasTrash: false }), {
      log: [`Delete a.png permanently? | ${cost} | Delete Permanently`, 'delete /w/a.png'],
      gone: ['/w/a.png'],
    });
  });

  test('asks about the files that the trash does not accept', async () => {
    const files = ['/w/a.png', '/w/b.png', '/w/c.png'];
    const question = 'Delete 2 results permanently? | The trash cannot be used: no trash here | Delete Permanently';
    const agreed = await run(files, { stuck: ['/w/a.png', '/w/c.png'] });
    assert.deepEqual(
      [agreed.log.slice(1), agreed.gone],
      [
        ['trash /w/b.png', question, 'delete /w/a.png', 'delete /w/c.png'],
        ['/w/b.png', '/w/a.png', '/w/c.png'],
      ],
    );
    const one = await run(['/w/a.png'], { stuck: ['/w/a.png'], agrees: false });
    assert.deepEqual([one.log.length, one.gone], [1, []]);
  });
});
