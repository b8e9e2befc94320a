import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
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
