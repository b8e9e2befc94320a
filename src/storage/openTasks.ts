import { dirname, join, relative, sep } from 'node:path';
import * as z from 'zod/mini';
import { stringifyJson } from '../core/support/json/json.ts';
import { messageOf } from '../core/support/text/redact.ts';
import { isTaskId } from '../core/task/gatewayPort.ts';
import type { OpenNote, OpenTask } from '../core/task/model/openTask.ts';
import type { Log, OpenTasksPort } from '../core/task/ports.ts';
import { isWithin } from '../node/files/confine.ts';
import type { FileSystem } from '../node/files/fileSystem.ts';
import { isFolderGone, makeFolder, syncFolder } from '../node/files/folder.ts';
import { readRegularFile } from '../node/files/regularFile.ts';
import { ifMissing, isMissing, systemCode } from '../node/files/systemCode.ts';
import { withFile, writeWhole } from '../node/files/wholeFile.ts';
import type { PartPorts } from '../node/partFiles/partFile.ts';
import { createBatchWriter } from './batchWriter.ts';
import { createLineFile, parseLines } from './lineFile.ts';
import { parseStored } from '../node/parseStored.ts';

const folderName = '.genwright';
const everything = '*\n';
/** Name of a file that a process is about to remove. */
const claimed = /^open\.[0-9a-f]+\.jsonl$/;
/** Many times what the tasks of a folder need. Of a larger file, the last lines are read. */
const maxBytes = 8 * 1024 * 1024;
/** Another process can remove the file during an append, but hardly several times in a row. */
const maxAppends = 5;

const word = z.string().check(z.minLength(1), z.maxLength(4_096));
const key = { v: z.literal(1), job_file: word, origin: word, task_id: z.string().check(z.refine(isTaskId)) };
/** The job file is relative to the folder, with `/`. The task of a line with `ended` needs no line. */
const schema = z.union([
  z.object({ ...key, ended: z.literal(true) }),
  z.object({
    ...key,
    at: z.iso.datetime(),
    endpoint: word,
    profile: word,
    fingerprint: word,
    job: z.nullable(word),
    index: z.int().check(z.positive()),
  }),
]);

type Line = z.infer<typeof schema>;
type OpenLine = Exclude<Line, { readonly ended: true }>;

const parseLine = (line: string): Line | null => parseStored(schema, line);

function keyOf({ job_file, origin, task_id }: Pick<Line, 'job_file' | 'origin' | 'task_id'>): string {
  return JSON.stringify([job_file, origin, task_id]);
}

/** Returns the lines without those whose tasks have ended. */
function fold(lines: readonly Line[]): ReadonlyMap<string, OpenLine> {
  const open = new Map<string, OpenLine>();
  for (const line of lines) {
    if ('ended' in line) open.delete(keyOf(line));
    else open.set(keyOf(line), line);
  }
  return open;
}

/**
 * Creates the files in which all who use a folder tell each other what their gateways work on: windows with another
 * storage, containers and programs. Several processes append at the same time. The file of a folder is removed with its
 * last line, and comes back if a line was added meanwhile.
 */
