import type { SecretStorage } from 'vscode';
import { Emitter, type Event } from '../../core/support/emitter.ts';

/** API keys by origin. Only this module uses SecretStorage. A key leaves it only for a request to that origin. */
export interface KeyStore {
  /** Fires with the origin, also if another window stored the key. */
  readonly onDidChange: Event<string>;
  read(origin: string): Promise<string | undefined>;
  /** Rejects with the reason if the system's keyring refuses. */
  write(origin: string, key: string): Promise<void>;
  /** Keeps the key in memory until the window closes. */
  writeForSession(origin: string, key: string): void;
  remove(origin: string): Promise<void>;
  dispose(): void;
}

/** Separates our keys from other secrets of the extension, if there are ever any. */
const prefix = 'genwright.key:';

/**
 * Creates the store. A key in memory wins over a stored one, because it is the later choice: storing a key forgets the
 * one in memory.
 */
export function createKeyStore(secrets: Pick<SecretStorage, 'get' | 'store' | 'delete' | 'onDidChange'>): KeyStore {
  const session = new Map<string, string>();
  const changed = new Emitter<string>();
  const subscription = secrets.onDidChange(({ key }) => {
    if (key.startsWith(prefix)) changed.fire(key.slice(prefix.length));
  });
  return {
    onDidChange: changed.event,
    read: async (origin) => session.get(origin) ?? (await secrets.get(prefix + origin)),
    async write(origin, key) {
      const before = session.get(origin);
      // The key in memory is deleted first, because listeners of the change read immediately.
      session.delete(origin);
      try {
        await secrets.store(prefix + origin, key);
      } catch (error) {
        if (before !== undefined) session.set(origin, before);
        throw error;
      }
    },
    writeForSession(origin, key) {
      session.set(origin, key);
      changed.fire(origin);
    },
    async remove(origin) {
      if (session.delete(origin)) changed.fire(origin);
      await secrets.delete(prefix + origin);
    },
    dispose() {
      subscription.dispose();
      changed.dispose();
      session.clear();
    },
  };
}
