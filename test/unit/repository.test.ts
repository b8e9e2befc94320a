import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { z } from 'zod';
import { createProgram } from '../../src/cli/program.ts';
import { processTerminal } from '../../src/cli/terminal.ts';

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

const permissionsSchema = z.record(z.string(), z.string());

const jobSchema = z.object({
  permissions: permissionsSchema.default({}),
  uses: z.string().optional(),
  steps: z.array(stepSchema).default([]),
});

const workflowSchema = z.object({ permissions: permissionsSchema, jobs: z.record(z.string(), jobSchema) });

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

  test('may only read, except for the job that creates a release', async () => {
    const workflows = await readWorkflows();
    for (const { permissions } of workflows) assert.deepEqual(permissions, { contents: 'read' });
    const writers = workflows.flatMap(({ jobs }) =>
      Object.entries(jobs).flatMap(([id, { permissions }]) => (Object.values(permissions).includes('write') ? id : [])),
    );
    assert.deepEqual(writers, ['release']);
  });
});

const formSchema = z.object({ name: z.string(), description: z.string(), body: z.array(z.unknown()).min(1) });

test('The issue forms have a name, a description and a body', async () => {
  await readYaml('.github/ISSUE_TEMPLATE/!(config).yml', formSchema);
});

describe('The workflows for users in docs/ci', () => {
  test('have jobs that only read the repository', async () => {
    for (const { permissions, jobs } of await readYaml('docs/ci/github*.yml', workflowSchema)) {
      assert.deepEqual([permissions, Object.keys(jobs).length > 0], [{ contents: 'read' }, true]);
    }
    await readYaml('docs/ci/gitlab*.yml', z.record(z.string(), z.unknown()));
  });

  test('run when a person or a schedule starts them, one at a time, and pass no secret but the key', async () => {
    const [github = '', gitlab = ''] = await Promise.all(['docs/ci/github.yml', 'docs/ci/gitlab.yml'].map(read));
    assert.match(github, /^on:\n {2}workflow_dispatch:\n\n[^]*^concurrency:/m);
    assert.match(gitlab, /^workflow:\n {2}rules:\n {4}- if: \$CI_PIPELINE_SOURCE == "web" \|\| [^\n]*"schedule"\n\n/m);
    assert.match(gitlab, /^generate:\n(?: .*\n)*? {2}resource_group: /m);
    assert.deepEqual(
      [...github.matchAll(/secrets[.:] ?(\w+)/g)]
        .map(([, name]) => name)
        .filter((name) => name !== 'GENWRIGHT_API_KEY'),
      [],
    );
  });

  test('use commands and flags that exist, and save a shard also when it has failed', async () => {
    const texts = await Promise.all(globSync('docs/ci/*.yml', { cwd: root }).map(read));
    const program = createProgram(processTerminal(), '1.2.3', () => undefined);
    const lines = texts.flatMap((text) => [...text.matchAll(/npx genwright (\w+)([^\n]*)/g)]);
    const unknown = lines.flatMap(([line, name, rest = '']) => {
      const command = program.commands.find((each) => each.name() === name);
      const known = [...program.options, ...(command?.options ?? [])].map(({ long }) => long);
      const flags = [...rest.matchAll(/ (--[a-z-]+)/g)].map(([, flag]) => flag);
      return command && flags.every((flag) => known.includes(flag)) ? [] : [line];
    });
    assert.deepEqual([unknown, lines.length > 10], [[], true]);
    const makers = texts.filter((text) => text.includes('npx genwright run'));
    for (const text of makers) assert.match(text, /if: always\(\)|when: always/);
    assert.equal(makers.length, 2);
  });
});

const updatesSchema = z.object({
  version: z.literal(2),
  updates: z.array(
    z.object({
      ignore: z.array(z.object({ 'dependency-name': z.string() })).default([]),
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
  const ignored = updates?.updates.flatMap(({ ignore }) => ignore.map((each) => each['dependency-name'])) ?? [];
  const isThere = (name: string): boolean =>
    names.some((each) => each === name || (name.endsWith('*') && each.startsWith(name.slice(0, -1))));
  assert.deepEqual([ignored.filter((name) => !isThere(name)), ignored.length > 0], [[], true]);
});
