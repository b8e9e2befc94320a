// A process that takes over what it finds when it is told to, says what that was, and lives on until it is killed.
import { createJournal } from '../../src/storage/journal.ts';

const journal = createJournal({ folder: process.argv[2] ?? '', log: { warn: () => undefined } });

process.stdin.once('data', () => void adopt());
console.log('ready');

async function adopt(): Promise<void> {
  const content = await journal.adopt(() => true);
  const records = content.flatMap((line) => (line.kind === 'record' ? line.record : []));
  console.log(JSON.stringify(records.filter(({ kind }) => kind === 'planned').map(({ task }) => task)));
}
