import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type * as vscode from 'vscode';
import { createLanguageService } from '../../../../../src/core/language/index.ts';
import { Emitter } from '../../../../../src/core/support/emitter.ts';
import type { Task } from '../../../../../src/core/task/model/task.ts';
import { emptyAccount } from '../../../../../src/core/task/money/account.ts';
import type { Estimator } from '../../../../../src/engine/index.ts';
import type { Ask } from '../../../../../src/host/language/languageHost.ts';
import { buildRecord, buildRequest, buildTask } from '../../fakes/builders.ts';
import { resetWindow, user, window } from '../../fakes/fakeVscode.ts';

const { findStatuses } = await import('../../../../../src/host/language/lens/jobStatus.ts');
const { createCodeLensProvider } = await import('../../../../../src/host/language/lens/codeLens.ts');

const failure = { code: 'task-failed', message: 'No doors here.' } as const;
const position = { with: () => position };

const image = 'model: seedream-5-0-260128\nprompt: x\n';

/** An estimator that knows 0.10 USD for 2K, from three results, and no other size. */
const estimate: Estimator = ({ recordBody }) => (recordBody['size'] === '2K' ? { amountUsd: 0.1, samples: 3 } : null);

/** Arranges the provider for an editor with one job, whose lenses can be held back. */
function arrange(context: TestContext, text = image, profile = 'studio') {
  resetWindow();
  user.settings.set('genwright.profile', profile);
  context.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const opened = createLanguageService().open('hero.gen.yaml', text);
  const document = { uri: { fsPath: '/w/hero.gen.yaml' }, positionAt: () => position };
  const changed = new Emitter<string>();
  let tasks: readonly Task[] = [];
  let held: Promise<void> | undefined;
  const ask: Ask = async (_document, _token, question) => {
    await held;
    return question(opened);
  };
  const provider = createCodeLensProvider(ask, {
    jobFiles: { has: () => true },
    statuses: {
      read: () => findStatuses(tasks),
      readResults: async () => new Map([[null, buildRecord()]]),
      onDidChange: changed.event,
    },
    account: { current: () => ({ ...emptyAccount, estimate }), onDidChange: new Emitter<void>().event },
  });
  context.after(() => provider.dispose());
  let fired = 0;
  provider.onDidChangeCodeLenses?.(() => (fired += 1));
  const commands = async (): Promise<readonly (vscode.Command | undefined)[]> => {
    const lenses = await provider.provideCodeLenses(document as never, {} as vscode.CancellationToken);
    return (lenses ?? []).map(({ command }) => command);
  };
  const draw = async () => (await commands()).map((command) => command?.title);
  return {
    commands,
    draw,
    editor: { document, setDecorations: () => undefined },
    fired: () => fired,
    show: (now: readonly Task[]): void => {
      tasks = now;
      changed.fire('/w/hero.gen.yaml');
    },
    pass: (durationMs: number): void => {
      // A timer that another one starts begins at the end of a step.
      for (let left = durationMs; left > 0; left -= 1000) context.mock.timers.tick(Math.min(left, 1000));
    },
    hold: (): (() => void) => {
      let release = (): void => undefined;
      held = new Promise((resolve) => (release = resolve));
      return () => release();
    },
  };
}

test('a job in progress offers Stop Run, a failed one its reason, and a saved one its result', async (context) => {
  const { draw, show } = arrange(context);
  const found = [await draw()];
  const saved = { state: 'saved', amountUsd: 0.04 } as const;
  for (const tasks of [
    [buildTask({ state: 'running', progress: 0.5 })],
    [buildTask({ state: 'running', holder: 'alive' })],
    [buildTask({ state: 'failed', error: failure })],
    [buildTask({ state: 'unconfirmed', error: { code: 'no-answer', message: '' } })],
    [buildTask({ state: 'skipped', error: failure })],
    [buildTask({ id: 'a', ...saved }), buildTask({ id: 'b', ...saved })],
  ]) {
    show(tasks);
    found.push(await draw());
  }
  const [generate, last] = ['$(play) Generate', '$(eye) hero.png · $0.04'];
  assert.deepEqual(found, [
    [generate, last],
    [generate, '$(loading) running · 50 % · 0 s', '$(debug-stop) Stop Run'],
    [generate, '$(loading) running · 0 s'],
    [generate, '$(error) failed: No doors here.', last],
    [generate, '$(question) unconfirmed: The request was sent, but studio did not…', last],
    [generate, '$(debug-step-over) skipped: No doors here.', last],
    [generate, '$(eye) 2 saved, $0.08'],
  ]);
});

test('Generate is for the job of its lens, or for the whole file', async (context) => {
  const [root] = await arrange(context).commands();
  context.mock.timers.reset();
  const [named] = await arrange(context, 'jobs:\n  still: {model: sonic}\n').commands();
  assert.deepEqual(
    [root, named].map((command) => [command?.tooltip, command?.arguments?.slice(1)]),
    [
      ['Generate this job', []],
      ['Generate "still"', [{ job: 'still' }]],
    ],
  );
});

