// Writes out/genwright.vsix of what esbuild.mjs has built. With `--release`, names what is left to fill in instead of
// writing a package that must not be published. Other arguments are passed to vsce.
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addImagesUrl, listOmissions, repositoryUrl, type Manifest } from './release.ts';
import { listGaps } from './translations.ts';

const root = join(import.meta.dirname, '..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');

/** Copies what is packaged. A page of a marketplace has no files, so README names its pictures by their addresses. */
function stage(folder: string, imagesUrl: string): void {
  rmSync(folder, { recursive: true, force: true });
  const allowed = [...read('.vscodeignore').matchAll(/^!(.+)$/gm)].map(([, pattern = '']) => pattern);
  for (const file of globSync(['.vscodeignore', ...allowed], { cwd: root }))
    cpSync(join(root, file), join(folder, file));
  writeFileSync(join(folder, 'README.md'), addImagesUrl(read('README.md'), imagesUrl));
}

const options = process.argv.slice(2);
const manifest = JSON.parse(read('package.json')) as Manifest;
const isRelease = options.includes('--release');
const omissions = isRelease ? [...listOmissions(manifest, { changelog: read('CHANGELOG.md') }), ...listGaps()] : [];

if (omissions.length > 0) {
  console.error(['Not ready for a release:', ...omissions].join('\n- '));
  process.exitCode = 1;
} else {
  const repository = repositoryUrl(manifest);
  // Relative links of the README lead to the repository, because a page of a marketplace has no files.
  const imagesUrl = `${repository}/raw/main`;
  const links = ['--baseContentUrl', `${repository}/blob/main`, '--baseImagesUrl', imagesUrl];
  const args = ['package', '--no-dependencies', ...links, '--out', join(root, 'out/genwright.vsix')];
  const more = options.filter((option) => option !== '--release');
  const vsce = join(root, 'node_modules/@vscode/vsce/vsce');
  const cwd = join(root, 'out/package');
  stage(cwd, imagesUrl);
  process.exitCode = spawnSync(process.execPath, [vsce, ...args, ...more], { cwd, stdio: 'inherit' }).status ?? 1;
}
