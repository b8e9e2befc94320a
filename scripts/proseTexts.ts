// Everything of the project that people read in English, with its place.
import { readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { listFiles, listMessages } from './messages.ts';
import type { Group, Prose } from './proseWords.ts';
import { lineOfKey } from './translations.ts';

const root = join(import.meta.dirname, '..');

/** Documents in English, and files that are prose for the most part. docs/models.md repeats messages. */
const documents = [
  '*.md',
  'docs/**/*.md',
  'test/**/*.md',
  'samples/**/*.yaml',
  'syntaxes/*.json',
  'media/*.css',
  '.github/**/*.yml',
  'esbuild.mjs',
];

const title = /\b(?:describe|it|test)\(\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1/g;
const exported = /^export (?:async )?(?:const|function\*?|class|interface|type)\s+(\w+)/gm;

export function listProse(): readonly Prose[] {
  return [
    ...listFiles(...documents)
      .filter((file) => file !== 'docs/models.md' && !/\.[a-z-]+\.md$/.test(file))
      .map((file): Prose => ({ file, line: 1, text: read(file), groups: ['everywhere'] })),
    ...listFiles('{src,test,scripts}/**/*.{ts,tsx}').flatMap((file) => {
      const source = read(file);
      return [
        ...listComments(source).map((comment): Prose => ({ file, ...comment, groups: ['everywhere', 'comments'] })),
        ...listMatches(source, title, 2).map((each): Prose => ({ file, ...each, groups: ['everywhere'] })),
        ...(file.startsWith('src/') ? listNames(file, source) : []),
      ];
    }),
    ...listMessages().map(({ file, line, text }) => ({ file, line: line ?? 1, text, groups: messageGroups })),
    ...listSettings(),
  ];
}

const messageGroups: readonly Group[] = ['everywhere', 'messages'];

interface Part {
  readonly line: number;
  readonly text: string;
}

/** Returns the comments on lines without code, which nearly all are. Lines that follow each other are one comment. */
export function listComments(source: string): readonly Part[] {
  const comments: Part[] = [];
  let isOpen = false;
  for (const [index, content] of source.split('\n').entries()) {
    const [, start, text = ''] = /^\s*(\/\*\*?|\/\/|\*(?!\/))\s?(.*?)(?:\s*\*\/)?$/.exec(content) ?? [];
    const last = isOpen && !start?.startsWith('/*') ? comments.pop() : undefined;
    isOpen = start !== undefined;
    // A comment begins on its first line with text.
    if (isOpen && last?.text) comments.push({ line: last.line, text: `${last.text}\n${text}` });
    else if (isOpen) comments.push({ line: index + 1, text });
    else if (last) comments.push(last);
  }
  return comments;
}

/** Files and exports, with a space between their words. */
function listNames(file: string, source: string): readonly Prose[] {
  const groups: readonly Group[] = file.startsWith('src/sandbox/') ? ['names'] : ['names', 'namesOutsideSandbox'];
  return [{ line: 1, text: basename(file, extname(file)) }, ...listMatches(source, exported, 1)].map(
    ({ line, text }) => ({
      file,
      line,
      text: text.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' '),
      groups,
    }),
  );
}

/** Returns what a group of a pattern has matched. */
function listMatches(source: string, pattern: RegExp, group: number): readonly Part[] {
  return [...source.matchAll(pattern)].map((match) => ({
    line: source.slice(0, match.index).split('\n').length,
    text: match[group] ?? '',
  }));
}

/** Titles, labels and settings of the manifest. */
function listSettings(): readonly Prose[] {
  const file = 'package.nls.json';
  const content = read(file);
  return Object.entries(JSON.parse(content) as Record<string, string>).map(([key, text]) => ({
    file,
    line: lineOfKey(content, key),
    text,
    groups: messageGroups,
  }));
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}
