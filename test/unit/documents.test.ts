import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { bundledCatalog } from '../../src/core/catalog/bundledCatalog.ts';
import { buildModelsPage } from '../../scripts/modelsPage.ts';

interface Manifest {
  readonly contributes: {
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly default: unknown }>> };
  };
}

const root = join(import.meta.dirname, '../..');
const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/threat-model.md', 'docs/troubleshooting.md'];
const contributorPages = [
  'CONTRIBUTING.md',
  'docs/architecture.md',
  'docs/testing.md',
  'docs/releasing.md',
  'test/bench/README.md',
  'test/simulation/README.md',
];
const read = (name: string): Promise<string> => readFile(join(root, name), 'utf8');

describe('the documents', () => {
  test('link only to files that exist', async () => {
    const missing: string[] = [];
    for (const name of documents) {
      for (const [, target = ''] of (await read(name)).matchAll(/(?:\]\(|\bsrc(?:set)?=")(?!\w+:)([^)#"]+)/g)) {
        // A page of the repository, such as a form, is above its files.
        if (target.startsWith('../../')) continue;
        await access(join(root, dirname(name), target)).catch(() => missing.push(`${name}: ${target}`));
      }
    }
    assert.deepEqual(missing, []);
  });

  test('name only files and folders that exist', async () => {
    const named = (await Promise.all([...documents, ...contributorPages].map(read))).flatMap((text) =>
      [...text.matchAll(/(?<![\w./-])((?:src|test|scripts)\/[\w./-]*\w)/g)].map(([, path = '']) => path),
    );
    const missing = named.filter((path) => !existsSync(join(root, path)));
    assert.deepEqual([missing, named.length > 50], [[], true]);
  });

  test('walk from Generate to a saved file along files that exist', async () => {
    const [, walk = ''] =
      /^## From Generate to a saved file$([^]*?)^After a restart/m.exec(await read('docs/architecture.md')) ?? [];
    const steps = walk.split(/^\d+\. /m).slice(1);
    const missing = steps.flatMap((step) => {
      const [first = '', ...others] = [...step.matchAll(/`([\w/]+(?:\.ts)?)`/g)].map(([, path = '']) => path);
      const folders = first.split('/').map((_, depth, parts) => parts.slice(0, depth).join('/'));
      const isThere = (path: string): boolean => folders.some((folder) => existsSync(join(root, 'src', folder, path)));
      return [first, ...others].filter((path) =>
        path === first ? !existsSync(join(root, 'src', path)) : !isThere(path),
      );
    });
    assert.deepEqual([missing, steps.length], [[], 15]);
  });

  test('have a row for each figure, and name only such figures', async () => {
    const [run, rows, promises] = [
      await read('test/bench/run.ts'),
      await read('test/bench/README.md'),
      await read('docs/testing.md'),
    ];
    const files = [...run.matchAll(/^import \{ measure\w+ \} from '\.\/(\w+\.ts)'/gm)].map(([, file = '']) => file);
    const figures = [...promises.matchAll(/figure: ([^|;]+?) *[|;]/g)].map(([, figure = '']) => figure);
    const cells = rows.split('\n').flatMap((line) =>
      line
        .split('|')
        .slice(1, 3)
        .map((cell) => cell.trim()),
    );
    assert.deepEqual(
      [
        files.filter((file) => !cells.includes(`\`${file}\``)),
        figures.filter(
          (figure) => !cells.some((cell) => cell.startsWith(figure)) && !figure.startsWith('the same rows'),
        ),
        files.length > 10 && figures.length > 5,
      ],
      [[], [], true],
    );
  });

  test('list the bundled models and their fields as the catalog has them: `npm run docs` writes them', async () => {
    assert.equal(await read('docs/models.md'), buildModelsPage(bundledCatalog.families));
  });

  test('explain in README every setting, with its default', async () => {
    const { contributes } = JSON.parse(await read('package.json')) as Manifest;
    const text = await read('README.md');
    const rows = text.split('\n').filter((line) => line.startsWith('| `genwright.'));
    const wrong = Object.entries(contributes.configuration.properties).filter(([id, each]) => {
      const shown = typeof each.default === 'string' ? each.default : JSON.stringify(each.default);
      return !rows.some((row) => row.includes(`\`${id}\``) && row.includes(`\`${shown}\``));
    });
    assert.deepEqual(wrong, []);
  });

  test('lead a user of README to an image in three steps, before anything for contributors', async () => {
    const text = await read('README.md');
    const [start = '', ...later] = text.split(/^## /m).slice(1);
    assert.match(start, /^Start\n\n1\. [^]*\n2\. [^]*\n3\. /);
    assert.deepEqual(later.map((section) => section.includes('npm ')).lastIndexOf(false), later.length - 2);
  });

  test('report vulnerabilities by a form of the repository, so that no address has to be kept', async () => {
    assert.match(await read('SECURITY.md'), /\]\(\.\.\/\.\.\/security\/advisories\/new\)/);
    const texts = await Promise.all(documents.map(read));
    assert.deepEqual(
      texts.flatMap((text) => text.match(/[\w.+-]+@[\w-]+\.[\w.]+/g) ?? []),
      [],
    );
  });
});
