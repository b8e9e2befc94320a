import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { buildJob, scriptTasks, sentBodies } from '../../../fakes/planning/chain.ts';
import { createEngineBench } from '../../../fakes/tasks/engineBench.ts';
import { makePng } from '../../../fakes/media/media.ts';
import { readRunsFile } from '../../../support/runsFile.ts';
import { buildRecord } from '../../host/fakes/builders.ts';

const text = 'model: seedream-5-0-260128\nprompt: The same at night\nimage: ref.png\n';
const picture = makePng({ shade: 200 });
const sha256 = createHash('sha256').update(picture).digest('hex');

/** Arranges a bench with `ref.png` beside the job file. */
async function arrange(context: TestContext) {
  const bench = await createEngineBench(context);
  scriptTasks(bench.gateway, 3);
  const put = (name: string, bytes: Uint8Array = picture) => writeFile(join(bench.folder, name), bytes);
  await put('ref.png');
  const plan = (source = text) =>
    bench.engine.plan({
      text: source,
      jobFile: bench.jobFile,
      boundary: bench.folder,
      isStrict: false,
      profile: 'studio',
    });
  const problems = async (source?: string) =>
    (await plan(source)).problems.filter(({ severity }) => severity === 'error').length;
  return { ...bench, put, plan, problems };
}

test('a local image is sent as data, and is recorded by its hash', async (context) => {
  const { start, plan, gateway, jobFile } = await arrange(context);

  await start((await plan()).requests).done;

  const [record] = await readRunsFile(jobFile);
  assert.deepEqual(
    [sentBodies(gateway)[0]?.['image'], record?.inputs, record?.request['image']],
    [`data:image/png;base64,${picture.toString('base64')}`, [{ path: 'ref.png', sha256 }], `sha256:${sha256}`],
  );
});

test('an image that the gateway made is sent as the URL that it still has', async (context) => {
  const { start, plan, put, gateway } = await arrange(context);
  await start([buildJob('still')]).done;
  await put('ref.png', makePng({ shade: 1 }));

  await start((await plan()).requests).done;

  assert.equal(sentBodies(gateway).at(-1)?.['image'], `${gateway.url}/files/t1.png`);
});

test('an image that becomes a link out of the workspace folder is not read', async (context) => {
  const { start, plan, put, folder, storageDir, gateway } = await arrange(context);
  await mkdir(storageDir, { recursive: true });
  await writeFile(join(storageDir, 'ref.png'), picture);
  await mkdir(join(folder, 'in'));
  await put('in/ref.png');
  const { requests } = await plan(text.replace('ref.png', 'in/ref.png'));
  await rm(join(folder, 'in'), { recursive: true });
  await symlink(storageDir, join(folder, 'in'));

  const [task] = await start(requests).done;

  assert.deepEqual([task?.state, task?.error?.code, sentBodies(gateway)], ['failed', 'input-unreadable', []]);
});

for (const [title, name] of [
  ['that is missing', 'missing.png'],
  ['outside the workspace folder', '../storage/secret.png'],
  ['behind a link out of the workspace folder', 'linked.png'],
] as const) {
  test(`an image ${title} is an error before anything is planned`, async (context) => {
    const { problems, folder, storageDir } = await arrange(context);
    await mkdir(storageDir, { recursive: true });
    await writeFile(join(storageDir, 'secret.png'), picture);
    await symlink(join(storageDir, 'secret.png'), join(folder, 'linked.png'));

    assert.equal(await problems(text.replace('ref.png', name)), 1);
  });
}

const secret = Buffer.from('STRIPE_KEY=live_123\n');

for (const [takes, job] of [
  ['image', 'model: seedream-5-0-260128\nprompt: Make it blue\nimage: .env\n'],
  ['image', 'model: seedream-5-0-260128\nprompt: Make it blue\nimages: [.env]\n'],
  ['audio', 'model: wan2.6-t2v\nprompt: Rain\naudio_url: .env\n'],
  ['audio', 'model: wan2.6-t2v\nprompt: Rain\naudio_url: ref.png\n'],
  // The model is unknown, so the name of the field decides.
  ['video', 'model: made-up\ngen: {endpoint: /v1/videos}\nvideo_url: ref.png\n'],
] as const) {
  test(`a file of another kind is an error where it is written: ${job.split('\n').at(-2)}`, async (context) => {
    const { plan, put } = await arrange(context);
    await put('.env', secret);

    const { problems, requests } = await plan(job);

    const errors = problems.filter(({ severity }) => severity === 'error');
    assert.deepEqual(
      [errors.map(({ code, args, start, end }) => [code, args['variant'], job.slice(start, end)]), requests],
      [[['input-not-sendable', `not-${takes}`, /\.env|ref\.png/.exec(job)?.[0]]], []],
    );
  });
}

