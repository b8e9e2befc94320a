import { lstat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { nodeFileSystem } from '../../../node/files/fileSystem.ts';
import { readRegularFile } from '../../../node/files/regularFile.ts';
import { runsFilePattern } from '../../jobFiles/jobFilePattern.ts';
import type { JobFiles } from '../../jobFiles/jobFiles.ts';
import type { ValueSource } from './seenValues.ts';

/** A workspace may be a whole disk. */
const maxFiles = 200;
/** Parsing this takes a few milliseconds. The user of a larger file knows its values. */
const maxJobFileBytes = 64 * 1024;
const maxRunsFileBytes = 1024 * 1024;

/**
 * Lists open job files as they are in the editor, and those of the workspace, with their runs files, as they are on
 * disk.
 */
export async function listValueSources(
  jobFiles: Pick<JobFiles, 'open' | 'find'>,
  signal: AbortSignal,
): Promise<readonly ValueSource[]> {
  const unsaved = jobFiles.open().flatMap((document): readonly ValueSource[] => {
    const text = document.getText();
    if (text.length > maxJobFileBytes) return [];
    const [path, modifiedMs] = [document.uri.fsPath, Number.MAX_SAFE_INTEGER - 1_000_000 + document.version];
    return [{ path, modifiedMs, read: () => Promise.resolve(text) }];
  });
  if (!vscode.workspace.isTrusted) return unsaved;
  const isOpen = new Set(unsaved.map(({ path }) => path));
  const found = [
    ...(await openSources((await jobFiles.find()).slice(0, maxFiles), maxJobFileBytes)),
    ...(await openSources(await findRunsFiles(signal), maxRunsFileBytes)),
  ];
  return [...unsaved, ...found.filter(({ path }) => !isOpen.has(path))];
}

async function findRunsFiles(signal: AbortSignal): Promise<readonly vscode.Uri[]> {
  const cancellation = new vscode.CancellationTokenSource();
  const cancel = (): void => cancellation.cancel();
  signal.addEventListener('abort', cancel);
  try {
    const ignored = '**/node_modules/**';
    return await vscode.workspace.findFiles(runsFilePattern, ignored, maxFiles, cancellation.token);
  } finally {
    signal.removeEventListener('abort', cancel);
    cancellation.dispose();
  }
}

async function openSources(uris: readonly vscode.Uri[], maxBytes: number): Promise<readonly ValueSource[]> {
  const sources = uris.map(async ({ fsPath: path }): Promise<readonly ValueSource[]> => {
    // A link or a device of a repository may never end.
    const facts = await lstat(path).catch(() => null);
    if (!facts?.isFile() || facts.size > maxBytes) return [];
    const read = (): Promise<string | null> =>
      readRegularFile(path, maxBytes, nodeFileSystem).then(
        (bytes) => bytes.toString(),
        () => null,
      );
    return [{ path, modifiedMs: facts.mtimeMs, read }];
  });
  return (await Promise.all(sources)).flat();
}
