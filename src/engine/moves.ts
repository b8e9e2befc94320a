import { basename, dirname, join, relative, sep } from 'node:path';
import { readForeignEntries, type JournalPort } from '../core/task/journalPort.ts';
import type { TaskEntry } from '../core/task/model/taskEntry.ts';
import type { TaskPlace } from '../core/task/model/taskEvent.ts';
import { isOpen } from '../core/task/model/taskStates.ts';
import type { Moves } from '../core/task/performAction.ts';
import type { TaskEngine } from '../core/task/taskEngine.ts';
import { findConfinedFile, isWithin, isBelow } from '../node/files/confine.ts';
import type { FileSystem } from '../node/files/fileSystem.ts';
import { isFolderGone } from '../node/files/folder.ts';
import { canonicalPath, type JobFilePaths } from '../node/jobFilePaths.ts';

/** A file or folder that the user has renamed or moved. Paths are absolute. */
export interface Rename {
  readonly from: string;
  readonly to: string;
  /** Whether `to` is a job file. With any other file, nothing else moves. */
  readonly isJobFile: boolean;
  /** Only the result at exactly this path moves. Anyone may have written the record that tells where it was. */
  readonly isResult?: true;
  /** Artifacts may not leave this folder. Null: the folder of each job file. */
  readonly boundary: string | null;
}

/** A job file whose records may name renamed files, as it was before. Both paths are absolute. */
export type RecordedIn = Pick<TaskPlace, 'jobFile' | 'boundary'>;

interface MoveFacts {
  readonly recordedIn: readonly RecordedIn[];
  readonly entries: readonly TaskEntry[];
  readonly paths: JobFilePaths;
}

/**
 * Finds what moves with these files: tasks and records of job files at and below each path, and the paths of results in
 * tasks and records.
 */
export function planMoves(renames: readonly Rename[], { recordedIn, entries, paths }: MoveFacts): Moves {
  const places = new Map(renames.map((rename) => [canonicalPath(rename.from), rename]));
  /** Finds the rename of a path, or of the nearest folder above it. There may be thousands of both. */
  const findPlace = (path: string) => {
    for (let from = path; ; from = dirname(from)) {
      const place = places.get(from);
      if (place && (from === path || !place.isResult)) return { ...place, from };
      if (from === dirname(from)) return undefined;
    }
  };
  const present = (path: string): string => {
    const place = findPlace(path);
    return place ? join(canonicalPath(place.to), relative(place.from, path)) : path;
  };
  const createFollow =
    (from: string, { jobFile, boundary }: TaskPlace) =>
    (path: string) => {
      const before = join(dirname(from), ...path.split('/'));
      const after = present(before);
      const moved = relative(dirname(jobFile), after);
      const isSame = relative(dirname(from), before) === moved;
      return isSame || !isBelow(after, boundary) ? path : moved.split(sep).join('/');
    };
  const buildPlace = (to: string, boundary: string | null) => {
    const jobFile = paths.enter(to);
    return { jobFile, boundary: boundary === null ? dirname(jobFile) : canonicalPath(boundary) };
  };
  const movePlace = (jobFile: string) => {
    const place = findPlace(jobFile);
    if (!place || place.isJobFile !== (place.from === jobFile)) return null;
    return buildPlace(join(place.to, relative(place.from, jobFile)), place.boundary);
  };
  const tasks = entries.flatMap(({ task: { id, jobFile, state, artifacts: known }, boundary }) => {
    const moved = movePlace(jobFile);
    const place = moved ?? { jobFile, boundary };
    const follow = createFollow(jobFile, place);
    const artifacts = state === 'saved' ? known.map((each) => ({ ...each, path: follow(each.path) })) : known;
    const isSame = artifacts.every(({ path }, at) => path === known[at]?.path);
    return moved || !isSame ? [{ id, ...place, ...(isSame ? {} : { artifacts }) }] : [];
  });
  const jobFiles = [...places]
    .filter(([, { isJobFile }]) => isJobFile)
    .map(([from, { to, boundary }]) => {
      const place = buildPlace(to, boundary);
      return { from, to: place.jobFile, boundary: place.boundary };
    });
  const results = recordedIn.map((old) => {
    const jobFile = paths.enter(old.jobFile);
    const place = movePlace(jobFile) ?? { jobFile, boundary: canonicalPath(old.boundary) };
    return { ...place, follow: createFollow(jobFile, place) };
  });
  return { tasks, jobFiles, results };
}

/** A folder that the user has selected. Paths are absolute. */
export interface SelectedFolder {
  readonly folder: string;
  /** Artifacts may not leave this folder. Null: the selected folder. */
  readonly boundary: string | null;
}

