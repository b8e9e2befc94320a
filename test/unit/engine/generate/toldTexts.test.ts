import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Confirmation, GeneratePorts } from '../../../../src/engine/index.ts';
import { scriptTasks, sentBodies } from '../../../fakes/planning/chain.ts';
import { createEngineBench } from '../../../fakes/tasks/engineBench.ts';

const text = `jobs:
  idea:
    model: gpt-4o
    prompt: Think of a motif
  still:
    model: seedream-5-0-260128
    prompt: \${{ jobs.idea.text }}
`;
const reply = { choices: [{ message: { content: 'A red door' }, finish_reason: 'stop' }], amount_usd: 0.01 };

/** Arranges a folder with the reply of `idea`, and a program that has not made it. Its gateway accepts one image. */
async function arrange(context: TestContext) {
  const bench = await createEngineBench(context);
  const { gateway, jobFile, folder } = bench;
  gateway.script('POST /v1/chat/completions', { body: reply });
  scriptTasks(gateway, 2);
  const { requests } = await bench.engine.plan({ text, jobFile, isStrict: false, profile: 'studio', job: 'idea' });
  await bench.start(requests).done;
  const runsFile = join(folder, 'hero.gen.runs.jsonl');
  /** Changes the texts that the record of `idea` tells. */
  const forge = async (texts: Readonly<Record<string, string>>) => {
    const record = JSON.parse(await readFile(runsFile, 'utf8')) as object;
    await writeFile(runsFile, `${JSON.stringify({ ...record, ...texts })}\n`);
  };
  const shown: (readonly (string | undefined)[])[] = [];
  /** Generates what is missing, and says yes to each question, which is noted. Returns the end of each request. */
  const press = async (
    engine = bench.openStorage('fresh'),
    changes: { confirm?: null; unchanged?: 'ask'; whenAsked?: () => Promise<void> } = {},
  ) => {
    const gatewayOf = {
      profile: 'studio',
      origin: gateway.url,
      isSandbox: false,
      isSelected: true,
      isKeyMissing: false,
    };
    const agreed = new Set<string>();
    const show = ({ localFiles = [] }: Partial<Confirmation>): void =>
      void shown.push(localFiles.map(({ file }) => `${file.name}: ${file.text}`));
    const ports: GeneratePorts = {
      readGateway: () => Promise.resolve(gatewayOf),
      askUnchanged({ confirmation }) {
        show(confirmation ?? {});
        return Promise.resolve('missing');
      },
      askKey: () => assert.fail('the key is there'),
      async confirm(confirmation) {
        show(confirmation);
        await changes.whenAsked?.();
        return true;
      },
      consents: {
        has: (consent) => agreed.has(JSON.stringify(consent)),
        add: (consents) => consents.forEach((each) => agreed.add(JSON.stringify(each))),
      },
    };
    const jobFiles = [{ path: jobFile, text, boundary: folder, isStrict: false, concurrency: 4 }];
    const rule = changes.confirm === null ? null : { requests: 9, usd: 9 };
    const { unchanged = 'skip' } = changes;
    const order = { jobFiles, unchanged, confirm: rule, asksForKey: false } as const;
    const { tasks } = await engine.generate(order, ports);
    return tasks.map(({ job, status, error }) => `${job} ${status}${error ? ` ${error.code} ${error.message}` : ''}`);
  };
  const images = () => sentBodies(gateway).flatMap(({ prompt }) => prompt ?? []);
  const edit = () => writeFile(join(folder, 'hero-idea.md'), 'My own words\n');
  return { ...bench, forge, press, images, shown, edit };
}

const made = ['idea unchanged', 'still saved'];
const refused = ['idea unchanged', 'still failed value-missing jobs.idea.text'];

test('the text of a result is taken from its file, whatever a runs file tells', async (context) => {
  const { forge, press, images, shown } = await arrange(context);
  await forge({ text: 'FORGED', lyrics: 'FORGED', title: 'FORGED' });

  const ends = await press(undefined, { confirm: null });

  assert.deepEqual([ends, images(), shown], [made, ['A red door'], []]);
});

test('what this machine has made needs no file', async (context) => {
  const { engine, forge, press, images, edit } = await arrange(context);
  await edit();
  await forge({ text: 'FORGED' });

  assert.deepEqual([await press(engine, { confirm: null }), images()], [made, ['A red door']]);
});

test('a text that only a runs file tells is shown, and is sent if the user agrees', async (context) => {
  const { forge, press, images, shown, edit } = await arrange(context);
  await edit();
  await forge({ text: 'Told by others' });

  const ends = await press();

  assert.deepEqual([ends, images(), shown], [made, ['Told by others'], [['jobs.idea.text: Told by others']]]);
});

test('a text that only a runs file tells is shown by the question about what exists', async (context) => {
  const { forge, press, images, shown, edit } = await arrange(context);
  await edit();
  await forge({ text: 'Told by others' });

  const ends = await press(undefined, { unchanged: 'ask' });

  assert.deepEqual([ends, images(), shown], [made, ['Told by others'], [['jobs.idea.text: Told by others']]]);
});

test('a text that only a runs file tells is not sent unasked', async (context) => {
  const { forge, press, images, edit } = await arrange(context);
  await edit();
  await forge({ text: 'FORGED' });

  assert.deepEqual([await press(undefined, { confirm: null }), images()], [refused, []]);
});

test('another text than the one that was shown is not sent', async (context) => {
  const { forge, press, images, edit } = await arrange(context);
  await edit();
  await forge({ text: 'Told by others' });

  const ends = await press(undefined, { whenAsked: () => forge({ text: 'FORGED' }) });

  assert.deepEqual([ends, images()], [refused, []]);
});
