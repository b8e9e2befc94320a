import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { env, resetWindow, type Uri, window, workspace } from '../../fakes/fakeVscode.ts';

const { deleteArtifacts } = await import('../../../../../src/host/commands/results/resultHandlers.ts');

interface World {
  readonly hasTrash?: boolean;
  readonly agrees?: boolean;
  /** Files that the trash refuses. */
  readonly stuck?: readonly string[];
}

/** Deletes files. Returns the questions, the deletions and the removed files. */
async function run(paths: readonly string[], { hasTrash = true, agrees = true, stuck = [] }: World = {}) {
  resetWindow();
  env.remoteName = hasTrash ? undefined : 'ssh-remote';
  const log: string[] = [];
  const ask = async (text: string, { detail }: { readonly detail: string }, ...buttons: string[]) => {
    log.push([text, detail.split('\n')[0], ...buttons].join(' | '));
    return agrees ? buttons.at(-1) : undefined;
  };
  const remove = async ({ fsPath }: Uri, { useTrash }: { readonly useTrash: boolean }): Promise<void> => {
    if (useTrash && stuck.includes(fsPath)) throw new Error('no trash here');
    log.push(`${useTrash ? 'trash' : 'delete'} ${fsPath}`);
  };
  const [showWarningMessage, { delete: before }] = [window.showWarningMessage, workspace.fs];
  Object.assign(window, { showWarningMessage: ask });
  Object.assign(workspace.fs, { delete: remove });
  const gone = await deleteArtifacts(paths);
  Object.assign(window, { showWarningMessage });
  Object.assign(workspace.fs, { delete: before });
  return { log, gone };
}

const cost = 'This cannot be undone, and generating again may cost money.';

describe('deleting results', () => {
  test('moves them to the trash, and asks once for several', async () => {
    assert.deepEqual(await run(['/w/a.png']), { log: ['trash /w/a.png'], gone: ['/w/a.png'] });
    assert.deepEqual(await run(['/w/a.png', '/w/b.png']), {
      log: ['Move 2 results to the trash? |  | Move to Trash', 'trash /w/a.png', 'trash /w/b.png'],
      gone: ['/w/a.png', '/w/b.png'],
    });
  });

  test('keeps everything if the user cancels', async () => {
    for (const hasTrash of [true, false]) {
      const { log, gone } = await run(['/w/a.png', '/w/b.png'], { hasTrash, agrees: false });
      assert.deepEqual([log.length, gone], [1, []]);
    }
  });

  test('asks before it deletes where there is no trash', async () => {
    assert.deepEqual(await run(['/w/a.png'], { hasTrash: false }), {
      log: [`Delete a.png permanently? | ${cost} | Keep | Delete Permanently`, 'delete /w/a.png'],
      gone: ['/w/a.png'],
    });
  });

  test('asks about the files that the trash does not accept', async () => {
    const files = ['/w/a.png', '/w/b.png', '/w/c.png'];
    const question =
      'Delete 2 results permanently? | The trash cannot be used: no trash here | Keep | Delete Permanently';
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
