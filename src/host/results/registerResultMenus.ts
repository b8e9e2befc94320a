import { dirname, resolve } from 'node:path';
import * as vscode from 'vscode';
import { hasRunsFileName, jobFileOf, runsFileOf } from '../../core/artifact/jobFileName.ts';
import { parseRunsRecord } from '../../core/artifact/runsRecord.ts';
import { viewKindOf } from '../../core/artifact/viewKind.ts';
import type { Log } from '../../engine/index.ts';
import { fileFlags, nodeFileSystem } from '../../node/files/fileSystem.ts';
import { isWithin } from '../../node/files/confine.ts';
import { openRegularFile } from '../../node/files/regularFile.ts';
import { readRange, withFile } from '../../node/files/wholeFile.ts';
import { createPauses } from '../../node/systemClock.ts';
import { contextKeys } from '../ids.ts';
import { createTimer } from '../timer.ts';
import { findResultFiles, type ResultFiles } from './resultFiles.ts';

const maxRunsFiles = 200;
/** Of a longer runs file, only the end is read. The newest results are there. */
const maxFileBytes = 8 * 1024 * 1024;
/** Runs files that are larger together come from strangers, or their results are more than menus are opened on. */
const maxBytes = 64 * 1024 * 1024;
/** More results than menus are opened on. Those of the runs files that changed last are known. */
const maxPaths = 10_000;
/** Delay in ms before runs files are read, so that nothing else waits for it, and a run causes few reads. */
const delayMs = 1_000;

export type ResultMenus = ReturnType<typeof registerResultMenus>;

interface MenuPorts {
  readonly resultFiles: Pick<ResultFiles, 'onDidChange'>;
  readonly log: Pick<Log, 'error'>;
}

/**
 * Tells menus which files are results, by the context key `genwright.results`. It reads the runs files itself, because
 * most windows that have some need no engine.
 */
export function registerResultMenus({ resultFiles, log }: MenuPorts) {
  /** Paths of results by their runs file. The one that changed last is the last. */
  const known = new Map<string, readonly string[]>();
  const changed = new Set<string>();
  let isFound = false;
  const readChanged = async (): Promise<void> => {
    if (!isFound) {
      isFound = true;
      for (const path of await findResultFiles('runs', { max: maxRunsFiles })) changed.add(path);
    }
    let bytesLeft = maxBytes;
    for (const runsFile of changed) {
      changed.delete(runsFile);
      known.delete(runsFile);
      const bytes = await readEnd(runsFile, Math.min(bytesLeft, maxFileBytes)).catch(() => Buffer.alloc(0));
      bytesLeft -= bytes.length;
      known.set(runsFile, await listResults(bytes, dirname(runsFile)));
    }
    const paths = [...known.values()].flat().slice(-maxPaths);
    // Values of `resourcePath`, see `genwright.jobFiles`.
    const values = new Set(paths.flatMap((path) => [path, vscode.Uri.file(path).path]));
    await vscode.commands.executeCommand('setContext', contextKeys.results, [...values]);
  };
  const timer = createTimer(delayMs, () => {
    readChanged().catch((error: unknown) => log.error(`Menus may lack results: ${String(error)}`));
  });
  timer.start();
  const registered = vscode.Disposable.from(
    timer,
    resultFiles.onDidChange((path) => {
      if (!hasRunsFileName(path)) return;
      changed.add(path);
      timer.start();
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(() => {
      isFound = false;
      timer.start();
    }),
  );
  return {
    /** Returns the job files that are one of these paths (absolute) or below it, or that have such a result. */
    jobFilesOf(paths: readonly string[]): readonly string[] {
      const isMeant = (path: string): boolean =>
        paths.some((each) => isWithin(path, each) || path === runsFileOf(each));
      const found = [...known].filter(([runsFile, results]) => [runsFile, ...results].some(isMeant));
      return found.map(([runsFile]) => jobFileOf(runsFile));
    },
    dispose: (): void => void registered.dispose(),
  };
}

async function readEnd(path: string, limit: number): Promise<Buffer> {
  return withFile(await openRegularFile(path, fileFlags.O_RDONLY, nodeFileSystem), async (file) => {
    const { size } = await file.stat();
    return readRange(file, Math.max(0, size - limit), size);
  });
}

/** Returns the absolute paths of results that can be shown. Other lines than records are left out. */
async function listResults(bytes: Buffer, folder: string): Promise<readonly string[]> {
  const paths = new Set<string>();
  const pause = createPauses();
  for (const line of bytes.toString().split('\n')) {
    for (const { path } of parseRunsRecord(line.replace(/^\ufeff/, ''))?.artifacts ?? []) {
      if (viewKindOf(path) !== 'file') paths.add(resolve(folder, path));
    }
    await pause();
  }
  return [...paths];
}