test('a job shows what all of its requests may cost, as far as that is known', async (context) => {
  const two =
    'jobs:\n  one: {model: seedream-5-0-260128, prompt: x, size: 2K}\n  four:\n    model: seedream-5-0-260128\n';
  const four = '    gen: {repeat: 2}\n    prompt: x\n    size: 2K\n    matrix: {seed: [1, 2]}\n';
  const [one, last] = ['about $0.10, from 3 results', '$(eye) hero.png · $0.04'];
  for (const [text, selected, expected] of [
    [`${image}size: 2K\n`, 'studio', ['$(play) Generate', one, last]],
    [two + four, 'studio', ['$(play) Generate', one, '$(play) Generate', 'about $0.40, from 3 results']],
    [`${image}matrix: {size: [2K, 3K]}\n`, 'studio', ['$(play) Generate', 'about $0.10 for 1 of 2', last]],
    [`${image}size: 3K\n`, 'studio', ['$(play) Generate', last]],
    ['model: seedream-5-0-260128\nsize: 2K\n', 'studio', ['$(play) Generate', last]],
    [`${image}size: 2K\n`, 'sandbox', ['$(play) Generate', last]],
    [`gen: {profile: sandbox}\n${image}size: 2K\n`, 'studio', ['$(play) Generate with sandbox', last]],
    [`gen: {profile: $(trash)}\n${image}size: 2K\n`, 'sandbox', ['$(play) Generate with $\u2060(trash)', one, last]],
  ] as const) {
    assert.deepEqual(await arrange(context, text, selected).draw(), expected);
    context.mock.timers.reset();
  }
});

test('the elapsed time is drawn once a second, and only while the lenses are asked for', async (context) => {
  const { draw, fired, show, pass } = arrange(context);
  show([buildTask({ state: 'running' })]);
  const seen: unknown[] = [];
  for (let second = 0; second < 3; second += 1) {
    const [, text] = await draw();
    pass(1000);
    seen.push([text, fired()]);
  }
  assert.deepEqual(seen, [
    ['$(loading) running · 0 s', 2],
    ['$(loading) running · 1 s', 3],
    ['$(loading) running · 2 s', 4],
  ]);
  pass(60_000);
  assert.equal(fired(), 4);

  show([buildTask({ state: 'saved' })]);
  await draw();
  pass(60_000);
  assert.equal(fired(), 5);
});

test('lenses that take long are drawn to their end, and then once for all changes in the meantime', async (context) => {
  const { draw, fired, show, pass, hold } = arrange(context);
  const release = hold();
  const drawing = draw();
  for (let saved = 0; saved < 1000; saved += 1) {
    show([buildTask({ state: 'running', progress: saved / 1000 })]);
    pass(250);
  }
  assert.equal(fired(), 0);
  release();
  const [, text] = await drawing;
  assert.deepEqual([text, fired()], ['$(loading) running · 100 % · 4:10 min', 1]);
});

test('an event that VS Code forgets is repeated until the lenses are drawn, while an editor shows them', async (context) => {
  const { draw, fired, show, pass, editor } = arrange(context);
  window.visibleTextEditors.push(editor);
  show([buildTask({ state: 'failed', error: failure })]);
  pass(30_000);
  const repeated = fired() > 1;
  const [, text] = await draw();
  const drawn = fired();
  pass(60_000);
  assert.deepEqual([repeated, text, fired()], [true, '$(error) failed: No doors here.', drawn]);

  window.visibleTextEditors.length = 0;
  show([buildTask({ state: 'saved' })]);
  pass(60_000);
  assert.equal(fired(), drawn + 1);
});

test('an event that VS Code forgets does not let the lens stand for long, and one that it is slow with is drawn', async (context) => {
  const { draw, fired, show, pass, editor } = arrange(context);
  window.visibleTextEditors.push(editor);
  show([buildTask({ state: 'running' })]);
  await draw();
  pass(1000);
  const before = fired();
  pass(2000);
  assert.equal(fired(), before + 1);

  // After VS Code was slow, its next query is awaited for longer.
  await draw();
  pass(2000);
  await draw();
  pass(1000);
  const late = fired();
  pass(3000);
  assert.equal(fired(), late);
  pass(1000);
  assert.equal(fired(), late + 1);

  // VS Code waits for 7 s, and starts to wait again with each event.
  let sinceEvent = 0;
  for (let second = 0, known = fired(); second < 60 && sinceEvent < 7; second += 1, sinceEvent += 1) {
    pass(1000);
    if (fired() > known) sinceEvent = 0;
    known = fired();
  }
  assert.equal(sinceEvent, 7);
});

test('a job with results of two runs counts them all', async (context) => {
  const { draw, show } = arrange(context);
  const made = (id: string, run: string, state: Task['state'], light: string): Task =>
    buildTask({ id, run, state, isSandbox: true, request: buildRequest({ axes: { light } }) });
  const earlier = [made('1', 'r1', 'saved', 'dawn'), made('2', 'r1', 'saved', 'noon')];
  const found: unknown[] = [];
  for (const state of ['running', 'saved'] as const) {
    show([made('3', 'r2', state, 'dusk'), ...earlier]);
    found.push((await draw())[1]);
  }

  assert.deepEqual(found, ['$(loading) 2/3 · 1 running · 0 s', '$(eye) 3 saved']);
});
