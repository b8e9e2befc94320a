import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runsFileOf } from '../../src/core/artifact/jobFileName.ts';
import type { JournalRecord, TaskChange } from '../../src/core/task/model/taskEvent.ts';
import { writeJournalLine } from '../../src/storage/journal/journalLines.ts';
import { deadIdentity } from '../fakes/tasks/journalBench.ts';
import { planned } from '../fakes/tasks/journalRecords.ts';
import { buildRecord } from '../unit/host/fakes/builders.ts';
import { type Figure, runProcess } from './figure.ts';
import type { ScaleCost, ScaleOrder } from './scaleProcess.ts';

const taskCount = 10_000;
const recordCount = 100_000;
const pressedCount = 10_000;

/** Measures the start of a window that finds the journal of an ended process, and a job file with a long history. */
export async function measureScale(): Promise<readonly Figure[]> {
  const root = await mkdtemp(join(tmpdir(), 'genwright-scale-'));
  try {
    const order = await prepare(root);
    return buildFigures((await runProcess('scaleProcess.ts', { order })) as ScaleCost);
  } finally {
    await rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

async function prepare(root: string): Promise<ScaleOrder> {
  const [folder, storageDir] = [join(root, 'work'), join(root, 'storage')];
  for (const each of [folder, storageDir]) await mkdir(each);
  const jobFile = join(folder, 'hero.gen.yaml');
  const journalFile = join(storageDir, `journal-${deadIdentity}-0a.jsonl`);
  const tasks = Array.from({ length: taskCount }, (_, at) => listRecords(`t${at}`, { jobFile, isSaved: at % 2 === 0 }));
  await writeLines(
    journalFile,
    tasks.flat().map((record) => writeJournalLine(record).text),
  );
  const runsFile = await writeRecords(jobFile, recordCount);
  const pressed = {
    jobFile: join(folder, 'pressed.gen.yaml'),
    text: 'model: seedream-5-0-260128\nprompt: A door\n',
    isStrict: false,
  };
  const pressedRuns = await writeRecords(pressed.jobFile, pressedCount);
  return { storageDir, jobFile, runsFile, journalFile, pressed: { ...pressed, runsFile: pressedRuns } };
}

async function writeRecords(jobFile: string, count: number): Promise<string> {
  const runsFile = runsFileOf(jobFile);
  const records = Array.from({ length: count }, (_, at) => buildRecord({ task_id: `r${at}`, index: at + 1 }));
  await writeLines(
    runsFile,
    records.map((record) => JSON.stringify(record)),
  );
  return runsFile;
}

function writeLines(path: string, lines: readonly string[]): Promise<void> {
  return writeFile(path, `${lines.join('\n')}\n`);
}

/** Half of the tasks have ended, the others were not sent yet. */
function listRecords(
  task: string,
  { jobFile, isSaved }: { readonly jobFile: string; readonly isSaved: boolean },
): readonly JournalRecord[] {
  const head = { v: 1, task, at: Date.now() } as const;
  const first = { ...planned(task, jobFile), at: head.at };
  const later: readonly TaskChange[] = [
    { kind: 'sending', attempt: 1, isSandbox: false },
    { kind: 'accepted', taskId: `gateway-${task}`, statusWord: null },
    { kind: 'finished', statusWord: null, amountUsd: 0.04, results: [] },
    { kind: 'saved', artifacts: [] },
    { kind: 'recorded' },
  ];
  return isSaved ? [first, ...later.map((change) => ({ ...head, ...change }))] : [first];
}

function buildFigures(cost: ScaleCost): readonly Figure[] {
  const { parseJournal, parseRuns, resume, readRuns, readRunsAgain, parsePressed, plan, tasks, records } = cost;
  const journal = `JSON.parse of each line of the journal (${parseJournal.ms.toFixed(0)} ms)`;
  const runs = `JSON.parse of each line (${parseRuns.ms.toFixed(0)} ms)`;
  const ratio = (name: string, [value, peer]: readonly [number, number], against: string, aim: string): Figure => ({
    name,
    value: value / peer,
    unit: '×',
    against,
    aim,
  });
  const block = (name: string, value: number, against: string): Figure => ({
    name: `${name}: longest block`,
    value,
    unit: 'ms',
    against,
    aim: '< 50',
  });
  const start = `start on ${tasks.toLocaleString('en')} journaled tasks`;
  const read = `${records.toLocaleString('en')} runs lines`;
  return [
    ratio(start, [resume.ms, parseJournal.ms], journal, 'linear'),
    block(start, resume.blockMs, 'half of them are settled in the journal'),
    ratio(read, [readRuns.ms, parseRuns.ms], runs, '≤ 2.5'),
    block(read, readRuns.blockMs, 'read for the first time'),
    ratio(`${read}, one of them new`, [readRunsAgain.ms, readRuns.ms], 'read for the first time', '< 0.01'),
    {
      name: `plan after ${pressedCount.toLocaleString('en')} results`,
      value: plan.ms,
      unit: 'ms',
      against: `JSON.parse of each line takes ${parsePressed.ms.toFixed(0)} ms`,
      aim: '≤ 150',
    },
  ];
}
