import { pathToFileURL } from 'node:url';
import type { LanguageProblem, TextEdit } from '../core/language/languageService.ts';
import type { Severity } from '../core/jobFile/problem.ts';
import { findLastUpTo } from '../core/support/findLastUpTo.ts';
import { createDocumentFiles } from '../node/documentFiles.ts';
import { createEnvLookup } from '../node/envLookup.ts';
import { createFileCache } from '../node/fileCache.ts';
import type { Config } from './config.ts';
import type { FoundJobFile } from './jobFiles.ts';
import { parts } from './parts.ts';

/** A position counts from 1. Columns are UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface FileProblem {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly start: Position;
  readonly end: Position;
}

export interface CheckedFile {
  readonly file: FoundJobFile;
  readonly problems: readonly FileProblem[];
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
    const findPosition = createPositionFinder(file.text);
    const problems = document.problems().map((problem) => placeProblem(problem, findPosition));
    const fixes = findsFixes && problems.length > 0 ? document.fixAll() : [];
    document.dispose();
    return { file, problems, fixes };
  });
}

function placeProblem({ code, severity, message, start, end }: LanguageProblem, find: (offset: number) => Position) {
  return { code, severity, message, start: find(start), end: find(end) };
}

function createPositionFinder(text: string): (offset: number) => Position {
  const starts = [{ start: 0 }];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push({ start: at + 1 });
  return (offset) => {
    const line = findLastUpTo(starts, offset);
    return { line: line + 1, column: offset - (starts[line]?.start ?? 0) + 1 };
  };
}

export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = text;
  for (const { start, end, newText } of edits.toReversed())
    result = result.slice(0, start) + newText + result.slice(end);
  return result;
}
