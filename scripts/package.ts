// `npm run package`: builds, and writes out/genwright.vsix and the package of the command line for npm.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { stageNpmPackage } from './npmPackage.ts';
import { parseOptions } from './options.ts';
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

/** Runs a script under this Node, and returns its exit code. */
function run(args: readonly string[], cwd: string): number {
  return spawnSync(process.execPath, args, { cwd, stdio: 'inherit' }).status ?? 1;
}

const usage = `npm run package: builds Genwright for users, and writes out/genwright.vsix and out/genwright-<version>.tgz.

  --release     also writes its SHA-256 and the notes of its version, or names what is left to fill in instead of
                writing a package that must not be published
  --tag=v1.2.0  names a version that does not agree with this tag, too`;

const { values } = parseOptions(usage, { release: { type: 'boolean', default: false }, tag: { type: 'string' } });
const { release: isRelease, tag } = values;
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
  const vsce = join(root, 'node_modules/@vscode/vsce/vsce');
  const cwd = join(root, 'out/package');
  const built = run([join(root, 'esbuild.mjs'), '--production'], root);
  stage(cwd, imagesUrl);
  process.exitCode = built === 0 ? run([vsce, ...args, ...channel], cwd) : built;
  const npm = process.env['npm_execpath'];
  if (npm !== undefined && process.exitCode === 0) {
    stageNpmPackage(root, join(root, 'out/npm'));
    process.exitCode = run([npm, 'pack', '--silent', '--pack-destination', join(root, 'out')], join(root, 'out/npm'));
  }
  if (isRelease && process.exitCode === 0) writeReleaseFiles(vsix, findNotes(changelog, manifest.version) ?? '');
}
