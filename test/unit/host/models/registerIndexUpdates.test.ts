import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import * as languagePart from '../../../../src/core/language/index.ts';
import { Emitter } from '../../../../src/core/support/emitter.ts';
import { hostileText, isInert } from '../../../support/hostileText.ts';
import { FakeDocument } from '../fakes/fakeDocument.ts';
import { resetWindow, shown, Uri, user } from '../fakes/fakeVscode.ts';

const { registerIndexUpdates } = await import('../../../../src/host/models/registerIndexUpdates.ts');

const hourMs = 3_600_000;
const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Registers the updates in a window with one open job file. Counts the queries of the selected gateway. */
function arrange(context: TestContext) {
  resetWindow();
  context.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const document = new FakeDocument(Uri.file('/w/hero.gen.yaml'), 'model: dream-9\nmood: dark\n');
  const profile = { kind: 'gateway', docsUrl: 'https://docs.x' as string | null };
  // A gateway with another name is queried whenever it was queried last.
  const stage = { open: [document], queries: 0, loads: 0, profile, name: 'studio', isRenamed: true };
  const events = {
    jobFiles: new Emitter<void>(),
    profiles: new Emitter<void>(),
    tasks: new Emitter<{ readonly state: string }>(),
    refreshed: new Emitter<object>(),
  };
  const registered = registerIndexUpdates({
    models: {
      load: async () => void (stage.loads += 1),
      refresh: async ({ maxAgeMs }: { readonly maxAgeMs: number }) => {
        assert.equal(maxAgeMs, 24 * hourMs);
        stage.queries += 1;
      },
      onDidRefresh: events.refreshed.event,
    },
    profiles: {
      selectedName: () => (stage.isRenamed ? (stage.name += '+') : stage.name),
      find: (name: string) => ({ name, ...stage.profile }),
      onDidChange: events.profiles.event,
    },
    engineHost: { onDidChangeTask: events.tasks.event },
    loadLanguage: async () => languagePart,
    jobFiles: {
      has: (each: unknown) => each === document,
      open: () => stage.open,
      onDidChange: events.jobFiles.event,
    },
    log: { error: assert.fail },
  } as never);
  context.after(() => registered.dispose());
  const queriesAfter = async (change: () => void, afterMs = 2_000): Promise<number> => {
    stage.queries = 0;
    change();
    context.mock.timers.tick(afterMs);
    await settle();
    return stage.queries;
  };
  return { stage, events, document, registered, queriesAfter };
}

test('the gateway is queried after startup, and when the user works with job files', async (context) => {
  const { stage, events, document, registered, queriesAfter } = arrange(context);
  const editor = (each: FakeDocument) => ({ document: each, setDecorations: () => undefined });
  const other = new FakeDocument(Uri.file('/w/other.txt'), '');
  const queries: number[] = [];
  for (const change of [
    () => undefined,
    () => events.jobFiles.fire(),
    () => events.profiles.fire(),
    () => user.opened.fire(editor(document)),
    () => user.opened.fire(editor(other)),
    () => user.opened.fire(undefined),
    () => events.tasks.fire({ state: 'planned' }),
    () => events.tasks.fire({ state: 'running' }),
    () => void (stage.open = []),
    () => events.jobFiles.fire(),
    () => registered.dispose(),
    () => events.profiles.fire(),
  ]) {
    queries.push(await queriesAfter(change));
  }
  assert.deepEqual(queries, [1, 1, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0]);
});

test('a gateway is queried at most once an hour, and the sandbox or a gateway without documentation never', async (context) => {
  const { stage, events, queriesAfter } = arrange(context);
  stage.isRenamed = false;
  const begin = (): void => events.tasks.fire({ state: 'planned' });
  await queriesAfter(() => undefined);
  const wait = () => undefined;
  assert.deepEqual([await queriesAfter(begin), await queriesAfter(wait, hourMs), await queriesAfter(begin)], [0, 0, 1]);
  stage.loads = 0;
  for (const profile of [
    { kind: 'sandbox', docsUrl: 'https://docs.x' },
    { kind: 'gateway', docsUrl: null },
  ]) {
    Object.assign(stage, { profile, isRenamed: true });
    assert.equal(await queriesAfter(begin), 0);
  }
  assert.equal(stage.loads, 0);
});

test('news of a gateway are told once, with what they mean for the open job files', async (context) => {
  const { stage, events } = arrange(context);
  const endpoint = { path: '/v1/images/generations', alias: null };
  const dream = { id: 'dream-9', title: null, description: null, modality: null, pollPath: null };
  const mood = { name: 'mood', type: { kind: 'integer' }, typeSource: 'observed', description: '' };
  const index = {
    version: '2.0',
    breakingSince: null,
    paths: [],
    samples: [],
    models: [{ ...dream, endpoints: [endpoint] }],
    schemas: [{ ...endpoint, models: ['dream-9'], required: [], fields: [mood] }],
  };
  const tell = async (before: object | null, after: object): Promise<unknown> => {
    shown.length = 0;
    events.refreshed.fire({ profile: 'studio', before: before && { index: before }, copy: { index: after } });
    await settle();
    return shown[0];
  };
  const old = { ...index, version: '1.9' };
  assert.equal(await tell(old, old), undefined);
  assert.match(String(await tell(old, index)), /version 2\.0 .* no new problems/);
  assert.match(String(await tell({ ...old, schemas: [] }, index)), /with new problems: 1/);
  stage.open = [];
  assert.match(String(await tell(null, index)), /version 2\.0 .* look at their problems/);
  const first = { version: '1.5.18', breakingSince: '2026-05-13' };
  for (const [before, after, expected] of [
    [null, first, undefined],
    [null, { ...first, version: '1.6.0' }, /^studio has published version 1\.6\.0 of its API/],
    [first, { version: '1.6.0', breakingSince: '2026-07-01' }, /^studio announces breaking changes since 2026-07-01/],
    [first, { version: null, breakingSince: null }, undefined],
    [first, { ...first, breakingSince: hostileText }, /announces breaking changes/],
  ] as const) {
    const text = await tell(before && { ...index, ...before }, { ...index, ...after });
    if (expected === undefined) assert.equal(text, undefined);
    else assert.match(String(text), expected);
    assert.ok(isInert(String(text)));
  }
});
