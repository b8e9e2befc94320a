import { isInFlight } from '../core/task/isInFlight.ts';
import type { Task } from '../core/task/task.ts';
import type { Engine, EnginePorts } from '../engine.ts';
import { isWithin } from '../storage/confine.ts';
import { readCodecs } from '../storage/readCodecs.ts';
import { createParts } from './createParts.ts';
import { planRun } from './planner.ts';

/** The composition root of the part `engine`: no VS Code in sight. */
export function createEngine(ports: EnginePorts): Engine {
  const { tasks, balance, models, assets, runsFile, planner, ...disposal } = createParts(ports);
  const list = (): readonly Task[] => tasks.store.list().map(({ task }) => task);
  return {
    onDidChangeTask: tasks.store.onDidChange,
    onDidRemoveTask: tasks.store.onDidRemove,
    tasks: list,
    plan: (source) => planRun(source, planner),
    start: ({ profile, ...run }) => tasks.start({ ...run, profile, isSandbox: profile === sandboxProfile }),
    act: (id, action) => tasks.act(id, action),
    ended: (id) => tasks.ended(id),
    resume: (folders) => tasks.resume(isBelow(folders)),
    async countElsewhere(folders) {
      const isHere = isBelow(folders);
      const others = (await planner.journal.readForeign()).map(({ task }) => task);
      return others.filter(({ state, jobFile }) => isInFlight(state) && isHere(jobFile)).length;
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

function isBelow(folders: readonly string[]): (jobFile: string) => boolean {
  return (jobFile) => folders.some((folder) => isWithin(jobFile, folder));
}

/** The profile is known by this name before its server is asked for. */
const sandboxProfile = 'sandbox';
