import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { arrangeSandbox } from './arrangeSandbox.ts';

interface OpenApi {
  readonly info: Record<string, string>;
  readonly paths: Record<string, { readonly get?: unknown }>;
  readonly components: {
    readonly schemas: Record<
      string,
      { readonly properties: Record<string, { readonly maxLength?: number }>; readonly required: readonly string[] }
    >;
  };
}

test('publishes its files to every caller', async (t) => {
  const { sandbox } = await arrangeSandbox(t);
  const files = ['model-index.json', 'openapi/en.import.yaml', 'test-cases.json', 'key'];
  const seen = await Promise.all(
    files.map(async (file) => {
      const { status, headers } = await fetch(`${sandbox.docsUrl}/${file}`);
      return `${String(status)} ${headers.get('content-type')?.split(';')[0] ?? ''}`;
    }),
  );
  assert.deepEqual(seen, [
    '200 application/json',
    '200 application/yaml',
    '200 application/json',
    '404 application/json',
  ]);
});

test('describes bodies as they are sent, and the parameter of each path that has one', async (t) => {
  const { sandbox } = await arrangeSandbox(t);
  const { info, paths, components } = parse(
    await (await fetch(`${sandbox.docsUrl}/openapi/en.import.yaml`)).text(),
  ) as OpenApi;
  const { required, properties } = components.schemas['seedream-5-lite'] ?? {};
  const sugar = ['chat-messages-messages', 'chat-completions-completions'].map((name) =>
    ['prompt', 'system', 'messages'].filter((key) => components.schemas[name]?.properties[key]),
  );
  const queries = Object.entries(paths).filter(([path]) => path.includes('{task_id}'));
  // OpenAPI demands `required` for a parameter in a path.
  const parameter = { name: 'task_id', in: 'path', required: true, schema: { type: 'string' } };
  assert.deepEqual(info, { title: 'Genwright sandbox', version: '1.5.18', 'x-breaking-changes-since': '2026-05-13' });
  assert.deepEqual([required, properties?.['prompt']?.maxLength], [['model', 'prompt'], 600]);
  assert.deepEqual(sugar, [['system', 'messages'], ['messages']]);
  assert.deepEqual(
    [...new Set(queries.map(([, { get }]) => JSON.stringify(get)))],
    [JSON.stringify({ parameters: [parameter] })],
  );
});
