import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { createJobFolder, generate, type JobFolder } from './jobFiles.ts';

const run = (...args: readonly unknown[]): Thenable<unknown> =>
  vscode.commands.executeCommand('genwright.markResult', ...args);

async function readMarks(folder: JobFolder): Promise<readonly Record<string, unknown>[]> {
  const lines = (await folder.read('hero.gen.marks.jsonl')).toString().trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('Mark Result', () => {
  let folder: JobFolder;
  let artifact: string;
  before(async () => {
    folder = await createJobFolder('hero', 'model: seedream-5-0-260128\nprompt: A lighthouse at dawn\n');
    const { tasks } = await generate(folder.jobFile);
    artifact = tasks[0]?.artifacts[0] ?? '';
  });

  it('refuses what is no mark, and what is no result, before it writes anything', async () => {
    const other = join(folder.dir, 'other.png');
    await writeFile(other, 'by hand');
    const calls: readonly (readonly unknown[])[] = [
      [artifact, { rating: 6 }],
      [artifact, { mark: 'love' }],
      [artifact, { stars: 1 }],
      [artifact, 'star'],
      [7, { mark: 'star' }],
      [other, { mark: 'star' }],
      [join(folder.dir, 'missing.png'), { mark: 'star' }],
      [folder.jobFile.fsPath, { mark: 'star' }],
    ];
    for (const call of calls) await assert.rejects(async () => run(...call), JSON.stringify(call));
    assert.ok(!(await folder.names()).includes('hero.gen.marks.jsonl'));
  });

  it('appends the whole mark of the file on disk', async () => {
    await run(artifact, { mark: 'star', note: 'Soft light' });
    await Promise.all([run(vscode.Uri.file(artifact), { rating: 4 }), run(artifact, { mark: null })]);

    const sha256 = createHash('sha256')
      .update(await folder.read('hero.png'))
      .digest('hex');
    const kept = (await readMarks(folder)).map(({ at, ...rest }) => [typeof at, rest]);
    assert.deepEqual(kept, [
      ['string', { v: 1, sha256, mark: 'star', rating: null, note: 'Soft light' }],
      ['string', { v: 1, sha256, mark: 'star', rating: 4, note: 'Soft light' }],
      ['string', { v: 1, sha256, mark: null, rating: 4, note: 'Soft light' }],
    ]);
  });
});
