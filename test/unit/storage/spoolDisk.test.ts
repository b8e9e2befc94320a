import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSpool } from '../../../src/storage/spool.ts';
import { createFaultyFiles, type Fault, type FileStep } from '../../fakes/disk/faultyFiles.ts';
import { createMemoryDisk } from '../../fakes/disk/memoryDisk.ts';
import { createFakeProcesses } from '../../fakes/disk/processes.ts';

const request = { id: 'x', submittedAt: 5 };
const media = (text: string) =>
  ({ source: { kind: 'bytes', bytes: Buffer.from(text), mediaType: null }, title: null, lyrics: null }) as const;
const response = { deliveries: [media('one'), media('two')], amountUsd: 0.04, text: null };

function arrange() {
  const disk = createMemoryDisk();
  disk.put('/s/journal-a-0a.jsonl', '');
  const steps: string[] = [];
  const errors: string[] = [];
  const slept: boolean[] = [];
  const state: { decide: (step: FileStep) => Fault } = { decide: () => undefined };
  const files = createFaultyFiles((step) => {
    steps.push(`${step.name} ${step.path}`);
    return state.decide(step);
  }, disk.files);
  const open = () =>
    createSpool({
      folder: '/s/spool',
      journalFolder: '/s',
      files,
      processes: createFakeProcesses(),
      clock: { now: () => 0, sleep: () => Promise.resolve(void slept.push(true)) },
      log: { error: (line) => void errors.push(line) },
    });
  const names = () => [...disk.list().keys()].filter((path) => path.startsWith('/s/spool/'));
  return { disk, steps, errors, slept, state, open, names };
}

const full = ({ name }: FileStep): Fault => (name === 'write' ? { code: 'ENOSPC' } : undefined);

/** Returns the content of each result. */
async function readAll(
  spool: ReturnType<ReturnType<typeof arrange>['open']>,
  { results }: Awaited<ReturnType<typeof spool.put>>,
): Promise<readonly string[]> {
  const names = results.flatMap(({ source }) => (source.kind === 'spooled' ? [source.name] : []));
  return Promise.all(names.map(async (name) => Buffer.from(await spool.read(name)).toString()));
}

test('what the spool has accepted survives a power cut', async () => {
  const { disk, open } = arrange();
  const put = await open().put(request, response);

  disk.cutPower();

  const later = open();
  assert.deepEqual([await later.find(request), await readAll(later, put)], [put, ['one', 'two']]);
});

test('results that a full disk does not accept stay readable, leave no file, and are written when there is space', async () => {
  const { errors, state, open, names, steps } = arrange();
  const spool = open();
  state.decide = full;
  const put = await spool.put(request, response);
  const whileFull: unknown[] = [names(), errors.length];
  await spool.flush();
  whileFull.push(await readAll(spool, put));

  state.decide = () => undefined;
  await spool.flush();
  steps.length = 0;
  await spool.flush();

  assert.deepEqual(whileFull, [[], 2, ['one', 'two']]);
  assert.deepEqual([await open().find(request), steps.filter((step) => step.startsWith('write'))], [put, []]);
});

test('a result that the disk refuses once is on disk soon, because a process that ends forgets the rest', async () => {
  const { disk, errors, slept, state, open } = arrange();
  let refusals = 0;
  state.decide = ({ name }) => (name === 'mkdir' && (refusals += 1) <= 2 ? { code: 'ESTALE' } : undefined);
  const put = await open().put(request, response);
  disk.cutPower();

  assert.deepEqual([await open().find(request), slept.length, errors], [put, 2, []]);
});

test('a result that was saved while the disk was full is not written afterward', async () => {
  const { state, open, names } = arrange();
  const spool = open();
  state.decide = full;
  const { results } = await spool.put(request, response);
  await spool.remove(results.map(({ source }) => source));

  state.decide = () => undefined;
  await spool.flush();

  assert.deepEqual(names(), []);
});

test('a result that is saved while it is written leaves no file', async () => {
  const { state, open, names } = arrange();
  const spool = open();
  state.decide = full;
  const { results } = await spool.put(request, { ...response, deliveries: [media('one')] });
  let removed: Promise<void> | undefined;
  state.decide = ({ name }) => {
    // The file is on disk, but the flush does not know it yet.
    if (name === 'sync') removed ??= spool.remove(results.map(({ source }) => source));
    return undefined;
  };

  await spool.flush();
  await removed;

  assert.deepEqual(names(), []);
});

test('the tasks in the spool are listed, and files of another kind are not', async () => {
  const { disk, open } = arrange();
  const spool = open();
  assert.deepEqual([...(await spool.listTasks())], []);

  await spool.put(request, response);
  await spool.put({ id: 'task-y', submittedAt: null }, response);
  for (const name of ['notes.txt', 'owner-x', '-x.5.0a', 'owner-x.5.xyz']) disk.put(`/s/spool/${name}`, '');

  assert.deepEqual([...(await spool.listTasks())].toSorted(), ['task-y', 'x']);
});

test('a file without facts is damaged, not empty', async () => {
  const { disk, open } = arrange();
  const spool = open();
  const { results } = await spool.put(request, { ...response, deliveries: [media('one')] });
  const [source] = results.flatMap((result) => (result.source.kind === 'spooled' ? [result.source] : []));
  assert.ok(source);
  for (const text of ['', 'no line feed', '\n', '00000000 {}\nbytes']) {
    disk.put(`/s/spool/${source.name}`, text);
    await assert.rejects(spool.read(source.name), /is damaged/);
  }

  assert.equal(await spool.find(request), null);
});

test('a name that leads out of the spool reads nothing', async () => {
  const { disk, open } = arrange();
  disk.put('/s/secret', 'x');

  await assert.rejects(open().read('../secret'), { code: 'ENOENT' });
});

test('no journal is read if nothing in the spool can be an orphan', async () => {
  const { open, steps } = arrange();
  const spool = open();
  await spool.put(request, response);
  steps.length = 0;

  await spool.removeOrphans(() => true);

  assert.deepEqual(
    steps.filter((step) => step.startsWith('open')),
    [],
  );
});

test('orphans stay if a journal cannot be read', async () => {
  const { disk, open, state, errors, names } = arrange();
  const orphan = '/s/spool/0000000a.b1.t1.3.1-x.5.0a';
  disk.put(orphan, 'x');
  state.decide = ({ name, path }) => (name === 'open' && path.endsWith('.jsonl') ? { code: 'EIO' } : undefined);
  await open().removeOrphans(() => true);
  const unread = names();

  state.decide = () => undefined;
  await open().removeOrphans(() => true);

  assert.deepEqual([unread, errors.length, names()], [[orphan], 1, []]);
});
