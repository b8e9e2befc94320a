import assert from 'node:assert/strict';
import { access, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';

const root = join(import.meta.dirname, '../..');
const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/threat-model.md'];
const read = (name: string): Promise<string> => readFile(join(root, name), 'utf8');

describe('the documents', () => {
  test('link only to files that exist', async () => {
    const missing: string[] = [];
    for (const name of documents) {
      for (const [, target = ''] of (await read(name)).matchAll(/\]\((?!\w+:)([^)#]+)/g)) {
        await access(join(root, dirname(name), target)).catch(() => missing.push(`${name}: ${target}`));
      }
    }
    assert.deepEqual(missing, []);
  });

  test('name the contact for vulnerabilities once, where a release fills it in', async () => {
    const texts = await Promise.all(documents.map(async (name) => ({ name, text: await read(name) })));
    const found = texts.flatMap(({ name, text }) => (text.match(/[\w.+-]+@[\w-]+\.[\w.]+/g) ?? []).map(() => name));
    assert.deepEqual(found, ['SECURITY.md']);
  });
});
