// The words of scripts/prose.yaml, and where a text has them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** Something that a text could say better. Advice: no test and no build depends on it. */
export interface Finding {
  readonly file: string;
  /** Starts with 1. `null` if the file lacks something. */
  readonly line: number | null;
  readonly found: string;
  readonly advice: string;
}

/** Prose as it is in a file. Its lines are successive lines of the file. */
export interface Prose {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly groups: readonly Group[];
}

export type Group = 'everywhere' | 'comments' | 'messages' | 'names' | 'namesOutsideSandbox';

/** What to write instead, by group and by pattern. */
export type Words = Readonly<Record<Group, Readonly<Record<string, string>>>>;

export function readWords(): Words {
  return parse(readFileSync(join(import.meta.dirname, 'prose.yaml'), 'utf8')) as Words;
}

/** Returns a function that finds the words of a text, in the order of the vocabulary. */
export function createWordFinder(words: Words): (prose: Prose) => readonly Finding[] {
  const rules = Object.entries(words).map(([group, advice]) => ({
    group,
    rules: Object.entries(advice).map(([find, use]) => ({ pattern: compile(find), use })),
  }));
  return ({ file, line, text, groups }) => {
    const prose = hideCode(text);
    return rules
      .filter(({ group }) => (groups as readonly string[]).includes(group))
      .flatMap((each) => each.rules)
      .flatMap(({ pattern, use }) =>
        [...prose.matchAll(pattern)].map(({ index, 0: found }) => ({
          file,
          line: line + countLines(prose.slice(0, index)),
          found: found.replaceAll(/\s+/g, ' '),
          advice: use,
        })),
      );
  };
}

function compile(find: string): RegExp {
  return new RegExp(String.raw`(?<!\w)(?:${find.replaceAll(' ', String.raw`\s+`)})(?!\w)`, 'gi');
}

/** Keeps the length and the lines. */
function hideCode(text: string): string {
  return text.replaceAll(/^ *```[^]*?^ *```$|`[^`\n]*`/gm, (code) => code.replaceAll(/[^`\n]/g, '_'));
}

function countLines(text: string): number {
  return text.split('\n').length - 1;
}
