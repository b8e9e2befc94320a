import type { Task } from './task.ts';

/** Identifies a request of another job of the same job file by the run that has made it or is making it. */
export interface ResultRef {
  readonly run: string;
  /** Null for the job at the root. */
  readonly job: string | null;
  readonly index: number;
}

/** Returns equal strings for references to the same request. JSON, so that no job name can look like two parts. */
export function resultKey({ run, job, index }: ResultRef): string {
  return JSON.stringify([run, job, index]);
}

/** Returns the key of what a task makes. */
export function madeKey({ run, request }: Pick<Task, 'run' | 'request'>): string {
  return resultKey({ run, job: request.job, index: request.index });
}
