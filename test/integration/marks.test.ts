import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { createJobFolder, generate, type JobFolder, smallImage } from './helpers/jobFiles.ts';
import { recordApi, type ApiRecorder } from './helpers/recordApi.ts';
import { extensionId } from '../support/extensionId.ts';

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
    folder = await createJobFolder('hero', `${smallImage}prompt: A lighthouse at dawn\n`);
    const { tasks } = await generate(folder.jobFile);
    artifact = tasks[0]?.artifacts[0] ?? '';
  });

  it('refuses an invalid mark, and a file that is not a result, before it writes anything', async () => {
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

  it('can be undone, step by step', async () => {
    const earlier = (await readMarks(folder)).length;
    await vscode.commands.executeCommand('genwright.undoMark');
    await vscode.commands.executeCommand('genwright.undoMark');

    const undone = (await readMarks(folder)).slice(earlier).map(({ mark, rating, note }) => [mark, rating, note]);
    assert.deepEqual(undone, [
      ['star', 4, 'Soft light'],
      ['star', null, 'Soft light'],
    ]);
  });
});

describe('Delete Result', () => {
  let folder: JobFolder;
  let artifacts: readonly string[];
  let recorder: ApiRecorder;
  const run = (target: unknown): Thenable<unknown> => vscode.commands.executeCommand('genwright.deleteResult', target);
  before(async () => {
    folder = await createJobFolder('hero', `gen: { repeat: 3 }\n${smallImage}prompt: A pier\n`);
    artifacts = (await generate(folder.jobFile)).tasks.flatMap((task) => task.artifacts);
    const extension = vscode.extensions.getExtension(extensionId);
    assert.ok(extension);
    recorder = recordApi(extension);
  });
  beforeEach(() => recorder.clear());
  after(() => recorder.stop());

  it('refuses a file that is not a result', async () => {
    await assert.rejects(async () => run([...artifacts, folder.jobFile.fsPath]));
    assert.deepEqual([(await folder.names()).length, recorder.record.dialogs], [5, []]);
  });

  it('asks once for several, and keeps them if the user cancels', async () => {
    recorder.user.agrees = false;
    assert.deepEqual(await run(artifacts), []);
    assert.deepEqual([(await folder.names()).length, recorder.record.dialogs.length], [5, 1]);
  });

  it('deletes what the user agrees to', async () => {
    recorder.user.agrees = true;
    const [first = '', ...rest] = artifacts;
    assert.deepEqual(await run(rest), rest);
    assert.deepEqual(await folder.names(), [basename(first), 'hero.gen.runs.jsonl', 'hero.gen.yaml'].sort());
  });
});
