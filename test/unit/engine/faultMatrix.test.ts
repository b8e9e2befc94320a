// Every kind of call × every fault: in which state the task ends, with which error, and how often the gateway was
// called. Rows and columns are complete, and each cell is run, server errors of a submit with and without repetition.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlannedRequest } from '../../../src/core/jobFile/request.ts';
import type { Task, TaskErrorCode } from '../../../src/core/task/model/task.ts';
import { buildDone, createEngineBench, type EngineBench } from '../../fakes/tasks/engineBench.ts';
import { makePng, makeWav } from '../../fakes/media/media.ts';
import { withoutNetworkPatience } from '../../fakes/clocks/networkTime.ts';
import { buildRequest } from '../../fakes/planning/requests.ts';
import type { ScriptedAnswer, ScriptedGateway } from '../../fakes/gateway/scriptedGateway.ts';

/** `refused`: there is no listener, so no byte leaves. */
type Fault = ScriptedAnswer | 'refused';

const json = { code: 'some_code', message: 'no' };
const page = '<html><title>Nope</title></html>';
const html = { headers: { 'content-type': 'text/html' }, body: page };

/** The statuses of the matrix, each with JSON and without a body. */
const statuses: readonly number[] = [400, 401, 402, 403, 404, 408, 429, 500, 502, 503, 504];
const faultsOfStatuses = statuses.flatMap((status): readonly (readonly [string, Fault])[] => [
  [`${status} with JSON`, { status, body: json }],
  [`${status} without a body`, { status, body: '' }],
]);

const faults: ReadonlyMap<string, Fault> = new Map([
  ['refused', 'refused'],
  ['dropped after the request', 'drop'],
  ['stalled', 'stall'],
  ['cut off inside the body', 'drop-inside-body'],
  ['shorter than its Content-Length', 'too-short'],
  ['endless', 'endless'],
  ...faultsOfStatuses,
  ['a page', html],
  ['nothing at all', { body: '' }],
  ['null', { headers: { 'content-type': 'application/json' }, body: 'null' }],
  ['of a wrong type', { body: { id: 17, data: 'no', choices: 'no' } }],
]);

type Ending = readonly [state: Task['state'], code: TaskErrorCode | undefined];

interface Kind {
  readonly name: string;
  readonly request: PlannedRequest;
  /** A valid response, which arrives slowly in small pieces. */
  readonly slow: string;
}

const chatBody = { model: 'gpt-5', messages: [{ role: 'user', content: 'Hi' }], stream: true };
const chatEvent = JSON.stringify({ choices: [{ index: 0, delta: { content: 'Hello' } }] });
const songPaths = { endpoint: '/v1/music/generations', pollPath: '/v1/music/generations/{task_id}' };

const kinds: readonly Kind[] = [
  { name: 'an asynchronous image', request: buildRequest(), slow: '{"id":"t1","status":"queued"}' },
  {
    name: 'an asynchronous song',
    request: buildRequest({ ...songPaths, modality: 'music' }),
    slow: '{"task_id":"t1","status":"submitted"}',
  },
  {
    name: 'a synchronous image',
    request: buildRequest({ pollPath: null }),
    slow: JSON.stringify({ data: [{ b64_json: makePng().toString('base64') }] }),
  },
  {
    name: 'a chat stream',
    request: buildRequest({ endpoint: '/v1/chat/completions', pollPath: null, modality: 'chat', body: chatBody }),
    slow: `data: ${chatEvent}\n\ndata: [DONE]\n\n`,
  },
];

/** The outcome of a fault during a submit, which is the same for all kinds. */
function endingOfSubmit(fault: string, isSynchronous: boolean): Ending {
  const status = Number.parseInt(fault, 10);
  if (fault === 'refused') return ['failed', 'gateway-unreachable'];
  if (status === 401) return ['failed', 'key-refused'];
  if (status === 402) return ['failed', 'quota-exhausted'];
  if (status === 429) return ['failed', 'rate-limited'];
  if (status === 408 || isBroken(fault) || isOfProxy(fault, isSynchronous)) return ['unconfirmed', 'no-answer'];
  if (status >= 500) return ['failed', 'gateway-error'];
  if (isSynchronous && /^(null|of a wrong type)$/.test(fault)) return ['unsaved', 'no-result'];
  return status >= 400 ? ['failed', 'request-rejected'] : ['unconfirmed', 'answer-without-task'];
}

function isBroken(fault: string): boolean {
  return /^(dropped|stalled|cut|shorter|endless)/.test(fault);
}

/** The gateway may have done the work although a server before it failed, whose JSON may look like its own. */
function isOfProxy(fault: string, isSynchronous: boolean): boolean {
  return /^5\d\d without a body$/.test(fault) || (isSynchronous && fault.startsWith('504'));
}

/**
 * Returns the number of POSTs. After a limit, the engine waits up to ten minutes: 1, 3, 7 … 63 s, and then every
 * minute.
 */
function postsOfSubmit(
  fault: string,
  { retryOn5xx, isSynchronous }: { readonly retryOn5xx: boolean; readonly isSynchronous: boolean },
): number {
  if (fault === 'refused') return 0;
  if (isSynchronous && isOfProxy(fault, isSynchronous)) return 1;
  if (fault.startsWith('429')) return 15;
  return fault.startsWith('5') && retryOn5xx ? 4 : 1;
}

function attemptsOf(fault: string, posts: number): number {
  return fault === 'refused' ? 4 : posts;
}

function doubtfulOf(fault: string, posts: number): number {
  return isOfProxy(fault, false) ? posts - 1 : 0;
}

