import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCrashGateway, type CrashGateway, type CrashGatewayOptions } from './crashGateway.ts';
import type { CrashJob } from './crashJobs.ts';
import { findFaults, listAnswered } from './findFaults.ts';
import { continueTasks, jobFileOf, openEngine, workFolder, type CrashPlace } from './headless.ts';

/** How long the line of a task and the clean-up may take after its last change. */
const patienceMs = 240_000;

/** A job file in separate folders, with its own gateway. */
export interface CrashStory {
  readonly place: CrashPlace;
  readonly gateway: CrashGateway;
  /** Continues twice without a crash, and returns what is wrong then. */
  readonly end: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

export async function openStory(job: CrashJob, options: CrashGatewayOptions = {}): Promise<CrashStory> {
  const gateway = await startCrashGateway(options);
  const root = await mkdtemp(join(tmpdir(), 'genwright-crash-'));
  const place = { root, gatewayUrl: gateway.url };
  await mkdir(workFolder(place));
  await writeFile(jobFileOf(place), job.text);
  const restart = async (): Promise<readonly string[]> => {
    const facts = { place, job, gateway, answered: await listAnswered(place) };
    const engine = openEngine(place);
    try {
      await continueTasks(engine, place);
      const until = performance.now() + patienceMs;
      for (;;) {
        const faults = await findFaults(facts, engine);
        if (faults.length === 0 || performance.now() > until) return faults;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    } finally {
      engine.dispose();
    }
  };
  return {
    place,
    gateway,
    end: async () => {
      const faults = await restart();
      if (faults.length > 0) return faults;
      const postCount = gateway.postCount();
      const later = (await restart()).map((fault) => `after a second restart: ${fault}`);
      return gateway.postCount() === postCount ? later : [...later, 'a second restart sends again'];
    },
    close: async () => {
      await gateway.close();
      await rm(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
