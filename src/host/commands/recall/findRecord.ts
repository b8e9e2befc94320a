import { basename, dirname, join, relative, resolve } from 'node:path';
import { readdir } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { RunsRecord } from '../../../core/artifact/runsRecord.ts';
import type { Engine } from '../../../engine.ts';
import { l10n } from '../../l10n.ts';
import { pick } from '../../pick.ts';

/** What made a file: its line in the runs file, and the job file beside that. */
export interface FoundRecord {
  readonly record: RunsRecord;
  readonly jobFile: vscode.Uri;
  /** The file that is asked about, or the first that the record names. */
  readonly name: string;
}

const maxRunsFiles = 2_000;

/** The newest record that names the file; the runs files nearest to it are read first. */
export async function findRecord(
  artifact: vscode.Uri,
  engine: Pick<Engine, 'readRuns'>,
  jobFile?: vscode.Uri,
): Promise<FoundRecord | undefined> {
  const jobFiles = jobFile ? [jobFile] : await listJobFiles(artifact);
  for (const each of jobFiles) {
    const records = await engine.readRuns(each.fsPath);
    const record = records.findLast(({ artifacts }) =>
      artifacts.some(({ path }) => resolve(dirname(each.fsPath), path) === artifact.fsPath),
    );
    if (record) return { record, jobFile: each, name: basename(artifact.fsPath) };
  }
  return undefined;
}

/** By the runs files that are there, since a job file may be gone. */
async function listJobFiles(artifact: vscode.Uri): Promise<readonly vscode.Uri[]> {
  const folder = dirname(artifact.fsPath);
  const runsFiles = await listRunsFiles(artifact, folder);
  const distanceOf = (path: string): number => relative(folder, dirname(path)).split(/[/\\]/).filter(Boolean).length;
  const near = runsFiles.toSorted((a, b) => distanceOf(a) - distanceOf(b));
  return Promise.all(near.map(findJobFile));
}

/** The folder itself is read in any case: settings may hide runs files from searches. */
async function listRunsFiles(artifact: vscode.Uri, folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  const beside = names.filter((name) => name.endsWith('.gen.runs.jsonl')).map((name) => join(folder, name));
  const workspaceFolder = vscode.workspace.getWorkspaceFolder(artifact);
  if (!workspaceFolder) return beside;
  const pattern = new vscode.RelativePattern(workspaceFolder, '**/*.gen.runs.jsonl');
  const found = await vscode.workspace.findFiles(pattern, '**/node_modules/**', maxRunsFiles);
  return [...new Set([...beside, ...found.map(({ fsPath }) => fsPath)])];
}

/** `.yaml`, unless only a `.yml` is there. */
async function findJobFile(runsFile: string): Promise<vscode.Uri> {
  const stem = runsFile.replace(/\.runs\.jsonl$/, '');
  const [yaml, yml] = [vscode.Uri.file(`${stem}.yaml`), vscode.Uri.file(`${stem}.yml`)];
  return !(await isThere(yaml)) && (await isThere(yml)) ? yml : yaml;
}

export async function isThere(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}

/** Undefined when the person backs out. */
export async function pickRecord(
  jobFile: vscode.Uri,
  engine: Pick<Engine, 'readRuns'>,
): Promise<FoundRecord | undefined | 'none'> {
  const records = (await engine.readRuns(jobFile.fsPath)).filter(({ artifacts }) => artifacts.length > 0).toReversed();
  if (records.length === 0) return 'none';
  const items = records.map((record) => ({
    label: record.artifacts.map(({ path }) => path).join(', '),
    description: [record.model, new Date(record.at).toLocaleString(vscode.env.language)].filter(Boolean).join(' · '),
    detail: describePrompt(record),
    found: { record, jobFile, name: basename(record.artifacts[0]?.path ?? '') },
  }));
  const picked = await pick(items, {
    title: l10n.t('Recall Job from Result'),
    placeHolder: l10n.t('Which result?'),
  });
  return picked?.found;
}

function describePrompt({ request, title }: RunsRecord): string {
  const { prompt, text, input } = request;
  const said = [prompt, text, input, title].find((each) => typeof each === 'string');
  return said ?? '';
}