async function inflict({ gateway }: EngineBench, call: string, fault: Fault): Promise<void> {
  if (fault === 'refused') await gateway.leave();
  else gateway.script(call, fault);
}

/** Lets the timeouts of the network pass, if the work needs that. */
function hurry<T>(fault: Fault, work: Promise<T>): Promise<T> {
  return fault === 'stall' ? withoutNetworkPatience(work) : work;
}

const countCalls = (gateway: ScriptedGateway, call: string): number =>
  gateway.lines().filter((line) => line === call).length;

for (const { name, request } of kinds) {
  const call = `POST ${request.endpoint}`;
  for (const [title, fault] of faults) {
    // The 256 MB of an endless response are read by one reader of JSON, and by one of events.
    if (fault === 'endless' && !/asynchronous image|chat/.test(name)) continue;
    for (const retryOn5xx of title.startsWith('5') ? [true, false] : [true]) {
      test(`the response to ${name} is ${title}, ${retryOn5xx ? 'with' : 'without'} repetition`, async (context) => {
        const bench = await createEngineBench(context);
        bench.settings.retryOn5xx = retryOn5xx;
        await inflict(bench, call, fault);

        const { state, error, doubtfulAttempts } = await hurry(fault, bench.run(request));

        const isSynchronous = request.pollPath === null;
        const posts = postsOfSubmit(title, { retryOn5xx, isSynchronous });
        const attempts = (await bench.journal()).split('"kind":"sending"').length - 1;
        assert.deepEqual(
          { ending: [state, error?.code], posts: countCalls(bench.gateway, call), attempts, doubtfulAttempts },
          {
            ending: endingOfSubmit(title, isSynchronous),
            posts,
            attempts: attemptsOf(title, posts),
            doubtfulAttempts: doubtfulOf(title, posts),
          },
        );
      });
    }
  }
}

for (const { name, request, slow } of kinds) {
  test(`the response to ${name} is slow and is accepted`, async (context) => {
    const { gateway, run } = await createEngineBench(context);
    const clip = { audio_url: `${gateway.url}/files/a.wav`, title: 'Rain' };
    gateway.script('GET /files/a.wav', { body: makeWav(1) });
    gateway.script('GET /v1/music/generations/t1', { body: { data: { status: 'SUCCESS', results: [clip] } } });
    const media = request.modality === 'chat' ? 'text/event-stream' : 'application/json';
    gateway.script(`POST ${request.endpoint}`, { pieces: slow.split(/(?<=[:,])/), headers: { 'content-type': media } });

    const { state, error } = await run(request);

    assert.deepEqual([state, error?.code, countCalls(gateway, `POST ${request.endpoint}`)], ['saved', undefined, 1]);
  });
}

const post = 'POST /v1/images/generations';
const query = 'GET /v1/images/generations/t1';

/**
 * Returns the error that a task shows while its gateway responds like this. Undefined if the task is only not done yet.
 */
function shownErrorOf(fault: string): TaskErrorCode | undefined {
  const status = Number.parseInt(fault, 10);
  if (fault === 'refused' || isBroken(fault)) return 'gateway-unreachable';
  if (status === 401) return 'key-refused';
  if (fault === '404 with JSON') return 'task-unknown';
  if (status === 429) return 'rate-limited';
  if (status >= 400 || fault === 'a page' || fault === 'nothing at all') return 'gateway-error';
  return undefined;
}

for (const [title, fault] of faults) {
  test(`the response to a poll is ${title}, and the task continues`, async (context) => {
    const bench = await createEngineBench(context);
    const { gateway, engine } = bench;
    const shown = new Set<TaskErrorCode>();
    engine.onDidChangeTask(({ state, error }) => {
      if (state === 'pending' && error) shown.add(error.code);
    });
    const accepted = bench.reached('pending');
    gateway.script(query, 'stall');
    const run = bench.start();
    await accepted;
    await inflict(bench, query, fault);
    const expected = shownErrorOf(title);
    const healed = heal(bench, { fault, isShown: () => expected === undefined || shown.has(expected) });

    const [task] = await withoutNetworkPatience(run.done);

    await healed;
    // The query that stalls until the fault is set may show that the gateway cannot be reached.
    const unexpected = [...shown].filter((code) => code !== expected && code !== 'gateway-unreachable');
    assert.deepEqual(
      [task?.state, expected === undefined || shown.has(expected), unexpected, countCalls(gateway, post)],
      ['saved', true, [], 1],
    );
  });
}

/**
 * After a while, makes the gateway work again. A refused key has to be set again. Because the network has no patience,
 * a response on a slow machine may be too late, so that the error is shown after a later query.
 */
async function heal(
  bench: EngineBench,
  { fault, isShown }: { readonly fault: Fault; readonly isShown: () => boolean },
): Promise<void> {
  const { gateway, engine, clock } = bench;
  const before = gateway.calls.length;
  const calls = (): number => gateway.calls.length - before;
  const isSeen = (): boolean => calls() >= 50 || (isShown() && (calls() >= 2 || isStuck(bench)));
  while (!isSeen()) await new Promise(setImmediate);
  if (fault === 'refused') await gateway.comeBack();
  await clock.sleep(1, new AbortController().signal);
  gateway.script(query, { body: buildDone(`${gateway.url}/files/a.png`) });
  engine.keyChanged('studio');
}

/** Whether the task no longer queries automatically, or the gateway is unreachable. */
function isStuck({ engine }: EngineBench): boolean {
  const code = engine.tasks()[0]?.error?.code;
  return code === 'key-refused' || code === 'gateway-unreachable';
}