export function createOpenTasks({ log, ...ports }: PartPorts & { readonly log: Pick<Log, 'warn'> }): OpenTasksPort {
  const { files } = ports;
  const file = createLineFile({ parse: parseLine, ...ports, maxBytes });
  const pathIn = (folder: string): string => join(folder, folderName, 'open.jsonl');
  const readLines = async (folder: string): Promise<readonly Line[]> =>
    (await isOwn(dirname(pathIn(folder)), files)) ? file.read(pathIn(folder)) : [];
  const read = async (folder: string): Promise<ReadonlyMap<string, OpenLine>> => fold(await readLines(folder));

  /** Appends lines until they are in the file that the others read. `list` returns those that are still to be told. */
  const append = async (folder: string, list: () => Promise<readonly Line[]>) => {
    const path = pathIn(folder);
    const appendOnce = async (lines: readonly Line[]): Promise<void> => {
      await ignore(dirname(path), files);
      await file.append(path, lines.map((line) => stringifyJson({ ...line })).join('\n'), folder);
      // The file may be a new one of a known name.
      await syncFolder(dirname(path), files);
    };
    for (let appends = 1; appends <= maxAppends; appends += 1) {
      const lines = await list();
      if (lines.length > 0) await appendOnce(lines).catch(unlessMissing);
      const found = await readLines(folder);
      // Another process may have ended the task by now. A line after its own would open the task again.
      const told = new Set(found.map(keyOf));
      if (lines.every((line) => 'ended' in line || told.has(keyOf(line)))) return fold(found);
    }
    throw new Error('The file is removed again and again');
  };
  /** Removes the file unless a line was added, and the folder unless it has other files. */
  const remove = async (folder: string): Promise<void> => {
    const path = pathIn(folder);
    if (!(await isOwn(dirname(path), files))) return;
    const inFolder = (name: string): string => join(dirname(path), name);
    const own = `open.${files.createSuffix(8)}.jsonl`;
    // The file that is read is the one that is removed: another process may have begun a new one under its name.
    await files.rename(path, inFolder(own)).catch(unlessMissing);
    let names: readonly string[] = [];
    const open = await append(folder, async () => {
      // A process that was killed here has left such a file too, which is older.
      const left = (await files.readdir(dirname(path)).catch(() => [])).filter((name) => claimed.test(name));
      names = left.toSorted((one, other) => Number(one === own) - Number(other === own));
      const lines = await readAll(names.map(inFolder), files);
      return [...fold(lines).values()];
    });
    for (const name of names) await files.unlink(inFolder(name)).catch(unlessMissing);
    if (open.size > 0) return;
    await removeFolder(dirname(path), files);
  };
  const settle = async (folder: string, notes: readonly OpenNote[]): Promise<void> => {
    // A folder that the user has moved is not created again.
    if (await isFolderGone(folder, files)) return;
    let open = await read(folder);
    const lines = notes.flatMap(({ boundary, jobFile, open: task, isOpen }): Line[] => {
      if (!isWithin(jobFile, folder) || !isWithin(folder, boundary)) return [];
      const { origin, task_id } = task;
      const own = { v: 1, job_file: nameIn(folder, jobFile), origin, task_id } as const;
      if (open.has(keyOf(own)) === isOpen) return [];
      if (!isOpen) return [{ ...own, ended: true }];
      return folder === boundary ? [{ ...task, ...own }] : [];
    });
    if (lines.length > 0) open = await append(folder, () => Promise.resolve(lines));
    if (open.size === 0) await remove(folder);
  };
  /** Ends that a disk has refused, until the next notes. What is open is told again anyway. */
  const owed: OpenNote[] = [];
  const enqueue = createBatchWriter<OpenNote>(async (batch) => {
    // The last of several notes about a task counts.
    const notes = [...new Map(batch.map(({ value }) => [JSON.stringify({ ...value, isOpen: true }), value])).values()];
    for (const folder of new Set(notes.flatMap(({ jobFile }) => foldersAbove(jobFile)))) {
      // Others may have a folder above the boundary open, which is left to them.
      if (!notes.some(({ boundary }) => isWithin(folder, boundary))) continue;
      await settle(folder, notes).catch((error: unknown) => {
        owed.push(...notes.filter(({ isOpen }) => !isOpen));
        log.warn(`The open tasks of ${folder} cannot be written: ${messageOf(error)}`);
      });
    }
    for (const { resolve } of batch) resolve();
  });
  return {
    async read(jobFile) {
      const found = foldersAbove(jobFile).map(async (folder): Promise<readonly OpenTask[]> => {
        const name = nameIn(folder, jobFile);
        const open = await read(folder).catch(() => fold([]));
        return [...open.values()].filter(({ job_file }) => job_file === name);
      });
      return (await Promise.all(found)).flat();
    },
    note: async (notes) => void (await Promise.all([...owed.splice(0), ...notes].map(enqueue))),
  };
}

/** Removes the folder unless it has other files. */
async function removeFolder(folder: string, files: FileSystem): Promise<void> {
  const path = join(folder, '.gitignore');
  const ignored = await readRegularFile(path, 9, files).catch(() => null);
  const isOurs = ignored !== null && everything.startsWith(ignored.toString());
  if (isOurs) await files.unlink(path).catch(unlessMissing);
  // Another process may have begun to write.
  const isGone = await files.rmdir(folder).then(() => true, isMissing);
  if (!isGone && isOurs) await ignore(folder, files).catch(unlessMissing);
}

async function readAll(paths: readonly string[], files: FileSystem): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (const path of paths) {
    const bytes = await readRegularFile(path, maxBytes, files).catch(() => null);
    if (bytes) lines.push(...(await parseLines(bytes, parseLine)));
  }
  return lines;
}

/** Another process may have removed what this one is about to use. */
const unlessMissing = ifMissing(undefined);

/** A repository can contain a link of that name, which leads to any folder of the user. */
async function isOwn(folder: string, files: FileSystem): Promise<boolean> {
  return files.lstat(folder).then((facts) => facts.isDirectory(), ifMissing(false));
}

/** Creates the folder, of which Git then lists nothing. A `.gitignore` of the user is kept. */
async function ignore(folder: string, files: FileSystem): Promise<void> {
  // A folder that another process removes meanwhile exists for `mkdir`, and is missing for whoever looks.
  await makeFolder(folder, files).catch((error: unknown) => {
    if (systemCode(error) !== 'EEXIST') throw error;
  });
  if (!(await files.lstat(folder)).isDirectory()) throw new Error(`${folder} is a link or a file`);
  const handle = await files.open(join(folder, '.gitignore'), 'wx').catch(() => null);
  if (handle) await withFile(handle, (opened) => writeWhole(opened, Buffer.from(everything)));
}

/** Returns the folders that contain a file, the nearest first: whoever runs it may have any of them open. */
function foldersAbove(path: string): readonly string[] {
  const folder = dirname(path);
  return folder === path ? [] : [folder, ...foldersAbove(folder)];
}

function nameIn(folder: string, jobFile: string): string {
  return relative(folder, jobFile).split(sep).join('/');
}
