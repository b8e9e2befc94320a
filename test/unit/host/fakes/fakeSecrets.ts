import { Emitter } from '../../../../src/core/support/emitter.ts';

/** Creates a keyring, which can refuse to store. */
export function createSecrets({ isLocked = false } = {}) {
  const stored = new Map<string, string>();
  const changed = new Emitter<{ readonly key: string }>();
  return {
    stored,
    changed,
    get: (key: string) => Promise.resolve(stored.get(key)),
    store: (key: string, value: string) => {
      if (isLocked) return Promise.reject(new Error('The keyring is locked'));
      stored.set(key, value);
      changed.fire({ key });
      return Promise.resolve();
    },
    delete: (key: string) => {
      stored.delete(key);
      changed.fire({ key });
      return Promise.resolve();
    },
    onDidChange: changed.event,
  };
}
