import { readdir } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import * as vscode from 'vscode';
import { findPrompt } from '../../../core/artifact/findPrompt.ts';
import { hasRunsFileName, jobFileOf } from '../../../core/artifact/jobFileName.ts';
import type { RunsRecord } from '../../../core/artifact/runsRecord.ts';
import type { Engine } from '../../../engine/index.ts';
import { findJobFile, findResultFiles } from '../../results/resultFiles.ts';
import { l10n } from '../../ui/l10n.ts';
import { pick } from '../../ui/pick.ts';
import { UserError } from '../errors.ts';

/** The source of a file: its line in the runs file, and the job file that belongs to the runs file. */
export interface FoundRecord {
  readonly record: RunsRecord;
  readonly jobFile: vscode.Uri;
  /** The given file, or the first file that the record names. */
  readonly name: string;
}

const maxRunsFiles = 2_000;

/** Finds the newest record that names the file. The nearest runs files are read first. */
export async function findRecord(
  artifact: vscode.Uri,
  engine: Engine,
  jobFile?: vscode.Uri,
): Promise<FoundRecord | undefined> {
  const jobFiles = jobFile ? [jobFile] : await listJobFiles(artifact);
  const name = basename(artifact.fsPath);
  for (const each of jobFiles) {
    const records = await engine.readRuns(each.fsPath);
    const record = records.findLast(({ artifacts }) =>
      artifacts.some(({ path }) => path.endsWith(name) && resolve(dirname(each.fsPath), path) === artifact.fsPath),
    );
    if (record) return { record, jobFile: each, name };
  }
  return undefined;
}

/** Finds job files by the runs files that exist, because a job file may have been deleted. */
async function listJobFiles(artifact: vscode.Uri): Promise<readonly vscode.Uri[]> {
  const folder = dirname(artifact.fsPath);
  const runsFiles = await listRunsFiles(artifact, folder);
  const distanceOf = (path: string): number => relative(folder, dirname(path)).split(/[/\\]/).filter(Boolean).length;
  const near = runsFiles.toSorted((a, b) => distanceOf(a) - distanceOf(b));
  return Promise.all(near.map((runsFile) => findJobFile(jobFileOf(runsFile))));
}

/** The file's own folder is always read, because settings may exclude runs files from searches. */
async function listRunsFiles(artifact: vscode.Uri, folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  const beside = names.filter(hasRunsFileName).map((name) => join(folder, name));
  const workspaceFolder = vscode.workspace.getWorkspaceFolder(artifact);
  if (!workspaceFolder) return beside;
  return [...new Set([...beside, ...(await findResultFiles('runs', { max: maxRunsFiles, folder: workspaceFolder }))])];
}

/** Undefined if the user cancels. Throws a `UserError` if there is nothing to select. */
export async function pickRecord(jobFile: vscode.Uri, engine: Engine): Promise<FoundRecord | undefined> {
  const records = (await engine.readRuns(jobFile.fsPath)).filter(({ artifacts }) => artifacts.length > 0).toReversed();
  if (records.length === 0) {
    throw new UserError(l10n.t('{name} has no results yet.', { name: basename(jobFile.fsPath) }));
  }
  const items = records.map((record) => ({
    label: record.artifacts.map(({ path }) => path).join(', '),
    description: [record.model, new Date(record.at).toLocaleString(vscode.env.language)].filter(Boolean).join(' · '),
    detail: findPrompt(record.request)?.text ?? record.title ?? '',
    found: { record, jobFile, name: basename(record.artifacts[0]?.path ?? '') },
  }));
  const picked = await pick(items, {
    title: l10n.t('Recall Job from Result'),
    placeHolder: l10n.t('Which result?'),
  });
  return picked?.found;
}
