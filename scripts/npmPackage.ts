// Writes the package of npm: the command line, and the parts for programs in plain Node with their types.
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repositoryUrl } from './release.ts';

/** What the package of npm has of the manifest of the repository. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly repository: { readonly url: string };
  readonly homepage: string;
  readonly bugs: object;
  readonly keywords: readonly string[];
}

/** Parts for programs, by the names of their subpaths. */
const subpaths = ['engine', 'language', 'sandbox'] as const;

/** The outputs of the build in this package. The others are of VS Code. */
export const npmParts: readonly string[] = ['cli', 'worker', 'lamejs', ...subpaths];

/** The files of the package, with where each comes from. Paths are relative to the package and to the repository. */
export const npmFiles: ReadonlyMap<string, string> = new Map([
  ...npmParts.map((part) => [`dist/${part}.cjs`, `dist/${part}.cjs`] as const),
  ...subpaths.map((part) => [`dist/${part}.d.cts`, `dist/${part}.d.cts`] as const),
  ['man/genwright.1', 'man/genwright.1'],
  ['ThirdPartyNotices.txt', 'dist/ThirdPartyNotices.txt'],
  ['README.md', 'docs/command-line.md'],
  ['CHANGELOG.md', 'CHANGELOG.md'],
  ['LICENSE', 'LICENSE'],
]);

/**
 * Builds the manifest of the package. That of the repository is VS Code's: `main` is a file that VS Code loads, its texts
 * are keys of a translation, and it needs packages that are inside these files already.
 */
function buildManifest({ name, version, license, repository, homepage, bugs, keywords }: Manifest) {
  const built = subpaths.map(
    (part) => [`./${part}`, { types: `./dist/${part}.d.cts`, default: `./dist/${part}.cjs` }] as const,
  );
  return {
    name,
    version,
    description: 'Makes images, music, speech, video and text from job files, on the command line and in programs.',
    license,
    repository,
    homepage,
    bugs,
    keywords,
    engines: { node: '>=22.19' },
    bin: { genwright: 'dist/cli.cjs' },
    // npm links a list of pages, and no single one.
    man: ['man/genwright.1'],
    exports: { ...Object.fromEntries(built), './package.json': './package.json' },
    files: [...npmFiles.keys()],
  };
}

/** Copies the files of the package into a folder, which is emptied, so that `npm pack` finds nothing else there. */
export function stageNpmPackage(root: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [target, source] of npmFiles) {
    mkdirSync(dirname(join(folder, target)), { recursive: true });
    cpSync(join(root, source), join(folder, target));
  }
  chmodSync(join(folder, 'dist/cli.cjs'), 0o755);
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
  // The page is in a folder of the repository, and a page of a registry has no files.
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  const pages = `${repositoryUrl(manifest)}/blob/main/docs/`;
  writeFileSync(join(folder, 'README.md'), readme.replaceAll(/\]\((?=[\w-]+\.md)/g, `](${pages}`));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(buildManifest(manifest), null, 2)}\n`);
}
