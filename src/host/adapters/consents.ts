import { createHash } from 'node:crypto';
import type * as vscode from 'vscode';
import type { Consent, Consents, Log } from '../../engine/index.ts';
import { runInBackground } from '../runInBackground.ts';

const key = 'consents';
/** Maximum number of consents. The oldest are forgotten, so the user is asked again. */
const maxCount = 4_000;

export function createConsents(memory: vscode.Memento, log: Log): Consents {
  // Its values are local to the machine and shared by all windows.
  const read = (): readonly string[] => {
    const value = memory.get<unknown>(key);
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
