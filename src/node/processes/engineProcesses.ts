import { threadId } from 'node:worker_threads';
import type { Disposable } from '../../core/support/disposable.ts';
import { nodeProcesses } from './nodeProcesses.ts';
import type { Processes } from './processes.ts';

/** The identities of the engines of this thread that are not disposed. */
const open = new Set<string>();
let created = 0;

/**
 * Returns the processes as a new engine sees them. Each engine is to the others like a process that ends when it is
 * disposed, so several of one process can share a storage folder. Those of another thread are `unknown`.
 */
export function createEngineProcesses(): Processes & Disposable {
  const thread = `${nodeProcesses.self}.${threadId.toString(36)}`;
  const self = `${thread}.${(created += 1).toString(36)}`;
  open.add(self);
  return {
    ...nodeProcesses,
    self,
    find(identity) {
      if (identity === self) return 'self';
      if (identity.startsWith(`${thread}.`)) return open.has(identity) ? 'alive' : 'gone';
      return identity.startsWith(`${nodeProcesses.self}.`) ? 'unknown' : nodeProcesses.find(identity);
    },
    dispose: () => void open.delete(self),
  };
}
