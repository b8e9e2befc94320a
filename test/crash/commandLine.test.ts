// Kills commands of the command line, and runs several of them at once, as real processes with real clocks.
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { runJobFile } from '../../src/engine/index.ts';
import * as fc from '../support/fastCheck.ts';
import type { CrashJob } from './crashJobs.ts';
import { mixedJob } from './crashJobs.ts';
import { type CrashStory, openStory } from './crashStory.ts';
import { crashKey, jobFileOf, storageFolder, workFolder, type CrashPlace } from './headless.ts';
import type { KillPoint } from './ioSteps.ts';
import { startCommand } from './startCommand.ts';

const flags = ['--key-env', 'KEY', '--yes', '--budget', '9'];

/** Starts `genwright run` with the state folder that the engine of a story has. */
function startRun(place: CrashPlace, { killPoint = null, storage = storageFolder(place) }: RunOptions = {}) {
  const env = { KEY: crashKey, XDG_CONFIG_HOME: join(place.root, 'none'), XDG_STATE_HOME: join(place.root, 'home') };
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
      const story = await openStory(mixedJob, { delay });
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
  assert.deepEqual([await end(), gateway.postCount()], [[], sent]);
}
