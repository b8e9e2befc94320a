import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../../src/sandbox/index.ts';
import { type Figure, runProcess } from './figure.ts';
import type { ManyTasksCost } from './manyTasksProcess.ts';

const few = 100;
const many = 1_000;

/**
 * Measures what all tasks of a run cost the client when they run at once on the sandbox, and whether ten times as many
 * cost ten times as much. The client is a separate process.
 */
export async function measureManyTasks(): Promise<readonly Figure[]> {
  const root = await mkdtemp(join(tmpdir(), 'genwright-many-'));
  // Quicker than real services.
  const sandbox = await startSandbox({ dataDir: join(root, 'sandbox'), speed: 4 });
  const runTasks = async (tasks: number): Promise<ManyTasksCost> => {
    const folder = join(root, String(tasks));
    await mkdir(folder);
    const order = { url: sandbox.url, key: sandbox.key, folder, tasks };
    return (await runProcess('manyTasksProcess.ts', { order, args: ['--expose-gc'] })) as ManyTasksCost;
  };
  try {
    return buildFigures(await runTasks(few), await runTasks(many));
  } finally {
    await sandbox.close();
    await rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

function buildFigures(small: ManyTasksCost, large: ManyTasksCost): readonly Figure[] {
  const seconds = large.wallMs / 1_000;
  const megabytes = ({ peakBytes }: ManyTasksCost): number => peakBytes / 1024 ** 2;
  const [ofMany, ofFew] = [large.cpuMs / many, small.cpuMs / few];
  return [
    {
      name: '1,000 tasks at once: loop delay p99',
      value: large.loopP99Ms,
      unit: 'ms',
      against: `${large.saved} saved in ${seconds.toFixed(0)} s, ${(large.requests / seconds).toFixed(0)} API calls a second`,
      aim: '< 50',
    },
    {
      name: '1,000 tasks at once: memory in use',
      value: megabytes(large),
      unit: 'MB',
      against: `the most at any time, uncollected garbage included; 100 tasks: ${megabytes(small).toFixed(0)} MB`,
      aim: '≤ 60',
    },
    {
      name: '1,000 tasks at once: CPU of a task',
      value: ofMany / ofFew,
      unit: '×',
      against: `one of 100 (${ofFew.toFixed(1)} ms); ${((large.cpuMs / large.wallMs) * 100).toFixed(0)} % of a core`,
      aim: 'about 1',
    },
  ];
}
