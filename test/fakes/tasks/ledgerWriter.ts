// A process that appends the given charges to the ledger, and says when they are on disk.
import { createInterface } from 'node:readline';
import { nodeFileSystem } from '../../../src/node/files/fileSystem.ts';
import { nodeProcesses } from '../../../src/node/processes/nodeProcesses.ts';
import { createLedger } from '../../../src/storage/ledger.ts';
import { buildLedgerRecord } from './charges.ts';

/** One append: the task, and the number of hashes that makes its line long. */
export interface LedgerOrder {
  readonly task: string;
  readonly hashes: number;
}

const ledger = createLedger({
  folder: process.argv[2] ?? '',
  files: nodeFileSystem,
  processes: nodeProcesses,
  clock: { now: () => Date.UTC(2026, 0, 15) },
});

createInterface({ input: process.stdin }).on('line', (line) => {
  const { task, hashes } = JSON.parse(line) as LedgerOrder;
  const artifacts = Array.from({ length: hashes }, () => 'a'.repeat(64));
  void ledger.append([buildLedgerRecord({ task, artifacts })]).then(() => console.log('done'));
});
console.log('ready');
