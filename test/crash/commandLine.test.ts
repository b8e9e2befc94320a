// Kills commands of the command line, and runs several of them at once, as real processes with real clocks.
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { runJobFile } from '../../src/engine/index.ts';
import { createPromise } from '../unit/engine/generate/arrangeStorages.ts';
import * as fc from '../support/fastCheck.ts';
import { type CrashJob, mixedJob } from './crashJobs.ts';
import { filesOf } from './crashGateway.ts';
import { type CrashStory, openStory } from './crashStory.ts';
import { crashKey, jobFileOf, storageFolder, workFolder, type CrashPlace } from './headless.ts';
import type { KillPoint } from './ioSteps.ts';
import { startCommand } from './startCommand.ts';

const flags = ['--key-env', 'KEY', '--yes', '--budget', '9'];

/** A story with prices, because requests of an unknown price would go one by one. */
async function openPriced(job: CrashJob, delay?: (method: string) => Promise<void>): Promise<CrashStory> {
  const story = await openStory(job, delay ? { delay } : {});
  await mkdir(join(story.place.root, 'config/genwright'), { recursive: true });
  await writeFile(join(story.place.root, 'config/genwright/config.yaml'), 'prices: { "*": 0.04 }\n');
  return story;
}

/** Starts `genwright run` with the state folder that the engine of a story has. */
function startRun(place: CrashPlace, { killPoint = null, storage = storageFolder(place) }: RunOptions = {}) {
  const env = { KEY: crashKey, XDG_CONFIG_HOME: join(place.root, 'config'), XDG_STATE_HOME: join(place.root, 'home') };
  return startCommand(['--state', storage, 'run', '--base-url', place.gatewayUrl, ...flags], {
    cwd: workFolder(place),
    env,
    killPoint,
  });
}

interface RunOptions {
  readonly killPoint?: KillPoint | null;
  readonly storage?: string;
}

const seed = Number(process.env['GENWRIGHT_SEED'] ?? Date.now() % 2 ** 31);
const runs = Math.ceil(Number(process.env['GENWRIGHT_CRASHES'] ?? 16) / 8);

/** At a step on files and sockets, or when the gateway has got so many calls, whose responses are lost. */
const kill = fc.oneof(
  fc.record({ step: fc.integer({ min: 1, max: 300 }), moment: fc.constantFrom('before' as const, 'inside' as const) }),
  fc.record({ calls: fc.integer({ min: 1, max: 20 }) }),
);

describe('A run of the command line', () => {
  test('that is killed again and again pays nothing twice and loses nothing', async (context) => {
    context.diagnostic(`GENWRIGHT_SEED=${seed}`);
    const property = fc.asyncProperty(fc.array(kill, { minLength: 1, maxLength: 4 }), async (kills) => {
      let [victim, calls]: [ChildProcess | null, number] = [null, 0];
      const delay = (): Promise<void> => {
        calls -= 1;
        if (calls === 0) victim?.kill('SIGKILL');
        return Promise.resolve();
      };
      const story = await openPriced(mixedJob, delay);
      try {
        for (const each of kills) {
          const { child, ended } = startRun(story.place, 'step' in each ? { killPoint: each } : {});
          [victim, calls] = 'step' in each ? [null, 0] : [child, each.calls];
          await ended;
        }
        victim = null;
        await checkEnd(story);
      } finally {
        await story.close();
      }
    });
    await fc.assert(property, { seed, numRuns: runs, endOnFailure: true });
  });
});

/** Runs the command until its end, twice, and looks at what is there with the engine of another host. */
async function checkEnd({ place, gateway, end }: CrashStory): Promise<void> {
  const last = await startRun(place).ended;
  const unclear = last.document.tasks?.filter(({ status }) => status === 'unconfirmed') ?? [];
  const sent = gateway.postCount();
  const again = await startRun(place).ended;

  const code = unclear.length > 0 ? 3 : 0;
  assert.deepEqual([last.exitCode, again.exitCode, gateway.postCount()], [code, code, sent], last.errors);
  for (const { id } of unclear) assert.match(last.errors, new RegExp(`unconfirmed .*${id?.slice(0, 8)}`));
  assert.deepEqual(
    [...gateway.taken].filter(([, times]) => times > 1),
    [],
  );
  assert.deepEqual([await end(), gateway.postCount()], [[], sent]);
}

