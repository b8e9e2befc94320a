import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';

/** What `genwright.generate` resolves to. */
export interface GenerateResult {
  readonly tasks: readonly {
    readonly id: string;
    readonly taskId: string | null;
    readonly job: string | null;
    readonly index: number;
    readonly status: string;
    readonly artifacts: readonly string[];
    readonly amountUsd: number | null;
    readonly error: { readonly code: string; readonly message: string } | null;
  }[];
  readonly problems: number;
}

/** A separate folder below the workspace folder, with one job file. */
export interface JobFolder {
  readonly dir: string;
  readonly jobFile: vscode.Uri;
  /** Resolves to the names of the files there, sorted. */
  names(): Promise<string[]>;
  read(name: string): Promise<Buffer>;
  /** Resolves to the parsed lines of the runs file; none if there is no such file. */
  runs(): Promise<Record<string, unknown>[]>;
}

/** The first lines of a job whose image no test looks at: it is made, saved and shown in little time. */
export const smallImage = 'model: prunaai/p-image\nsize: 64x64\n';

function workspaceDir(): string {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (!folder) throw new Error('The tests need a workspace folder');
  return folder.uri.fsPath;
}

export async function createJobFolder(name: string, text: string): Promise<JobFolder> {
  await mkdir(workspaceDir(), { recursive: true });
  const dir = await mkdtemp(join(workspaceDir(), 'case-'));
  const path = join(dir, `${name}.gen.yaml`);
  await writeFile(path, text);
  return {
    dir,
    jobFile: vscode.Uri.file(path),
    names: async () => (await readdir(dir)).sort(),
    read: (file) => readFile(join(dir, file)),
    runs: async () => {
      const runsFile = join(dir, `${name}.gen.runs.jsonl`);
      if (!existsSync(runsFile)) return [];
      const lines = (await readFile(runsFile, 'utf8')).split('\n').filter((line) => line !== '');
      return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    },
  };
}

/** Runs Generate like a script, without questions. */
export async function generate(
  uri: vscode.Uri | string,
  { unchanged = 'generate', ...rest }: { readonly unchanged?: 'generate' | 'skip'; readonly job?: string } = {},
): Promise<GenerateResult> {
  const options = { unchanged, confirm: false, ...rest };
  return vscode.commands.executeCommand<GenerateResult>('genwright.generate', uri, options);
}
