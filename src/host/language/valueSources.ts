import { readFile, stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { isJobFile, jobFilePattern } from '../jobFilePattern.ts';
import type { ValueSource } from './seenValues.ts';

/** A workspace may be a whole disk. */
const maxFiles = 200;
/** Parsing this takes some milliseconds; who writes more knows their values. */
const maxJobFileBytes = 64 * 1024;
const maxRunsFileBytes = 1024 * 1024;

/** Open job files as they are in the editor; those of the workspace, with their runs files, as they are on disk. */
export async function listValueSources(signal: AbortSignal): Promise<readonly ValueSource[]> {
  const open = vscode.workspace.textDocuments.filter(({ uri }) => isJobFile(uri));
  const unsaved = open.flatMap((document): readonly ValueSource[] => {
    const text = document.getText();
    if (text.length > maxJobFileBytes) return [];
    const [path, modifiedMs] = [document.uri.fsPath, Number.MAX_SAFE_INTEGER - 1_000_000 + document.version];
    return [{ path, modifiedMs, read: () => Promise.resolve(text) }];
  });
  if (!vscode.workspace.isTrusted) return unsaved;
  const isOpen = new Set(unsaved.map(({ path }) => path));
  const found = [
    ...(await findSources(jobFilePattern, maxJobFileBytes, signal)),
    ...(await findSources('**/*.gen.runs.jsonl', maxRunsFileBytes, signal)),
  ];
  return [...unsaved, ...found.filter(({ path }) => !isOpen.has(path))];
}

async function findSources(pattern: string, maxBytes: number, signal: AbortSignal): Promise<readonly ValueSource[]> {
  const cancellation = new vscode.CancellationTokenSource();
  const cancel = (): void => cancellation.cancel();
  signal.addEventListener('abort', cancel);
  try {
    const uris = await vscode.workspace.findFiles(pattern, '**/node_modules/**', maxFiles, cancellation.token);
    const sources = uris.map(async ({ fsPath: path }): Promise<readonly ValueSource[]> => {
      const facts = await stat(path).catch(() => null);
      if (!facts || facts.size > maxBytes) return [];
      return [{ path, modifiedMs: facts.mtimeMs, read: () => readFile(path, 'utf8').catch(() => null) }];
    });
    return (await Promise.all(sources)).flat();
  } finally {
    signal.removeEventListener('abort', cancel);
    cancellation.dispose();
  }
}
