import { createLanguageService } from '../../../../../src/core/language/index.ts';
import type { Completion, FolderEntry, LanguageServiceOptions } from '../../../../../src/core/language/index.ts';
import { markedText } from '../../../../support/markedText.ts';

/** Returns what is offered at the `|`, in the order of the list. */
export function completeAt(marked: string, options: LanguageServiceOptions = {}): readonly Completion[] {
  const { text, offset } = markedText(marked);
  const completions = createLanguageService(options).open('hero.gen.yaml', text).complete(offset);
  return [...completions].sort((a, b) => ((a.sortText ?? '') < (b.sortText ?? '') ? -1 : 1));
}

/** Returns labels without the words of the format at the end of the list. */
export function labelsAt(marked: string, options?: LanguageServiceOptions): readonly string[] {
  return completeAt(marked, options)
    .filter(({ kind }) => kind !== 'keyword')
    .map(({ label }) => label);
}

/** Returns the text after a label is selected, with `|` where a snippet puts the cursor. */
export function choose(marked: string, label: string, options?: LanguageServiceOptions): string | undefined {
  const { text } = markedText(marked);
  const chosen = completeAt(marked, options).find((each) => each.label === label);
  if (!chosen) return undefined;
  const lineStart = text.lastIndexOf('\n', chosen.start - 1) + 1;
  const indent = /^ */.exec(text.slice(lineStart, chosen.start))?.[0] ?? '';
  // The editor indents the lines of a snippet.
  const indented = chosen.insertText.replaceAll('\n', `\n${indent}`);
  const inserted = chosen.isSnippet ? fillSnippet(indented) : indented;
  return text.slice(0, chosen.start) + inserted + text.slice(chosen.end);
}

/** Returns the text of a snippet. Its tab stops contain their defaults, and the last one is `|`. */
function fillSnippet(snippet: string): string {
  return snippet.replaceAll(
    /\\([\\$}])|\$\{\d+:((?:[^\\}]|\\.)*)\}|\$0/gs,
    (whole, escaped?: string, preset?: string) => {
      if (escaped !== undefined) return escaped;
      return whole === '$0' ? '|' : (preset ?? '').replaceAll(/\\([\\$}])/g, '$1');
    },
  );
}

/** Builds the files around a job file at the root of a workspace, by path. Folders follow from the paths. */
export function arrangeFiles(
  contents: Readonly<Record<string, string>>,
  { isTrusted = true }: { readonly isTrusted?: boolean } = {},
): Pick<LanguageServiceOptions, 'files'> {
  const paths = Object.keys(contents);
  const list = (folder: string): readonly FolderEntry[] => {
    const prefix = folder === '.' ? '' : `${folder}/`;
    const below = paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length).split('/'));
    const kinds = new Map(below.map(([name = '', ...rest]) => [name, rest.length > 0 ? 'folder' : 'file'] as const));
    return [...kinds].map(([name, kind]) => ({ name, kind }));
  };
  return {
    files: () => ({
      name: 'hero.gen.yaml',
      dir: '',
      isTrusted,
      list,
      readText(path) {
        const text = contents[path];
        return text === undefined ? { ok: false, reason: 'missing' } : { ok: true, text };
      },
      inspect: (path) => ({ exists: path in contents, isInside: true, bytes: 1 }),
    }),
  };
}
