// The engine with servers that others have written: what is saved, how often a request was sent, and whether it counts as
// spent. The faults are those that aimock can make.
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { after, before, describe, test, type TestContext } from 'node:test';
import type { Task, TaskErrorCode } from '../../src/core/task/model/task.ts';
import { makePng } from '../fakes/media/media.ts';
import { mediaHeads } from '../fakes/media/mediaHeads.ts';
import { arrangePeer, type Chaos, type Fixture, type PeerBench, type Route } from './peerBench.ts';
import { aLinkedImage, anImage, chatKinds, endpoints, kinds, prompt, verse, video, type Kind } from './peerKinds.ts';
import { startPeer, type Peer } from './startPeer.ts';

/** What goes wrong, how the task ends, and whether it counts as spent. */
interface Fault {
  readonly name: string;
  readonly chaos?: Chaos;
  /** Replaces what aimock returns. */
  readonly response?: object;
  readonly end: readonly [state: Task['state'], code?: TaskErrorCode];
  readonly posts: number;
  readonly counted: number;
}

const faults: readonly Fault[] = [
  { name: 'a server error', chaos: { dropRate: 1 }, end: ['failed', 'gateway-error'], posts: 4, counted: 0 },
  { name: 'no JSON', chaos: { malformedRate: 1 }, end: ['unconfirmed'], posts: 1, counted: 1 },
  {
    name: 'a broken connection',
    chaos: { disconnectRate: 1 },
    end: ['unconfirmed', 'no-answer'],
    posts: 1,
    counted: 1,
  },
  {
    name: 'an empty account',
    response: { error: { message: 'You exceeded your current quota', code: 'insufficient_quota' }, status: 429 },
    end: ['failed', 'quota-exhausted'],
    posts: 1,
    counted: 0,
  },
  {
    name: 'a refusal',
    response: { error: { message: 'No such size', type: 'invalid_request_error' }, status: 400 },
    end: ['failed', 'request-rejected'],
    posts: 1,
    counted: 0,
  },
];

/** Faults after which the next attempt succeeds. */
const shortFaults: readonly (readonly [name: string, chaos: Chaos])[] = [
  ['a rate limit', { rateLimitRate: 1 }],
  ['a server error', { dropRate: 1 }],
];

/** To these, the proxy says 500 without saying why. Then a request for a task is sent again, and each attempt counts. */
const repeated: ReadonlySet<string> = new Set([
  'an image: no JSON',
  'speech: no JSON',
  'a video that exists at once: a broken connection',
]);

let peers: Readonly<Record<'aimock' | 'portkey', Peer>>;

before(async () => {
  const [aimock, portkey] = await Promise.all([startPeer('aimock'), startPeer('portkey')]);
  peers = { aimock, portkey };
});

after(() => Promise.all([peers.aimock.close(), peers.portkey.close()]));

