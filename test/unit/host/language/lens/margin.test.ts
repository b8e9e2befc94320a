import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type * as vscode from 'vscode';
import type { RunsRecord } from '../../../../../src/core/artifact/runsRecord.ts';
import { createLanguageService } from '../../../../../src/core/language/index.ts';
import { Emitter } from '../../../../../src/core/support/emitter.ts';
import type { Task } from '../../../../../src/core/task/model/task.ts';
import type { Ask } from '../../../../../src/host/language/languageHost.ts';
import { buildRecord, buildRequest, buildTask } from '../../fakes/builders.ts';
import { type Range, Uri, user, window } from '../../fakes/fakeVscode.ts';

const { findStatuses } = await import('../../../../../src/host/language/lens/jobStatus.ts');
const { createMargin } = await import('../../../../../src/host/language/lens/margin.ts');

const jobs = ['one', 'two', 'three'];
const path = '/w/hero.gen.yaml';

const taskOf = (job: string, state: Task['state'], over: Partial<Task> = {}): Task =>
  buildTask({ id: job, state, request: buildRequest({ job }), ...over });

/** Arranges an editor with a job on every third line, which keeps what is set in its margin. */
async function arrange(context: TestContext, newest: ReadonlyMap<string | null, RunsRecord> = new Map()) {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const text = `jobs:\n${jobs.map((job) => `  ${job}:\n    model: seedream-5-0-260128\n    prompt: x\n`).join('')}`;
  let opened = createLanguageService().open('hero.gen.yaml', text);
  const document = {
    uri: { fsPath: path },
    positionAt: (offset: number) => ({ line: opened.text.slice(0, offset).split('\n').length - 1 }),
  };
  const set: string[] = [];
  window.visibleTextEditors = [
    {
      document,
      setDecorations(type, ranges) {
        const [icon = ''] = /\w+(?=-dark)/.exec(JSON.stringify(type)) ?? [];
        set.push(`${icon} ${(ranges as Range[]).map(({ start }) => start.line).join()}`);
      },
    },
  ];
  let tasks: readonly Task[] = [];
  const changed = new Emitter<string>();
  const ask: Ask = async (_document, token, question) => (token.isCancellationRequested ? undefined : question(opened));
  const margin = createMargin({
    ask,
    jobFiles: { has: () => true },
    statuses: { read: () => findStatuses(tasks), readResults: async () => newest, onDidChange: changed.event },
    icons: Uri.file('/icons') as unknown as vscode.Uri,
    log: { error: assert.fail, warn: assert.fail, info: assert.fail },
  });
  context.after(() => margin.dispose());
  /** Returns what was set since the last call. */
  const drawn = async (): Promise<readonly string[]> => {
    context.mock.timers.tick(300);
    await new Promise(setImmediate);
    return set.splice(0);
  };
  const first = await drawn();
  return {
    first,
    drawn,
    margin,
    show: (now: readonly Task[], file = path): void => {
      tasks = now;
      changed.fire(file);
    },
    type: (now: string): void => {
      opened = createLanguageService().open('hero.gen.yaml', now);
      user.typed.fire({ document });
    },
    look: () => user.looked.fire(),
    text,
  };
}

test('each job has the sign of its newest run, or of an earlier result', async (context) => {
  const { first, drawn, show } = await arrange(context, new Map([['three', buildRecord({ job: 'three' })]]));
  assert.deepEqual(first, ['saved 7']);

  show([taskOf('one', 'running'), taskOf('two', 'failed'), taskOf('three', 'skipped')]);
  assert.deepEqual(await drawn(), ['running 1', 'saved ', 'partial 7', 'failed 4']);

  show([taskOf('one', 'saved'), taskOf('two', 'failed', { error: { code: 'dismissed', message: '' } })]);
  assert.deepEqual(await drawn(), ['running ', 'saved 1,7', 'partial ', 'failed ']);

  show([taskOf('one', 'unconfirmed'), taskOf('two', 'saved'), taskOf('two', 'skipped', { id: 'other' })]);
  assert.deepEqual(await drawn(), ['saved 7', 'partial 4', 'unconfirmed 1']);
});

test('a run of 1,000 tasks sets only the sign that changes', async (context) => {
  const { drawn, show } = await arrange(context);
  const run = (saved: number): readonly Task[] =>
    Array.from({ length: 1000 }, (_, at) => taskOf('two', at < saved ? 'saved' : 'running', { id: `${at}` }));
  const sets: (readonly string[])[] = [];
  for (const saved of [0, 1, 500, 999, 1000]) {
    show(run(saved));
    sets.push(await drawn());
  }
  assert.deepEqual(sets, [['running 4'], [], [], [], ['running ', 'saved 4']]);

  show(run(0), '/w/other.gen.yaml');
  assert.deepEqual(await drawn(), []);
});

test('the signs follow an edit, and a look at the same editor sets nothing', async (context) => {
  const { drawn, show, type, look, text } = await arrange(context);
  show([taskOf('one', 'failed')]);
  await drawn();
  look();
  assert.deepEqual(await drawn(), []);
  window.visibleTextEditors = window.visibleTextEditors.map((editor) => ({ ...editor }));
  look();
  assert.deepEqual(await drawn(), ['failed 1']);

  type(`# A comment\n${text}`);
  assert.deepEqual(await drawn(), ['failed 2']);
  type(text.replace('one', 'other'));
  assert.deepEqual(await drawn(), ['failed ']);
});

test('nothing is set after the margin was disposed', async (context) => {
  const { drawn, show, margin } = await arrange(context);
  show([taskOf('one', 'failed')]);
  margin.dispose();
  assert.deepEqual(await drawn(), []);
});
