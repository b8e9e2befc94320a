// A process that generates, or continues after a crash, and is killed at a given step.
import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { generate, continueTasks, openEngine, type CrashPlace } from './headless.ts';
import { countIoSteps, type KillPoint } from './ioSteps.ts';

export interface ChildOrder {
  readonly place: CrashPlace;
  readonly begins: boolean;
  readonly killPoint: KillPoint | null;
}

const say = writeSync;

async function main({ place, begins, killPoint }: ChildOrder): Promise<void> {
  const steps = await countIoSteps(killPoint);
  const engine = openEngine(place);
  await (begins ? generate(engine, place) : continueTasks(engine, place));
  say(1, JSON.stringify(steps));
  // SIGKILL would discard the compile cache, which later processes use.
  flushCompileCache();
  process.kill(process.pid, 'SIGKILL');
}

void main(JSON.parse(process.argv[2] ?? '') as ChildOrder);
