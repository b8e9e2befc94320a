import { basename } from 'node:path';
import * as vscode from 'vscode';
import { marksFileOf, runsFileOf } from '../../core/artifact/jobFileName.ts';

const names = { runs: '*.gen.runs.jsonl', marks: '*.gen.marks.jsonl' } as const;

/**
 * Finds the runs files or marks files (absolute paths) of the workspace, or of one folder of it. Settings that exclude
 * files from searches also exclude these.
 */
export async function findResultFiles(
  kind: keyof typeof names,
  { max, folder }: { readonly max: number; readonly folder?: vscode.WorkspaceFolder | vscode.Uri },
): Promise<readonly string[]> {
  const pattern = `**/${names[kind]}`;
  const where = folder ? new vscode.RelativePattern(folder, pattern) : pattern;
  const found = await vscode.workspace.findFiles(where, '**/node_modules/**', max);
  return found.filter(({ scheme }) => scheme === 'file').map(({ fsPath }) => fsPath);
}

/** Returns the path with `.yaml`, unless only the one with `.yml` exists. */
export async function findJobFile(path: string): Promise<vscode.Uri> {
  const [yaml, yml] = [vscode.Uri.file(path), vscode.Uri.file(path.replace(/yaml$/, 'yml'))];
  return !(await isThere(yaml)) && (await isThere(yml)) ? yml : yaml;
}

export async function isThere(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}

/** The one watcher of runs files and marks files, which are also changed by other windows and by version control. */
export type ResultFiles = ReturnType<typeof createResultFiles>;

export function createResultFiles() {
  const changed = new vscode.EventEmitter<string>();
  const watching = watchPaths('**/*.gen.{runs,marks}.jsonl', (path) => changed.fire(path));
  return {
    /** Fires with the absolute path of a file of the workspace that was created, changed or deleted. */
    onDidChange: changed.event,
    /** Reports changes of the files of one job file, which may be outside the workspace. */
    watch(jobFile: vscode.Uri, tell: (kind: keyof typeof names) => void): vscode.Disposable {
      // The disk may spell a path in another case than the window.
      const [runs, marks] = [runsFileOf, marksFileOf].map((pathOf) => pathOf(jobFile.fsPath).toLowerCase());
      const hear = (path: string): void => {
        if (path.toLowerCase() === runs) tell('runs');
        if (path.toLowerCase() === marks) tell('marks');
      };
      if (vscode.workspace.getWorkspaceFolder(jobFile)) return changed.event(hear);
      const name = basename(jobFile.fsPath);
      const folder = vscode.Uri.joinPath(jobFile, '..');
      return watchPaths(new vscode.RelativePattern(folder, `{${runsFileOf(name)},${marksFileOf(name)}}`), hear);
    },
    dispose(): void {
      watching.dispose();
      changed.dispose();
    },
  };
}

/** Calls `tell` with the absolute path of each file that is created, changed or deleted. */
export function watchPaths(pattern: vscode.GlobPattern, tell: (path: string) => void): vscode.Disposable {
  const watcher = vscode.workspace.createFileSystemWatcher(pattern);
  const hear = ({ fsPath }: vscode.Uri): void => tell(fsPath);
  return vscode.Disposable.from(
    watcher,
    watcher.onDidCreate(hear),
    watcher.onDidChange(hear),
    watcher.onDidDelete(hear),
  );
}
