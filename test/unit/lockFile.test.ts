import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { z } from 'zod';

const root = join(import.meta.dirname, '../..');

const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ integrity: z.string().optional(), resolved: z.string().optional() })),
});

async function readLock() {
  const { packages } = lockSchema.parse(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')));
  return Object.entries(packages).filter(([path]) => path !== '');
}

describe('The packages that npm installs', () => {
  test('have a hash in the lock file, including those of other platforms', async () => {
    const without = (await readLock()).filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
    assert.deepEqual(
      without.map(([path]) => path),
      [],
    );
  });

  test('come from the registry of the user, whichever it is', async () => {
    const withAddress = (await readLock()).filter(([, { resolved }]) => resolved !== undefined);
    assert.deepEqual(
      withAddress.map(([path]) => path),
      [],
    );
  });

  test('run none of their own scripts', async () => {
    assert.match(await readFile(join(root, '.npmrc'), 'utf8'), /^ignore-scripts=true$/m);
  });
});

const workflowSchema = z.object({
  jobs: z.record(
    z.string(),
    z.object({ steps: z.array(z.object({ uses: z.string().optional(), run: z.string().optional() })) }),
  ),
});

describe('The workflows', () => {
  const folder = join(root, '.github/workflows');
  const readSteps = async () => {
    const texts = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
    return texts.flatMap((text) => Object.values(workflowSchema.parse(parse(text)).jobs).flatMap(({ steps }) => steps));
  };

  test('name the commit of each action, because a tag can be moved', async () => {
    const actions = (await readSteps()).flatMap(({ uses }) => uses ?? []);
    assert.deepEqual(
      [actions.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(action)), actions.length > 0],
      [[], true],
    );
  });

  test('run only scripts that exist', async () => {
    const commands = (await readSteps()).flatMap(({ run }) => [...(run ?? '').matchAll(/\bnpm (?:run )?(\S+)/g)]);
    const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { readonly scripts: object };
    assert.deepEqual([commands.filter(([, name = '']) => !(name in scripts)), commands.length > 0], [[], true]);
  });
});
