import { pathToFileURL } from 'node:url';
import type { TextEdit } from '../core/language/languageService.ts';
import { createPositionFinder, placeProblems, type PlacedProblem } from '../core/language/report/placedProblem.ts';
import { createDocumentFiles } from '../node/documentFiles.ts';
import { createEnvLookup } from '../node/envLookup.ts';
import { createFileCache } from '../node/fileCache.ts';
import type { Config } from './config.ts';
import type { FoundJobFile } from './jobFiles.ts';
import { parts } from './parts.ts';

export interface CheckedFile {
  readonly file: FoundJobFile;
  readonly problems: readonly PlacedProblem[];
  /** All safe fixes, as one edit of the text. */
  readonly fixes: readonly TextEdit[];
}

interface CheckOptions {
  readonly config: Pick<Config, 'envAllow' | 'profiles'>;
  readonly isStrict: boolean;
  readonly findsFixes?: boolean;
}

/** Returns a function that finds the line on which a job begins, or line 1. */
export async function createJobFinder(files: readonly FoundJobFile[]) {
  const { createLanguageService } = await parts.language();
  const service = createLanguageService();
  return ({ jobFile, job }: { readonly jobFile: string; readonly job: string | null }): number => {
    const text = files.find(({ path }) => path === jobFile)?.text ?? '';
    const document = service.open(pathToFileURL(jobFile).href, text);
    const symbol = document.symbols().find((each) => each.kind === 'job' && each.job === job);
    document.dispose();
    return createPositionFinder(text)(symbol?.start ?? 0).line;
  };
}

/** Checks job files as the editor does, without key and network. */
export async function checkFiles(
  files: readonly FoundJobFile[],
  { config, isStrict, findsFixes = false }: CheckOptions,
): Promise<readonly CheckedFile[]> {
  const { createLanguageService } = await parts.language();
  const cache = createFileCache();
  const byUri = new Map(files.map((file) => [pathToFileURL(file.path).href, file]));
  const service = createLanguageService({
    isStrict,
    env: { names: config.envAllow, read: createEnvLookup(config.envAllow) },
    profiles: ['sandbox', ...config.profiles.map(({ name }) => name)],
    files: (uri) => {
      const { path = '', boundary = '' } = byUri.get(uri) ?? {};
      return createDocumentFiles({ jobFile: path, boundary, isTrusted: () => true, cache });
    },
  });
  return [...byUri].map(([uri, file]) => {
    const document = service.open(uri, file.text);
    const problems = placeProblems(document.problems(), file.text);
    const fixes = findsFixes && problems.length > 0 ? document.fixAll() : [];
    document.dispose();
    return { file, problems, fixes };
  });
}
