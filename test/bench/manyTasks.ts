import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { median, type Figure } from './figure.ts';
import type { ManyTasksCost } from './manyTasksProcess.ts';

const few = 100;
const many = 1_000;
/** Number of runs of one task. Their memory varies by a half from run to run. */
const rounds = 5;

/**
 * Measures what all tasks of a run cost the client when they run at once on the sandbox, and whether ten times as many
 * cost ten times as much. One task alone shows how much of the memory does not depend on their number: code, threads and
 * the first connection.
 */
export async function measureManyTasks(): Promise<readonly Figure[]> {
  const root = await mkdtemp(join(tmpdir(), 'genwright-many-'));
  const server = await startSandboxProcess(join(root, 'sandbox'));
  try {
    const folderOf = async (name: string): Promise<string> => {
      await mkdir(join(root, name));
      return join(root, name);
    };
    const alone: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { growthBytes } = await runTasks({ ...server, folder: await folderOf(`one-${round}`), tasks: 1 });
      alone.push(growthBytes);
    }
    const small = await runTasks({ ...server, folder: await folderOf('few'), tasks: few });
    const large = await runTasks({ ...server, folder: await folderOf('many'), tasks: many });
    return buildFigures(median(alone), small, large);
  } finally {
    server.stop();
    await rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

function buildFigures(aloneBytes: number, small: ManyTasksCost, large: ManyTasksCost): readonly Figure[] {
  const seconds = large.wallMs / 1_000;
  const perTask = ({ cpuMs }: ManyTasksCost, tasks: number): number => cpuMs / tasks;
  return [
    {
      name: '1,000 tasks at once: loop delay p99',
      value: large.loopP99Ms,
      unit: 'ms',
      against: `${large.saved} saved in ${seconds.toFixed(0)} s, ${(large.requests / seconds).toFixed(0)} API calls a second`,
      aim: '< 50',
    },
    {
      name: '1 task: memory growth',
      value: aloneBytes / 1024 ** 2,
      unit: 'MB',
      against: `resident, median of ${rounds} runs: code that is loaded on first use, threads, first connection`,
      aim: 'reported',
    },
    {
      name: '1,000 tasks at once: memory growth',
      value: large.growthBytes / 1024 ** 2,
      unit: 'MB',
      against: `resident, that of 1 task included, ${megabytes(large.keptBytes)} MB of it in use at the end; 100 tasks: ${megabytes(small.growthBytes)} MB`,
      aim: 'reported',
    },
    {
      name: '1,000 tasks at once: memory in use',
      value: large.peakBytes / 1024 ** 2,
      unit: 'MB',
      against: `the most at any time, uncollected garbage included; 100 tasks: ${megabytes(small.peakBytes)} MB`,
      aim: '≤ 60',
    },
    {
      name: '1,000 tasks at once: CPU of a task',
      value: perTask(large, many) / perTask(small, few),
      unit: '×',
      against: `one of 100 (${perTask(small, few).toFixed(1)} ms); ${((large.cpuMs / large.wallMs) * 100).toFixed(0)} % of a core`,
      aim: 'about 1',
    },
  ];
}

function megabytes(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(0);
}

interface SandboxProcess {
  readonly url: string;
  readonly key: string;
  stop(): void;
}

async function startSandboxProcess(dataDir: string): Promise<SandboxProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'sandboxProcess.ts'), dataDir], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { url, key } = JSON.parse(line.toString()) as Pick<SandboxProcess, 'url' | 'key'>;
  return { url, key, stop: () => void child.kill() };
}

async function runTasks(
  order: Pick<SandboxProcess, 'url' | 'key'> & { readonly folder: string; readonly tasks: number },
): Promise<ManyTasksCost> {
  const { url, key, folder, tasks } = order;
  const script = join(import.meta.dirname, 'manyTasksProcess.ts');
  const argument = JSON.stringify({ url, key, folder, tasks });
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', script, argument]);
  return JSON.parse(stdout) as ManyTasksCost;
}
