import { createHash } from 'node:crypto';
import type { Consent, Consents, Log } from '../../engine/index.ts';
import { runInBackground } from '../runInBackground.ts';

/** The part of `vscode.Memento` that is used. Its values are local to the machine and shared by all windows. */
interface Memory {
  get(key: string): unknown;
  update(key: string, value: readonly string[]): Thenable<void>;
}

const key = 'consents';
/** Maximum number of consents. The oldest are forgotten, so the user is asked again. */
const maxCount = 4_000;

/** Remembers the user's consents on this machine, as hashes. */
export function createConsents(memory: Memory, log: Log): Consents {
  const read = (): readonly string[] => {
    const value = memory.get(key);
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
  };
  return {
    has: (consent) => read().includes(hashOf(consent)),
    add(consents) {
      if (consents.length === 0) return;
      const hashes = new Set(consents.map(hashOf));
      const all = [...read().filter((each) => !hashes.has(each)), ...hashes];
      // If it fails, the user is asked again.
      runInBackground(Promise.resolve(memory.update(key, all.slice(-maxCount))), log);
    },
  };
}

function hashOf({ jobFile, profile, origin, file }: Consent): string {
  return createHash('sha256')
    .update(JSON.stringify([jobFile, profile, origin, file]))
    .digest('base64url');
}
