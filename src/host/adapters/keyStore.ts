import type { SecretStorage } from 'vscode';
import { Emitter, type Event } from '../../core/support/emitter.ts';

/** API keys by origin. The only user of SecretStorage: a key leaves it only for a request to that origin. */
export interface KeyStore {
  /** Fires with the origin, also when another window stored the key. */
  readonly onDidChange: Event<string>;
  read(origin: string): Promise<string | undefined>;
  /** Rejects with the reason when the system's keyring refuses. */
  write(origin: string, key: string): Promise<void>;
  /** Keeps the key in memory until the window closes. */
  writeForSession(origin: string, key: string): void;
  remove(origin: string): Promise<void>;
  dispose(): void;
}

/** Keeps our secrets apart from others of the extension, should there ever be any. */
const prefix = 'genwright.key:';

/** A key in memory goes before a stored one: it is the later choice, since storing forgets it. */
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
      // First, since whoever hears of the change reads at once.
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
