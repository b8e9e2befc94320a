// Tells new stories on all cores until it is stopped, or for `--minutes=N`. The last line is `N stories, N failed`.
import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { listUnreached } from './coverage.ts';
import { drawStory } from './drawStory.ts';
import { shrinkStory } from './shrink.ts';
import { describeStory, type Story } from './story.ts';
import { tellStory } from './tellStory.ts';

/** What a hunter reports of some stories. */
interface Report {
  readonly told: number;
  readonly coverage: readonly (readonly [string, number])[];
  readonly failure: { readonly story: Story; readonly faults: readonly string[] } | null;
}

const storiesPerReport = 50;
const minutes = Number(process.argv.find((arg) => arg.startsWith('--minutes='))?.split('=')[1] ?? Infinity);

/** Runs in a process of its own. */
async function hunt(send: (report: Report) => void): Promise<void> {
  const hunter = randomBytes(6).toString('hex');
  for (let number = 0; ;) {
    const coverage = new Map<string, number>();
    let failure: Report['failure'] = null;
    let told = 0;
    while (told < storiesPerReport && !failure) {
      const story = drawStory(`${hunter} ${(number += 1)}`);
      const { faults, coverage: reached } = await tellStory(story);
      told += 1;
      for (const [what, count] of reached) coverage.set(what, (coverage.get(what) ?? 0) + count);
      if (faults.length === 0) continue;
      const shortest = await shrinkStory(story);
      failure = { story: shortest, faults: (await tellStory(shortest)).faults };
    }
    send({ told, coverage: [...coverage], failure });
  }
}

function describeFailure({ story, faults }: NonNullable<Report['failure']>): string {
  return [describeStory(story), ...faults.map((each) => `✖ ${each}`), JSON.stringify(story), ''].join('\n');
}

function lead(): void {
  const startedAt = performance.now();
  const total = { told: 0, failed: 0, coverage: new Map<string, number>() };
  const perMinute = (): number => Math.round((total.told * 60_000) / (performance.now() - startedAt));
  const hunters = Array.from({ length: availableParallelism() }, (): ChildProcess => {
    const hunter = fork(import.meta.filename, ['--hunter']);
    hunter.on('message', ({ told, coverage, failure }: Report) => {
      total.told += told;
      for (const [what, count] of coverage) total.coverage.set(what, (total.coverage.get(what) ?? 0) + count);
      if (!failure) return;
      total.failed += 1;
      console.log(describeFailure(failure));
    });
    return hunter;
  });
  const progress = setInterval(() => {
    console.log(`${total.told} stories, ${total.failed} failed, ${perMinute()} a minute`);
  }, 60_000);
  const end = (): void => {
    clearInterval(progress);
    for (const hunter of hunters) hunter.kill();
    for (const [what, count] of [...total.coverage].sort(([one], [other]) => (one < other ? -1 : 1)))
      console.log(`${String(count).padStart(8)} ${what}`);
    for (const what of listUnreached(total.coverage)) console.log(`   never ${what}`);
    console.log(`${perMinute()} stories a minute`);
    console.log(`${total.told} stories, ${total.failed} failed`);
    process.exitCode = total.failed > 0 ? 1 : 0;
  };
  process.once('SIGINT', end);
  if (Number.isFinite(minutes)) setTimeout(end, minutes * 60_000);
}

if (process.argv.includes('--hunter')) await hunt((report) => void process.send?.(report));
else lead();
