import { readdirSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';

/**
 * Calls back with the absolute path of each file in the folder, or below it, that changes. A recursive `watch` of Node loses
 * files on Linux that are replaced, as `git checkout` and many editors do.
 */
export function watchFolder(folder: string, onChange: (path: string) => void): void {
  const inside = new Set<string>();
  const enter = (path: string): void => {
    if (inside.has(path) || !statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
    inside.add(path);
    watchFolder(path, onChange);
  };
  watch(folder, (_event, name) => {
    const path = join(folder, String(name));
    enter(path);
    onChange(path);
  });
  for (const name of readdirSync(folder)) enter(join(folder, name));
}
