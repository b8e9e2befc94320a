import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { makePng } from '../fakes/media/media.ts';
import { type ScriptedAnswer, type ScriptedGateway, startScriptedGateway } from '../fakes/gateway/scriptedGateway.ts';
import { waitUntil } from '../support/waitUntil.ts';
import { createJobFolder, generate, type GenerateResult } from './helpers/jobFiles.ts';
import { writeProfileSettings } from './helpers/profileSettings.ts';
import { recordApi } from './helpers/recordApi.ts';
import { extensionId } from '../support/extensionId.ts';

const imageJob = 'model: seedream-5-0-260128\nprompt: A lighthouse at dawn\n';
const tasks = '/v1/images/generations';

const extension = vscode.extensions.getExtension<unknown>(extensionId);
assert.ok(extension, `${extensionId} is not installed`);

const ends = ({ tasks: ended }: GenerateResult): unknown =>
  ended.map(({ status, error }) => [status, error?.code ?? null] as const);

async function readStates(runsFile: string): Promise<readonly unknown[]> {
  const text = await readFile(runsFile, 'utf8').catch(() => '');
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => (JSON.parse(line) as { status: unknown }).status);
}

describe('A job file that moves while its task runs', () => {
  let gateway: ScriptedGateway;
  let isDone = false;
  const answer = (path: string, url: string): ScriptedAnswer => {
    if (path === '/files/a.png') return { body: makePng() };
    if (path === tasks) return { body: { task_id: 't1', status: 'queued' } };
    if (path !== `${tasks}/t1`) return { body: { success: true, data: { balance_usd: 1 } } };
    const task = isDone ? { status: 'succeeded', url: `${url}/files/a.png` } : { status: 'running' };
    return { body: { code: 'success', data: { task_id: 't1', ...task } } };
  };
  /** Starts Generate and resolves when the task is polled. */
  const startRunning = async (jobFile: vscode.Uri): Promise<{ readonly ended: Promise<GenerateResult> }> => {
    isDone = false;
    const polls = (): number => gateway.lines().filter((line) => line.startsWith(`GET ${tasks}`)).length;
    const seen = polls();
    const ended = generate(jobFile);
    await waitUntil('a poll', () => polls() > seen || undefined);
    return { ended };
  };
  const posts = (): number => gateway.lines().filter((line) => line === `POST ${tasks}`).length;

  before(async () => {
    gateway = await startScriptedGateway(({ path }, url) => answer(path, url));
    const profile = { baseUrl: gateway.url, apiKey: 'sk-test-0123456789abcdef', name: 'moving' };
    await vscode.commands.executeCommand('genwright.connect', profile);
  });

  after(async () => {
    await writeProfileSettings(undefined, undefined);
    await gateway.close();
  });

  it('is found under its new name, with its records, when VS Code has renamed it', async () => {
    const { dir, jobFile } = await createJobFolder('hero', imageJob);
    isDone = true;
    await generate(jobFile);
    const { ended } = await startRunning(jobFile);
    const cover = vscode.Uri.file(join(dir, 'cover.gen.yaml'));
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(jobFile, cover);
    await vscode.workspace.applyEdit(edit);
    const runsFile = join(dir, 'cover.gen.runs.jsonl');
    await waitUntil('the runs file', async () => (await readStates(runsFile)).length === 1 || undefined);

    const sent = posts();
    const again = await generate(cover, { unchanged: 'skip' });
    const resent = posts() - sent;
    isDone = true;
    const [task] = (await ended).tasks;

    assert.deepEqual(
      [again.tasks.map(({ status, id }) => [status, id]), resent, task?.status],
      [[['unchanged', task?.id]], 0, 'saved'],
    );
    assert.deepEqual(await readStates(runsFile), ['saved', 'saved']);
    assert.ok(!(await readdir(dir)).includes('hero.gen.runs.jsonl'));
  });

  /** Generates a task whose folder another program then moves, so that its result has no place. */
  async function strand(): Promise<{ readonly id: string; readonly dir: string; readonly moved: string }> {
    const { dir, jobFile } = await createJobFolder('hero', imageJob);
    const { ended } = await startRunning(jobFile);
    const moved = `${dir}-moved`;
    await rename(dir, moved);
    isDone = true;
    const result = await ended;
    assert.deepEqual(ends(result), [['unsaved', 'folder-gone']]);
    return { id: result.tasks[0]?.id ?? '', dir, moved };
  }

  it('is saved where the user locates its folder', async () => {
    const { id, dir, moved } = await strand();
    const runsFile = join(moved, 'hero.gen.runs.jsonl');

    await selectFolder(moved, () => vscode.commands.executeCommand('genwright.task.locateFolder', id));
    await waitUntil('the line', async () => (await readStates(runsFile)).length > 0 || undefined);

    assert.deepEqual(await readStates(runsFile), ['saved']);
    assert.ok((await readdir(moved)).includes('hero.png'));
    assert.ok(!(await readdir(join(dir, '..'))).includes(basename(dir)));
  });

  it('is saved in the folder that the user selects for one task only', async () => {
    const { id, moved } = await strand();
    const downloads = join(moved, 'downloads');
    await mkdir(downloads);

    await selectFolder(downloads, () => vscode.commands.executeCommand('genwright.task.saveTo', id));
    await waitUntil('the image', async () => (await readdir(downloads)).includes('hero.png') || undefined);

    assert.ok(!(await readdir(moved)).includes('hero.png'));
  });

  async function selectFolder(path: string, run: () => Thenable<unknown>): Promise<void> {
    assert.ok(extension);
    const recorder = recordApi(extension);
    recorder.user.selects = vscode.Uri.file(path);
    try {
      await run();
    } finally {
      recorder.stop();
    }
  }
});
