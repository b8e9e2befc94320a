// A gateway that takes its time for each query, or never responds to one.
import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { buildDone, createEngineBench } from '../../../fakes/tasks/engineBench.ts';
import { makePng } from '../../../fakes/media/media.ts';
import { passNetworkTime } from '../../../fakes/clocks/networkTime.ts';
import { buildRequest } from '../../../fakes/planning/requests.ts';

/** Holds each query back until a test has looked at it. Results are at `/files/`. */
async function startSlowGateway(context: TestContext) {
  const held: ServerResponse[] = [];
  const server = createServer((request, response) => {
    request.resume();
    if (request.url?.startsWith('/files/')) response.end(makePng());
    else if (request.method === 'POST') response.end('{"task_id":"t1","status":"queued"}');
    else held.push(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, held };
}

/**
 * Runs one image. `responds`: whether its queries, at most ten, are answered. Resolves with the task at that moment.
 */
async function runSlowly(context: TestContext, { queryMs, responds }: { queryMs: number; responds: boolean }) {
  const bench = await createEngineBench(context);
  const { url, held } = await startSlowGateway(context);
  bench.setBaseUrl(url);
  bench.start([buildRequest({ timeoutMinutes: 4 })]);
  let queries = 0;
  while (bench.engine.tasks().some(({ endedAt }) => endedAt === null) && queries < 10) {
    await new Promise(setImmediate);
    for (const response of held.splice(0)) {
      queries += 1;
      bench.clock.set(queryMs);
      await passNetworkTime(queryMs);
      if (responds && !response.destroyed) response.end(JSON.stringify(buildDone(`${url}/files/a.png`)));
    }
  }
  const [task] = bench.engine.tasks();
  return { task, queries };
}

for (const [seconds, expected] of [
  [20, 1],
  [33, 2],
  [70, 3],
  [110, 3],
] as const) {
  test(`a gateway that needs ${seconds} s for a query delivers with query ${expected}`, async (context) => {
    const { task, queries } = await runSlowly(context, { queryMs: seconds * 1_000, responds: true });

    assert.deepEqual([task?.state, queries], ['saved', expected]);
  });
}

test('a gateway that never responds to a query ends the watch after the allowed time', async (context) => {
  const { task, queries } = await runSlowly(context, { queryMs: 125_000, responds: false });

  // 30 + 60 + 120 + 120 s, and the time between them.
  assert.deepEqual([task?.state, task?.error?.code, queries], ['stopped', 'timed-out', 4]);
});
