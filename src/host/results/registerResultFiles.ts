import * as vscode from 'vscode';
import type { Log } from '../../engine/index.ts';
import { contextKeys } from '../ids.ts';
import { runsFilePattern } from '../jobFiles/jobFilePattern.ts';
import { createTimer } from '../timer.ts';
import { readResultPaths } from './readResultPaths.ts';

const maxRunsFiles = 200;
/** More results than menus are opened on. Those of the runs files that changed last are known. */
const maxPaths = 10_000;
/** Delay in ms before runs files are read, so that nothing else waits for it, and a run causes few reads. */
const delayMs = 1_000;

/** Tells menus which files are results, by the context key `genwright.results`. */
export function registerResultFiles(log: Log): vscode.Disposable {
  /** Paths of results by their runs file. The one that changed last is the last. */
  const known = new Map<string, readonly string[]>();
  const changed = new Set<string>();
  let isFound = false;
  const readChanged = async (): Promise<void> => {
    if (!isFound) {
      isFound = true;
      const found = await vscode.workspace.findFiles(runsFilePattern, '**/node_modules/**', maxRunsFiles);
      for (const { fsPath } of found) changed.add(fsPath);
    }
    for (const runsFile of changed) {
      changed.delete(runsFile);
      known.delete(runsFile);
      known.set(runsFile, await readResultPaths(runsFile).catch(() => []));
    }
    await vscode.commands.executeCommand('setContext', contextKeys.results, listPaths([...known.values()].flat()));
  };
  const timer = createTimer(delayMs, () => {
    readChanged().catch((error: unknown) => log.error(`Menus may lack results: ${String(error)}`));
  });
  const touched = ({ fsPath }: vscode.Uri): void => {
    changed.add(fsPath);
    timer.start();
  };
  const findAgain = (): void => {
    isFound = false;
    timer.start();
  };
  timer.start();
  const watcher = vscode.workspace.createFileSystemWatcher(runsFilePattern);
  return vscode.Disposable.from(
    timer,
    watcher,
    watcher.onDidCreate(touched),
    watcher.onDidChange(touched),
    watcher.onDidDelete(touched),
    vscode.workspace.onDidChangeWorkspaceFolders(findAgain),
  );
}

/** Values of `resourcePath`, see `genwright.jobFiles`. */
function listPaths(paths: readonly string[]): readonly string[] {
  return [...new Set(paths.slice(-maxPaths).flatMap((path) => [path, vscode.Uri.file(path).path]))];
}
