import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { nodeFileSystem as files } from '../../../../src/node/files/fileSystem.ts';
import { nodeProcesses as processes } from '../../../../src/node/processes/nodeProcesses.ts';
import { carryOutMerge } from '../../../../src/storage/merge/carryOutMerge.ts';
import { findLineFiles } from '../../../../src/storage/merge/findLineFiles.ts';
import { planMerge } from '../../../../src/storage/merge/planMerge.ts';
import { writeJournalLine } from '../../../../src/storage/journal/journalLines.ts';
import { makeTempFolder } from '../../../fakes/disk/tempFolder.ts';
import * as fc from '../../../support/fastCheck.ts';
import { buildRecord, buildRequest } from '../../host/fakes/builders.ts';

const ports = { files, processes };
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

type Texts = Readonly<Record<string, string>>;

async function write(folder: string, texts: Texts): Promise<void> {
  for (const [name, text] of Object.entries(texts)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

async function read(folder: string): Promise<Texts> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found = entries.filter((each) => each.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const texts = found.map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'utf8')] as const);
  return Object.fromEntries((await Promise.all(texts)).toSorted(([one], [other]) => one.localeCompare(other)));
}

/** Creates checkouts with these files, and merges some of them into another. */
async function arrange(t: TestContext, checkouts: Readonly<Record<string, Texts>>) {
  const root = await makeTempFolder(t);
  for (const [name, texts] of Object.entries(checkouts)) await write(join(root, name), { '.keep': '', ...texts });
  const checkout = (name: string) => ({ folder: join(root, name), stateDir: join(root, name, 'state') });
  const open = async (name: string) => ({
    ...checkout(name),
    lineFiles: await findLineFiles(join(root, name), files),
  });
  const plan = async (names: readonly string[], into: string) =>
    planMerge(await Promise.all(names.map(open)), checkout(into), ports);
  return {
    root,
    plan,
    async merge(names: readonly string[], into: string) {
      const planned = await plan(names, into);
      await mkdir(join(root, into, 'state'), { recursive: true });
      if (planned.refused.length === 0) await carryOutMerge(planned.steps, checkout(into), ports);
      return planned;
    },
    read: (name: string) => read(join(root, name)),
  };
}

/** A line of a runs file whose artifact has this content. */
function record(path: string, content: string, at = 1): string {
  const artifact = {
    path,
    sha256: sha256(content),
    bytes: 1,
    media_type: 'image/png',
    width: 1,
    height: 1,
    seconds: null,
  };
  return JSON.stringify(buildRecord({ at: new Date(at * 1000).toISOString(), run: content, artifacts: [artifact] }));
}

const mark = (content: string, at: number): string =>
  JSON.stringify({
    v: 1,
    at: new Date(at).toISOString(),
    sha256: sha256(content),
    mark: 'star',
    rating: null,
    note: null,
  });

const lines = (...all: readonly string[]): string => all.map((line) => `${line}\n`).join('');

