import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test, type TestContext } from 'node:test';
import { nodeFileSystem } from '../../../src/node/files/fileSystem.ts';
import { nodeProcesses } from '../../../src/node/processes/nodeProcesses.ts';
import { createLedger } from '../../../src/storage/ledger.ts';
import type { LedgerOrder } from '../../fakes/tasks/ledgerWriter.ts';
import { makeTempFolder } from '../../fakes/disk/tempFolder.ts';

const writer = join(import.meta.dirname, '../../fakes/tasks/ledgerWriter.ts');
const rounds = 40;

/** Starts another process that appends to this ledger. */
async function startWriter(context: TestContext, folder: string): Promise<(order: LedgerOrder) => Promise<void>> {
  const child = spawn(process.execPath, [writer, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  context.after(() => child.kill());
  const answers = createInterface({ input: child.stdout });
  await once(answers, 'line');
  return async (order) => {
    const done = once(answers, 'line');
    child.stdin.write(`${JSON.stringify(order)}\n`);
    await done;
  };
}

test('if two processes append to the ledger at the same time, no charge is missing', async (context) => {
  const folder = join(await makeTempFolder(context), 'ledger');
  const writers = await Promise.all([startWriter(context, folder), startWriter(context, folder)]);
  const reader = createLedger({ folder, files: nodeFileSystem, processes: nodeProcesses, clock: { now: () => 0 } });
  const written: string[] = [];
  const missing: string[] = [];
  // Lines of 0.4, 5 and 20 KB.
  for (const hashes of [0, 70, 300]) {
    for (let round = 0; round < rounds; round += 1) {
      const orders = writers.map((_, at) => ({ task: `${hashes} ${round} ${at}`, hashes }));
      await Promise.all(writers.map((append, at) => append(orders[at] ?? { task: '', hashes })));
      written.push(...orders.map(({ task }) => task));
      await reader.refresh();
      const known = new Set(reader.charges().map(({ task }) => task));
      missing.push(...written.filter((task) => !known.has(task)));
    }
  }

  assert.deepEqual([missing, reader.charges().length, (await readdir(folder)).length], [[], written.length, 1]);
});
