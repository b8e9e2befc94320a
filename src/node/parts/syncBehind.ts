/** After this many bytes the disk begins to make them durable beside the next ones, so that the last sync is short. */
const syncBytes = 32 * 1024 * 1024;

/** Makes a file durable while it is still being written. */
interface SyncBehind {
  /** Call it after each write. */
  readonly wrote: (bytes: number) => void;
  /** Resolves when no sync runs. Rejects if one has failed, because the system reports a failure only once. */
  done(): Promise<void>;
}

export function createSyncBehind(datasync: () => Promise<void>): SyncBehind {
  let unsyncedBytes = 0;
  let isSyncing = false;
  let last: Promise<void> = Promise.resolve();

  const sync = async (): Promise<void> => {
    unsyncedBytes = 0;
    isSyncing = true;
    await datasync();
    // After a failure there is no other sync, so that it stays the last one.
    isSyncing = false;
  };
  return {
    wrote(bytes) {
      unsyncedBytes += bytes;
      if (unsyncedBytes < syncBytes || isSyncing) return;
      last = sync();
      last.catch(() => undefined);
    },
    done: () => last,
  };
}
