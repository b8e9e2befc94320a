import type { Task } from '../core/task/task.ts';
import type { Engine, EnginePorts } from '../engine.ts';
import { isWithin } from '../storage/confine.ts';
import { readCodecs } from '../storage/readCodecs.ts';
import { createParts } from './createParts.ts';
import { planRun, readEstimator } from './planner.ts';

/** The composition root of the part `engine`: no VS Code in sight. */
export function createEngine(ports: EnginePorts): Engine {
  const { tasks, journal, balance, models, assets, runsFile, planner, ...disposal } = createParts(ports);
  const markElsewhere = createElsewhereMark();
  const list = (): readonly Task[] => tasks.store.list().map(({ task }) => task);
  return {
    onDidChangeTask: tasks.store.onDidChange,
    onDidRemoveTask: tasks.store.onDidRemove,
    tasks: list,
    plan: (source) => planRun(source, planner),
    estimator: (place) => readEstimator(place, planner),
    start: ({ profile, ...run }) => tasks.start({ ...run, profile, isSandbox: profile === sandboxProfile }),
    act: (id, action) => tasks.act(id, action),
    ended: (id) => tasks.ended(id),
    resume: (folders) => tasks.resume(isBelow(folders)),
    async readElsewhere(folders) {
      const isHere = isBelow(folders);
      const { listed } = await journal.readForeign();
      const tasks = listed.flatMap(({ task }) => (isHere(task.jobFile) ? [task] : []));
      return tasks.toSorted((one, other) => other.createdAt - one.createdAt).map(markElsewhere);
    },
    watchElsewhere: (changed) => journal.watchForeign(changed),
    async readAccount() {
      const { listed, unlisted } = await journal.readForeign();
      const entries = [...tasks.store.list(), ...tasks.store.unlisted(), ...listed, ...unlisted];
      return entries.map(({ task }) => task);
    },
    keyChanged: (profile) => tasks.keyChanged(profile),
    readBalance: balance.read,
    checkGateway: balance.check,
    readRuns: (jobFile) => runsFile.read(jobFile),
    readCodecs,
    models,
    assets,
    ...disposal,
  };
}

/** Answers the same for the same task: of thousands few have changed since somebody last looked. */
function createElsewhereMark(): (task: Task) => Task {
  const known = new WeakMap<Task, Task>();
  return (task) => {
    const marked = known.get(task) ?? { ...task, isElsewhere: true };
    known.set(task, marked);
    return marked;
  };
}

function isBelow(folders: readonly string[]): (jobFile: string) => boolean {
  return (jobFile) => folders.some((folder) => isWithin(jobFile, folder));
}

/** The profile is known by this name before its server is asked for. */
const sandboxProfile = 'sandbox';