test('the name of a file does not decide its kind', async (context) => {
  const { problems, put } = await arrange(context);
  await put('.env');
  await put('ref.png', secret);

  assert.deepEqual([await problems(text.replace('ref.png', '.env')), await problems()], [0, 1]);
});

test('another content makes another request, and another time does not', async (context) => {
  const { plan, put } = await arrange(context);
  const fingerprintOf = async () => (await plan()).requests[0]?.fingerprint;

  const first = await fingerprintOf();
  await put('ref.png');
  const same = await fingerprintOf();
  await put('ref.png', makePng({ shade: 9, width: 9 }));
  const other = await fingerprintOf();

  assert.deepEqual([first?.length, same === first, other === first], [64, true, false]);
});

test('a plan names the local files that are sent: inputs, texts and variables, by where they really are', async (context) => {
  const { plan, put, folder } = await arrange(context);
  await mkdir(join(folder, 'notes'));
  await put('notes/.env', Buffer.from('KEY=1\n'));
  await put('vars.yaml', Buffer.from('style: calm\n'));
  await put('unused.png');
  await symlink(join(folder, 'notes/.env'), join(folder, 'brief.md'));

  const { localFiles } = await plan(
    'gen: {defaults: {model: seedream-5-0-260128}}\nvars: file://./vars.yaml\njobs:\n  a: {prompt: "file://./brief.md"}\n  b: {prompt: "${{ vars.style }}", image: ./ref.png}\n',
  );

  assert.deepEqual(
    localFiles
      .map(({ path, name, bytes, use }) => [path, name, bytes, use])
      .toSorted((one, other) => String(one).localeCompare(String(other))),
    [
      ['brief.md', 'notes/.env', 6, 'text'],
      ['ref.png', 'ref.png', picture.length, 'input'],
      ['vars.yaml', 'vars.yaml', 12, 'text'],
    ],
  );
});

/** Plans a job that references the result of the job `still`, before and after a runs file records that result. */
async function planBesideResult(context: TestContext, { job, path }: { readonly job: string; readonly path: string }) {
  const { engine, jobFile, folder, put } = await arrange(context);
  await mkdir(join(folder, 'private'));
  await put(path);
  const text = `gen: {defaults: {model: seedream-5-0-260128}}\njobs:\n  still: {prompt: A lamp}\n  other: ${job}\n`;
  const plan = () => engine.plan({ text, jobFile, boundary: folder, isStrict: false, profile: 'studio', job: 'other' });
  const before = await plan();
  const artifacts = [{ path, sha256, bytes: picture.length, media_type: 'image/png' }];
  const line = buildRecord({ job: 'still', fingerprint: before.requests[0]?.fingerprint ?? '', profile: 'other' });
  await put('hero.gen.runs.jsonl', Buffer.from(`${JSON.stringify({ ...line, artifacts })}\n`));
  return { before, after: await plan() };
}

test('a plan names a result that a runs file contains, because it is sent as a local file', async (context) => {
  const path = 'private/photo.png';
  const job = '{prompt: At night, image: "${{ jobs.still.url }}"}';

  const { before, after } = await planBesideResult(context, { job, path });

  const { requests, localFiles } = after;
  const named = { path, name: path, bytes: picture.length, use: 'result', job: 'still', index: 1, sentBy: requests };
  assert.deepEqual([before.localFiles, requests.map((request) => request.job), localFiles], [[], ['other'], [named]]);
});

test('a plan does not name a result that only a prompt mentions', async (context) => {
  const job = '{prompt: "Like ${{ jobs.still.file }}"}';

  const { after } = await planBesideResult(context, { job, path: 'still.png' });

  assert.deepEqual([after.requests.map((request) => request.job), after.localFiles], [['other'], []]);
});

test('a plan names no local file if none may be read', async (context) => {
  const { engine, jobFile, folder, put } = await arrange(context);
  await put('brief.md', Buffer.from('calm'));
  const source = 'model: seedream-5-0-260128\nprompt: file://./brief.md\n';

  const { localFiles } = await engine.plan({
    text: source,
    jobFile,
    boundary: folder,
    isStrict: false,
    isTrusted: false,
  });

  assert.deepEqual(localFiles, []);
});
