import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallOutcome } from '../../../../../src/core/task/gatewayPort.ts';
import { decideQuery } from '../../../../../src/core/task/poll/decideQuery.ts';
import { notSent, refused, task } from '../../../../fakes/tasks/taskBench.ts';

const noWord = { statusWord: null } as const;
const source = { kind: 'url', url: 'https://x.example/a.png' } as const;
const result: CallOutcome = { kind: 'result', deliveries: [], amountUsd: null, text: null };
const notKnown = refused(400, { code: 'task_not_exist' });

function decide(outcome: CallOutcome, unknowns = 0, unknownForMs = 0): string {
  const decision = decideQuery(outcome, { failures: 0, unknowns, unknownForMs }, { random: () => 0 });
  const error = 'error' in decision ? decision.error?.code : undefined;
  const isScheduled = decision.kind === 'keep-going' && decision.delayMs === null;
  return [decision.kind, error, isScheduled && 'scheduled'].filter(Boolean).join(' ');
}

const rows: readonly (readonly [title: string, outcome: CallOutcome, expected: string])[] = [
  ['a status', task('running'), 'status'],
  ['an end', task('failed'), 'status'],
  [
    'a result without a word',
    task('succeeded', { ...noWord, deliveries: [{ source, title: null, lyrics: null }] }),
    'status',
  ],
  ['progress without a word', task('pending', { ...noWord, progress: 0.5 }, null), 'status'],
  ['the task without a word', task('pending', noWord), 'status'],
  ['an error without a word', task('pending', { ...noWord, failure: 'busy' }), 'keep-going gateway-error scheduled'],
  ['an empty list', task('pending', noWord, null), 'keep-going scheduled'],
  [
    'an envelope',
    { kind: 'unclear', message: '{}', text: '{}', isJson: true, amountUsd: null },
    'keep-going scheduled',
  ],
  [
    'a page',
    { kind: 'unclear', message: 'Hi', text: 'Hi', isJson: false, amountUsd: null },
    'keep-going gateway-error',
  ],
  ['a file', result, 'keep-going gateway-error'],
  ['no connection', notSent, 'wait-for-network gateway-unreachable'],
  ['no response', { kind: 'no-answer', message: 'reset' }, 'keep-going gateway-unreachable'],
  ['401', refused(401), 'wait-for-key key-refused'],
  ['402', refused(402), 'keep-going gateway-error'],
  ['429', refused(429), 'wait-for-limit rate-limited'],
  ['503 with a time', refused(503, { retryAfterMs: 1_000 }), 'wait-for-limit gateway-error'],
  ['500', refused(500), 'keep-going gateway-error'],
  ['408', refused(408), 'keep-going gateway-error'],
  ['a page with 404', refused(404, { isOwn: false }), 'keep-going gateway-error'],
  ['a page with 400', refused(400, { isOwn: false }), 'keep-going gateway-error'],
];

for (const [title, outcome, expected] of rows) {
  test(`the response to a query is ${title}`, () => {
    // Such a response is never the last of those that say that the task is not known.
    assert.deepEqual([decide(outcome), decide(outcome, 9, 600_000)], [expected, expected]);
  });
}

const counts: readonly (readonly [unknowns: number, forMs: number, expected: string])[] = [
  [0, 0, 'keep-going task-unknown scheduled'],
  [1, 600_000, 'keep-going task-unknown scheduled'],
  [9, 59_999, 'keep-going task-unknown scheduled'],
  [2, 60_000, 'lost task-unknown'],
];

for (const [unknowns, forMs, expected] of counts) {
  test(`a task that is not known, after ${unknowns} such responses in ${forMs} ms: ${expected}`, () => {
    assert.deepEqual(
      [notKnown, refused(404)].map((outcome) => decide(outcome, unknowns, forMs)),
      [expected, expected],
    );
  });
}
