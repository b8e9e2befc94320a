import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { maxDocumentBytes } from '../../../src/gateway/models/fetchDocument.ts';
import { createDispatchers } from '../../../src/node/network/dispatchers.ts';
import { nodeFileSystem } from '../../../src/node/files/fileSystem.ts';
import { createModelIndexes, type RefreshOutcome } from '../../../src/planning/modelIndexes.ts';
import { createIndexStore } from '../../../src/storage/indexStore.ts';
import { parseDocumentHere } from '../../fakes/media/parseHere.ts';
import { startScriptedGateway, type ScriptedGateway } from '../../fakes/gateway/scriptedGateway.ts';
import { makeTempFolder } from '../../fakes/disk/tempFolder.ts';

const paths = {
  index: '/docs/model-index.json',
  api: '/docs/openapi/en.import.yaml',
  cases: '/docs/test-cases.json',
} as const;

const dayMs = 86_400_000;
const now = Date.UTC(2026, 5, 1);

const dream = { id: 'dream-9', endpoints: ['/v1/images/generations#dream'], pollEndpoint: null };
const api = (version: string) => `openapi: 3.1.0
info: {version: ${version}, x-breaking-changes-since: 2026-05-13}
paths:
  /v1/images/generations: {post: {}}
  '/v1/images/generations#dream':
    post: {requestBody: {content: {application/json: {schema: {properties: {mood: {type: string}}}}}}}
`;

/** Scripts all three documents, with ETags. */
function scriptDocs(gateway: ScriptedGateway): void {
  gateway.script(`GET ${paths.index}`, { headers: { etag: '"i1"' }, body: { models: [dream] } });
  gateway.script(`GET ${paths.api}`, { headers: { etag: '"a1"' }, body: api('1.5.18') });
  gateway.script(`GET ${paths.cases}`, { headers: { etag: '"t1"' }, body: { 'dream-9': { prompt: 'A cat' } } });
}

/** Arranges a gateway that publishes its models, and opens windows on one folder. */
async function arrange(context: TestContext) {
  const folder = await makeTempFolder(context);
  const gateway = await startScriptedGateway();
  const dispatchers = createDispatchers({ connectTimeoutMs: 60_000 });
  context.after(async () => {
    dispatchers.dispose();
    await gateway.close();
  });
  scriptDocs(gateway);
  const lines: string[] = [];
  const clock = { nowMs: now, now: () => clock.nowMs };
  const profile = { docsUrl: `${gateway.url}/docs/` as string | null };
  const add = (line: string): void => void lines.push(line);
  const openWindow = () =>
    createModelIndexes({
      store: createIndexStore(folder, nodeFileSystem),
      dispatchers,
      parseDocument: parseDocumentHere,
      userAgent: 'genwright/1.2.3',
      clock,
      log: { info: add, warn: add, error: add },
      openProfile: (name) =>
        Promise.resolve({
          name,
          baseUrl: 'https://gateway.example.com',
          isSandbox: name === 'sandbox',
          ...profile,
          readKey: () => Promise.reject(new Error('Nobody needs the key')),
        }),
    });
  const indexes = openWindow();
  const { signal } = new AbortController();
  const refresh = (maxAgeMs = 0, window = indexes): Promise<RefreshOutcome> =>
    window.refresh('studio', { maxAgeMs, signal });
  return { folder, gateway, lines, clock, profile, indexes, openWindow, refresh };
}

/** Returns the parts of an outcome that tests compare. */
function project(outcome: RefreshOutcome): readonly unknown[] {
  switch (outcome.kind) {
    case 'fetched':
      return [
        outcome.kind,
        outcome.copy.index !== outcome.before?.index,
        outcome.copy.index.version,
        outcome.copy.index.models.length,
      ];
    case 'failed':
      return [outcome.kind, outcome.copy?.index.models.length];
    case 'current':
    case 'no-docs-url':
    default:
      return [outcome.kind];
  }
}

test('the three documents become one index, fetched without a key', async (context) => {
  const { gateway, refresh, indexes, lines } = await arrange(context);

  const outcome = await refresh();

  const catalog = await indexes.readCatalog('studio');
  assert.deepEqual(project(outcome), ['fetched', true, '1.5.18', 1]);
  assert.deepEqual(
    gateway.lines().toSorted(),
    Object.values(paths)
      .map((path) => `GET ${path}`)
      .toSorted(),
  );
  assert.deepEqual(
    gateway.calls.map(({ headers }) => [headers.authorization, headers['user-agent'], headers['if-none-match']]),
    Array.from({ length: 3 }, () => [undefined, 'genwright/1.2.3', undefined]),
  );
  assert.deepEqual(
    catalog.findModel('dream-9')?.families.map(({ fields, sample }) => [fields.map(({ name }) => name), sample]),
    [[['mood'], { prompt: 'A cat' }]],
  );
  assert.deepEqual(lines, ['Model index of studio: 1 models, version 1.5.18, breaking changes 2026-05-13']);
});

