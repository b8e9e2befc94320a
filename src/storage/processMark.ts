import { readFileSync } from 'node:fs';
import { machineMark } from './machineMark.ts';
import { isProcessAlive } from './processAlive.ts';

const pattern = /^([0-9a-f]{8})\.(\d+)\.(\d+)$/;
const unknownStart = '0';

/** `<machine>.<pid>.<start>`, fit for file names: a later process with the same id has another mark. */
export function markProcess(pid: number = process.pid): string {
  return [machineMark(), pid, readStart(pid)].join('.');
}

/**
 * `elsewhere`: on another machine that shares the storage, or not a mark at all. Nobody here can ask for it. A machine
 * that was renamed is another one.
 */
export function findProcess(mark: string): 'self' | 'alive' | 'gone' | 'elsewhere' {
  const [, machine, digits, start] = pattern.exec(mark) ?? [];
  if (machine !== machineMark()) return 'elsewhere';
  if (mark === markProcess()) return 'self';
  const pid = Number(digits);
  if (!isProcessAlive(pid)) return 'gone';
  const starts = new Set([start, readStart(pid)]);
  starts.delete(unknownStart);
  return starts.size > 1 ? 'gone' : 'alive';
}

/** Whether `alive` is certain: without its start another process may have been given the id. */
export function isStartKnown(mark: string): boolean {
  return (pattern.exec(mark)?.[3] ?? unknownStart) !== unknownStart;
}

/** Clock ticks from the start of the machine to that of the process, which only Linux tells without another process. */
function readStart(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Field 22; the name of the program, in brackets, is field 2 and may hold spaces and brackets.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return fields[19] ?? unknownStart;
  } catch {
    return unknownStart;
  }
}
