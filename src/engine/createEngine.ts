import { dirname } from 'node:path';
import { findOpenable } from '../artifacts/findOpenable.ts';
import type { Task } from '../core/task/model/task.ts';
import type { TaskEntry } from '../core/task/model/taskEntry.ts';
import type { Earlier } from '../core/task/model/earlier.ts';
import type { TaskStore } from '../core/task/taskStore.ts';
import { isWithin } from '../node/files/confine.ts';
import { canonicalPath, createFolderSearch, createJobFilePaths, type JobFilePaths } from '../node/jobFilePaths.ts';
import { planJobFile } from '../planning/planJobFile.ts';
import { searchRuns } from '../storage/searchRuns.ts';
import type { Engine, EnginePorts } from './engine.ts';
import { createEngineParts } from './engineParts.ts';
import { createForeignTasksReader } from './foreignTasks.ts';
import { generate } from './generate/generate.ts';
import { planMoves, discard, locateFolder, saveTo } from './moves.ts';

/** Creates the engine from its parts. It has one path for each job file. Callers see the path that the window uses. */
export function createEngine(ports: EnginePorts): Engine {
  const { tasks, journal, balance, models, assets, planner, media, files, createId, ...others } =
    createEngineParts(ports);
  const { runsFile, marksFile, thumbnails, ...disposal } = others;
  const paths = createJobFilePaths();
  const enter = <T extends { readonly jobFile: string; readonly boundary: string }>(place: T): T => ({
    ...place,
    jobFile: paths.enter(place.jobFile),
    boundary: canonicalPath(place.boundary),
  });
  const withShownTask = (earlier: Earlier | null): Earlier | null =>
    earlier?.kind === 'task' ? { kind: 'task', task: paths.show(earlier.task) } : earlier;
  const readRuns = (jobFile: string) => runsFile.read(paths.enter(jobFile));
  const readMarks = (jobFile: string) => marksFile.read(paths.enter(jobFile));
  const engine: Engine = {
    onDidChangeTask: (listener) => tasks.store.onDidChange((task) => listener(paths.show(task))),
    onDidRemoveTask: tasks.store.onDidRemove,
    tasks: () => listTasks(tasks.store, paths),
    async plan(source) {
      const { jobFile, boundary = dirname(jobFile) } = source;
      const inside = { ...source, jobFile: paths.enter(jobFile), boundary: canonicalPath(boundary) };
      const plan = await planJobFile(inside, planner);
      return { ...plan, jobFile, earlier: plan.earlier.map(withShownTask) };
    },
    generate: (press, generatePorts) =>
      tasks
        .findLost(press.jobFiles.map(({ path }) => paths.enter(path)))
        .then(() => generate(engine, press, { ...generatePorts, runId: createId() })),
    start({ runId, parts }) {
      const { id, done } = tasks.start({ runId, parts: parts.map(enter) });
      return { id, done: done.then((ended) => ended.map((task) => paths.show(task))) };
    },
    async act(id, action) {
      if (action === 'remove' || action === 'dismiss') return discard(id, action, { tasks, journal, paths, files });
      await tasks.act(id, action);
    },
    stopRun: (run, scope) => tasks.stopRun(run, scope),
    ended: (id) => tasks.ended(id),
    async resume(folders, boundary) {
      for (const folder of folders) paths.learn(folder);
      const findFolder = createFolderSearch(folders);
      const isWanted = (jobFile: string): boolean => findFolder(jobFile) !== null;
      await tasks.resume(isWanted, (entry) => confine(entry, boundary ?? findFolder(entry.task.jobFile)));
    },
    locateFolder: (id, selected) => locateFolder(id, selected, { tasks, journal, paths, files }),
    saveTo: (id, folder) => saveTo(id, folder, { tasks, journal, paths, files }),
    rename: (renames, recordedIn = []) =>
      tasks.move(planMoves(renames, { recordedIn, entries: tasks.store.list(), paths })),
    readForeignTasks: createForeignTasksReader({ journal, paths, files }),
    watchForeignTasks: (changed) => journal.watchForeign(changed),
    readAccount: planner.readAccount,
    keyChanged: (profile) => tasks.keyChanged(profile),
    readBalance: balance.read,
    checkGateway: balance.check,
    readRuns,
    searchRuns(search, signal) {
      const scan = (jobFile: string, needle: string) => runsFile.scan(paths.enter(jobFile), needle);
      return searchRuns(search, { read: readRuns, scan, readMarks }, signal);
    },
    readMarks,
    mark: (result, change) => marksFile.change(enter(result), change),
    thumbnails,
    readCodecs: (file) => media.readCodecs(file),
    findOpenable: (file, boundary) => findOpenable(file, boundary, { media, files }),
    models,
    assets,
    async close(deadline) {
      await tasks.close(deadline);
      disposal.dispose();
    },
    ...disposal,
  };
  return engine;
}

/** Returns the narrower one of the boundary that a task was started with and the present one, if there is one. */
function confine({ boundary }: TaskEntry, present: string | null): string {
  const folder = canonicalPath(present ?? boundary);
  return isWithin(canonicalPath(boundary), folder) ? boundary : folder;
}

/** A view may call this at each change, so it maps the ids: `store.list()` builds an array after a change. */
function listTasks(store: TaskStore, paths: JobFilePaths): readonly Task[] {
  return store.ids().flatMap((id) => {
    const { task, isUnlisted } = store.entryOf(id);
    return isUnlisted ? [] : paths.show(task);
  });
}
