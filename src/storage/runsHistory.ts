import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunsRecord } from '../core/artifact/runsRecord.ts';
import type { HistoryPort } from '../core/task/ports.ts';
import { parseRunsRecord } from './runsRecordSchema.ts';

/** A workspace folder may be a whole disk: what lies beyond is not looked for. */
const maxFolders = 2_000;
/** Found once, runs files come and go slowly. */
const searchAgainMs = 60_000;

interface KnownFile {
  readonly mark: string;
  readonly records: readonly RunsRecord[];
}

/** All runs files below a folder, read again only where they have changed. `now` is Unix ms. */
export function createRunsHistory(now: () => number): HistoryPort {
  const files = new Map<string, KnownFile>();
  const searches = new Map<string, { readonly at: number; readonly paths: readonly string[] }>();
  const search = async (folder: string): Promise<readonly string[]> => {
    const known = searches.get(folder);
    if (known && now() - known.at < searchAgainMs) return known.paths;
    const paths = await findRunsFiles(folder);
    searches.set(folder, { at: now(), paths });
    return paths;
  };
  const read = async (path: string): Promise<readonly RunsRecord[]> => {
    const facts = await stat(path).catch(() => null);
    if (!facts) return [];
    const mark = `${facts.mtimeMs} ${facts.size}`;
    const known = files.get(path);
    if (known?.mark === mark) return known.records;
    const text = await readFile(path, 'utf8').catch(() => '');
    const records = text.split('\n').flatMap((line) => parseRunsRecord(line) ?? []);
    files.set(path, { mark, records });
    return records;
  };
  return {
    async read(folder) {
      const records: RunsRecord[] = [];
      for (const path of await search(folder)) records.push(...(await read(path)));
      return records;
    },
  };
}

async function findRunsFiles(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  const folders = [folder];
  for (let at = 0; at < Math.min(folders.length, maxFolders); at += 1) {
    const place = folders[at] ?? folder;
    for (const entry of await readdir(place, { withFileTypes: true }).catch(() => [])) {
      if (entry.isDirectory() && !isSkipped(entry.name)) folders.push(join(place, entry.name));
      else if (entry.isFile() && entry.name.endsWith('.gen.runs.jsonl')) found.push(join(place, entry.name));
    }
  }
  return found;
}

/** Hidden folders and installed packages hold no job files of this user. */
function isSkipped(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}
