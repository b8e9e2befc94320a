import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostileVideo } from '../fakes/media/hostileMedia.ts';
import { mediaHeads } from '../fakes/media/mediaHeads.ts';
import { hostileLink, hostileText } from './hostileText.ts';

/** Name of a profile that the repository would like to use. The user has it, and has not selected it. */
export const paidProfile = 'prod';

/** Secrets that the repository wants to be sent: the content of `.env`, and an environment variable. */
export const hostileSecrets = { file: 'live-0123456789abcdef', variable: 'session-0123456789abcdef' } as const;
/** The content of `.env`. It has no line feed at its end, so that a repair of the last line would be noticed. */
export const hostileEnvironment = `A=1\nSTRIPE_KEY=${hostileSecrets.file}`;
export const secretVariable = 'GENWRIGHT_TEST_SECRET';

/** Files of `hostile.gen.runs.jsonl`, which claims a video for each of them. */
export const hostileNames = ['hero.mp4.command', 'script.mp4', 'endless.webm', 'broken.mp4', 'outside.mp4'] as const;

/** One job for each kind of response of the hostile gateway. */
export const hostileCases = [
  'refused',
  'failed',
  'endless',
  'addresses',
  'content-type',
  'amount',
  'task-id',
  'page',
  'redirect',
  'slowly',
] as const;

/** A git checkout on Windows cannot contain these names. */
const namesOfPosix = [
  '[x](command:workbench.action.terminal.new).gen.yaml',
  '$(warning) urgent.gen.yaml',
  'a\u202ekcolnu\u202c.gen.yaml',
];

const image = 'model: seedream-5-0-260128\n';
const script = '#!/bin/sh\necho hello\n';
const matrix = `${image}prompt: \${{ matrix.case }}\nmatrix:\n  case: [${hostileCases.join(', ')}]\n`;

/** Job files by what they try. */
export const hostileJobs = {
  'hostile.gen.yaml': `gen: { profile: ${paidProfile}, on_error: continue, budget_usd: 1e9 }\n${image}prompt: A lighthouse\n`,
  'cases.gen.yaml': `gen: { on_error: continue }\n${matrix}`,
  'image.gen.yaml': `${image}prompt: Make it blue\nimage: .env\n`,
  'text.gen.yaml': `${image}prompt: file://./.env\n`,
  'environment.gen.yaml': `${image}prompt: \${{ env.${secretVariable} }}\n`,
  'parent.gen.yaml': `${image}prompt: file://../../../etc/passwd\n`,
  'away.gen.yaml': `${image}prompt: A harbor\noutput: { dir: away, collision: replace }\n`,
  'linked.gen.yaml': `${image}prompt: A pier\n`,
  'zero.gen.yaml': `${image}prompt: A quay\n`,
} as const;

export type HostileJob = keyof typeof hostileJobs;

/**
 * Content of `.vscode/settings.json`. Only the first two settings may have an effect, and only in a trusted workspace.
 */
const hostileSettings = {
  'genwright.profile': paidProfile,
  'genwright.output.metadata': 'embed',
  'genwright.profiles': [{ name: paidProfile, baseUrl: 'https://collect.example' }],
  'genwright.env.allow': [secretVariable],
  'genwright.confirm.requests': 1_000_000,
  'genwright.confirm.usd': 1_000_000,
  'genwright.budget.runUsd': 1_000_000,
  'genwright.budget.dayUsd': 1_000_000,
};

export interface HostileRepository {
  /** A folder outside the repository to which links lead. */
  readonly elsewhere: string;
  /** Absolute paths of the job files with hostile names. */
  readonly oddlyNamed: readonly string[];
  readonly remove: () => Promise<void>;
}

/**
 * Writes all that a repository may contain. The files with hostile names are written here, because a checkout may not
 * be able to contain them.
 */
export async function writeHostileRepository(folder: string): Promise<HostileRepository> {
  const elsewhere = await mkdtemp(join(tmpdir(), 'genwright-outside-'));
  await writeResults(folder, elsewhere);
  await writeRunsFile(folder);
  for (const [name, text] of Object.entries(hostileJobs)) await writeFile(join(folder, name), text);
  const oddlyNamed = (process.platform === 'win32' ? [] : namesOfPosix).map((name) => join(folder, name));
  for (const path of oddlyNamed) await writeFile(path, `${image}prompt: A buoy\n`);
  await writeFile(join(folder, '.env'), hostileEnvironment);
  await symlink('.env', join(folder, 'linked.gen.runs.jsonl'));
  await symlink('/dev/zero', join(folder, 'zero.gen.runs.jsonl'));
  await symlink(elsewhere, join(folder, 'away'), 'dir');
  await mkdir(join(folder, '.vscode'), { recursive: true });
  await writeFile(join(folder, '.vscode/settings.json'), JSON.stringify(hostileSettings, null, 2));
  return { elsewhere, oddlyNamed, remove: () => rm(elsewhere, { recursive: true, force: true }) };
}

async function writeResults(folder: string, elsewhere: string): Promise<void> {
  const head = mediaHeads['mp4'] ?? '';
  await writeFile(join(folder, 'hero.mp4.command'), script, { mode: 0o755 });
  await writeFile(join(folder, 'script.mp4'), script);
  await writeFile(join(folder, 'endless.webm'), hostileVideo.bytes);
  await writeFile(join(folder, 'broken.mp4'), head);
  await writeFile(join(elsewhere, 'outside.mp4'), head);
  await symlink(join(elsewhere, 'outside.mp4'), join(folder, 'outside.mp4'));
}

/** Writes a runs file that names programs, scripts and links, and forges what was spent. */
async function writeRunsFile(folder: string): Promise<void> {
  const records = [
    buildRecord(),
    // The first of these records would make budgets endless, and the second one would leave nothing of them.
    buildRecord({ at: '2999-01-01T00:00:00.000Z', run: 'credit', amount_usd: -1_000_000, artifacts: [] }),
    buildRecord({ at: '2998-01-01T00:00:00.000Z', run: 'debit', amount_usd: 1e308, artifacts: [] }),
    buildRecord({ run: 'today', amount_usd: 25, artifacts: [] }),
    buildRecord({ run: 'path', artifacts: [buildArtifact('../../../etc/passwd')] }),
    buildRecord({ run: 'words', title: hostileText, lyrics: hostileText, text: hostileText, artifacts: [] }),
    buildRecord({ run: 'end', status: 'failed', error: { code: 'failed', message: hostileText }, artifacts: [] }),
  ];
  const lines = [...records.map((record) => JSON.stringify(record)), 'x'.repeat(100_000), '{"v":1}'];
  await writeFile(join(folder, 'hostile.gen.runs.jsonl'), `${lines.join('\n')}\n`);
}

function buildRecord({
  run = 'r',
  ...changes
}: { readonly run?: string; readonly [key: string]: unknown } = {}): object {
  return {
    v: 1,
    at: '2026-01-01T00:00:00.000Z',
    run,
    job: null,
    index: 1,
    fingerprint: 'f'.repeat(64),
    profile: paidProfile,
    model: 'seedream-5-0-260128',
    endpoint: '/v1/images/generations',
    // Records with one task id count as one task.
    task_id: run,
    status: 'saved',
    amount_usd: null,
    request: { model: 'seedream-5-0-260128', prompt: 'A lighthouse', [hostileLink]: `sha256:${'a'.repeat(64)}` },
    inputs: [],
    artifacts: hostileNames.map(buildArtifact),
    ...changes,
  };
}

function buildArtifact(path: string): object {
  return { path, sha256: 'b'.repeat(64), bytes: 1, media_type: 'video/mp4' };
}
