import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scriptTasks } from '../../../fakes/planning/chain.ts';
import { createEngineBench } from '../../../fakes/tasks/engineBench.ts';

const job = 'model: seedream-5-0-260128\nprompt: A cat\n';

/** Rows with the text of `output`, and the names of two results of one task, 4 × 3 pixels. */
const rows: readonly (readonly [string, string, readonly string[]])[] = [
  ['its size', '{ name: "cat-${{ result.width }}x${{ result.height }}" }', ['cat-4x3.png', 'cat-4x3-2.png']],
  ['its number', '{ name: "cat ${{ result.index }} of ${{ result.count }}" }', ['cat 1 of 2.png', 'cat 2 of 2.png']],
  [
    'its number if names may be replaced',
    '{ name: "cat-${{ result.index }}", collision: replace }',
    ['cat-1.png', 'cat-2.png'],
  ],
  ['its kind', '{ dir: "out/${{ ext }}" }', ['out/png/hero.png', 'out/png/hero-2.png']],
];
for (const [title, output, expected] of rows) {
  test(`the name of a result may contain ${title}`, async (context) => {
    const { engine, gateway, jobFile, start } = await createEngineBench(context);
    scriptTasks(gateway, 2);
    const results = ['t1', 't2'].map((id) => ({ url: `${gateway.url}/files/${id}.png` }));
    gateway.script('GET /v1/images/generations/t1', {
      body: { data: { task_id: 't1', status: 'succeeded', results } },
    });

    const { requests } = await engine.plan({ text: `${job}output: ${output}\n`, jobFile, isStrict: false });
    const [task] = await start(requests).done;

    assert.deepEqual(
      task?.artifacts.map(({ path }) => path),
      expected,
    );
  });
}

test('a title that repeats a value from the environment puts it into no file name', async (context) => {
  const { engine, gateway, jobFile, settings, start } = await createEngineBench(context);
  context.mock.property(process, 'env', { ...process.env, GENWRIGHT_TEST_CODENAME: 'project-zanzibar' });
  Object.assign(settings, { envAllow: ['GENWRIGHT_TEST_CODENAME'] });
  scriptTasks(gateway, 1);
  const results = [{ url: `${gateway.url}/files/t1.png`, title: 'Harbor of project-zanzibar' }];
  gateway.script('GET /v1/images/generations/t1', { body: { data: { task_id: 't1', status: 'succeeded', results } } });
  const prompt = 'prompt: "A cat for ${{ env.GENWRIGHT_TEST_CODENAME }}"';
  const text = `model: seedream-5-0-260128\n${prompt}\noutput: { name: "\${{ result.title }}" }\n`;

  const { requests, problems } = await engine.plan({ text, jobFile, isStrict: false });
  const [task] = await start(requests).done;

  const [artifact] = task?.artifacts ?? [];
  assert.deepEqual([problems, gateway.lines()[0]], [[], 'POST /v1/images/generations']);
  assert.match(artifact?.path ?? '', /^Harbor of /);
  assert.doesNotMatch(artifact?.path ?? '', /zanzibar/i);
});

test('the name of a result may contain values of the job before', async (context) => {
  const { engine, gateway, jobFile, start } = await createEngineBench(context);
  scriptTasks(gateway, 2);
  const text = `jobs:
  still: { model: seedream-5-0-260128, prompt: A cat }
  clip:
    model: seedream-5-0-260128
    prompt: A dog
    output: { name: "after \${{ jobs.still.task_id }}" }
`;

  const { requests } = await engine.plan({ text, jobFile, isStrict: false });
  const tasks = await start(requests).done;

  assert.deepEqual(
    tasks.map(({ artifacts }) => artifacts[0]?.path),
    ['hero-still.png', 'after t1.png'],
  );
});
