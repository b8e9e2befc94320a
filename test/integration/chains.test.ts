import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { after, describe } from 'mocha';
import * as vscode from 'vscode';
import type { Gateway } from '../support/gateway.ts';
import { connectGateway } from './helpers/connectGateway.ts';
import { createJobFolder, generate, type GenerateResult, type JobFolder } from './helpers/jobFiles.ts';
import { writeProfileSettings } from './helpers/profileSettings.ts';
import { sideBySide } from './helpers/sideBySide.ts';
import { readTestSetting } from './helpers/testSettings.ts';

const matrix =
  'model: seedream-5-0-260128\nprompt: A ${{ matrix.animal }} on a pier\nmatrix:\n  animal: [cat, dog, owl]\n';

function readSample(name: string): Promise<string> {
  return readFile(join(dirname(readTestSetting('sandbox')), '..', 'samples', name), 'utf8');
}

const ends = ({ tasks }: GenerateResult): unknown =>
  tasks.map(({ job, index, status, artifacts }) => [job ?? index, status, artifacts.map((path) => basename(path))]);

/** A gateway of a test's own, and the job files that are meant for it. */
interface Studio {
  readonly gateway: Gateway;
  readonly posts: () => Gateway['calls'];
  readonly createFolder: (name: string, text: string) => Promise<JobFolder>;
}

describe('Jobs that need each other', () => {
  const it = sideBySide();
  const gateways: Gateway[] = [];
  let connecting: Promise<unknown> = Promise.resolve();

  async function connectStudio(): Promise<Studio> {
    const name = `studio-${gateways.length + 1}`;
    const gateway = await connectGateway(name);
    gateways.push(gateway);
    return {
      gateway,
      posts: () => gateway.calls.filter(({ method }) => method === 'POST'),
      createFolder: (file, text) => createJobFolder(file, `gen: { profile: ${name} }\n${text}`),
    };
  }

  /** One after the other, while the tests run side by side. */
  function openStudio(): Promise<Studio> {
    const opened = connecting.then(connectStudio);
    connecting = opened;
    return opened;
  }

  after(async () => {
    await writeProfileSettings(undefined, undefined);
    await Promise.all(gateways.map((gateway) => gateway.close()));
  });

  it('are made in the order in which they need each other, and nothing is uploaded', async () => {
    const { gateway, posts, createFolder } = await openStudio();
    const folder = await createFolder('postcard', await readSample('postcard.gen.yaml'));

    const result = await generate(folder.jobFile);

    assert.deepEqual(ends(result), [
      ['idea', 'saved', ['postcard-idea.md']],
      ['still', 'saved', ['postcard-still.png']],
      ['clip', 'saved', ['postcard-clip.mp4']],
      ['voice', 'saved', ['postcard-voice.mp3']],
    ]);
    const order = posts().map(({ path }) => path);
    assert.deepEqual(
      [order[0], order.indexOf('/v1/videos') > order.indexOf('/v1/images/generations')],
      ['/v1/messages', true],
    );
    const clip = posts().find(({ path }) => path === '/v1/videos')?.body as { images?: readonly string[] };
    assert.ok(clip.images?.[0]?.startsWith(`${gateway.url}/`));
    assert.ok(!JSON.stringify(posts().map(({ body }) => body)).includes('data:image'));
  });

  it('are unchanged as a whole when nothing has changed', async () => {
    const { posts, createFolder } = await openStudio();
    const folder = await createFolder('postcard', await readSample('postcard.gen.yaml'));
    await generate(folder.jobFile);
    const before = posts().length;

    const again = await generate(folder.jobFile, { unchanged: 'skip' });

    assert.deepEqual(
      [again.tasks.map(({ job, status }) => `${job} ${status}`), posts().length - before],
      [['idea unchanged', 'still unchanged', 'clip unchanged', 'voice unchanged'], 0],
    );
  });

  it('also make the jobs that they need and that have no result', async () => {
    const { createFolder } = await openStudio();
    const folder = await createFolder('postcard', await readSample('postcard.gen.yaml'));

    const first = await generate(folder.jobFile, { job: 'voice' });
    const second = await generate(folder.jobFile, { job: 'still' });

    assert.deepEqual(
      [first, second].map(({ tasks }) => tasks.map(({ job, status }) => `${job} ${status}`)),
      [['idea saved', 'voice saved'], ['still saved']],
    );
  });

  it('of a matrix are made again one by one if the file of one is missing', async () => {
    const { posts, createFolder } = await openStudio();
    const folder = await createFolder('pier', matrix);
    await generate(folder.jobFile);
    await rm(join(folder.dir, 'pier-dog.png'));
    const before = posts().length;

    const again = await generate(folder.jobFile, { unchanged: 'skip' });

    assert.deepEqual(
      [ends(again), posts().length - before],
      [
        [
          [1, 'unchanged', ['pier-cat.png']],
          [2, 'saved', ['pier-dog.png']],
          [3, 'unchanged', ['pier-owl.png']],
        ],
        1,
      ],
    );
  });

  it('of a matrix are made again one by one if the task of one is killed', async () => {
    const { gateway, posts, createFolder } = await openStudio();
    const folder = await createFolder('pier', matrix);
    gateway.killTasks('A dog on a pier');
    const first = await generate(folder.jobFile);
    gateway.killTasks(null);
    const before = posts().length;

    const again = await generate(folder.jobFile, { unchanged: 'skip' });

    assert.deepEqual(
      [first, again].map(({ tasks }) => tasks.map(({ index, status }) => `${String(index)} ${status}`)),
      [
        ['1 saved', '2 failed', '3 saved'],
        ['1 unchanged', '2 saved', '3 unchanged'],
      ],
    );
    assert.deepEqual(
      [posts().length - before, await folder.names()],
      [1, ['pier-cat.png', 'pier-dog.png', 'pier-owl.png', 'pier.gen.runs.jsonl', 'pier.gen.yaml']],
    );
  });

  it('are sent an image of the gateway as its URL', async () => {
    const { gateway, posts, createFolder } = await openStudio();
    const folder = await createFolder('pier', matrix);
    await generate(folder.jobFile);
    const local = 'model: seedream-5-0-260128\nprompt: The same at night\nimage: cat.png\n';
    const night = await createFolder('night', local);
    await vscode.workspace.fs.copy(
      vscode.Uri.file(join(folder.dir, 'pier-cat.png')),
      vscode.Uri.file(join(night.dir, 'cat.png')),
    );

    const { tasks } = await generate(night.jobFile);

    const body = JSON.stringify(posts().at(-1)?.body);
    assert.deepEqual(
      [tasks.map(({ status }) => status), body.includes(`"image":"${gateway.url}/files/`)],
      [['saved'], true],
    );
  });
});
