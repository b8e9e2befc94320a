// `npm run hunt`: tells new stories. The last line is `N stories, N failed`.
import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseOptions } from '../../scripts/options.ts';
import { describeMatrix, listUnreached } from './coverage.ts';
import { drawStory } from './drawStory.ts';
import { shrinkStory } from './shrink.ts';
import { describeStory, type Story } from './story.ts';
import { tellStory } from './tellStory.ts';

interface Failure {
  /** Seed of the drawn story. */
  readonly seed: string;
  readonly story: Story;
  readonly faults: readonly string[];
  readonly isShrunk: boolean;
}

/** What a hunter reports of some stories. */
interface Report {
  readonly told: number;
  readonly coverage: readonly (readonly [string, number])[];
  readonly failure: Failure | null;
}

const storiesPerReport = 50;
/** The processes that a story kills keep some memory for good, so a hunter is replaced after this many stories. */
const storiesPerHunter = 10_000;
/** Where the stories of failures are kept. */
const folder = join(import.meta.dirname, '../../out/hunt');
const usage = `npm run hunt: tells new stories of the simulation until Ctrl+C, and keeps those that fail in out/hunt.

  --minutes=N  ends after this time
  --cores=N    processes at once; default: all cores`;

const { values } = parseOptions(usage, {
  minutes: { type: 'string', default: 'Infinity' },
  cores: { type: 'string', default: String(availableParallelism()) },
  hunter: { type: 'boolean', default: false },
});
const [minutes, cores] = [Number(values.minutes), Number(values.cores)];

/** Tells stories in a separate process. */
async function hunt(send: (report: Report) => void): Promise<void> {
  const hunter = randomBytes(6).toString('hex');
  for (let number = 0; number < storiesPerHunter;) {
    const coverage = new Map<string, number>();
    let failure: Failure | null = null;
    let told = 0;
    while (told < storiesPerReport && !failure) {
      const story = drawStory(`${hunter} ${(number += 1)}`);
      const { faults, coverage: reached } = await tellStory(story);
      told += 1;
      for (const [what, count] of reached) coverage.set(what, (coverage.get(what) ?? 0) + count);
      if (faults.length === 0) continue;
      // The failure is sent before its story is shrunk, which takes long and may be interrupted.
      send({ told: 0, coverage: [], failure: { seed: story.seed, story, faults, isShrunk: false } });
      const shortest = await shrinkStory(story);
      failure = { seed: story.seed, story: shortest, faults: (await tellStory(shortest)).faults, isShrunk: true };
    }
    send({ told, coverage: [...coverage], failure });
  }
}

function describeFailure({ story, faults }: Failure): string {
  return [describeStory(story), ...faults.map((each) => `✖ ${each}`), ''].join('\n');
}

/** Writes a failure to a file, so that none is lost when the output is. Returns the path. */
function keepFailure(failure: Failure): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${failure.seed.replaceAll(/\W+/g, '-')}.json`);
  writeFileSync(path, `${JSON.stringify({ ...failure.story, faults: failure.faults }, null, 2)}\n`);
  return path;
}

function lead(): void {
  const startedAt = performance.now();
  const total = { told: 0, failed: 0, coverage: new Map<string, number>() };
  const perMinute = (): number => Math.round((total.told * 60_000) / (performance.now() - startedAt));
  const hunters = new Set<ChildProcess>();
  const startHunter = (): void => {
    const hunter = fork(import.meta.filename, ['--hunter']);
    hunters.add(hunter);
    hunter.on('exit', (code) => {
      hunters.delete(hunter);
      if (isEnding) return;
      // A story may end the process, for example if the memory is full.
      if (code !== 0) {
        total.failed += 1;
        console.log('A hunter has ended too early');
      }
      startHunter();
    });
    hunter.on('message', ({ told, coverage, failure }: Report) => {
      total.told += told;
      for (const [what, count] of coverage) total.coverage.set(what, (total.coverage.get(what) ?? 0) + count);
      if (!failure) return;
      const path = keepFailure(failure);
      if (!failure.isShrunk) total.failed += 1;
      console.log(failure.isShrunk ? describeFailure(failure) : `Seed "${failure.seed}" fails: ${path}`);
    });
  };
  let isEnding = false;
  for (let core = 0; core < cores; core += 1) startHunter();
  const progress = setInterval(() => {
    console.log(`${total.told} stories, ${total.failed} failed, ${perMinute()} a minute`);
  }, 60_000);
  const end = (): void => {
    isEnding = true;
    clearInterval(progress);
    for (const hunter of hunters) hunter.kill();
    for (const [what, count] of [...total.coverage].sort(([one], [other]) => (one < other ? -1 : 1)))
      if (!what.includes(' × ')) console.log(`${String(count).padStart(8)} ${what}`);
    console.log(describeMatrix(total.coverage));
    for (const what of listUnreached(total.coverage)) console.log(`   never ${what}`);
    console.log(`${perMinute()} stories a minute`);
    console.log(`${total.told} stories, ${total.failed} failed`);
    process.exitCode = total.failed > 0 ? 1 : 0;
  };
  process.once('SIGINT', end);
  if (Number.isFinite(minutes)) setTimeout(end, minutes * 60_000).unref();
}

process.once('disconnect', () => process.exit());
if (values.hunter) {
  await hunt((report) => void process.send?.(report));
  process.disconnect();
} else lead();
