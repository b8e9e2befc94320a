import { listedEntries } from '../core/task/journalPort.ts';
import { sandboxProfile } from '../core/task/sandboxProfile.ts';
import type { Task } from '../core/task/task.ts';
import type { Engine, EnginePorts } from '../engine.ts';
import { isWithin } from '../storage/confine.ts';
import { findOpenable } from '../storage/findOpenable.ts';
import { createParts } from './createParts.ts';
import { generate } from './generate/generate.ts';
import { planRun } from './planner.ts';

/** The composition root of the part `engine`: no VS Code in sight. */
export function createEngine(ports: EnginePorts): Engine {
  const { tasks, journal, balance, models, assets, runsFile, planner, media, files, ...disposal } = createParts(ports);
  const markElsewhere = createElsewhereMark();
  const list = (): readonly Task[] => tasks.store.list().map(({ task }) => task);
  const engine: Engine = {
    onDidChangeTask: tasks.store.onDidChange,
    onDidRemoveTask: tasks.store.onDidRemove,
    tasks: list,
    plan: (source) => planRun(source, planner),
    generate: (press, generatePorts) => generate(engine, press, generatePorts),
    start: ({ runId, parts }) =>
      tasks.start({ runId, parts: parts.map((part) => ({ ...part, isSandbox: part.profile === sandboxProfile })) }),
    act: (id, action) => tasks.act(id, action),
    ended: (id) => tasks.ended(id),
    resume: (folders) => tasks.resume(isBelow(folders)),
    async readElsewhere(folders) {
      const isHere = isBelow(folders);
      const tasks = listedEntries(await journal.readForeign()).flatMap(({ task }) =>
        isHere(task.jobFile) ? [task] : [],
      );
      return tasks.toSorted((one, other) => other.createdAt - one.createdAt).map(markElsewhere);
    },
    watchElsewhere: (changed) => journal.watchForeign(changed),
    readAccount: planner.readAccount,
    keyChanged: (profile) => tasks.keyChanged(profile),
    readBalance: balance.read,
    checkGateway: balance.check,
    readRuns: (jobFile) => runsFile.read(jobFile),
    readCodecs: (file) => media.readCodecs(file),
    findOpenable: (file, boundary) => findOpenable(file, boundary, { media, files }),
    models,
    assets,
    ...disposal,
  };
  return engine;
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
