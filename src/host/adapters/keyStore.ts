import type { SecretStorage } from 'vscode';
import { Emitter } from '../../core/support/emitter.ts';

/** Separates our keys from other secrets of the extension, if there are ever any. */
const prefix = 'genwright.key:';

/** API keys by origin, and secrets of headers by origin, `#` and name. Only this module uses SecretStorage. A key leaves it only for a request to that origin. */
export type KeyStore = ReturnType<typeof createKeyStore>;

/** A key in memory wins over a stored one, because it is the later choice: storing a key forgets the one in memory. */
export function createKeyStore(secrets: Pick<SecretStorage, 'get' | 'store' | 'delete' | 'onDidChange'>) {
  const session = new Map<string, string>();
  const changed = new Emitter<string>();
  const subscription = secrets.onDidChange(({ key }) => {
    if (key.startsWith(prefix)) fire(key.slice(prefix.length));
  });
  const fire = (place: string): void => changed.fire(place.replace(/#.*/, ''));
  return {
    /** Fires with the origin, also if another window stored the key. */
    onDidChange: changed.event,
    read: async (origin: string): Promise<string | undefined> =>
      session.get(origin) ?? (await secrets.get(prefix + origin)),
    /** Rejects with the reason if the system's keyring refuses. */
    async write(origin: string, key: string): Promise<void> {
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
    /** Keeps the key in memory until the window closes. */
    writeForSession(origin: string, key: string): void {
      session.set(origin, key);
      fire(origin);
    },
    async remove(origin: string): Promise<void> {
      if (session.delete(origin)) fire(origin);
      await secrets.delete(prefix + origin);
    },
    dispose(): void {
      subscription.dispose();
      changed.dispose();
      session.clear();
    },
  };
}
