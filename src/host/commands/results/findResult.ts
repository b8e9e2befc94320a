import { basename, resolve } from 'node:path';
import * as vscode from 'vscode';
import type { RunsRecord } from '../../../core/artifact/runsRecord.ts';
import type { Engine } from '../../../engine/index.ts';
import { findConfinedFile } from '../../../node/files/confine.ts';
import { nodeFileSystem } from '../../../node/files/fileSystem.ts';
import { readBoundary } from '../../adapters/boundary.ts';
import { l10n } from '../../ui/l10n.ts';
import { CallError } from '../errors.ts';
import { toUri } from '../jobFile/requireJobFile.ts';
import { findRecord } from './findRecord.ts';

/** An artifact on disk with its source. */
export interface ResultFile {
  readonly name: string;
  readonly uri: vscode.Uri;
  /** The path without links. */
  readonly file: string;
  readonly jobFile: vscode.Uri;
  /** The folder that no artifact of the job file may leave. */
  readonly boundary: string;
  readonly record: RunsRecord;
}

/** Finds each artifact, in the order of the paths. See `findResult`. */
export async function findResults(paths: readonly vscode.Uri[], engine: Engine): Promise<readonly ResultFile[]> {
  const results: ResultFile[] = [];
  for (const path of paths) results.push(await findResult(path, engine, results.at(-1)?.jobFile));
  return results;
}

/**
 * Finds the artifact that a caller names. Throws a `CallError` for anything but an existing artifact of a job file: runs
 * files come with a repository, so a file that one names outside the workspace folder does not count. `likely` is
 * searched first.
 */
export async function findResult(path: vscode.Uri, engine: Engine, likely?: vscode.Uri): Promise<ResultFile> {
  const name = basename(path.fsPath);
  const find = async (jobFile?: vscode.Uri) => findRecord(path, engine, jobFile);
  const found = path.scheme === 'file' ? ((likely && (await find(likely))) ?? (await find())) : undefined;
  if (!found) throw new CallError(l10n.t('No runs file in this folder has a record of {name}.', { name }));
  const { record, jobFile } = found;
  const boundary = readBoundary(jobFile);
  const file = await findConfinedFile(path.fsPath, boundary, nodeFileSystem);
  if (!file) throw new CallError(l10n.t('{name} is not on disk, or is outside the workspace folder.', { name }));
  return { name, uri: path, file: file.path, jobFile, boundary, record };
}

/**
 * Returns the artifacts that a command is about: the file, or the files, in the first argument. A menu passes the
 * selected files in the second one. Without arguments, it is the file in the active tab. Throws a `CallError`.
 */
export function parseArtifacts(command: string, target: unknown, selected?: unknown): readonly vscode.Uri[] {
  const given: readonly unknown[] = Array.isArray(selected) ? selected : Array.isArray(target) ? target : [target];
  const targets = given.length === 1 && given[0] === undefined ? [readActiveTab()] : given;
  const uris = targets.map((each) => {
    if (typeof each === 'string' && each !== '') return vscode.Uri.file(resolve(toUri(each).fsPath));
    if (each instanceof vscode.Uri) return each;
    throw new CallError(`${command}: the first argument must be the path of an artifact, or a list of paths`);
  });
  return [...new Map(uris.map((uri) => [uri.toString(), uri])).values()];
}

/** Returns the file in the active tab, which has no text editor if it is an image or audio file. */
export function readActiveTab(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : undefined;
}
