import {
  createLanguageService,
  type DocumentFiles,
  type FolderEntry,
  type LanguageServiceOptions,
} from '../../../../src/core/language/index.ts';
import { markedText } from '../../../support/markedText.ts';

/** Opens a job file at the root of a workspace. */
export function open(text: string, options: LanguageServiceOptions = {}) {
  return createLanguageService(options).open('hero.gen.yaml', text);
}

/** Opens a job file with the cursor at its `|`. */
export function openAt(marked: string, options?: LanguageServiceOptions) {
  const { text, offset } = markedText(marked);
  return { text, offset, document: open(text, options) };
}

/** Returns the number of the line of an offset, from 1. */
export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** Builds the files around a job file at the root of a workspace, by path. Folders follow from the paths. */
export function filesOf(contents: Readonly<Record<string, string>>, more: Partial<DocumentFiles> = {}): DocumentFiles {
  const paths = Object.keys(contents);
  const list = (folder: string): readonly FolderEntry[] => {
    const prefix = folder === '.' ? '' : `${folder}/`;
    const below = paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length).split('/'));
    const kinds = new Map(below.map(([name = '', ...rest]) => [name, rest.length > 0 ? 'folder' : 'file'] as const));
    return [...kinds].map(([name, kind]) => ({ name, kind }));
  };
  return {
    name: 'hero.gen.yaml',
    dir: '',
    isTrusted: true,
    list,
    readText(path) {
      const text = contents[path];
      return text === undefined ? { ok: false, reason: 'missing' } : { ok: true, text };
    },
    inspect: (path) => ({ exists: path in contents, isInside: true, bytes: 10 }),
    ...more,
  };
}
