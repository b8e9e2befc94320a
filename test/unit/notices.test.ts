import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { formatNotices, listPackages, readNotice } from '../../scripts/notices.ts';
import { npmParts } from '../../scripts/npmPackage.ts';
import { readMetafiles, reportMissing } from './readMetafiles.ts';

const root = join(import.meta.dirname, '../..');

/** Packages of the last build, with the files that contain them, and the notices that it wrote: of the extension. */
async function readBuild(file = 'ThirdPartyNotices.txt', isWanted = (part: string): boolean => part !== 'cli') {
  const built = await readMetafiles();
  const metafiles = [...built].filter(([part]) => isWanted(part)).map(([, metafile]) => metafile);
  const notices = await readFile(join(root, file), 'utf8');
  const packages = new Map<string, Set<string>>();
  const outputs = metafiles.flatMap((metafile) => Object.entries(metafile.outputs));
  for (const [output, { inputs }] of outputs) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const [folder] = /node_modules\/(?:.*node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(path) ?? [];
      if (!folder || bytesInOutput === 0) continue;
      packages.set(folder, (packages.get(folder) ?? new Set()).add(output));
    }
  }
  return { notices, packages };
}

interface PackageFacts {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

async function readFacts(folder: string): Promise<PackageFacts> {
  return JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8')) as PackageFacts;
}

const quoted = (text: string): readonly string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

async function arrangePackage(t: TestContext, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'notices-'));
  t.after(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'node_modules/some'), { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, 'node_modules/some', name), text);
  return folder;
}

describe('The third-party notices', () => {
  for (const [of, file, isWanted] of [
    ['the extension', undefined, undefined],
    ['the package of npm', 'dist/ThirdPartyNotices.txt', (part: string): boolean => npmParts.includes(part)],
  ] as const) {
    test(`of ${of} have name, version and whole license of every package in it, and of no other`, async () => {
      const found = await readBuild(file, isWanted);
      const missing: string[] = [];
      for (const folder of found.packages.keys()) {
        const { name, version, license: id } = await readFacts(folder);
        const license = (await readdir(join(root, folder))).find((each) =>
          /^licen[cs]e(?:-mit)?(?:\.\w+)?$/i.test(each),
        );
        const text = license && (await readFile(join(root, folder, license), 'utf8')).trim();
        const isNamed = found.notices.includes(`\n${name} ${version}\nLicense: ${id}\n`);
        if (!isNamed || !text || !found.notices.includes(text)) missing.push(folder);
      }
      // The build copies the icons of the extension.
      const icons = file === undefined ? 1 : 0;
      assert.deepEqual([found.packages.size > 10, missing], [true, []]);
      assert.equal(found.notices.match(/^License: /gm)?.length, found.packages.size + icons);
      assert.equal(found.notices.includes('\ncommander '), file !== undefined);
    });
  }

  test('have the terms of works that are in the package without being an npm package or in full', async () => {
    const found = await readBuild();
    const titles = [
      'GNU LESSER GENERAL PUBLIC LICENSE',
      'GNU GENERAL PUBLIC LICENSE',
      'Mozilla Public License Version 2.0',
      'Attribution 4.0 International',
      'Fedor Indutny',
    ];
    assert.deepEqual(
      titles.filter((title) => !found.notices.includes(title)),
      [],
    );
  });

  test('say that the library under the LGPL can be replaced, which is alone in its file and readable', async () => {
    const { notices, packages } = await readBuild();
    const [file, folder] = ['dist/lamejs.cjs', 'node_modules/@breezystack/lamejs'];
    const inFile = [...packages].flatMap(([each, files]) => (files.has(file) ? [each] : []));
    assert.deepEqual([inFile, [...(packages.get(folder) ?? [])]], [[folder], [file]]);
    assert.match(notices, new RegExp(`\nIn: ${file}\nThe file contains nothing else.*can replace it`));
    assert.ok((await readFile(join(root, file), 'utf8')).split('\n').length > 5000, `${file} is minified`);
  });

  test('say where the source of the library under the MPL is, whose own notices are kept', async () => {
    const { notices } = await readBuild();
    assert.match(notices, /\nIn: dist\/worker.cjs\n.*source code.*https:\/\/www\.npmjs\.com\/package\/mediabunny/);
    assert.ok((await stat(join(root, 'node_modules/mediabunny/src/index.ts'))).isFile());
    assert.match(await readFile(join(root, 'dist/worker.cjs'), 'utf8'), /Mozilla Public\s[^]*mozilla\.org\/MPL\/2\.0/);
  });

  test('are in the package, which keeps within 1.2 MB', async () => {
    const allowed = (await readFile(join(root, '.vscodeignore'), 'utf8')).split('\n');
    assert.ok(allowed.includes('!ThirdPartyNotices.txt'));
    const vsix = await stat(join(root, 'out/genwright.vsix')).catch(reportMissing);
    assert.ok(vsix.size <= 1_200_000, `out/genwright.vsix has ${vsix.size} bytes`);
  });
});

test('the architecture page names each package in the build, and no other', async () => {
  const found = await readBuild(undefined, () => true);
  const text = await readFile(join(root, 'docs/architecture.md'), 'utf8');
  const [, section = ''] = /^## Dependencies$([^]*?)^## /m.exec(text) ?? [];
  const rows = [...section.matchAll(/^\| (`[^|]*`) +\|/gm)];
  const facts = await Promise.all([...found.packages.keys()].map(readFacts));
  // The build copies the icons.
  const names = [...facts.map(({ name }) => name), '@vscode/codicons'];
  assert.deepEqual(rows.flatMap(([, cell = '']) => quoted(cell)).sort(), names.sort());
});

describe('A package in the build', () => {
  const facts = JSON.stringify({ name: 'some', version: '1.2.3', license: 'MIT' });

  test('ends the build if it has no license text', async (t) => {
    const folder = await arrangePackage(t, { 'package.json': facts });
    await assert.rejects(readNotice(folder, 'node_modules/some', ['dist/x.cjs']), /has no license text/);
  });

  test('is named with its files and its license', async (t) => {
    const folder = await arrangePackage(t, { 'package.json': facts, 'LICENSE.md': 'Take it.\n' });
    const metafile = {
      inputs: {},
      outputs: {
        'dist/x.cjs': {
          bytes: 1,
          imports: [],
          exports: [],
          inputs: { 'node_modules/some/index.js': { bytesInOutput: 1 }, 'src/own.ts': { bytesInOutput: 1 } },
        },
        'dist/y.cjs': {
          bytes: 1,
          imports: [],
          exports: [],
          inputs: { 'node_modules/unused/index.js': { bytesInOutput: 0 } },
        },
      },
    };
    const packages = [...listPackages([metafile])];
    const notices = await Promise.all(packages.map(([path, files]) => readNotice(folder, path, files)));
    assert.equal(
      formatNotices(notices).split('='.repeat(80))[1],
      '\n\nsome 1.2.3\nLicense: MIT\nhttps://www.npmjs.com/package/some\nIn: dist/x.cjs\n\nTake it.\n',
    );
  });
});
