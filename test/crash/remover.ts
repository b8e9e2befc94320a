// A process that removes paid tasks from the list, and is killed at the given step.
import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { openEngine, workFolder, type CrashPlace } from './headless.ts';
import { countIoSteps, type KillPoint } from './ioSteps.ts';

export interface RemoverOrder {
  readonly place: CrashPlace;
  readonly killPoint: KillPoint | null;
}

const say = writeSync;

async function main({ place, killPoint }: RemoverOrder): Promise<void> {
  const steps = await countIoSteps(killPoint);
  const engine = openEngine(place);
  await engine.resume([workFolder(place)]);
  const [first, ...others] = engine.tasks();
  if (first) await engine.act(first.id, 'remove');
  await Promise.all(others.map(({ id }) => engine.act(id, 'remove')));
  say(1, JSON.stringify(steps));
  // SIGKILL would discard the compile cache, which later processes use.
  flushCompileCache();
  process.kill(process.pid, 'SIGKILL');
}

void main(JSON.parse(process.argv[2] ?? '') as RemoverOrder);
