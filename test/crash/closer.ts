// A process that generates, is closed as VS Code closes it at the state that it is told, and ends as soon as it may.
import { flushCompileCache } from 'node:module';
import type { TaskState } from '../../src/core/task/model/task.ts';
import { generate, openEngine, type CrashPlace } from './headless.ts';

export interface CloserOrder {
  readonly place: CrashPlace;
  /** The engine is closed at the first change of a task to this state, before that is on disk. */
  readonly closesAt: TaskState;
}

/** The time that the extension host has. */
const deadlineMs = 3_000;

function main({ place, closesAt }: CloserOrder): void {
  const engine = openEngine(place);
  const end = (): void => {
    // SIGKILL would discard the compile cache, which later processes use.
    flushCompileCache();
    process.kill(process.pid, 'SIGKILL');
  };
  engine.onDidChangeTask(({ state }) => {
    if (state !== closesAt) return;
    process.nextTick(() => void engine.close(AbortSignal.timeout(deadlineMs)).then(end));
  });
  void generate(engine, place);
}

main(JSON.parse(process.argv[2] ?? '') as CloserOrder);
