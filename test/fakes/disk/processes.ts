import { nodeProcesses } from '../../../src/node/processes/nodeProcesses.ts';
import { createProcesses, type ProcessFacts, type Processes } from '../../../src/node/processes/processes.ts';

/** The identity of a process of this machine and process table. By default no process has this id. */
export function identityOf({ pid = 2 ** 22 + 1, start = '1' } = {}): string {
  const [machine, boot, table] = nodeProcesses.self.split('.');
  return [machine, boot, table, pid.toString(36), start].join('.');
}

/** The identity of a process of another machine. */
export const unknownIdentity = '00000000.b1.t1.1.1';

/** A machine whose facts a test sets; `alive` are the starts of its processes by their ids. */
export function createFakeProcesses(
  facts: Partial<ProcessFacts> & { readonly alive?: ReadonlyMap<number, string | null> } = {},
): Processes {
  const { alive = new Map(), boot = 'b1', ...rest } = facts;
  return createProcesses({
    machine: '0000000a',
    boot,
    isSameBoot: (other) => other === boot,
    bootedAt: () => 0,
    table: 't1',
    pid: 1,
    start: '1',
    isAlive: (pid) => alive.has(pid),
    readStart: (pid) => alive.get(pid) ?? null,
    ...rest,
  });
}
