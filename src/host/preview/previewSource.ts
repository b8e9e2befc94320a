import { basename, join, posix, relative, sep } from 'node:path';
import * as vscode from 'vscode';
import { jobFileOf, jobFileStem, runsFileOf } from '../../core/artifact/jobFileName.ts';
import { parseSearch } from '../../core/artifact/search/parseSearch.ts';
import type { Task } from '../../core/task/model/task.ts';
import type { Engine } from '../../engine/index.ts';
import { isWithin } from '../../node/files/confine.ts';
import { readBoundary } from '../adapters/boundary.ts';
import { findJobFile, findResultFiles } from '../results/resultFiles.ts';

/** The most results of several job files that a page shows, apart from those of the last job file. */
const maxResults = 10_000;
const maxRunsFiles = 10_000;

/** The panel of the whole workspace, which may have several folders. */
export const workspaceUri = vscode.Uri.from({ scheme: 'genwright-workspace', path: '/' });

/** What a panel shows: one job file, all job files of a folder, or all of the workspace. */
export type PreviewSource = ReturnType<typeof createPreviewSource>;

interface ListedJobFiles {
  /** Absolute paths, those with the newest results first. */
  readonly jobFiles: readonly string[];
  /** The number of results after which others are not listed, which a search can bring. Null if all are. */
  readonly limit: number | null;
}

interface ListPorts {
  readonly engine: Pick<Engine, 'searchRuns'>;
  readonly tasks: readonly Task[];
  readonly signal: AbortSignal;
}

/** Creates the source of a URI: that of a job file, of a folder if it ends with a slash, or `workspaceUri`. */
export function createPreviewSource(uri: vscode.Uri) {
  const isWorkspace = uri.scheme === workspaceUri.scheme;
  const isOne = !uri.path.endsWith('/');
  const roots = (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
  const folder = isWorkspace ? (roots[0] ?? '') : uri.fsPath;
  const covers = (jobFile: string): boolean =>
    isOne ? jobFile === uri.fsPath : (isWorkspace ? roots : [uri.fsPath]).some((root) => isWithin(jobFile, root));
  return {
    /** Identifies the panel. */
    uri,
    name: isWorkspace ? (vscode.workspace.name ?? '') : posix.basename(uri.path),
    /** Absolute path. Null if there are several job files. */
    jobFile: isOne ? uri.fsPath : null,
    /** Absolute paths of the folders that no result may leave. */
    boundaries: isWorkspace ? roots : [readBoundary(uri)],
    covers,
    /** Absolute path before the extensions of its exported contact sheet: beside the job file, or in the folder. */
    stem: isOne ? jobFileStem(uri.fsPath) : join(folder, basename(folder)),
    /** Returns the path of a job file without its extension, with slashes. Null if there is only one job file. */
    groupOf(jobFile: string): string | null {
      if (isOne) return null;
      const stem = jobFileStem(jobFile);
      const path = isWorkspace ? vscode.workspace.asRelativePath(stem) : relative(uri.fsPath, stem);
      return path.replaceAll(sep, '/');
    },
    /** If there are too many results, the query says which job files are listed. Rejects if the signal aborts. */
    async listJobFiles(query: string, { engine, tasks, signal }: ListPorts): Promise<ListedJobFiles> {
      if (isOne) return { jobFiles: [uri.fsPath], limit: null };
      const where = isWorkspace ? {} : { folder: uri };
      const known = (await findResultFiles('runs', { max: maxRunsFiles, ...where })).map(jobFileOf);
      const find = (text: string) => {
        const terms = parseSearch(text).terms.filter(({ kind }) => kind !== 'status' && kind !== 'state');
        return engine.searchRuns({ jobFiles: known, terms, limit: maxResults }, signal);
      };
      const all = await find('');
      const isWhole = all.total <= maxResults;
      const { records } = isWhole ? all : await find(query);
      const recorded = new Set(records.map(({ jobFile }) => jobFile));
      // A task names its job file exactly, and may have no runs file yet.
      const listed = new Map(
        tasks
          .map(({ jobFile }) => jobFile)
          .filter(covers)
          .map((jobFile) => [runsFileOf(jobFile), jobFile]),
      );
      for (const jobFile of recorded) {
        const runsFile = runsFileOf(jobFile);
        if (!listed.has(runsFile)) listed.set(runsFile, (await findJobFile(jobFile)).fsPath);
      }
      return { jobFiles: [...listed.values()], limit: isWhole ? null : maxResults };
    },
  };
}
