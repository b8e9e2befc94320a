import { dirname } from 'node:path';
import type { Task } from '../core/task/model/task.ts';
import type { Engine, EnginePorts } from './engine.ts';
import { findOpenable } from '../artifacts/findOpenable.ts';
import { createParts } from './createParts.ts';
import { generate } from './generate/generate.ts';
import { canonicalPath, createFolderMatch, createJobFilePaths } from '../node/jobFilePaths.ts';
import { planMoves } from './moves/planMoves.ts';
import { planRun } from '../planning/planner.ts';
import { discard, locateFolder, saveTo, findStranded } from './moves/relocate.ts';
import type { Earlier } from '../planning/runPlan.ts';

/** The composition root of the part `engine`, without VS Code. */
export function createEngine(ports: EnginePorts): Engine {
  const { tasks, journal, balance, models, assets, runsFile, planner, media, files, createId, ...disposal } =
    createParts(ports);
  const markForeign = createForeignMark();
  const paths = createJobFilePaths();
  const showEarlier = (earlier: Earlier | null): Earlier | null =>
    earlier?.kind === 'open' ? { kind: 'open', task: paths.show(earlier.task) } : earlier;
  const list = (): readonly Task[] => tasks.store.list().map(({ task }) => paths.show(task));
  const engine: Engine = {
    onDidChangeTask: (listener) => tasks.store.onDidChange((task) => listener(paths.show(task))),
    onDidRemoveTask: tasks.store.onDidRemove,
    tasks: list,
    async plan(source) {
      const { jobFile, boundary = dirname(jobFile) } = source;
      const inside = { ...source, jobFile: paths.enter(jobFile), boundary: canonicalPath(boundary) };
      const plan = await planRun(inside, planner);
      return { ...plan, jobFile, earlier: plan.earlier.map(showEarlier) };
    },
    generate: (press, generatePorts) => generate(engine, press, { ...generatePorts, runId: createId() }),
    start({ runId, parts }) {
      const inside = parts.map((part) => ({
        ...part,
        jobFile: paths.enter(part.jobFile),
        boundary: canonicalPath(part.boundary),
      }));
      const { id, done } = tasks.start({ runId, parts: inside });
      return { id, done: done.then((ended) => ended.map((task) => paths.show(task))) };
    },
    async act(id, action) {
      if (action === 'remove' || action === 'dismiss') return discard(id, action, { tasks, journal, paths, files });
      await tasks.act(id, action);
    },
    stopRun: (run, scope) => tasks.stopRun(run, scope),
    ended: (id) => tasks.ended(id),
    async resume(folders) {
      for (const folder of folders) paths.learn(folder);
      await tasks.resume(createFolderMatch(folders));
    },
    locateFolder: (id, selected) => locateFolder(id, selected, { tasks, journal, paths, files }),
    saveTo: (id, folder) => saveTo(id, folder, { tasks, journal, paths, files }),
    rename: (renames) => tasks.move(planMoves(renames, { entries: tasks.store.list(), paths })),
    async readElsewhere(folders) {
      for (const folder of folders) paths.learn(folder);
      const isHere = createFolderMatch(folders);
      const foreign = (await journal.readForeign()).filter(({ isUnlisted }) => !isUnlisted);
      const stranded = await findStranded(
        foreign.map(({ entry }) => entry.task),
        files,
      );
      return foreign
        .filter(({ entry: { task } }) => stranded.has(task) || isHere(task.jobFile))
        .map(({ entry: { task }, holder }) =>
          markForeign(paths.show(task), { holder, ...(stranded.has(task) ? { isFolderGone: true } : {}) }),
        )
        .toSorted((one, other) => other.createdAt - one.createdAt);
    },
    watchElsewhere: (changed) => journal.watchForeign(changed),
    readAccount: planner.readAccount,
    keyChanged: (profile) => tasks.keyChanged(profile),
    readBalance: balance.read,
    checkGateway: balance.check,
    readRuns: (jobFile) => runsFile.read(paths.enter(jobFile)),
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

type ForeignMark = Pick<Task, 'holder' | 'isFolderGone'>;

/** Returns the same object for the same task, because few of thousands of tasks have changed since the last call. */
function createForeignMark(): (task: Task, mark: ForeignMark) => Task {
  const known = new WeakMap<Task, Task>();
  return (task, mark) => {
    const before = known.get(task);
    if (before && before.holder === mark.holder && before.isFolderGone === mark.isFolderGone) return before;
    const marked = { ...task, ...mark };
    known.set(task, marked);
    return marked;
  };
}
