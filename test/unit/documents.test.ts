import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import MarkdownIt, { type Token } from 'markdown-it';
import { bundledCatalog } from '../../src/core/catalog/bundledCatalog.ts';
import { listFiles } from '../../scripts/messages.ts';
import { buildManPage, buildReferencePage, buildTree } from '../../scripts/commandPages.ts';
import { buildModelsPage } from '../../scripts/modelsPage.ts';

interface Manifest {
  readonly contributes: {
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly default: unknown }>> };
  };
}

const root = join(import.meta.dirname, '../..');
const documents = listFiles('*.md', '{.github,docs,samples,scripts,src,test}/**/*.md').filter(
  (file) => !file.startsWith('test/fixtures/'),
);
const read = (name: string): Promise<string> => readFile(join(root, name), 'utf8');

/** Returns the tokens of a Markdown text, those inside paragraphs and headings as well. */
function listTokens(text: string): readonly Token[] {
  return new MarkdownIt({ html: true }).parse(text, {}).flatMap((token) => [token, ...(token.children ?? [])]);
}

/** Returns the relative links of a document, and its pictures. */
function listLinks(text: string): readonly string[] {
  return listTokens(text)
    .flatMap(({ type, content, attrs }) =>
      type.startsWith('html_')
        ? [...content.matchAll(/\b(?:href|src|srcset)="([^"]+)"/g)].map(([, target = '']) => target)
        : (attrs ?? []).flatMap(([name, value]) => (name === 'href' || name === 'src' ? [String(value)] : [])),
    )
    .filter((target) => !/^\w+:/.test(target));
}

/** Returns the anchors of the headings as GitHub makes them: a heading that repeats an earlier one gets a number. */
function listAnchors(text: string): readonly string[] {
  const counts = new Map<string, number>();
  const tokens = listTokens(text);
  return tokens.flatMap(({ type }, index) => {
    if (type !== 'heading_open') return [];
    const shown = (tokens[index + 1]?.children ?? []).map(({ content }) => content).join('');
    const anchor = shown
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    return [count === 0 ? anchor : `${anchor}-${count}`];
  });
}

/** Returns the links that lead to a file or a heading that does not exist. */
async function findBroken(name: string): Promise<readonly string[]> {
  const links = await Promise.all(
    listLinks(await read(name)).map(async (link) => {
      const [target = '', anchor] = link.split('#');
      const path = target === '' ? name : join(dirname(name), target).replaceAll('\\', '/');
      // A page of the repository, such as a form, is above its files.
      if (path.startsWith('../../')) return [];
      const isThere = existsSync(join(root, path));
      return isThere && (anchor === undefined || listAnchors(await read(path)).includes(anchor)) ? [] : [link];
    }),
  );
  return links.flat().map((link) => `${name}: ${link}`);
}

describe('the documents', () => {
  test('link only to files and headings that exist', async () => {
    const broken = await Promise.all(documents.map(findBroken));
    assert.deepEqual([broken.flat(), documents.length > 15], [[], true]);
  });

  test('lead to every page of docs from the README', async () => {
    const reached = new Set(['README.md']);
    for (const page of reached) {
      for (const link of listLinks(await read(page))) {
        const target = join(dirname(page), link.replace(/#.*/, ''));
        if (documents.includes(target)) reached.add(target);
      }
    }
    // A problem in the editor leads to its part of the page of problems.
    const pages = documents.filter((page) => /^docs\/(?!problems\.)/.test(page));
    assert.deepEqual(
      pages.filter((page) => !reached.has(page)),
      [],
    );
  });

  test('get their anchors from headings as GitHub does', () => {
    const text = '# A: `b.c` [and](d.md) _e_\n\n```sh\n# code\n```\n\n## Über VS Code\n\n## Über VS Code\n';
    assert.deepEqual(listAnchors(text), ['a-bc-and-e', 'über-vs-code', 'über-vs-code-1']);
  });

  test('name only files and folders that exist', async () => {
    const layers = readdirSync(join(root, 'src'));
    const named = (await Promise.all(documents.map(read))).flatMap((text) =>
      [...text.matchAll(/(?<![\w./-])((\w+)\/[\w./-]*\w)/g)].flatMap(([, path = '', first = '']) => {
        if (['src', 'test', 'scripts'].includes(first)) return [path];
        return layers.includes(first) && path.endsWith('.ts') ? [`src/${path}`] : [];
      }),
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
    assert.deepEqual([missing, steps.length > 0], [[], true]);
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

  test('of the commands, and the man page, follow from the command tree (npm run docs)', async () => {
    assert.equal(await read('docs/command-line-reference.md'), buildReferencePage(buildTree()));
    assert.equal(await read('man/genwright.1'), buildManPage(buildTree()));
  });

  test('explain every setting, with its default', async () => {
    const { contributes } = JSON.parse(await read('package.json')) as Manifest;
    const text = await read('docs/settings.md');
    const rows = text.split('\n').filter((line) => line.startsWith('| `genwright.'));
    const wrong = Object.entries(contributes.configuration.properties).filter(([id, each]) => {
      const shown = typeof each.default === 'string' ? each.default : JSON.stringify(each.default);
      return !rows.some((row) => row.includes(`\`${id}\``) && row.includes(`\`${shown}\``));
    });
    assert.deepEqual(wrong, []);
  });

  test('show a user of README how to start before anything for contributors', async () => {
    const text = await read('README.md');
    const [start, npm] = [text.search(/^## Start$/m), text.indexOf('npm ')];
    assert.ok(start >= 0 && start < npm, `${start} ${npm}`);
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
