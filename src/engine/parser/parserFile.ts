import { threadFile } from '../../core/support/threadFile.ts';

/** Returns the code of the thread that runs jobs. */
export function parserFile(): URL {
  return threadFile(import.meta.url, './parserWorker.ts', './parser.cjs');
}
