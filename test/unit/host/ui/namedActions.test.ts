import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Task, TaskErrorCode, TaskState } from '../../../../src/core/task/model/task.ts';
import { buildTask } from '../fakes/builders.ts';

await import('../fakes/fakeVscode.ts');
const { errorTexts, ...otherTexts } = await import('../../../../src/host/ui/errorTexts.ts');
const { buildRunSummary } = await import('../../../../src/host/commands/generate/runSummary.ts');
const { buildUserMessage } = await import('../../../../src/host/ui/userMessage.ts');

const titles = [
  'Retry',
  'Resume',
  'Resubmit',
  'Send Again Safely',
  'Dismiss',
  'Save Again',
  'Locate Folder',
  'Save To',
];
const selected = (text: string): readonly string[] =>
  titles.filter((title) => new RegExp(String.raw`\bselect\b[^.]*\b${title}\b`, 'i').test(text));

/** The states in which a task has this error and needs the user. */
const statesOf = (code: TaskErrorCode): readonly TaskState[] =>
  (['failed', 'unconfirmed', 'lost', 'unsaved', 'stopped'] as const).filter((state) => {
    const isSending = ['no-answer', 'answer-without-task', 'send-stopped', 'dismissed'].includes(code);
    const isSaving =
      /^(?:disk|download-failed|too-large|more-results|folder-gone|outside-workspace|name-taken|no-result)$/.test(code);
    if (isSending) return state === 'unconfirmed';
    if (isSaving) return state === 'unsaved' || (state === 'unconfirmed' && code === 'disk');
    if (code === 'task-unknown') return state === 'lost';
    if (/^(?:timed-out|stopped-by-user|not-sent|over-budget)$/.test(code))
      return state === 'stopped' || (state === 'unconfirmed' && code === 'over-budget');
    return state === 'failed' || state === 'unconfirmed';
  });

test('a notification has a button for each action that its text tells the user to select', () => {
  let checked = 0;
  for (const code of Object.keys(errorTexts) as TaskErrorCode[]) {
    for (const message of ['', 'too bright', 'day', 'unknown m', 'ECONNREFUSED 127.0.0.1:80']) {
      for (const state of statesOf(code)) {
        for (const header of [{}, { idempotencyHeader: 'Idempotency-Key' }]) {
          // With a message, there is nothing to save.
          if (code === 'no-result' && message !== '') continue;
          // Only a request that a header identifies waits for its profile in this state.
          if (code === 'profile-changed' && !('idempotencyHeader' in header)) continue;
          const task = { ...buildTask({ state, error: { code, message }, ...header }), createdAt: Date.now() };
          for (const others of [
            [],
            [{ ...task, id: 'b' }],
            [buildTask({ id: 's', state: 'saved' })],
          ] as readonly (readonly Task[])[]) {
            const summary = buildRunSummary([task, ...others], () => true);
            if (!summary) continue;
            const offered = summary.actions.map(({ title }) => title);
            for (const title of selected(summary.text)) {
              checked += 1;
              assert.ok(
                offered.some((each) => each.startsWith(title)),
                `${code}, ${state}: ${summary.text} ${offered.join(', ')}`,
              );
            }
            assert.ok(!['Resubmit', 'Dismiss', 'Send Again Safely'].includes(offered[0] ?? ''), offered.join(', '));
          }
        }
      }
    }
  }
  assert.ok(checked > 100);
});

test('an error of a query names no action of a task', () => {
  for (const code of [
    'key-missing',
    'key-refused',
    'quota-exhausted',
    'rate-limited',
    'gateway-error',
    'gateway-unreachable',
  ] as const) {
    for (const message of ['', 'too bright', 'ECONNREFUSED 127.0.0.1:80']) {
      assert.deepEqual(selected(buildUserMessage({ code, message }, { profile: 'studio' }).text), []);
    }
  }
});

test('a translated text names its actions by their translated titles, by which their buttons are found', () => {
  const bundle = JSON.parse(readFileSync('l10n/bundle.l10n.zh-cn.json', 'utf8')) as Readonly<Record<string, string>>;
  const texts = [errorTexts, ...Object.values(otherTexts)].flatMap((each): readonly unknown[] =>
    typeof each === 'string' ? [each] : Object.values(each),
  );
  for (const text of texts) {
    if (typeof text !== 'string') continue;
    for (const title of selected(text)) assert.ok(bundle[text]?.includes(bundle[title] ?? '?'), text);
  }
});
