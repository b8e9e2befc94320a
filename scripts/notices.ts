// Writes ThirdPartyNotices.txt: each package of other authors that is a part of the extension, with its license.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

/** A work of other authors that is a part of the extension. */
export interface Notice {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly homepage: string;
  /** Files of the package that contain it, relative to the root. */
  readonly files: readonly string[];
  /** What the reader has to know beyond the license. Empty for most. */
  readonly remarks: string;
  /** The license texts, whole. */
  readonly texts: readonly string[];
}

type PackageFacts = Pick<Notice, 'name' | 'version' | 'license'> & { readonly homepage?: string };

/** What a package does not say about itself. */
interface Supplement {
  readonly remarks?: string;
  /** Files of scripts/licenses that complete the license of the package. */
  readonly texts?: readonly string[];
  /** Files of the package whose terms are not chosen. */
  readonly except?: readonly string[];
}

const supplements: Readonly<Record<string, Supplement>> = {
  '@breezystack/lamejs': {
    remarks:
      'The file contains nothing else. A build of another version with the same exports can replace it. It is not minified.',
    texts: ['LGPL-3.0.txt', 'GPL-3.0.txt'],
  },
  '@vscode/codicons': {
    remarks: 'The icons are under CC-BY-4.0. Those in use were copied unchanged into one image.',
    except: ['LICENSE-CODE'],
  },
  dompurify: { remarks: 'Used under the Apache License 2.0.', except: ['LICENSE-MPL'] },
  mediabunny: {
    remarks: `It is minified. Its source code, unchanged, is the folder src of the npm package of this name and version, which https://www.npmjs.com/package/mediabunny?activeTab=versions lists.`,
  },
  undici: { remarks: 'It contains llhttp, whose license follows its own.', texts: ['llhttp.txt'] },
};

/** Returns the folders of the packages that an output contains, by output. Nested ones are packages as well. */
export function listPackages(metafiles: readonly Metafile[]): ReadonlyMap<string, readonly string[]> {
  const filesOf = new Map<string, string[]>();
  for (const [file, { inputs }] of metafiles.flatMap(({ outputs }) => Object.entries(outputs))) {
    const used = Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
    const folders = used.flatMap(([path]) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
    for (const folder of new Set(folders)) filesOf.set(folder, [...(filesOf.get(folder) ?? []), file]);
  }
  return filesOf;
}

/** Throws for a package without a license text: it must not be published. */
export async function readNotice(root: string, folder: string, files: readonly string[]): Promise<Notice> {
  const facts = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8')) as PackageFacts;
  const { name, version, license, homepage = `https://www.npmjs.com/package/${name}` } = facts;
  const { remarks = '', texts = [], except = [] } = supplements[name] ?? {};
  const own = (await readdir(join(root, folder))).filter((file) => /^(?:licen[cs]e|notice|copying)\b/i.test(file));
  const paths = [
    ...own.filter((file) => !except.includes(file)).map((file) => join(root, folder, file)),
    ...texts.map((file) => join(root, 'scripts/licenses', file)),
  ];
  if (paths.length === 0 || !license) throw new Error(`${folder} has no license text, or does not name its license.`);
  const read = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  return { name, version, license, homepage, files, remarks, texts: read.map((text) => text.replace(/^\uFEFF/, '')) };
}

export function formatNotices(notices: readonly Notice[]): string {
  const sorted = [...notices].sort((one, other) => (one.name < other.name ? -1 : 1));
  const intro = 'Genwright contains the following works of others. Each is followed by its license.';
  return `${[intro, ...sorted.map(formatNotice)].join(`\n\n${'='.repeat(80)}\n\n`)}\n`;
}

function formatNotice({ name, version, license, homepage, files, remarks, texts }: Notice): string {
  const head = [`${name} ${version}`, `License: ${license}`, homepage, `In: ${[...files].sort().join(', ')}`];
  const lines = remarks ? [...head, remarks] : head;
  return [lines.join('\n'), ...texts.map((text) => text.trim())].join('\n\n');
}
