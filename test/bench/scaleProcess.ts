// Starts a window on much history, in a separate process. Prints what that took.
import { appendFile, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createEngine, type PlanSource } from '../../src/engine/index.ts';
import { engineSettings } from '../fakes/tasks/engineSettings.ts';
import { watchTurns } from './watchTurns.ts';

/** The argument, as JSON. */
export interface ScaleOrder {
  readonly storageDir: string;
  readonly jobFile: string;
  readonly runsFile: string;
  /** The journal of an ended process. */
  readonly journalFile: string;
  /** Another job file, with earlier results, on which Generate is pressed. */
  readonly pressed: Pick<PlanSource, 'jobFile' | 'text' | 'isStrict'> & { readonly runsFile: string };
}

export interface Step {
  readonly ms: number;
  /** The longest turn; see `watchTurns`. */
  readonly blockMs: number;
}

/** What is printed, as JSON. */
export interface ScaleCost {
  /** `JSON.parse` of each line of the same files, in the same process. */
  readonly parseJournal: Step;
  readonly parseRuns: Step;
  readonly resume: Step;
  readonly readRuns: Step;
  /** Reads the runs file again after one line was added. */
  readonly readRunsAgain: Step;
  readonly parsePressed: Step;
  /** Plans the other job file, whose runs file was not read yet. */
  readonly plan: Step;
  readonly tasks: number;
  readonly records: number;
}

const { storageDir, jobFile, runsFile, journalFile, pressed } = JSON.parse(process.argv[2] ?? '') as ScaleOrder;

async function measure<T>(work: () => Promise<T>): Promise<{ readonly step: Step; readonly result: T }> {
  const turns = watchTurns();
  const startedAt = performance.now();
  const result = await work();
  const ms = performance.now() - startedAt;
  return { step: { ms, blockMs: await turns.end() }, result };
}

async function parseLines(path: string): Promise<number> {
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  return lines.filter((line) => JSON.parse(line) !== null).length;
}

const parseJournal = await measure(() => parseLines(journalFile));
const parseRuns = await measure(() => parseLines(runsFile));
const engine = createEngine({
  storageDir,
  version: '0.0.0',
  openProfile: () => Promise.resolve(null),
  settings: () => engineSettings,
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
});
const resume = await measure(() => engine.resume([dirname(jobFile)]));
const readRuns = await measure(() => engine.readRuns(jobFile));
const [line = ''] = (await readFile(runsFile, 'utf8')).split('\n', 1);
await appendFile(runsFile, `${line}\n`);
const readRunsAgain = await measure(() => engine.readRuns(jobFile));
const parsePressed = await measure(() => parseLines(pressed.runsFile));
const plan = await measure(() => engine.plan({ ...pressed, boundary: dirname(pressed.jobFile) }));
const cost: ScaleCost = {
  parseJournal: parseJournal.step,
  parseRuns: parseRuns.step,
  resume: resume.step,
  readRuns: readRuns.step,
  readRunsAgain: readRunsAgain.step,
  parsePressed: parsePressed.step,
  plan: plan.step,
  tasks: engine.tasks().length,
  records: readRunsAgain.result.length,
};
engine.dispose();
process.stdout.write(`${JSON.stringify(cost)}\n`);
