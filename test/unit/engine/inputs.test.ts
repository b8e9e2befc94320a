import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { buildJob, scriptTasks, sentBodies } from '../../fakes/chain.ts';
import { createEngineBench } from '../../fakes/engineBench.ts';
import { makePng } from '../../fakes/media.ts';
import { readRunsFile } from '../../support/runsFile.ts';

const text = 'model: seedream-5-0-260128\nprompt: The same at night\nimage: ref.png\n';
const picture = makePng({ shade: 200 });
const sha256 = createHash('sha256').update(picture).digest('hex');

/** A bench with `ref.png` beside the job file. */
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

test('a local picture goes along as data, and is recorded by its hash', async (context) => {
  const { start, plan, gateway, jobFile } = await arrange(context);

  await start((await plan()).requests).done;

  const [record] = await readRunsFile(jobFile);
  assert.deepEqual(
    [sentBodies(gateway)[0]?.['image'], record?.inputs, record?.request['image']],
    [`data:image/png;base64,${picture.toString('base64')}`, [{ path: 'ref.png', sha256 }], `sha256:${sha256}`],
  );
});

test('the journal holds no bytes of a picture', async (context) => {
  const { start, plan, journal } = await arrange(context);

  await start((await plan()).requests).done;

  assert.equal((await journal()).includes(picture.toString('base64')), false);
});

test('a picture that the gateway made goes along as the URL that it still has', async (context) => {
  const { start, plan, put, gateway } = await arrange(context);
  await start([buildJob('still')]).done;
  await put('ref.png', makePng({ shade: 1 }));

  await start((await plan()).requests).done;

  assert.equal(sentBodies(gateway).at(-1)?.['image'], `${gateway.url}/files/t1.png`);
});

test('a URL of another profile is not passed on', async (context) => {
  const { start, plan, put, gateway } = await arrange(context);
  await start([buildJob('still')], { profile: 'other' }).done;
  await put('ref.png', makePng({ shade: 1 }));

  await start((await plan()).requests).done;

  assert.match(JSON.stringify(sentBodies(gateway).at(-1)?.['image']), /^"data:image\/png;base64,/);
});

test('a URL that has run out is not passed on', async (context) => {
  const { start, plan, put, gateway, clock } = await arrange(context);
  await start([buildJob('still')]).done;
  await put('ref.png', makePng({ shade: 1 }));
  await clock.sleep(30 * 24 * 3_600_000, new AbortController().signal);

  await start((await plan()).requests).done;

  assert.match(JSON.stringify(sentBodies(gateway).at(-1)?.['image']), /^"data:image\/png;base64,/);
});

test('a picture that has changed since it was planned is not sent', async (context) => {
  const { start, plan, put, gateway } = await arrange(context);
  const { requests } = await plan();
  await put('ref.png', makePng({ shade: 3, width: 8 }));

  const [task] = await start(requests).done;

  assert.deepEqual(
    [task?.state, task?.error, sentBodies(gateway)],
    ['failed', { code: 'input-changed', message: 'ref.png' }, []],
  );
});

test('a picture that turns into a link out of the workspace folder is not read', async (context) => {
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
  ['that is not there', 'missing.png'],
  ['outside of the workspace folder', '../storage/secret.png'],
  ['behind a link out of the workspace folder', 'linked.png'],
] as const) {
  test(`a picture ${title} is an error before anything is planned`, async (context) => {
    const { problems, folder, storageDir } = await arrange(context);
    await mkdir(storageDir, { recursive: true });
    await writeFile(join(storageDir, 'secret.png'), picture);
    await symlink(join(storageDir, 'secret.png'), join(folder, 'linked.png'));

    assert.equal(await problems(text.replace('ref.png', name)), 1);
  });
}

test('another content is another request, another time is not', async (context) => {
  const { plan, put } = await arrange(context);
  const fingerprintOf = async () => (await plan()).requests[0]?.fingerprint;

  const first = await fingerprintOf();
  await put('ref.png');
  const same = await fingerprintOf();
  await put('ref.png', makePng({ shade: 9, width: 9 }));
  const other = await fingerprintOf();

  assert.deepEqual([first?.length, same === first, other === first], [64, true, false]);
});
