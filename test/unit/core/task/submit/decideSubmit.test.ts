import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallOutcome } from '../../../../../src/core/task/gatewayPort.ts';
import { decideSubmit } from '../../../../../src/core/task/submit/decideSubmit.ts';
import { notSent, refused, task } from '../../../../fakes/tasks/taskBench.ts';

const source = { kind: 'url', url: 'https://x.example/a.png' } as const;
const deliveries = [{ source, title: null, lyrics: null }];
const result: CallOutcome = { kind: 'result', deliveries, amountUsd: null, text: null };
const cut = { code: 'cut-at-limit', message: 'max_tokens' } as const;
const nothing = { code: 'no-result', message: 'filtered' } as const;
const noWord = { statusWord: null } as const;
const empty = 'the balance is insufficient';

/** What follows: of an asynchronous call, whose response names a task, and of one whose response is the result. */
const rows: readonly (readonly [title: string, outcome: CallOutcome, asynchronous: string, synchronous?: string])[] = [
  ['no connection', notSent, 'retry gateway-unreachable'],
  ['no response', { kind: 'no-answer', message: 'reset' }, 'unconfirmed no-answer'],
  [
    'a page',
    { kind: 'unclear', message: 'Welcome', text: '', isJson: false, amountUsd: null },
    'unconfirmed answer-without-task',
  ],
  [
    'an envelope',
    { kind: 'unclear', message: '{}', text: '{}', isJson: true, amountUsd: null },
    'unconfirmed answer-without-task',
    'finish no-result',
  ],
  [
    'an envelope that has a price',
    { kind: 'unclear', message: '{}', text: '{}', isJson: true, amountUsd: 0.03 },
    'unconfirmed answer-without-task',
    'finish no-result $0.03',
  ],

  ['an acknowledgement', task('pending'), 'accept'],
  ['an acknowledgement of a failure', task('failed'), 'accept', 'fail request-rejected'],
  [
    'an id and a word that is not known',
    task('running', { statusWord: 'blocked', isOddWord: true }),
    'accept',
    'finish no-result',
  ],
  ['a failure with the code of a limit, without an id', task('failed', { code: '429' }, null), 'retry rate-limited'],
  [
    'a task that has failed with the code of a server error',
    task('failed', { code: '500' }),
    'accept',
    'fail request-rejected',
  ],
  ['a failure with the code of the quota', task('failed', { code: 'Arrearage' }, null), 'fail quota-exhausted stops'],
  ['an id', task('pending', noWord), 'accept', 'finish no-result'],
  ['an id that has a price', task('pending', { ...noWord, amountUsd: 0.03 }), 'accept', 'finish no-result $0.03'],
  ['an id and a result', task('pending', { ...noWord, deliveries }), 'accept', 'finish'],
  ['a task that is done', task('succeeded'), 'accept', 'finish no-result'],
  ['a result without an id', task('succeeded', { deliveries }, null), 'finish'],
  ['a part of the results', task('succeeded', { deliveries, cut }, null), 'finish cut-at-limit'],
  ['neither id nor result', task('pending', noWord, null), 'unconfirmed answer-without-task', 'finish no-result'],
  ['a failure without an id', task('failed', {}, null), 'fail request-rejected'],
  ['a failure for the quota', task('failed', { failure: empty }, null), 'fail quota-exhausted stops'],

  ['a file or a text', result, 'finish'],
  ['half a text', { ...result, cut }, 'finish cut-at-limit'],
  ['nothing', { ...result, deliveries: [], cut: nothing }, 'finish no-result'],
  ['an error after half a text', { ...refused(503), text: 'Once' }, 'unconfirmed cut-short'],

  ['400', refused(400), 'fail request-rejected'],
  ['401', refused(401), 'fail key-refused stops'],
  ['402', refused(402), 'fail quota-exhausted stops'],
  ['a code of the quota', refused(200, { code: 'insufficient_user_quota' }), 'fail quota-exhausted stops'],
  ['400 with words of the quota', refused(400, { message: empty }), 'fail quota-exhausted stops'],
  ['401 with words of the quota', refused(401, { message: empty }), 'fail quota-exhausted stops'],
  ['403 with words of the quota', refused(403, { message: empty }), 'fail quota-exhausted stops'],
  ['a page with 403', refused(403, { isOwn: false }), 'fail request-rejected'],
  ['a page with 404', refused(404, { isOwn: false }), 'fail request-rejected'],
  ['408', refused(408, { isOwn: false }), 'unconfirmed no-answer'],
  ['429', refused(429), 'retry rate-limited'],
  ['429 that has a price', refused(429, { amountUsd: 0.05 }), 'fail rate-limited'],
  ['503 that has a price', refused(503, { amountUsd: 0.05 }), 'fail gateway-error'],
  ['503 that is free', refused(503, { amountUsd: 0 }), 'retry gateway-error'],
  ['a page with 503 that has a price', refused(503, { isOwn: false, amountUsd: 0.05 }), 'unconfirmed no-answer'],
  ['a redirect', refused(302, { isOwn: false }), 'fail not-a-gateway'],
  ['a refusal with the status of a success', refused(200), 'fail request-rejected'],
  ...[500, 502, 503, 504, 524, 529].flatMap((status): readonly (typeof rows)[number][] => [
    [
      `${status} of the gateway`,
      refused(status),
      'retry gateway-error',
      // The server may only have stopped waiting.
      status === 504 || status === 524 ? 'unconfirmed no-answer' : 'retry gateway-error',
    ],
    [
      `a page with ${status}`,
      refused(status, { isOwn: false }),
      'retry gateway-error doubtful',
      'unconfirmed no-answer',
    ],
  ]),
];

for (const message of [
  'Your credit balance is too low',
  'Account overdue, please recharge',
  '用户额度不足',
  '账户余额不足',
  '您的账号已欠费',
]) {
  test(`the words of an empty account are ${message}`, () => {
    assert.equal(decide(refused(400, { message }), false), 'fail quota-exhausted stops');
  });
}

function decide(outcome: CallOutcome, isSynchronous: boolean): string {
  const decision = decideSubmit(outcome, {
    history: { notSent: 1, serverErrors: 1, unanswered: 1, limitedForMs: 0 },
    isRepeatable: false,
    isRepeated: false,
    isSynchronous,
    wasReached: false,
    retryOn5xx: true,
    limitDelayMs: 1_000,
    random: () => 0,
  });
  const error = 'error' in decision ? decision.error : decision.kind === 'finish' ? decision.result.cut : undefined;
  const isDoubtful = decision.kind === 'retry' && decision.mayBeCharged;
  const stopsRun = decision.kind === 'fail' && decision.stopsRun;
  const price = decision.kind === 'finish' && decision.result.amountUsd !== null && `$${decision.result.amountUsd}`;
  return [decision.kind, error?.code, isDoubtful && 'doubtful', stopsRun && 'stops', price].filter(Boolean).join(' ');
}

for (const [title, outcome, asynchronous, synchronous = asynchronous] of rows) {
  test(`the response to a request is ${title}`, () => {
    assert.deepEqual([decide(outcome, false), decide(outcome, true)], [asynchronous, synchronous]);
  });
}