for (const isProxied of [false, true]) {
  describe(isProxied ? 'aimock behind portkey' : 'aimock', () => {
    const arrange = async (context: TestContext, provider: Route['provider'] = 'openai') => {
      const { aimock, portkey } = peers;
      const bench = await arrangePeer(context, { aimock, proxy: isProxied ? portkey : undefined, provider });
      bench.gateway.script('GET /a.png', { body: makePng() });
      bench.gateway.script('GET /a.mp4', { headers: { 'content-type': 'video/mp4' }, body: mediaHeads['mp4'] });
      return bench;
    };

    for (const kind of [...kinds, aLinkedImage]) {
      test(`${kind.name} is saved, and sent and counted once`, async (context) => {
        const bench = await arrange(context, kind.provider);
        await bench.answer(answerTo(kind, bench));

        assert.deepEqual(await generate(bench, kind), { ...saved(kind), posts: 1, counted: 1 });
      });
    }

    for (const kind of kinds) {
      for (const [name, chaos] of shortFaults) {
        test(`${kind.name} is saved after ${name}, and counted once`, async (context) => {
          const bench = await arrange(context, kind.provider);
          const { match, response } = answerTo(kind, bench);
          await bench.answer({ match: { ...match, sequenceIndex: 0 }, response, chaos }, { match, response });

          assert.deepEqual(await generate(bench, kind), { ...saved(kind), posts: 2, counted: 1 });
        });
      }

      for (const { name, chaos = {}, response, end, posts, counted } of faults) {
        test(`the response to ${kind.name} is ${name}`, async (context) => {
          const bench = await arrange(context, kind.provider);
          await bench.answer({ ...answerTo({ ...kind, response: response ?? kind.response }, bench), chaos });

          const made = await generate(bench, kind);

          const isRepeated = isProxied && repeated.has(`${kind.name}: ${name}`);
          assert.deepEqual([made.end.slice(0, end.length), made.files], [end, []]);
          assert.deepEqual([made.posts, made.counted], [isRepeated ? 4 : posts, counted]);
        });
      }
    }

    for (const kind of chatKinds.filter(({ isStream }) => isStream)) {
      test(`${kind.name} that breaks off is kept, and counted once`, async (context) => {
        const bench = await arrange(context, kind.provider);
        const pace = { chunkSize: 5, latency: 5, truncateAfterChunks: 8 };
        await bench.answer({ ...answerTo(kind, bench), ...pace });

        const { end, text, cut, files, ...costs } = await generate(bench, kind);

        // The proxy ends the stream as if it were complete, if it has sent some of it.
        const isCut = isDeepStrictEqual([end, cut, files], [['saved'], 'cut-short', kind.saved]);
        assert.ok(isCut || (end[0] === 'unconfirmed' && files.length === 0), JSON.stringify({ end, text, cut, files }));
        assert.deepEqual([costs, text !== verse], [{ posts: 1, counted: 1 }, true]);
      });
    }

    for (const kind of chatKinds) {
      test(`${kind.name} that reaches its limit is saved and says so`, async (context) => {
        const bench = await arrange(context, kind.provider);
        await bench.answer(answerTo({ ...kind, response: { content: verse, finishReason: 'length' } }, bench));

        assert.deepEqual(await generate(bench, kind), { ...saved(kind), cut: 'cut-at-limit', posts: 1, counted: 1 });
      });

      test(`${kind.name} that asks for a tool instead is not saved, and counted once`, async (context) => {
        const bench = await arrange(context, kind.provider);
        const response = { toolCalls: [{ name: 'look_up', arguments: '{}' }] };
        await bench.answer(answerTo({ ...kind, response }, bench));

        const made = await generate(bench, kind);

        assert.deepEqual([made.end, made.files, made.posts, made.counted], [['unsaved', 'no-result'], [], 1, 1]);
      });
    }

    test('a video is asked for until it is there, whatever a query answers meanwhile', async (context) => {
      const bench = await arrange(context);
      const kind = { ...video, response: { video: { id: 'v1', status: 'processing' } } };
      await bench.answer(answerTo(kind, bench));
      const url = `${bench.gateway.url}/a.mp4`;
      // The key is read before each call. The first call is the request.
      const steps: readonly (() => Promise<void>)[] = [
        ...(['dropRate', 'malformedRate', 'rateLimitRate', 'disconnectRate'] as const).map(
          (rate) => () => bench.inflict({ [rate]: 1 }),
        ),
        () => bench.inflict({}),
        () => bench.endVideo({ id: 'v1', status: 'completed', url }),
      ];
      let calls = 0;
      bench.setGate(async () => steps[calls++ - 2]?.());

      const made = await generate(bench, kind);

      const queries = (await bench.received()).filter((line) => line === 'GET /v1/videos/v1').length;
      assert.deepEqual([made.end, made.files, made.posts, made.counted], [['saved'], ['hero.mp4 video/mp4'], 1, 1]);
      assert.ok(queries >= 6, `${queries} queries`);
    });

    test('a video that fails is not counted', async (context) => {
      const bench = await arrange(context);
      const kind = { ...video, response: { video: { id: 'v1', status: 'failed' } } };
      await bench.answer(answerTo(kind, bench));

      const made = await generate(bench, kind);

      assert.deepEqual([made.end, made.files, made.posts, made.counted], [['failed', 'task-failed'], [], 1, 0]);
    });

    test('a video without a link is asked for at its own path, and kept as paid', async (context) => {
      const bench = await arrange(context);
      const kind = { ...video, response: { video: { id: 'v1', status: 'completed' } } };
      await bench.answer(answerTo(kind, bench));

      const made = await generate(bench, kind);

      assert.deepEqual([made.end, made.files, made.posts, made.counted], [['unsaved', 'download-failed'], [], 1, 1]);
    });

    test('a wrong key ends a request, which is not counted', async (context) => {
      const bench = await arrange(context);
      await bench.answer(answerTo(anImage, bench));
      bench.setKey('sk-test-of-nobody');

      const made = await generate(bench, anImage);

      assert.deepEqual([made.end, made.files, made.counted], [['failed', 'key-refused'], [], 0]);
    });
  });
}

test('a video whose link needs the key is saved, from a gateway with a path', async (context) => {
  const bench = await arrangePeer(context, { aimock: peers.aimock, provider: 'openai' });
  bench.setBaseUrl(`${peers.aimock.url}/api`);
  const b64 = mediaHeads['mp4']?.toString('base64');
  const kind = { ...video, response: { video: { id: 'v1', status: 'completed', b64, cost: 0.5 } } };
  await bench.answer(answerTo(kind, bench));

  const made = await generate(bench, kind);

  const calls = (await bench.received()).map((line) => line.replace(/[\da-f-]{36}/, 'ID'));
  assert.deepEqual([made.end, made.files, made.counted], [['saved'], ['hero.mp4 video/mp4'], 1]);
  assert.deepEqual(calls, ['POST /api/v1/videos', 'GET /api/v1/videos/ID', 'GET /api/v1/videos/ID/content?index=0']);
});

function answerTo({ response, endpoint }: Pick<Kind, 'response' | 'endpoint'>, { gateway }: PeerBench): Fixture {
  const text = JSON.stringify(response).replaceAll('FILES', gateway.url);
  const match = { userMessage: prompt, endpoint: endpoints[endpoint] };
  return { match, response: JSON.parse(text) as object };
}

/** Runs the job file of a kind. Returns what arrived, how often it was sent, and how many requests count as spent. */
async function generate(bench: PeerBench, { endpoint, text }: Pick<Kind, 'endpoint' | 'text'>) {
  const [task] = await bench.generate(`${text}gen: { endpoint: ${endpoint} }\n`);
  assert.ok(task);
  const { state, error, artifacts } = task;
  const files = artifacts.map(({ path, mediaType }) => `${path} ${mediaType}`);
  const end = error ? [state, error.code] : [state];
  const posts = (await bench.received()).filter((line) => line === `POST ${endpoint}`).length;
  const spending = (await bench.engine.readAccount()).spentOn(bench.clock.now());
  return { end, files, text: task.text, cut: task.cut?.code, posts, counted: spending.unknownCount };
}

const saved = ({ saved: files, isStream }: Kind) => ({
  end: ['saved'],
  files,
  text: isStream === undefined ? null : verse,
  cut: undefined,
});
