import { dirname, resolve } from 'node:path';
import { viewKindOf } from '../../core/artifact/viewKind.ts';
import { isJsonObject, type JsonValue } from '../../core/support/json/json.ts';
import { fileFlags, nodeFileSystem } from '../../node/files/fileSystem.ts';
import { openRegularFile } from '../../node/files/regularFile.ts';
import { readRange, withFile } from '../../node/files/wholeFile.ts';

/** The newest lines are at the end. */
const maxBytes = 2 * 1024 * 1024;

/** Returns the absolute paths of the artifacts that the last lines of a runs file name. Rejects if it cannot be read. */
export async function readResultPaths(runsFile: string): Promise<readonly string[]> {
  const text = await withFile(await openRegularFile(runsFile, fileFlags.O_RDONLY, nodeFileSystem), async (file) => {
    const { size } = await file.stat();
    return (await readRange(file, Math.max(0, size - maxBytes), size)).toString();
  });
  const folder = dirname(runsFile);
  const paths = text.split('\n').flatMap(readPaths);
  return [...new Set(paths.map((path) => resolve(folder, path)))];
}

/** Empty for a line that is not a record, such as one that is cut at its start. */
function readPaths(line: string): readonly string[] {
  try {
    const record = JSON.parse(line) as JsonValue;
    const artifacts = isJsonObject(record) ? record['artifacts'] : null;
    if (!Array.isArray(artifacts)) return [];
    return artifacts.flatMap((each: JsonValue) => {
      const path = isJsonObject(each) ? each['path'] : null;
      return typeof path === 'string' && viewKindOf(path) !== 'file' ? [path] : [];
    });
  } catch {
    return [];
  }
}
