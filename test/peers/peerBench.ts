import { writeFile } from 'node:fs/promises';
import type { TestContext } from 'node:test';
import type { Task } from '../../src/core/task/model/task.ts';
import type { GeneratePorts } from '../../src/engine/index.ts';
import { createEngineBench, secretKey, type EngineBench } from '../fakes/tasks/engineBench.ts';
import type { Peer } from './startPeer.ts';

/** What aimock returns for a prompt, as its fixture files say it. */
export interface Fixture {
  readonly match: {
    readonly userMessage: string;
    readonly endpoint: 'chat' | 'image' | 'video' | 'speech';
    /** Only the request of this number, from 0. */
    readonly sequenceIndex?: number;
  };
  readonly response: object;
  readonly chaos?: Chaos;
  /** Number of characters in each event of a stream. */
  readonly chunkSize?: number;
  /** Pause before each event, in ms. */
  readonly latency?: number;
  /** Number of events until the connection breaks. */
  readonly truncateAfterChunks?: number;
}

/** Probability of each fault, from 0 to 1. */
export type Chaos = Partial<Record<'dropRate' | 'malformedRate' | 'rateLimitRate' | 'disconnectRate', number>>;

export interface PeerBench extends EngineBench {
  /** Replaces what aimock returns, and forgets its calls. */
  readonly answer: (...fixtures: readonly Fixture[]) => Promise<void>;
  /** From now on, a fault can replace any response of aimock. */
  readonly inflict: (chaos: Chaos) => Promise<void>;
  /** Ends a video that aimock has accepted. */
  readonly endVideo: (video: object) => Promise<void>;
  /** The calls of others than the test that have reached aimock, such as `POST /v1/videos`. */
  readonly received: () => Promise<readonly string[]>;
  /** Runs a job file to the end of its tasks. */
  readonly generate: (text: string) => Promise<readonly Task[]>;
}

export interface Route {
  readonly aimock: Peer;
  /** A proxy in front of aimock. */
  readonly proxy?: Peer | undefined;
  /** The vendor whose format the proxy expects of aimock. */
  readonly provider: 'openai' | 'anthropic';
}

/** Arranges an engine with real sockets and files, and aimock as its gateway. */
export async function arrangePeer(context: TestContext, { aimock, proxy, provider }: Route): Promise<PeerBench> {
  const bench = await createEngineBench(context);
  const { engine, jobFile, folder } = bench;
  bench.setBaseUrl((proxy ?? aimock).url);
  const route = { 'x-portkey-provider': provider, 'x-portkey-custom-host': `${aimock.url}/v1` };
  if (proxy) bench.setHeaders({ headers: route });
  const call = async (path: string, body?: object): Promise<unknown> => {
    const headers = { authorization: `Bearer ${secretKey}`, 'x-request-id': idOfTest };
    const post = body && { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${aimock.url}/${path}`, { headers, ...post });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return response.json();
  };
  const add = (fixtures: readonly Fixture[]): Promise<unknown> => call('__aimock/fixtures', { fixtures });
  return {
    ...bench,
    async answer(...fixtures) {
      await call('__aimock/reset', {});
      await add(fixtures);
    },
    inflict: async (chaos) => void (await call('__aimock/chaos', chaos)),
    async endVideo(video) {
      // A video is only polled, so it ends by another one with the same id.
      const prompt = 'The end';
      await add([{ match: { userMessage: prompt, endpoint: 'video' }, response: { video } }]);
      await call('v1/videos', { prompt });
    },
    async received() {
      const calls = (await call('__aimock/journal')) as readonly JournalEntry[];
      const others = calls.filter(({ headers }) => headers['x-request-id'] !== idOfTest);
      return others.map(({ method, path }) => `${method} ${path}`);
    },
    async generate(text) {
      await writeFile(jobFile, text);
      const file = { path: jobFile, text, boundary: folder, isStrict: false, concurrency: 1 };
      const { tasks, problems } = await engine.generate(
        { jobFiles: [file], unchanged: 'generate', confirm: null, asksForKey: false },
        ports,
      );
      if (problems > 0) throw new Error(`The job file has ${problems} errors`);
      return tasks.flatMap(({ id }) => engine.tasks().filter((task) => task.id === id));
    },
  };
}

const idOfTest = 'test';

/** A call as aimock remembers it. */
interface JournalEntry {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

const yes = (): Promise<true> => Promise.resolve(true);

const ports: GeneratePorts = {
  readGateway: () =>
    Promise.resolve({ profile: 'studio', origin: null, isSandbox: false, isSelected: true, isKeyMissing: false }),
  askUnchanged: () => Promise.resolve('all'),
  askKey: yes,
  confirm: yes,
  consents: { has: () => true, add: () => undefined },
};
