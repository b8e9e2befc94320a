// A process that adopts a journal, writes to its own until its journal is rewritten, and is killed at a given step.
import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import type { JournalRecord } from '../../src/core/task/model/taskEvent.ts';
import { nodeFileSystem } from '../../src/node/files/fileSystem.ts';
import { nodeProcesses } from '../../src/node/processes/nodeProcesses.ts';
import { backgroundClock } from '../../src/node/systemClock.ts';
import { createJournal } from '../../src/storage/journal/journal.ts';
import { planned, record } from '../fakes/tasks/journalRecords.ts';
import { countIoSteps, type KillPoint } from './ioSteps.ts';

export interface KeeperOrder {
  readonly folder: string;
  readonly killPoint: KillPoint | null;
}

const say = writeSync;
/** More history than a journal contains before it is rewritten. */
const ballast = 'x'.repeat(600_000);

async function main({ folder, killPoint }: KeeperOrder): Promise<void> {
  const steps = await countIoSteps(killPoint);
  const journal = createJournal({
    folder,
    files: nodeFileSystem,
    processes: nodeProcesses,
    clock: backgroundClock,
    log: { warn: () => undefined },
  });
  await journal.adopt((jobFile) => jobFile.startsWith('/w/'));
  const append = async (name: string, each: JournalRecord): Promise<void> => {
    await journal.append([each]);
    say(1, `${name}\n`);
  };
  await append('kept', planned('kept'));
  await append('big', planned('big', `/w/${ballast}.gen.yaml`));
  await append('removed', record('big', 'removed'));
  await append('stopped', record('kept', 'stopped'));
  say(1, JSON.stringify(steps));
  // SIGKILL would discard the compile cache, which later processes use.
  flushCompileCache();
  process.kill(process.pid, 'SIGKILL');
}

void main(JSON.parse(process.argv[2] ?? '') as KeeperOrder);
