import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { JournalRecord } from '../../src/core/task/model/taskEvent.ts';
import { nodeFileSystem } from '../../src/node/files/fileSystem.ts';
import { nodeProcesses } from '../../src/node/processes/nodeProcesses.ts';
import { backgroundClock } from '../../src/node/systemClock.ts';
import { createJournal } from '../../src/storage/journal/journal.ts';
import { parseJournalLine } from '../../src/storage/journal/journalLines.ts';
import { planned, record } from '../fakes/tasks/journalRecords.ts';
import { timeAll, timePair, type Figure } from './figure.ts';

const rounds = 15;
const recoveredTasks = 2_500;
/** Number of records of each recovered task after its first one. With that one, a task has four. */
const laterRecords = 3;

/** Both keep the same records durably, each append before the next step of its task. */
interface Store {
  append(records: readonly JournalRecord[]): Promise<void> | void;
  close(): void;
}

/** The journal against `node:sqlite` in WAL mode with as much durability: a sync for each transaction. */
export async function measureJournal(): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'genwright-bench-'));
  try {
    const [one, fifty] = [await timeAppends(folder, 1), await timeAppends(folder, 50)];
    const recovery = await timeRecovery(folder);
    const peer = 'node:sqlite, WAL, synchronous=FULL';
    return [
      { name: 'journal: append, 1 task', value: one.a / one.b, unit: '×', against: peer, aim: 'about 1' },
      { name: 'journal: append, 50 tasks at once', value: fifty.a / fifty.b, unit: '×', against: peer, aim: '< 1' },
      { name: 'journal: 10,000 records read', value: recovery.ratio, unit: '×', against: peer, aim: 'about 1' },
      { name: 'journal: 10,000 records, size', value: recovery.sizeRatio, unit: '×', against: peer, aim: 'about 1' },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function openFiles(folder: string): Store {
  const journal = createJournal({
    folder,
    files: nodeFileSystem,
    processes: nodeProcesses,
    clock: backgroundClock,
    log: { warn: () => undefined },
  });
  return { append: (records) => journal.append(records), close: () => journal.dispose() };
}

interface Database extends Store {
  append(records: readonly JournalRecord[]): void;
  readAll(): number;
}

function openDatabase(file: string): Database {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL');
  database.exec('CREATE TABLE IF NOT EXISTS records (id INTEGER PRIMARY KEY, task TEXT, text TEXT)');
  const insert = database.prepare('INSERT INTO records (task, text) VALUES (?, ?)');
  return {
    append(records) {
      database.exec('BEGIN IMMEDIATE');
      for (const each of records) insert.run(each.task, JSON.stringify(each));
      database.exec('COMMIT');
    },
    readAll() {
      const rows = database.prepare('SELECT text FROM records ORDER BY id').all();
      return rows.filter(({ text }) => parseJournalLine(String(text)).kind === 'record').length;
    },
    close: () => database.close(),
  };
}

/** Appends five records for each of so many tasks: those of a task one after the other, and the tasks at once. */
async function timeAppends(folder: string, tasks: number): Promise<{ readonly a: number; readonly b: number }> {
  const files = openFiles(join(folder, `files-${tasks}`));
  const database = openDatabase(join(folder, `append-${tasks}.db`));
  const run = async (store: Store): Promise<void> => {
    const writeTask = async (_: unknown, at: number): Promise<void> => {
      await store.append([planned(`t${at}`)]);
      for (let step = 0; step < 4; step += 1) await store.append([record(`t${at}`, 'stopped')]);
    };
    await Promise.all(Array.from({ length: tasks }, writeTask));
  };
  const times = await timePair(
    rounds,
    () => run(files),
    () => run(database),
  );
  files.close();
  database.close();
  return times;
}

async function timeRecovery(folder: string): Promise<{ readonly ratio: number; readonly sizeRatio: number }> {
  const filesFolder = join(folder, 'recovery');
  const file = join(folder, 'recovery.db');
  const files = openFiles(filesFolder);
  const database = openDatabase(file);
  for (let at = 0; at < recoveredTasks; at += 1) {
    const later = Array.from({ length: laterRecords }, () => record(`r${at}`, 'stopped'));
    const records = [planned(`r${at}`), ...later];
    await files.append(records);
    database.append(records);
  }
  const readFiles = async (): Promise<void> => {
    const journal = createJournal({
      folder: filesFolder,
      files: nodeFileSystem,
      processes: nodeProcesses,
      clock: backgroundClock,
      log: { warn: () => undefined },
    });
    await journal.readForeign();
    journal.dispose();
  };
  const [filesMs = NaN, databaseMs = NaN] = await timeAll(5, [readFiles, () => database.readAll()]);
  database.close();
  const [name = ''] = await readdir(filesFolder);
  const [text, pages] = await Promise.all([stat(join(filesFolder, name)), stat(file)]);
  return { ratio: filesMs / databaseMs, sizeRatio: text.size / pages.size };
}
