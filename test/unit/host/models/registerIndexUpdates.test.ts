import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import * as languagePart from '../../../../src/core/language/index.ts';
import { Emitter } from '../../../../src/core/support/emitter.ts';
import { FakeDocument } from '../fakes/fakeDocument.ts';
import { resetWindow, shown, Uri, user } from '../fakes/fakeVscode.ts';

const { registerIndexUpdates } = await import('../../../../src/host/models/registerIndexUpdates.ts');

const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Registers the updates in a window with one open job file. Counts the queries of the selected gateway. */
function arrange(context: TestContext) {
  resetWindow();
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const document = new FakeDocument(Uri.file('/w/hero.gen.yaml'), 'model: dream-9\nmood: dark\n');
  const stage = { open: [document], queries: 0 };
  const profile = { name: 'studio' };
  const events = {
    jobFiles: new Emitter<void>(),
    profiles: new Emitter<void>(),
    tasks: new Emitter<{ readonly state: string }>(),
    refreshed: new Emitter<object>(),
  };
  const registered = registerIndexUpdates({
    models: {
      load: async () => undefined,
      refresh: async () => void (stage.queries += 1),
      onDidRefresh: events.refreshed.event,
    },
    profiles: {
      // A gateway with another name is queried whenever it was queried last.
      selectedName: () => (profile.name += '+'),
      find: (name: string) => ({ kind: 'gateway', name, docsUrl: 'https://docs.x' }),
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
  const queriesAfter = async (change: () => void): Promise<number> => {
    stage.queries = 0;
    change();
    context.mock.timers.tick(2_000);
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
    const outcome = { before: before && { index: before }, copy: { index: after } };
    events.refreshed.fire({ profile: 'studio', outcome });
    await settle();
    return shown[0];
  };
  const old = { ...index, version: '1.9' };
  assert.equal(await tell(old, old), undefined);
  assert.match(String(await tell(old, index)), /version 2\.0 .* no new problems/);
  assert.match(String(await tell({ ...old, schemas: [] }, index)), /with new problems: 1/);
  stage.open = [];
  assert.match(String(await tell(null, index)), /version 2\.0 .* look at their problems/);
});
