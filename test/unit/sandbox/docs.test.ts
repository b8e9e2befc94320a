import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { bundledCatalog } from '../../../src/core/catalog/bundledCatalog.ts';
import { arrangeSandbox } from './arrangeSandbox.ts';

const files = ['model-index.json', 'openapi/en.import.yaml', 'test-cases.json'];

interface OpenApi {
  readonly info: Record<string, string>;
  readonly paths: Record<string, Path>;
  readonly components: { readonly schemas: Record<string, Schema> };
}

interface Path {
  readonly post?: {
    readonly requestBody: { readonly required: boolean; readonly content: Record<string, { readonly schema: Schema }> };
  };
  readonly get?: { readonly parameters: readonly Record<string, unknown>[] };
}

interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Record<string, { readonly enum?: readonly string[]; readonly maxLength?: number }>;
  readonly required?: readonly string[];
}

test('publishes its files to every caller, and reports if they have not changed', async (t) => {
  const { sandbox } = await arrangeSandbox(t);
  const seen = [];
  for (const file of files) {
    const url = `${sandbox.docsUrl}/${file}`;
    const first = await fetch(url);
    const etag = first.headers.get('etag') ?? '';
    const again = await fetch(url, { headers: { 'if-none-match': etag } });
    const changed = await fetch(url, { headers: { 'if-none-match': '"other"' } });
    const texts = [await first.text(), await again.text(), await changed.text()];
    seen.push([first.status, again.status, changed.status, texts[1], texts[0] === texts[2], etag.length]);
  }
  const missing = await fetch(`${sandbox.docsUrl}/key`);
  assert.deepEqual([...seen, missing.status], [...files.map(() => [200, 304, 200, '', true, 34]), 404]);
});

test('lists every model of the catalog with its endpoints and its query', async (t) => {
  const { sandbox } = await arrangeSandbox(t);
  const { models } = (await (await fetch(`${sandbox.docsUrl}/model-index.json`)).json()) as {
    models: readonly { modelId: string; endpoints: readonly string[]; pollEndpoint: string | null }[];
  };
  const find = (id: string): unknown => {
    const found = models.find(({ modelId }) => modelId === id);
    return found && [found.endpoints, found.pollEndpoint];
  };
  assert.deepEqual(
    models.map(({ modelId }) => modelId),
    [...bundledCatalog.models.keys()],
  );
  assert.deepEqual(
    [find('sonic'), find('claude-sonnet-4-5'), find('kling-v2-6')],
    [
      [['/v1/music/generations'], '/v1/music/generations/{task_id}'],
      [['/v1/messages', '/v1/chat/completions'], null],
      [
        ['/v1/videos', '/v1/video/generations', '/kling/v1/videos/text2video', '/kling/v1/videos/image2video'],
        '/v1/videos/{task_id}',
      ],
    ],
  );
});

test('describes every path with a schema, and each family of a shared path under an alias', async (t) => {
  const { sandbox } = await arrangeSandbox(t);
  const text = await (await fetch(`${sandbox.docsUrl}/openapi/en.import.yaml`)).text();
  const { info, paths, components } = parse(text) as OpenApi;
  const refs = Object.entries(paths).flatMap(([path, { post }]) => {
    const schema = post?.requestBody.content['application/json']?.schema;
    return (schema?.anyOf ?? (schema ? [schema] : [])).map(({ $ref = '' }) => [path, $ref] as const);
  });
  const dangling = refs.filter(([, ref]) => !components.schemas[ref.replace('#/components/schemas/', '')]);
  const called = [...new Set(bundledCatalog.families.flatMap(({ endpoints }) => endpoints.map(({ path }) => path)))];
  const { required, properties } = components.schemas['seedream-5-lite'] ?? {};
  assert.deepEqual(
    [info['version'], info['x-breaking-changes-since'], dangling, called.filter((path) => !paths[path])],
    ['1.5.18', '2026-05-13', [], []],
  );
  assert.deepEqual(
    [required, properties?.['prompt']?.maxLength, properties?.['model']?.enum, properties?.['output_format']?.enum],
    [['model', 'prompt'], 600, ['seedream-5-0-260128', 'doubao-seedream-5-0-lite-260128'], ['jpeg', 'png']],
  );
  assert.deepEqual(
    ['/v1/videos#seedance-2', '/v1/videos#veo', '/v1/chat/completions#chat-completions'].filter((path) => !paths[path]),
    [],
  );
});

test('describes bodies as they are sent, and says what is required only where something is', async (t) => {
  const { sandbox } = await arrangeSandbox(t);
  const text = await (await fetch(`${sandbox.docsUrl}/openapi/en.import.yaml`)).text();
  const { paths, components } = parse(text) as OpenApi;
  const posts = Object.values(paths).flatMap(({ post }) => post ?? []);
  const keysOf = (name: string): readonly string[] => Object.keys(components.schemas[name]?.properties ?? {});
  const sugar = ['chat-messages-messages', 'chat-completions-completions'].map((name) =>
    ['prompt', 'system', 'messages'].filter((key) => keysOf(name).includes(key)),
  );
  assert.deepEqual(
    [posts.every(({ requestBody }) => requestBody.required), sugar, /required: *\[\]/.test(text)],
    [true, [['system', 'messages'], ['messages']], false],
  );
});

test('describes the parameter of each path that has one', async (t) => {
  const { sandbox } = await arrangeSandbox(t);
  const text = await (await fetch(`${sandbox.docsUrl}/openapi/en.import.yaml`)).text();
  const { paths } = parse(text) as OpenApi;
  const templates = Object.entries(paths).filter(([path]) => path.includes('{task_id}'));
  assert.ok(templates.length > 0);
  for (const [path, { get }] of templates) {
    // OpenAPI demands `required` for a parameter in a path.
    const parameter = { name: 'task_id', in: 'path', required: true, schema: { type: 'string' } };
    assert.deepEqual(get?.parameters, [parameter], path);
  }
});
