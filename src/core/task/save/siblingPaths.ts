import type { Watch } from '../watch.ts';

/** Where the other results of the same run are, or are about to be; `piece` is the one that asks, null before there is one. */
export function listSiblingPaths({ store, entry }: Pick<Watch, 'store' | 'entry'>, piece: string | null): Set<string> {
  const { id, run, jobFile } = entry().task;
  const siblings = store.list().filter(({ task }) => task.run === run && task.jobFile === jobFile);
  const placings = siblings.flatMap((each) =>
    each.placings.filter((placing) => each.task.id !== id || placing.piece !== piece),
  );
  return new Set(placings.map(({ artifact }) => artifact.path));
}
