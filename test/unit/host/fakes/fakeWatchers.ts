// The part of `vscode` that reports changes of files on disk.
import { Emitter } from '../../../../src/core/support/emitter.ts';
import type { RelativePattern } from './fakeLanguages.ts';
import type { Uri } from './vscodeTypes.ts';

type Change = 'created' | 'changed' | 'deleted';

interface FakeWatcher {
  /** For a pattern that is relative to a folder, the folder and the pattern. */
  readonly pattern: string;
  readonly events: Readonly<Record<Change, Emitter<Uri>>>;
}

/** The watchers that are not disposed. */
export const watchers = new Set<FakeWatcher>();

export function createFileSystemWatcher(pattern: string | RelativePattern) {
  const watcher: FakeWatcher = {
    pattern: typeof pattern === 'string' ? pattern : pattern.given.map(String).join(' '),
    events: { created: new Emitter(), changed: new Emitter(), deleted: new Emitter() },
  };
  watchers.add(watcher);
  const { created, changed, deleted } = watcher.events;
  return {
    onDidCreate: created.event,
    onDidChange: changed.event,
    onDidDelete: deleted.event,
    dispose: () => void watchers.delete(watcher),
  };
}

/** Reports a change to the watchers whose pattern ends like this. */
export function touch(end: string, change: Change, uri: Uri): void {
  for (const { pattern, events } of watchers) if (pattern.endsWith(end)) events[change].fire(uri);
}
