import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Task } from '../../../src/core/task/model/task.ts';
import type { Confirmation, Consent, Gateway, GeneratePorts, GenerateResult } from '../../../src/engine/index.ts';
import { createParserThread } from '../../../src/engine/parser.ts';
import { createEngineBench } from '../../fakes/tasks/engineBench.ts';
import { startHostileGateway } from '../../fakes/gateway/hostileGateway.ts';
import { createJobLimitClock } from '../../fakes/clocks/jobLimitClock.ts';
import { parseHere } from '../../fakes/media/parseHere.ts';
import {
  hostileCases,
  type HostileJob,
  hostileEnvironment,
  hostileJobs,
  hostileSecrets,
  paidProfile,
  secretVariable,
  writeHostileRepository,
} from '../../support/hostileRepository.ts';
import { isInert } from '../../support/hostileText.ts';

await import('../host/fakes/fakeVscode.ts');
const { buildUserMessage } = await import('../../../src/host/ui/userMessage.ts');

const { buildConfirmDialog } = await import('../../../src/host/commands/generate/dialog.ts');

const posts = /^POST /;

/** Arranges the hostile repository, with the hostile gateway as the profile that the workspace selects. */
async function arrange(context: TestContext) {
  const thread = createParserThread({
    clock: createJobLimitClock(),
    log: { warn: () => undefined },
  });
  context.after(() => thread.dispose());
  const bench = await createEngineBench(context, {
    startGateway: startHostileGateway,
    // On a leaping clock, a limit ends as soon as nothing else happens.
    parse: (job) => (job.kind === 'measure' ? thread.run(job) : parseHere(job)),
  });
  const { folder, engine, gateway } = bench;
  const repository = await writeHostileRepository(folder);
  context.after(() => repository.remove());
  process.env[secretVariable] = hostileSecrets.variable;
  context.after(() => Reflect.deleteProperty(process.env, secretVariable));
  const asked: Confirmation[] = [];
  const agreed: Consent[] = [];
  const selected: Gateway = {
    profile: paidProfile,
    origin: gateway.url,
    isSandbox: false,
    isSelected: false,
    isKeyMissing: false,
  };
  const generate = async (path: string, agrees: boolean): Promise<GenerateResult> => {
    const text = await readFile(path, 'utf8');
    const jobFiles = [{ path, text, boundary: folder, isStrict: false, concurrency: 8 }];
    const ports: GeneratePorts = {
      readGateway: () => Promise.resolve(selected),
      askUnchanged: () => Promise.resolve('all'),
      askKey: () => Promise.resolve(true),
      confirm(confirmation) {
        asked.push(confirmation);
        return Promise.resolve(agrees);
      },
      consents: { has: () => false, add: (consents) => void agreed.push(...consents) },
    };
    const rule = { requests: 1_000_000, usd: 1_000_000 };
    return engine.generate({ jobFiles, unchanged: 'generate', confirm: rule, asksForKey: true }, ports);
  };
  return {
    ...bench,
    repository,
    asked,
    generate,
    generateJob: (name: HostileJob, agrees: boolean) => generate(join(folder, name), agrees),
    sent: () => gateway.lines().filter((line) => posts.test(line)),
    leaked: () => Object.values(hostileSecrets).filter((secret) => JSON.stringify(gateway.calls).includes(secret)),
  };
}

test('a hostile repository sends nothing before the user has agreed', async (context) => {
  const { folder, repository, generate, asked, gateway } = await arrange(context);
  const paths = [...Object.keys(hostileJobs).map((name) => join(folder, name)), ...repository.oddlyNamed];

  for (const path of paths) await generate(path, false);

  const dialogs = asked.map((confirmation) => buildConfirmDialog(confirmation));
  const texts = dialogs.flatMap(({ text, details }) => [text, ...details]);
  const isAsked = (path: string): boolean => asked.some(({ unselected }) => unselected[0]?.jobFile === path);
  // These job files have errors, so there is nothing to ask.
  const unasked = paths.filter((path) => !isAsked(path)).map((path) => basename(path));
  assert.deepEqual(
    { calls: gateway.calls, unasked, active: texts.filter((text) => !isInert(text)) },
    { calls: [], unasked: ['image.gen.yaml', 'environment.gen.yaml', 'parent.gen.yaml'], active: [] },
  );
});

