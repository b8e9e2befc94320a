import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Task } from '../../src/core/task/model/task.ts';
import { isInFlight } from '../../src/core/task/model/taskStates.ts';
import { createEngine, type Engine } from '../../src/engine/index.ts';
import { engineSettings } from '../fakes/tasks/engineSettings.ts';
import { createLeapingClock } from '../fakes/clocks/leapingClock.ts';
import { parseHere } from '../fakes/media/parseHere.ts';

/** Where one story of crashes takes place. */
export interface CrashPlace {
  readonly root: string;
  readonly gatewayUrl: string;
}

export const crashKey = 'sk-crash-0123456789abcdef';

export const workFolder = ({ root }: CrashPlace): string => join(root, 'work');
export const storageFolder = ({ root }: CrashPlace): string => join(root, 'storage');
export const jobFileOf = (place: CrashPlace): string => join(workFolder(place), 'hero.gen.yaml');

const quiet = (): void => undefined;

/** Creates the engine like a host, with a clock that does not wait. */
export function openEngine(place: CrashPlace): Engine {
  return createEngine({
    storageDir: storageFolder(place),
    version: '1.2.3',
    parse: parseHere,
    clock: createLeapingClock(),
    log: { info: quiet, warn: quiet, error: quiet },
    settings: () => engineSettings,
    openProfile: (name) =>
      Promise.resolve({ name, baseUrl: place.gatewayUrl, isSandbox: false, readKey: () => Promise.resolve(crashKey) }),
  });
}

/** Runs Generate, and waits for the end of the run. */
export async function generate(engine: Engine, place: CrashPlace): Promise<void> {
  const jobFile = jobFileOf(place);
  const text = await readFile(jobFile, 'utf8');
  const profile = 'studio';
  const boundary = workFolder(place);
  const plan = await engine.plan({ text, jobFile, isStrict: false, profile, boundary });
  const { requests, given } = plan;
  if (requests.length === 0) throw new Error(`Nothing is planned: ${JSON.stringify(plan.problems)}`);
  await engine.start({ parts: [{ jobFile, boundary, profile, requests, given, concurrency: 4 }] }).done;
}

/** Adopts the tasks that a crash has left, and resumes those that were never sent, until nothing changes. */
export async function continueTasks(engine: Engine, place: CrashPlace): Promise<void> {
  await engine.resume([workFolder(place)]);
  for (;;) {
    await rest(engine);
    const waiting = engine.tasks().filter(({ state, error }) => state === 'stopped' && error?.code === 'not-sent');
    if (waiting.length === 0) return;
    for (const { id } of waiting) await engine.act(id, 'resume');
  }
}

function rest(engine: Engine): Promise<void> {
  const isAtRest = (): boolean => !engine.tasks().some(({ state }: Task) => isInFlight(state));
  return new Promise((resolve) => {
    if (isAtRest()) return resolve();
    const subscription = engine.onDidChangeTask(() => {
      if (!isAtRest()) return;
      subscription.dispose();
      resolve();
    });
  });
}
