// Writes out/genwright.vsix of what esbuild.mjs has built. With `--release`, also writes its SHA-256 and the notes of the
// version, or names what is left to fill in, instead of writing a package that must not be published. `--tag=v1.2.0`
// is what the version has to agree with. Other arguments are passed to vsce.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { addImagesUrl, findNotes, isPreRelease, listOmissions, repositoryUrl, type Manifest } from './release.ts';
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

/** Writes what a release has beside the package. `sha256sum --check` reads the first file. */
function writeReleaseFiles(vsix: string, notes: string): void {
  const hash = createHash('sha256').update(readFileSync(vsix)).digest('hex');
  writeFileSync(`${vsix}.sha256`, `${hash}  ${basename(vsix)}\n`);
  writeFileSync(join(dirname(vsix), 'notes.md'), notes);
}

const options = process.argv.slice(2);
const isRelease = options.includes('--release');
const tag = options.find((option) => option.startsWith('--tag='))?.slice('--tag='.length);
const manifest = JSON.parse(read('package.json')) as Manifest;
const changelog = read('CHANGELOG.md');
const omissions = isRelease ? [...listOmissions(manifest, { changelog, tag }), ...listGaps()] : [];

if (omissions.length > 0) {
  console.error(['Not ready for a release:', ...omissions].join('\n- '));
  process.exitCode = 1;
} else {
  const repository = repositoryUrl(manifest);
  // Relative links of the README lead to the repository, because a page of a marketplace has no files.
  const imagesUrl = `${repository}/raw/main`;
  const links = ['--baseContentUrl', `${repository}/blob/main`, '--baseImagesUrl', imagesUrl];
  const vsix = join(root, 'out/genwright.vsix');
  const args = ['package', '--no-dependencies', ...links, '--out', vsix];
  const channel = isRelease && isPreRelease(manifest.version) ? ['--pre-release'] : [];
  const more = options.filter((option) => !/^--(?:release$|tag=)/.test(option));
  const vsce = join(root, 'node_modules/@vscode/vsce/vsce');
  const cwd = join(root, 'out/package');
  stage(cwd, imagesUrl);
  const { status } = spawnSync(process.execPath, [vsce, ...args, ...channel, ...more], { cwd, stdio: 'inherit' });
  process.exitCode = status ?? 1;
  if (isRelease && status === 0) writeReleaseFiles(vsix, findNotes(changelog, manifest.version) ?? '');
}
