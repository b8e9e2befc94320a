import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { RunsArtifact } from '../../src/core/artifact/runsRecord.ts';
import { errorsOf } from './helpers/diagnostics.ts';
import { createJobFolder, generate, type GenerateResult, smallImage } from './helpers/jobFiles.ts';
import { sideBySide } from './helpers/sideBySide.ts';

const imageJob = `${smallImage}prompt: A lighthouse at dawn, watercolor\n`;
const pngMagic = '89504e470d0a1a0a';

function outline({ tasks, problems }: GenerateResult): unknown {
  return {
    problems,
    tasks: tasks.map(({ job, index, status, artifacts, error }) => ({
      job,
      index,
      status,
      artifacts: artifacts.map((path) => basename(path)),
      error: error?.code ?? null,
    })),
  };
}

const savedOnce = (...artifacts: string[]): unknown => ({
  problems: 0,
  tasks: [{ job: null, index: 1, status: 'saved', artifacts, error: null }],
});

function artifactsOf(record: Record<string, unknown> | undefined): readonly RunsArtifact[] {
  return (record?.['artifacts'] ?? []) as readonly RunsArtifact[];
}

describe('Generate on the sandbox', () => {
  const itAside = sideBySide();

  it('saves what the open editor shows before it reads it', async () => {
    const folder = await createJobFolder('hero', `${smallImage}prompt: before\n`);
    const editor = await vscode.window.showTextDocument(folder.jobFile);
    await editor.edit((edit) => edit.replace(new vscode.Range(2, 8, 2, 14), 'after'));

    await generate(folder.jobFile);

    const [record] = await folder.runs();
    assert.equal((record?.['request'] as { prompt?: string } | undefined)?.prompt, 'after');
    assert.match(await readFile(folder.jobFile.fsPath, 'utf8'), /prompt: after/);
  });

  it('sends what another program has just written, although the open editor has not noticed it', async () => {
    const folder = await createJobFolder('hero', `${smallImage}prompt: before\n`);
    await vscode.window.showTextDocument(folder.jobFile);

    await writeFile(folder.jobFile.fsPath, `${smallImage}prompt: after\n`);
    await vscode.commands.executeCommand('genwright.showRequest', folder.jobFile);
    const shown = vscode.window.activeTextEditor?.document.getText() ?? '';
    await writeFile(folder.jobFile.fsPath, `${smallImage}prompt: at last\n`);
    await generate(folder.jobFile);

    const [record] = await folder.runs();
    assert.match(shown, /"prompt": "after"/);
    assert.equal((record?.['request'] as { prompt?: string } | undefined)?.prompt, 'at last');
  });

  it('sends nothing from a job file with an error, and shows where the error is', async () => {
    const folder = await createJobFolder('hero', 'model: seedream-5-0-260128\nprompt: a cat\nsize: 17\n');

    const result = await generate(folder.jobFile);

    assert.deepEqual(result.tasks, []);
    assert.ok(result.problems > 0);
    assert.deepEqual(await folder.names(), ['hero.gen.yaml']);
    assert.deepEqual(await errorsOf(folder.jobFile), [2]);
  });

  it('marks in the text what only a check of the disk finds', async () => {
    const text = 'model: seedream-5-0-260128\nprompt: a cat\nimage: ./gone.png\n';
    const folder = await createJobFolder('hero', text);
    await vscode.window.showTextDocument(folder.jobFile);

    const result = await generate(folder.jobFile);

    assert.equal(result.problems, 1);
    assert.deepEqual(await errorsOf(folder.jobFile), [2]);
  });

  it('rejects a call that names no file', async () => {
    await assert.rejects(generate('/no/such/folder/hero.gen.yaml'));
  });

  itAside('saves an image beside the job file and records the run', async () => {
    const folder = await createJobFolder('hero', imageJob);

    const result = await generate(folder.jobFile);

    assert.deepEqual(outline(result), savedOnce('hero.png'));
    assert.deepEqual(await folder.names(), ['hero.gen.runs.jsonl', 'hero.gen.yaml', 'hero.png']);
    const image = await folder.read('hero.png');
    assert.equal(image.subarray(0, 8).toString('hex'), pngMagic);
    const [record] = await folder.runs();
    assert.ok(record);
    const { status, profile, model, endpoint, error, amount_usd } = record;
    assert.deepEqual(
      { status, profile, model, endpoint, error, hasAmount: typeof amount_usd },
      {
        status: 'saved',
        profile: 'sandbox',
        model: 'prunaai/p-image',
        endpoint: '/v1/images/generations',
        error: null,
        hasAmount: 'number',
      },
    );
    const [artifact] = artifactsOf(record);
    assert.deepEqual(
      { path: artifact?.path, bytes: artifact?.bytes, type: artifact?.media_type },
      { path: 'hero.png', bytes: image.length, type: 'image/png' },
    );
  });

  itAside('writes every field of the contract into the line of the runs file', async () => {
    const folder = await createJobFolder('hero', imageJob);
    await generate(folder.jobFile);
    const [record] = await folder.runs();
    const fields =
      'v at run job index axes fingerprint profile model endpoint task_id status amount_usd request inputs artifacts title lyrics text error';
    assert.deepEqual(Object.keys(record ?? {}).sort(), fields.split(' ').sort());
    assert.match(String(record?.['fingerprint']), /^[0-9a-f]{64}$/);
  });

  itAside('takes the next free name and leaves the first image as it is', async () => {
    const folder = await createJobFolder('hero', imageJob);
    await generate(folder.jobFile);
    const first = await folder.read('hero.png');

    const again = await generate(folder.jobFile.fsPath);

    assert.deepEqual(outline(again), savedOnce('hero-2.png'));
    assert.deepEqual(await folder.read('hero.png'), first);
    assert.equal((await folder.runs()).length, 2);
  });

  itAside('saves the clips of a song', async () => {
    const folder = await createJobFolder('song', 'model: sonic\nprompt: a calm harbor song, folk\n');

    const result = await generate(folder.jobFile);

    const [task] = result.tasks;
    assert.equal(task?.status, 'saved');
    const clips = (await folder.names()).filter((name) => name.endsWith('.mp3'));
    assert.deepEqual(clips, ['song-2.mp3', 'song.mp3']);
    const [record] = await folder.runs();
    const audio = artifactsOf(record).filter(({ media_type }) => media_type.startsWith('audio/'));
    assert.deepEqual(
      audio.map(({ seconds }) => seconds !== null && seconds > 1),
      [true, true],
    );
  });

  itAside('saves speech', async () => {
    const folder = await createJobFolder(
      'welcome',
      'model: seed-tts-2.0\nvoice: narrator-warm\ntext: Welcome to Genwright.\n',
    );

    const result = await generate(folder.jobFile);

    assert.deepEqual(outline(result), savedOnce('welcome.mp3'));
    assert.ok((await folder.read('welcome.mp3')).length > 1000);
  });
});