/**
 * `not-found`: the job file is not in the selected folder. `foreign`: another process has the task. `ended`: the task
 * has nothing left to save, or is no longer listed. `not-adopted`: no process has the task, but this one could not
 * adopt it, for example because the disk is full.
 */
export type Relocation = 'moved' | 'not-found' | NotRelocated;

type NotRelocated = 'foreign' | 'ended' | 'not-adopted';

export interface RelocatePorts {
  readonly tasks: TaskEngine;
  readonly journal: Pick<JournalPort, 'readForeign'>;
  readonly paths: JobFilePaths;
  readonly files: FileSystem;
}

export async function locateFolder(
  id: string,
  { folder, boundary }: SelectedFolder,
  ports: RelocatePorts,
): Promise<Relocation> {
  const entries = await readEntries(ports);
  const entry = entries.find(({ task }) => task.id === id);
  if (!entry) return 'ended';
  const root = await findOldRoot(entry.task.jobFile, folder, ports.files);
  if (root === null) return 'not-found';
  const places = new Map<string, TaskPlace>();
  for (const jobFile of new Set(entries.map(({ task }) => task.jobFile))) {
    const to = isWithin(jobFile, root) ? join(folder, relative(root, jobFile)) : null;
    if (to === null || !(await findConfinedFile(to, folder, ports.files).catch(() => null))) continue;
    places.set(jobFile, { jobFile: ports.paths.enter(to), boundary: canonicalPath(boundary ?? folder) });
  }
  await ports.tasks.resume((jobFile) => places.has(jobFile));
  const moved = ports.tasks.store.list().flatMap(({ task }) => {
    const place = places.get(task.jobFile);
    return place ? [{ id: task.id, ...place }] : [];
  });
  await ports.tasks.move({ tasks: moved, jobFiles: [] });
  return moved.some((each) => each.id === id) ? 'moved' : explainNotAdopted(id, ports);
}

export async function saveTo(id: string, folder: string, ports: RelocatePorts): Promise<Relocation> {
  const entry = (await readEntries(ports)).find(({ task }) => task.id === id);
  if (!entry || !isOpen(entry.task)) return 'ended';
  const { jobFile } = entry.task;
  if (!(await adoptTask(entry, ports.tasks))) return explainNotAdopted(id, ports);
  const place = { jobFile: ports.paths.enter(join(folder, basename(jobFile))), boundary: canonicalPath(folder) };
  await ports.tasks.move({ tasks: [{ id, ...place, isFlat: true }], jobFiles: [] });
  return 'moved';
}

/** Removes or dismisses a task. If its folder is gone, it is adopted first: no window does that automatically. */
export async function discard(id: string, action: 'remove' | 'dismiss', ports: RelocatePorts): Promise<void> {
  if (!isOwn(id, ports.tasks)) {
    const entry = (await readEntries(ports)).find(({ task }) => task.id === id);
    if (entry && (await isFolderGone(dirname(entry.task.jobFile), ports.files))) await adoptTask(entry, ports.tasks);
  }
  await ports.tasks.act(id, action);
}

/** Returns whether this process now has the task. The other tasks of its job file come with it. */
async function adoptTask({ task: { id, jobFile } }: TaskEntry, tasks: TaskEngine): Promise<boolean> {
  if (!isOwn(id, tasks)) await tasks.resume((each) => each === jobFile);
  return isOwn(id, tasks);
}

/** Returns why this process does not have the task, although it has tried to adopt it. */
async function explainNotAdopted(id: string, { journal }: RelocatePorts): Promise<NotRelocated> {
  const task = (await journal.readForeign()).find(({ entry }) => entry.task.id === id);
  if (!task) return 'ended';
  return task.holder === 'gone' ? 'not-adopted' : 'foreign';
}

function isOwn(id: string, { store }: TaskEngine): boolean {
  return store.list().some(({ task }) => task.id === id);
}

/** Reads the tasks of this process and of others. */
async function readEntries({ tasks, journal }: RelocatePorts): Promise<readonly TaskEntry[]> {
  return [...tasks.store.list(), ...(await readForeignEntries(journal))];
}

/**
 * Returns the former path of the selected folder: the folder of the job file, or a folder above it that is gone too. If
 * several fit, the highest one counts, because a folder may contain a job file of the same name as one below it.
 */
async function findOldRoot(jobFile: string, folder: string, files: FileSystem): Promise<string | null> {
  const roots = [dirname(jobFile)];
  // A drive that is gone is its own parent.
  for (let above = dirname(dirname(jobFile)); !roots.includes(above); above = dirname(above)) {
    if (!(await isFolderGone(above, files))) break;
    roots.unshift(above);
  }
  for (const root of roots) {
    if (await findConfinedFile(join(folder, relative(root, jobFile)), folder, files).catch(() => null)) return root;
  }
  return null;
}
