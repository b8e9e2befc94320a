import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { nodeFileSystem } from '../../../../src/node/files/fileSystem.ts';
import { hashFile } from '../../../../src/node/files/wholeFile.ts';
import { createEngineBench } from '../../../fakes/tasks/engineBench.ts';
import { makePng } from '../../../fakes/media/media.ts';
import { buildRequest } from '../../../fakes/planning/requests.ts';

const output = (metadata: 'none' | 'embed') => ({ dir: '', name: 'hero', collision: 'number', metadata }) as const;

test('an image contains what made it, and the runs file has the hash of the file on disk', async (context) => {
  const { run, engine, folder, jobFile, clock } = await createEngineBench(context);

  await run(buildRequest({ output: output('embed') }));

  const [record] = await engine.readRuns(jobFile);
  const file = join(folder, 'hero.png');
  const bytes = await readFile(file);
  const said = /genwright\0{5}(\{.*?\}\})/.exec(bytes.toString('latin1'))?.[1] ?? '{}';
  const { at, ...facts } = JSON.parse(said) as Record<string, unknown>;
  assert.deepEqual(
    [
      facts,
      typeof at === 'string' && Date.parse(at) <= clock.now(),
      record?.artifacts[0]?.sha256,
      record?.artifacts[0]?.bytes,
    ],
    [
      {
        v: 1,
        fingerprint: buildRequest().fingerprint,
        model: 'seedream-5-0-260128',
        endpoint: '/v1/images/generations',
        task_id: 't1',
        request: { model: 'seedream-5-0-260128', prompt: 'A cat' },
      },
      true,
      await hashFile(file, nodeFileSystem),
      bytes.length,
    ],
  );
});

test('neither the runs file nor an image contains a value from the environment or a signed URL', async (context) => {
  const { engine, folder, jobFile, start, settings } = await createEngineBench(context);
  const name = 'GENWRIGHT_TEST_TOKEN';
  process.env[name] = 'live_0123456789';
  context.after(() => delete process.env[name]);
  settings.envAllow = [name];
  const text = [
    'model: seedream-5-0-260128',
    `prompt: "token \${{ env.${name} }}"`,
    'image: https://bucket.example.com/x.png?X-Signature=0123abcd',
    'output: { metadata: embed }',
  ].join('\n');
  const { requests } = await engine.plan({ text, jobFile, isStrict: false });

  const [task] = await start(requests).done;

  const files = await Promise.all(
    ['hero.png', 'hero.gen.runs.jsonl'].map((file) => readFile(join(folder, file), 'latin1')),
  );
  const has = (secret: string): readonly boolean[] => files.map((file) => file.includes(secret));
  assert.deepEqual(
    [
      task?.request.body['prompt'],
      has('live_0123456789'),
      has('X-Signature'),
      has('https://bucket.example.com/x.png"'),
    ],
    ['token live_0123456789', [false, false], [false, false], [true, true]],
  );
});

test('by default a file contains exactly the bytes that the gateway sent', async (context) => {
  const { run, folder } = await createEngineBench(context);

  await run(buildRequest({ output: output('none') }));

  assert.deepEqual(await readFile(join(folder, 'hero.png')), makePng());
});

test('the setting decides if the job file does not', async (context) => {
  const { engine, jobFile } = await createEngineBench(context);
  const plan = async (text: string) => {
    const { requests } = await engine.plan({ text, jobFile, isStrict: false, metadata: 'embed' });
    return requests.map(({ output: { metadata } }) => metadata);
  };
  const text = 'model: seedream-5-0-260128\nprompt: A cat\n';

  assert.deepEqual([await plan(text), await plan(`${text}output: { metadata: none }\n`)], [['embed'], ['none']]);
});
