import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { z } from 'zod';

const root = join(import.meta.dirname, '../..');
const read = (name: string): Promise<string> => readFile(join(root, name), 'utf8');

async function readYaml<T>(pattern: string, schema: z.ZodType<T>): Promise<readonly T[]> {
  const names = globSync(pattern, { cwd: root });
  assert.notDeepEqual(names, []);
  return Promise.all(names.map(async (name) => schema.parse(parse(await read(name)))));
}

async function readManifest() {
  const dependencies = z.record(z.string(), z.string());
  const schema = z.object({
    scripts: dependencies,
    dependencies,
    devDependencies: dependencies,
    optionalDependencies: dependencies,
  });
  return schema.parse(JSON.parse(await read('package.json')));
}

const stepSchema = z.object({ uses: z.string().optional(), run: z.string().optional() });

const workflowSchema = z.object({
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(z.string(), z.object({ uses: z.string().optional(), steps: z.array(stepSchema).default([]) })),
});

describe('The workflows', () => {
  const readWorkflows = () => readYaml('.github/workflows/*.yml', workflowSchema);
  const readSteps = async () =>
    (await readWorkflows()).flatMap(({ jobs }) =>
      Object.values(jobs).flatMap(({ uses, steps }) => [{ uses }, ...steps]),
    );

  test('name the commit of each action, because a tag can be moved', async () => {
    const actions = (await readSteps()).flatMap(({ uses }) => uses ?? []).filter((action) => !action.startsWith('./'));
    assert.deepEqual(
      [actions.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(action)), actions.length > 0],
      [[], true],
    );
  });

  test('run only scripts that exist', async () => {
    const { scripts } = await readManifest();
    const commands = (await readSteps()).flatMap((step) =>
      'run' in step ? [...(step.run ?? '').matchAll(/\bnpm (?:run (\S+)|(test)\b)/g)] : [],
    );
    const names = commands.map(([, script, test]) => script ?? test ?? '');
    assert.deepEqual([names.filter((name) => !(name in scripts)), names.length > 0], [[], true]);
  });

  test('may only read, unless a job says more', async () => {
    for (const { permissions } of await readWorkflows()) assert.deepEqual(permissions, { contents: 'read' });
  });
});

/** A form with a wrong key is not offered. Only its page at GitHub says why. */
const fieldSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('markdown'), attributes: z.strictObject({ value: z.string() }) }),
  z.strictObject({
    type: z.enum(['input', 'textarea']),
    id: z.string().regex(/^[\w-]+$/),
    attributes: z.strictObject({
      label: z.string(),
      description: z.string().optional(),
      placeholder: z.string().optional(),
      render: z.string().optional(),
    }),
    validations: z.strictObject({ required: z.boolean() }).optional(),
  }),
  z.strictObject({
    type: z.literal('dropdown'),
    id: z.string().regex(/^[\w-]+$/),
    attributes: z.strictObject({
      label: z.string(),
      description: z.string().optional(),
      options: z.array(z.string()).min(1),
    }),
    validations: z.strictObject({ required: z.boolean() }).optional(),
  }),
]);

const formSchema = z.strictObject({
  name: z.string(),
  description: z.string(),
  labels: z.array(z.string()).optional(),
  body: z.array(fieldSchema).min(1),
});

describe('The issue forms', () => {
  test('have the keys that GitHub knows, and a label and an id once', async () => {
    for (const { body } of await readYaml('.github/ISSUE_TEMPLATE/!(config).yml', formSchema)) {
      const fields = body.flatMap((field) => (field.type === 'markdown' ? [] : field));
      for (const keys of [fields.map(({ id }) => id), fields.map(({ attributes }) => attributes.label)])
        assert.deepEqual(keys, [...new Set(keys)]);
    }
  });
});

const updatesSchema = z.strictObject({
  version: z.literal(2),
  updates: z.array(
    z.strictObject({
      'package-ecosystem': z.enum(['npm', 'github-actions']),
      directory: z.literal('/'),
      schedule: z.strictObject({ interval: z.enum(['weekly', 'monthly']) }),
      cooldown: z.strictObject({ 'default-days': z.number() }).optional(),
      'open-pull-requests-limit': z.number(),
      groups: z.record(
        z.string(),
        z.strictObject({
          'dependency-type': z.enum(['development', 'production']).optional(),
          patterns: z.array(z.string()).optional(),
        }),
      ),
      ignore: z
        .array(
          z.strictObject({
            'dependency-name': z.string(),
            'update-types': z.array(z.enum(['version-update:semver-major', 'version-update:semver-minor'])).optional(),
          }),
        )
        .optional(),
    }),
  ),
});

test('Updates of packages leave out only packages that exist', async () => {
  const manifest = await readManifest();
  const names = Object.keys({
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.optionalDependencies,
  });
  const [updates] = await readYaml('.github/dependabot.yml', updatesSchema);
  const ignored = updates?.updates.flatMap(({ ignore = [] }) => ignore.map((each) => each['dependency-name'])) ?? [];
  const isThere = (name: string): boolean =>
    names.some((each) => each === name || (name.endsWith('*') && each.startsWith(name.slice(0, -1))));
  assert.deepEqual([ignored.filter((name) => !isThere(name)), ignored.length > 0], [[], true]);
});
