import assert from 'node:assert/strict';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { RunsRecord } from '../../../../src/core/artifact/runsRecord.ts';
import { runJobFile } from '../../../../src/engine/index.ts';
import { makeTempFolder } from '../../../fakes/disk/tempFolder.ts';
import { useHome } from '../../../fakes/disk/useHome.ts';
import { startScriptedGateway } from '../../../fakes/gateway/scriptedGateway.ts';
import { makePng } from '../../../fakes/media/media.ts';

/** Arranges a folder with a job file, and a gateway whose response to a submit is the image. */
async function arrange(context: TestContext, text = 'model: gpt-image-2\nprompt: A cat\n') {
  const work = await makeTempFolder(context);
  useHome(context, join(work, 'home'));
  const gateway = await startScriptedGateway();
  context.after(() => gateway.close());
  const body = { data: [{ b64_json: makePng().toString('base64') }], amount_usd: 0.02 };
  gateway.script('POST /v1/images/generations', { body });
  const file = join(work, 'hero.gen.yaml');
  await writeFile(file, text);
  const access = { baseUrl: gateway.url, key: 'sk-test-0123456789' };
  const storageDir = join(await makeTempFolder(context), 'journal');
  return {
    work,
    gateway,
    run: () => runJobFile({ file, gateway: access, storageDir }),
    posts: () => gateway.lines().filter((line) => line.startsWith('POST')).length,
  };
}

test('a result that was moved by hand is found by its content, and not paid for again', async (context) => {
  const { run, work, posts } = await arrange(context);
  await run();
  await mkdir(join(work, 'final'));
  await rename(join(work, 'hero.png'), join(work, 'final', 'door.png'));

  await run();
  const afterMove = posts();
  await rm(join(work, 'final', 'door.png'));
  await run();

  assert.deepEqual([afterMove, posts()], [1, 2]);
});

test('a result that was moved by hand is sent to the job that needs it, and its record says where it is', async (context) => {
  const first = 'jobs:\n  still: {model: gpt-image-2, prompt: A cat}\n';
  const { run, work, posts, gateway } = await arrange(context, first);
  await run();
  await mkdir(join(work, 'final'));
  await rename(join(work, 'hero-still.png'), join(work, 'final', 'cat.png'));
  const next = '  next: {model: gemini-2.5-flash-image, prompt: B, image: "${{ jobs.still.file }}"}\n';
  await writeFile(join(work, 'hero.gen.yaml'), first + next);

  const { tasks } = await run();
  const lines = (await readFile(join(work, 'hero.gen.runs.jsonl'), 'utf8')).trim().split('\n');
  const places = lines.map((line) => (JSON.parse(line) as RunsRecord).artifacts.map(({ path }) => path));

  const still = tasks.find(({ job: id }) => id === 'still');
  assert.deepEqual([still?.status, still?.artifacts, posts()], ['unchanged', [join(work, 'final/cat.png')], 2]);
  assert.deepEqual(places.slice(0, 2), [['hero-still.png'], ['final/cat.png']]);
  assert.match(String(gateway.calls.at(-1)?.body), /data:image\/png/);
});

test('a record that tells a folder as the place of a result moves nothing else', async (context) => {
  const { run, work, posts } = await arrange(
    context,
    'gen: {concurrency: 1}\njobs:\n  one: {model: gpt-image-2, prompt: A}\n  two: {model: gpt-image-2, prompt: B}\n',
  );
  await run();
  await mkdir(join(work, 'final'));
  await rename(join(work, 'hero-one.png'), join(work, 'blob'));
  await rename(join(work, 'hero-two.png'), join(work, 'final', 'two.png'));
  const runsFile = join(work, 'hero.gen.runs.jsonl');
  const told = (await readFile(runsFile, 'utf8')).replace('"hero-one.png"', '"final"');
  await writeFile(runsFile, told.replace('"hero-two.png"', '"final/two.png"'));

  await run();
  await run();

  const lines = (await readFile(runsFile, 'utf8')).trim().split('\n');
  const places = lines.map((line) => (JSON.parse(line) as RunsRecord).artifacts.map(({ path }) => path));
  assert.deepEqual([posts(), places], [2, [['final'], ['final/two.png'], ['blob']]]);
});