test('a hostile repository gets no file that no field uses, and writes nothing outside its folder', async (context) => {
  const { generateJob, sent, leaked, repository, folder } = await arrange(context);

  for (const name of ['image.gen.yaml', 'environment.gen.yaml', 'parent.gen.yaml', 'away.gen.yaml'] as const) {
    await generateJob(name, true);
  }

  assert.deepEqual(
    { sent: sent(), leaked: leaked(), elsewhere: await readdir(repository.elsewhere) },
    { sent: [], leaked: [], elsewhere: ['outside.mp4'] },
  );
  assert.equal(await readFile(join(folder, '.env'), 'utf8'), hostileEnvironment);
});

test('text from a local file is sent only after a question that names the file', async (context) => {
  const { generateJob, asked, gateway } = await arrange(context);
  await generateJob('text.gen.yaml', false);
  assert.deepEqual(
    [asked.map(({ localFiles }) => localFiles.map(({ file }) => file.name)), gateway.calls],
    [[['.env']], []],
  );
});

/** The final state of a task whose gateway responds like this. */
const ends: Readonly<Record<(typeof hostileCases)[number], Task['state']>> = {
  refused: 'failed',
  failed: 'failed',
  endless: 'saved',
  addresses: 'unsaved',
  'content-type': 'unsaved',
  amount: 'saved',
  'task-id': 'unconfirmed',
  page: 'unconfirmed',
  redirect: 'failed',
  slowly: 'saved',
};

test('a hostile gateway gets each request once, and everything that it returns is text', async (context) => {
  const { generateJob, sent, leaked, engine, clock } = await arrange(context);

  const { tasks } = await generateJob('cases.gen.yaml', true);

  const texts = engine
    .tasks()
    .flatMap(({ error }) => (error ? [buildUserMessage(error, { profile: paidProfile }).text] : []));
  const addresses = engine.tasks().find(({ request }) => request.axes['case'] === 'addresses');
  assert.match(addresses?.error?.message ?? '', /169\.254\.169\.254 is a private address/);
  const { totalUsd } = (await engine.readAccount()).spentOn(clock.now());
  assert.deepEqual(
    {
      ends: Object.fromEntries(hostileCases.map((name, at) => [name, tasks[at]?.status])),
      posts: sent().length,
      leaked: leaked(),
      active: texts.filter((text) => !isInert(text)),
      totalUsd,
    },
    { ends, posts: hostileCases.length, leaked: [], active: [], totalUsd: 0 },
  );
});

test('a runs file that is a link is neither read nor written', async (context) => {
  const { generateJob, engine, folder, sent } = await arrange(context);
  for (const name of ['linked.gen.yaml', 'zero.gen.yaml'] as const) await generateJob(name, true);
  assert.deepEqual([await readFile(join(folder, '.env'), 'utf8'), sent().length], [hostileEnvironment, 2]);
  assert.deepEqual(await engine.readRuns(join(folder, 'linked.gen.yaml')).catch(() => []), []);
});

test('forged lines do not change what the user has spent and what requests are estimated to cost', async (context) => {
  const { engine, folder, clock } = await arrange(context);
  for (const name of ['hostile', 'linked', 'zero']) await engine.readRuns(join(folder, `${name}.gen.yaml`));
  const account = await engine.readAccount();
  const estimates = [paidProfile, 'studio'].map((profile) => account.estimateModel('seedream-5-0-260128', profile));
  assert.deepEqual([account.spentOn(clock.now()).totalUsd, ...estimates], [0, null, null]);
});