const polledJob: CrashJob = {
  name: 'polled',
  text: 'model: seedream-5-0-260128\nprompt: A ${{ matrix.c }} cat\nmatrix:\n  c: [red, green, blue]\n',
  prompts: ['A red cat', 'A green cat', 'A blue cat'],
};

/** Makes the job file beside a run of the command line, with another storage. Returns how each request has ended. */
type MakeOther = (place: CrashPlace, storage: string) => Promise<readonly { readonly status: string }[]>;

const others: Readonly<Record<string, MakeOther>> = {
  'another state folder': async (place, storage) => (await startRun(place, { storage }).ended).document.tasks ?? [],
  'the engine of another host': async (place, storageDir) => {
    const gateway = { baseUrl: place.gatewayUrl, key: crashKey };
    return (await runJobFile({ file: jobFileOf(place), storageDir, gateway })).tasks;
  },
};

describe('Two programs with one job file', () => {
  test('that start at once with one state folder send each request once', async () => {
    const story = await openPriced(mixedJob);
    try {
      const both = await Promise.all([startRun(story.place).ended, startRun(story.place).ended]);
      const sent = story.gateway.postCount();
      const again = await startRun(story.place).ended;

      const count = mixedJob.prompts.length;
      assert.deepEqual(
        both.map(({ exitCode }) => exitCode),
        [0, 0],
        both.map(({ errors }) => errors).join('\n'),
      );
      assert.deepEqual([again.document.statuses, again.exitCode, sent], [{ unchanged: count }, 0, count]);
      assert.deepEqual([await story.end(), story.gateway.postCount()], [[], count]);
    } finally {
      await story.close();
    }
  });

  for (const [name, makeOther] of Object.entries(others)) {
    for (const isKilled of [false, true]) {
      const what = isKilled ? 'continues what a killed run has begun' : 'watches what a run has begun';
      test(`${name} ${what}, and sends nothing`, async () => {
        const [accepted, isAccepted] = createPromise();
        const [seen, isSeen] = createPromise();
        let queries = 0;
        // The gateway works until the other program has queried a task of the first one.
        const { place, gateway, close } = await openPriced(polledJob, async (method) => {
          if (method === 'POST') return;
          queries += 1;
          if (queries === polledJob.prompts.length) isAccepted();
          if (queries > polledJob.prompts.length) isSeen();
          await seen;
        });
        try {
          const { child, ended } = startRun(place);
          await accepted;
          if (isKilled) child.kill('SIGKILL');
          if (isKilled) await ended;
          const other = await makeOther(place, join(place.root, 'other'));
          const { document, errors } = await (isKilled ? startRun(place).ended : ended);

          const all = polledJob.prompts.map(() => 'saved');
          const statuses = (tasks: readonly { readonly status: string }[] = []) => tasks.map(({ status }) => status);
          assert.deepEqual([statuses(other), statuses(document.tasks)], [all, all], errors);
          assert.deepEqual([...gateway.taken.values()], [1, 1, 1]);
          // Two programs that save the same result at the same moment may both save it.
          const names = (await readdir(workFolder(place))).filter((each) => each.endsWith('.png'));
          const files = await Promise.all(names.map((each) => readFile(join(workFolder(place), each), 'hex')));
          const wanted = polledJob.prompts.flatMap(filesOf).map((bytes) => bytes.toString('hex'));
          assert.deepEqual([...new Set(files)].toSorted(), wanted.toSorted());
        } finally {
          await close();
        }
      });
    }
  }
});