describe('a merge of checkouts', () => {
  test('keeps every record, mark and artifact in any order, overwrites nothing, and has nothing to do again', async (t) => {
    const content = fc.constantFrom('a', 'b', 'c', 'd');
    const made = fc.array(fc.record({ name: fc.constantFrom('hero.png', 'out/hero.png'), content, at: fc.nat(9) }), {
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(made, { minLength: 3, maxLength: 3 }), async (all) => {
        const textsOf = (own: (typeof all)[number]): Texts => {
          // A checkout has only the newest file of each name.
          const last = [...new Map(own.map((each) => [each.name, each])).values()];
          return {
            'hero.gen.runs.jsonl': lines(...new Set(last.map((each) => record(each.name, each.content, each.at)))),
            'hero.gen.marks.jsonl': lines(...new Set(last.map((each) => mark(each.content, each.at)))),
            ...Object.fromEntries(last.map((each) => [each.name, each.content])),
          };
        };
        const [base = {}, one = {}, other = {}] = all.map(textsOf);
        const world = await arrange(t, { one, other, ab: base, ba: base });
        await world.merge(['one', 'other'], 'ab');
        await world.merge(['other', 'one'], 'ba');
        const [ab, ba] = [await world.read('ab'), await world.read('ba')];
        for (const merged of [ab, ba]) {
          for (const [name, text] of Object.entries(base)) {
            assert.ok(name.endsWith('.jsonl') ? merged[name]?.startsWith(text) : merged[name] === text);
          }
        }
        assert.deepEqual(contentsOf(ab), contentsOf(ba));
        assert.deepEqual(contentsOf(ab), contentsOf({}, base, one, other));
        assert.deepEqual((await world.plan(['one', 'other'], 'ab')).steps, []);
        assert.deepEqual((await world.plan(['other', 'one'], 'ab')).steps, []);
      }),
      { numRuns: 12 },
    );
  });

  test('gives the next free number to another content, and its record follows', async (t) => {
    const world = await arrange(t, {
      one: { 'hero.png': 'new', 'hero.gen.runs.jsonl': lines(record('hero.png', 'new')) },
      into: { 'hero.png': 'old', 'hero-2.png': 'older' },
    });
    await world.merge(['one'], 'into');
    const merged = await world.read('into');
    assert.deepEqual([merged['hero.png'], merged['hero-3.png']], ['old', 'new']);
    assert.match(merged['hero.gen.runs.jsonl'] ?? '', /"path":"hero-3.png"/);
  });

  test('takes no artifact into a folder that is hidden, such as the hooks of Git', async (t) => {
    const paths = ['.git/hooks/post-checkout', 'out/.envrc', 'a\\.git\\b.png', '..x/a.png'];
    const world = await arrange(t, {
      one: {
        ...Object.fromEntries(paths.map((path) => [path, 'a'])),
        'hero.gen.runs.jsonl': lines(...paths.map((path) => record(path, 'a'))),
      },
      into: {},
    });
    const planned = await world.plan(['one'], 'into');
    assert.deepEqual(
      planned.left.map(({ reason }) => reason),
      paths.map(() => 'outside'),
    );
    assert.ok(planned.steps.every(({ kind }) => kind === 'append'));
  });

  test('takes nothing from outside of a checkout, and writes nothing there', async (t) => {
    const world = await arrange(t, {
      one: {
        'a.gen.runs.jsonl': lines(record('../secret.txt', 'secret'), record('/etc/passwd', 'secret')),
        'b.gen.runs.jsonl': lines(record('linked/secret.txt', 'secret')),
        'sub/c.gen.runs.jsonl': lines(record('c.png', 'c')),
        'sub/c.png': 'c',
      },
      into: {},
      elsewhere: {},
    });
    await writeFile(join(world.root, 'secret.txt'), 'secret');
    await symlink(world.root, join(world.root, 'one/linked'));
    await symlink(join(world.root, 'elsewhere'), join(world.root, 'into/sub'));
    const planned = await world.plan(['one'], 'into');
    assert.deepEqual(
      planned.left.map(({ reason }) => reason),
      ['outside', 'missing'],
    );
    await assert.rejects(world.merge(['one'], 'into'), { name: 'OutsideBoundaryError' });
    assert.deepEqual(await world.read('elsewhere'), { '.keep': '' });
  });

  test('leaves out what was changed by hand, and keeps its record', async (t) => {
    const world = await arrange(t, {
      one: { 'hero.png': 'edited', 'hero.gen.runs.jsonl': lines(record('hero.png', 'made')) },
      into: {},
    });
    const { left } = await world.merge(['one'], 'into');
    assert.deepEqual(left, [{ path: join(world.root, 'into/hero.png'), reason: 'changed' }]);
    assert.deepEqual(Object.keys(await world.read('into')), ['.keep', 'hero.gen.runs.jsonl']);
  });
});

