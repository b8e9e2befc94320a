// A process that adopts what it finds when it is told to, prints what that was, and lives until it is killed.
import { nodeFileSystem } from '../../src/node/files/fileSystem.ts';
import { nodeProcesses } from '../../src/node/processes/nodeProcesses.ts';
import { backgroundClock } from '../../src/node/systemClock.ts';
import { createJournal } from '../../src/storage/journal/journal.ts';

const journal = createJournal({
  folder: process.argv[2] ?? '',
  files: nodeFileSystem,
  processes: nodeProcesses,
  clock: backgroundClock,
  log: { warn: () => undefined },
});

process.stdin.once('data', () => void adopt());
console.log('ready');

async function adopt(): Promise<void> {
  const tasks = await journal.adopt(() => true);
  console.log(JSON.stringify(tasks.map(({ entry }) => entry.task.id)));
}
