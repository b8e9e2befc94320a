import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { buildProblem } from '../../../../src/core/jobFile/problem.ts';
import { Emitter } from '../../../../src/core/support/emitter.ts';
import { arrangeCommands, openEditor } from '../fakes/arrangeCommands.ts';
import type { FakeDocument } from '../fakes/fakeDocument.ts';
import { type Diagnostic, DiagnosticSeverity, DiagnosticTag, languages, user } from '../fakes/fakeVscode.ts';

const { registerDiagnostics } = await import('../../../../src/host/language/diagnostics.ts');

const broken = 'model: seedream-5-0-260128\nprompt: x\nsize: 2K\nsiz: 3K\n';

/** Arranges an open job file with an unknown field, in a window whose rules and job files the test changes. */
async function arrange(context: TestContext, text = broken) {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { services } = arrangeCommands();
  const { document } = await openEditor('/w/hero.gen.yaml', text);
  const changed = new Emitter<{ readonly document: FakeDocument; readonly isJobFile: boolean }>();
  let isJobFile = true;
  const { language, log } = services;
  const jobFiles = { has: () => isJobFile, open: () => [document], onDidChange: changed.event };
  const diagnostics = registerDiagnostics({ language, jobFiles: jobFiles as never, log });
  context.after(() => {
    diagnostics.dispose();
    language.dispose();
  });
  return {
    document,
    language,
    diagnostics,
    /** Returns the problems that are shown after this time. Undefined if none were set. */
    shownAfter: async (durationMs: number): Promise<readonly Diagnostic[] | undefined> => {
      context.mock.timers.tick(durationMs);
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      return languages.problems.get(document.uri.toString());
    },
    judge: (is: boolean): void => {
      isJobFile = is;
      changed.fire({ document, isJobFile: is });
    },
    type: (now: string): void => {
      document.write(now);
      user.typed.fire({ document, contentChanges: [] });
    },
  };
}

const codes = (list: readonly Diagnostic[] | undefined): unknown =>
  list?.map(({ code }) => (code as { readonly value: string }).value);

test('an open job file has its problems, with their range, severity and page', async (context) => {
  const { shownAfter } = await arrange(context);
  const [problem] = (await shownAfter(0)) ?? [];

  assert.ok(problem);
  const { range, severity, source, code } = problem;
  assert.deepEqual(JSON.parse(JSON.stringify(range)), {
    start: { line: 3, character: 0 },
    end: { line: 3, character: 3 },
  });
  assert.deepEqual([severity, source], [DiagnosticSeverity.Warning, 'genwright']);
  const { value, target } = code as { readonly value: string; readonly target: unknown };
  assert.deepEqual([value, String(target)], ['unknown-field', 'genwright-problem:/unknown-field.md']);
});

test('typing is checked once, a moment after the last letter', async (context) => {
  const { shownAfter, type } = await arrange(context, broken.replace('siz: 3K\n', ''));
  await shownAfter(0);
  type(broken);
  await shownAfter(100);
  type(`${broken}# more\n`);

  assert.deepEqual(codes(await shownAfter(100)), []);
  assert.deepEqual(codes(await shownAfter(20)), ['unknown-field']);
});

test('a document that stops being a job file loses its problems, and is checked again as one', async (context) => {
  const { shownAfter, judge, type } = await arrange(context);
  await shownAfter(0);
  judge(false);
  assert.equal(await shownAfter(0), undefined);
  type(broken);
  assert.equal(await shownAfter(1000), undefined);

  judge(true);
  assert.deepEqual(codes(await shownAfter(0)), ['unknown-field']);
});

test('what planning has found stays until the document or the rules change', async (context) => {
  const { shownAfter, diagnostics, document, language, type } = await arrange(context);
  await shownAfter(0);
  const found = buildProblem('no-effect', { start: 0, end: 5 }, { args: { axis: 'color' } });
  await diagnostics.showPlanned(document as never, [found]);
  const [planned] = (await shownAfter(0)) ?? [];
  assert.deepEqual(codes(planned && [planned]), ['no-effect']);
  assert.deepEqual((planned as unknown as { readonly tags: unknown }).tags, [DiagnosticTag.Unnecessary]);

  type(`${broken}# more\n`);
  assert.deepEqual(codes(await shownAfter(200)), ['unknown-field']);

  await diagnostics.showPlanned(document as never, [found]);
  language.reset();
  assert.deepEqual(codes(await shownAfter(0)), ['unknown-field']);
});

test('a range that is related to a problem is named', async (context) => {
  const { shownAfter } = await arrange(context, 'model: seedream-5-0-260128\nprompt: x\nprompt: y\n');
  const [duplicate] = (await shownAfter(0)) ?? [];
  const related = (duplicate as unknown as { readonly relatedInformation: readonly unknown[] }).relatedInformation;

  assert.deepEqual([codes(duplicate && [duplicate]), related.length], [['duplicate-key'], 1]);
});

test('nothing is shown after the end', async (context) => {
  const { shownAfter, diagnostics, type } = await arrange(context);
  diagnostics.dispose();
  type(broken);

  assert.equal(await shownAfter(1000), undefined);
});