describe('a merge of state folders', () => {
  const journal = 'journal-00000000.0.0.1.1-0123456789ab.jsonl';
  const planned = (root: string): string =>
    writeJournalLine({
      v: 1,
      task: 'task1',
      at: 1,
      kind: 'planned',
      seed: {
        run: 'run1',
        jobFile: join(root, 'one/hero.gen.yaml'),
        boundary: join(root, 'one'),
        profile: 'studio',
        isSandbox: false,
        request: buildRequest(),
      },
    }).text;

  test('moves the tasks of a checkout to the other one, and takes what the journal has got since', async (t) => {
    const world = await arrange(t, { one: { 'hero.gen.yaml': 'model: x' }, into: {} });
    await write(join(world.root, 'one/state'), { [journal]: lines(planned(world.root)) });
    await world.merge(['one'], 'into');
    const sent = writeJournalLine({ v: 1, task: 'task1', at: 2, kind: 'sending', attempt: 1, isSandbox: false }).text;
    await write(join(world.root, 'one/state'), { [journal]: lines(planned(world.root), sent) });
    const { steps } = await world.merge(['one'], 'into');
    const [[name, text] = ['', '']] = Object.entries(await world.read('into/state'));
    assert.match(name, /^journal-nobody-/);
    assert.ok(text.includes(join(world.root, 'into/hero.gen.yaml')) && text.endsWith(`${sent}\n`));
    assert.deepEqual([steps.length, (await world.plan(['one'], 'into')).steps], [1, []]);
  });

  test('refuses journals and kept responses of which one is not the beginning of the other', async (t) => {
    const world = await arrange(t, {
      one: { [`state/${journal}`]: 'one\n', 'state/spool/x': 'one' },
      into: { 'state/spool/x': 'other' },
    });
    await world.merge(['one'], 'into');
    await write(join(world.root, 'into'), { 'state/journal-nobody-0.jsonl': '' });
    const { refused, steps } = await world.plan(['one'], 'into');
    assert.deepEqual([refused, steps.map(({ kind }) => kind)], [[join(world.root, 'one/state/spool/x')], ['write']]);
  });

  test('joins the ledgers of machines, so that nothing that was spent is forgotten', async (t) => {
    const ledger = 'state/ledger/2026-11-00000000.jsonl';
    const world = await arrange(t, {
      one: { [ledger]: lines('{"at":2}', '{"at":1}') },
      other: { [ledger]: lines('{"at":1}', '{"at":3}') },
      into: {},
    });
    await world.merge(['one', 'other'], 'into');
    assert.equal((await world.read('into'))[ledger], lines('{"at":1}', '{"at":2}', '{"at":3}'));
  });

  test('refuses the state of a command that still runs', async (t) => {
    const world = await arrange(t, { one: { [`state/journal-${processes.self}-0123456789ab.jsonl`]: '' }, into: {} });
    const isRunning = { files, processes: { find: () => 'alive' as const } };
    const one = { folder: join(world.root, 'one'), stateDir: join(world.root, 'one/state'), lineFiles: [] };
    const into = { folder: join(world.root, 'into'), stateDir: join(world.root, 'into/state') };
    await assert.rejects(planMerge([one], into, isRunning), /still runs/);
  });
});

/** What checkouts contain, whatever the names of the artifacts are. */
function contentsOf(...checkouts: readonly Texts[]) {
  const all = checkouts.flatMap((texts) => Object.entries(texts)).filter(([name]) => name !== '.keep');
  const linesOf = (suffix: string) =>
    all.filter(([name]) => name.endsWith(suffix)).flatMap(([, text]) => text.trim().split('\n').filter(Boolean));
  const records = linesOf('runs.jsonl').map((line) => line.replaceAll(/"path":"[^"]*"/g, ''));
  const artifacts = all.filter(([name]) => name.endsWith('.png')).map(([, text]) => text);
  return [records, linesOf('marks.jsonl'), artifacts].map((each) => [...new Set(each)].toSorted());
}