test('an unchanged document is not sent again', async (context) => {
  const { gateway, refresh, openWindow } = await arrange(context);
  await refresh();
  for (const path of Object.values(paths)) gateway.script(`GET ${path}`, { status: 304 });

  const again = [project(await refresh()), project(await refresh(0, openWindow()))];

  assert.deepEqual(again, [
    ['fetched', false, '1.5.18', 1],
    ['fetched', false, '1.5.18', 1],
  ]);
  assert.deepEqual(
    new Set(gateway.calls.slice(6).map(({ headers }) => headers['if-none-match'])),
    new Set(['"a1"', '"i1"', '"t1"']),
  );
});

test('a copy younger than a day is used unchanged, in every window', async (context) => {
  const { gateway, clock, refresh, openWindow } = await arrange(context);
  const other = openWindow();
  await refresh(dayMs);
  clock.nowMs += dayMs - 1;

  const early = [project(await refresh(dayMs)), project(await refresh(dayMs, other))];
  clock.nowMs += 1;
  const late = project(await refresh(dayMs));

  assert.deepEqual(
    [early, late, gateway.calls.length],
    [[['current'], ['current']], ['fetched', false, '1.5.18', 1], 6],
  );
});

test('offline, the last good copy is used, also after a restart', async (context) => {
  const { gateway, refresh, openWindow } = await arrange(context);
  await refresh();
  for (const path of Object.values(paths)) gateway.script(`GET ${path}`, 'drop');

  const offline = project(await refresh());
  const restarted = openWindow();
  const copy = await restarted.read('studio');

  assert.deepEqual(
    [
      offline,
      copy?.fetchedAt,
      copy?.index.models.map(({ id }) => id),
      (await restarted.readCatalog('studio')).findModel('dream-9')?.id,
    ],
    [['failed', 1], now, ['dream-9'], 'dream-9'],
  );
});

test('one document that is missing or broken keeps its copy, and the others are replaced', async (context) => {
  const { gateway, lines, refresh, indexes } = await arrange(context);
  await refresh();
  gateway.script(`GET ${paths.index}`, { body: '<html>Maintenance</html>' });
  gateway.script(`GET ${paths.cases}`, { status: 404, body: '' });
  gateway.script(`GET ${paths.api}`, { body: api('1.6.0') });
  lines.length = 0;

  const outcome = await refresh();

  const copy = await indexes.read('studio');
  assert.deepEqual(
    [project(outcome), copy?.index.samples.length, lines.slice(0, 2)],
    [
      ['fetched', true, '1.6.0', 1],
      1,
      ['Model index: /model-index.json: not the document that it should be', 'Model index: /test-cases.json: HTTP 404'],
    ],
  );
});

test('redirects are checked like those of downloads', async (context) => {
  const { gateway, lines, refresh } = await arrange(context);
  gateway.script(`GET ${paths.index}`, { status: 302, headers: { location: '/docs/moved.json' } });
  gateway.script('GET /docs/moved.json', { body: [dream] });
  gateway.script(`GET ${paths.api}`, { status: 302, headers: { location: 'http://10.0.0.1/a.yaml' } });
  gateway.script(`GET ${paths.cases}`, { status: 302, headers: { location: paths.cases } });

  const outcome = await refresh();

  assert.deepEqual(
    [project(outcome), lines.slice(0, 2)],
    [
      ['fetched', true, null, 1],
      [
        'Model index: /openapi/en.import.yaml: The link to 10.0.0.1 is not https:',
        'Model index: /test-cases.json: More than 5 redirects',
      ],
    ],
  );
});

test('a document without end is given up', async (context) => {
  const { gateway, lines, refresh } = await arrange(context);
  gateway.script(`GET ${paths.index}`, { body: Buffer.alloc(maxDocumentBytes + 1, 0x20) });

  await refresh();

  assert.match(lines[0] ?? '', /model-index\.json: The response is larger than 4194304 bytes/);
});

test('nothing is fetched if the profile has no docs URL', async (context) => {
  const { gateway, profile, refresh, indexes } = await arrange(context);
  profile.docsUrl = null;

  assert.deepEqual(
    [project(await refresh()), await indexes.read('studio'), gateway.calls],
    [['no-docs-url'], null, []],
  );
});

test('the index of the sandbox is not kept after the window closes', async (context) => {
  const { folder, indexes, openWindow } = await arrange(context);

  await indexes.refresh('sandbox', { maxAgeMs: 0, signal: new AbortController().signal });

  const here = await indexes.read('sandbox');
  assert.deepEqual(
    [here?.index.models.length, await openWindow().read('sandbox'), await readdir(folder)],
    [1, null, []],
  );
});

test('a damaged copy, or one of another version, is ignored', async (context) => {
  const { folder, refresh, openWindow } = await arrange(context);
  await refresh();
  const [name = ''] = await readdir(folder);
  const texts = [
    '{"half":',
    '{"v":1,"fetchedAt":0,"documents":{"models":{"models":[]},"api":null,"samples":null}}',
    '[]',
  ];
  const read: unknown[] = [];
  for (const text of texts) {
    await writeFile(join(folder, name), text);
    read.push(await openWindow().read('studio'));
  }

  assert.deepEqual(read, [null, null, null]);
});

test('concurrent queries are one', async (context) => {
  const { gateway, refresh } = await arrange(context);

  await Promise.all([refresh(), refresh()]);

  assert.equal(gateway.calls.length, 3);
});
