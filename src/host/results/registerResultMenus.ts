import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import * as vscode from 'vscode';
import { hasRunsFileName, jobFileOf } from '../../core/artifact/jobFileName.ts';
import { viewKindOf } from '../../core/artifact/viewKind.ts';
import type { Log } from '../../engine/index.ts';
import type { EngineHost } from '../adapters/engineHost.ts';
import { contextKeys } from '../ids.ts';
import { createTimer } from '../timer.ts';
import { findResultFiles, type ResultFiles } from './resultFiles.ts';

const maxRunsFiles = 200;
/** Runs files that are larger together come from strangers, or their results are more than menus are opened on. */
const maxBytes = 256 * 1024 * 1024;
/** More results than menus are opened on. Those of the runs files that changed last are known. */
const maxPaths = 10_000;
/** Delay in ms before runs files are read, so that nothing else waits for it, and a run causes few reads. */
const delayMs = 1_000;

interface MenuPorts {
  readonly engineHost: Pick<EngineHost, 'engine'>;
  readonly resultFiles: Pick<ResultFiles, 'onDidChange'>;
  readonly log: Pick<Log, 'error'>;
}

/**
 * Tells menus which files are results, by the context key `genwright.results`. The engine is loaded only in a workspace
 * with runs files.
 */
export function registerResultMenus({ engineHost, resultFiles, log }: MenuPorts): vscode.Disposable {
  /** Paths of results by their runs file. The one that changed last is the last. */
  const known = new Map<string, readonly string[]>();
  const changed = new Set<string>();
  let isFound = false;
  const readPaths = async (runsFile: string): Promise<readonly string[]> => {
    const records = await (await engineHost.engine()).readRuns(jobFileOf(runsFile));
    const paths = records.flatMap(({ artifacts }) => artifacts.map(({ path }) => path));
    const media = paths.filter((path) => viewKindOf(path) !== 'file');
    return [...new Set(media.map((path) => resolve(dirname(runsFile), path)))];
  };
  const readChanged = async (): Promise<void> => {
    if (!isFound) {
      isFound = true;
      for (const path of await findResultFiles('runs', { max: maxRunsFiles })) changed.add(path);
    }
    let bytes = 0;
    for (const runsFile of changed) {
      changed.delete(runsFile);
      known.delete(runsFile);
      bytes += (await stat(runsFile).catch(() => ({ size: 0 }))).size;
      if (bytes > maxBytes) continue;
      known.set(runsFile, await readPaths(runsFile).catch(() => []));
    }
    await vscode.commands.executeCommand('setContext', contextKeys.results, listPaths([...known.values()].flat()));
  };
  const timer = createTimer(delayMs, () => {
    readChanged().catch((error: unknown) => log.error(`Menus may lack results: ${String(error)}`));
  });
  timer.start();
  return vscode.Disposable.from(
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
}

/** Values of `resourcePath`, see `genwright.jobFiles`. */
function listPaths(paths: readonly string[]): readonly string[] {
  return [...new Set(paths.slice(-maxPaths).flatMap((path) => [path, vscode.Uri.file(path).path]))];
}
