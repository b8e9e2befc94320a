import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { hasRecord, wasSent } from '../../src/core/task/model/taskStates.ts';
import type { Engine } from '../../src/engine/index.ts';
import { nodeFileSystem } from '../../src/node/files/fileSystem.ts';
import { parseRunsRecord } from '../../src/core/artifact/runsRecord.ts';
import { readSpoolFile, type SpoolFile, parseSpoolName } from '../../src/storage/spool.ts';
import { filesOf, type CrashGateway } from './crashGateway.ts';
import type { CrashJob } from './crashJobs.ts';
import { crashKey, storageFolder, workFolder, type CrashPlace } from './headless.ts';

/** What happened before the restart, and where to look. */
export interface CrashFacts {
  readonly place: CrashPlace;
  readonly job: CrashJob;
  readonly gateway: CrashGateway;
  /** Ids of tasks whose response was whole on disk before the restart. */
  readonly answered: ReadonlySet<string>;
}

/** Lists the tasks whose response is whole in the spool, whether or not the journal has it. */
export async function listAnswered(place: CrashPlace): Promise<ReadonlySet<string>> {
  const folder = join(storageFolder(place), 'spool');
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(names.map((name) => readSpoolFile(join(folder, name), nodeFileSystem)));
  const whole = new Set(names.filter((_, at) => files[at]));
  const isWhole = (file: SpoolFile | null | undefined): boolean =>
    file?.response.results.every(({ source }) => source.kind === 'url' || whole.has(source.name)) ?? false;
  return new Set(names.flatMap((name, at) => (isWhole(files[at]) ? (parseSpoolName(name)?.task ?? []) : [])));
}

/** Lists what is wrong after a crash, in words. */
export async function findFaults(
  { place, job, gateway, answered }: CrashFacts,
  engine: Engine,
): Promise<readonly string[]> {
  const files = await readAll(place);
  const saved = promptsIn(engine, 'saved');
  const known = [...saved, ...promptsIn(engine, 'unconfirmed')];
  const faults: string[] = [];
  for (const [prompt, times] of gateway.taken) {
    if (times > 1) faults.push(`${prompt}: charged ${times} times`);
    if (!known.includes(prompt)) faults.push(`${prompt}: charged, but not saved or unconfirmed`);
  }
  for (const { id, state } of engine.tasks()) {
    if (answered.has(id) && state !== 'saved') faults.push(`${id}: its response was on disk, and it is ${state}`);
  }
  const wanted = job.prompts
    .filter((prompt) => saved.includes(prompt))
    .flatMap((prompt) => filesOf(prompt).map(hashOf));
  const artifacts = [...files].filter(([name]) => name.startsWith('work/') && !name.includes('.gen.'));
  const there = artifacts.map(([, bytes]) => hashOf(bytes));
  if (there.toSorted().join() !== wanted.toSorted().join()) {
    faults.push(
      `${wanted.length} files were wanted, there are ${artifacts.map(([name]) => name).join(', ') || 'none'}`,
    );
  }
  for (const name of files.keys()) {
    if (name.startsWith('storage/spool/')) faults.push(`left in the spool: ${name}`);
    if (/\.part(-|$)|\.lock$/.test(name)) faults.push(`left behind: ${name}`);
  }
  for (const [name, bytes] of files) if (bytes.includes(crashKey)) faults.push(`the key is in ${name}`);
  return [...faults, ...findRecordFaults(files, engine)];
}

function promptsIn(engine: Engine, state: string): readonly string[] {
  return engine.tasks().flatMap((task) => (task.state === state ? [promptOf(task.request.recordBody)] : []));
}

function promptOf(body: { readonly [key: string]: unknown }): string {
  const [message] = (body['messages'] ?? []) as readonly { readonly content?: unknown }[];
  return String(body['prompt'] ?? message?.content);
}

/**
 * Checks that each task that was sent has one line with its state, and no other task has a line. A saved result may
 * have been unsaved before. A line that a crash has torn remains and says nothing.
 */
function findRecordFaults(files: ReadonlyMap<string, Buffer>, engine: Engine): readonly string[] {
  const lines = (files.get('work/hero.gen.runs.jsonl')?.toString() ?? '').split('\n').filter((line) => line !== '');
  const records = lines.flatMap((line) => parseRunsRecord(line) ?? []);
  const recorded = records.map((record) => `${record.job} ${record.index} ${record.status}`);
  const ended = engine.tasks().filter((task) => hasRecord(task.state) && wasSent(task));
  const wanted = ended.map(({ request, state }) => `${request.job} ${request.index} ${state}`);
  const extra = [...recorded];
  for (const each of wanted) if (extra.includes(each)) extra.splice(extra.indexOf(each), 1);
  const isMissing = wanted.some((each) => !recorded.includes(each));
  const earlier = new Set(wanted.map((each) => each.replace(/ saved$/, ' unsaved')));
  const isExplained = extra.every((each) => earlier.delete(each));
  if (!isMissing && isExplained) return [];
  return [`the runs file says ${recorded.join(', ') || 'nothing'}, the tasks are ${wanted.join(', ') || 'none'}`];
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function readAll(place: CrashPlace): Promise<ReadonlyMap<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const folder of [workFolder(place), storageFolder(place)]) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const bytes = await readFile(path).catch(() => null);
      if (bytes) files.set(relative(place.root, path).replaceAll('\\', '/'), bytes);
    }
  }
  return files;
}
