// The English texts that are translated.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleComments } from '../src/host/commands/newJobFile/sampleComments.ts';
import * as templates from './templates.ts';

const root = join(import.meta.dirname, '..');

/** A text of the extension. It is the key of its translations. */
export interface Message {
  readonly text: string;
  /** The first place that has the text as a string, or just `src` if the text is put together. */
  readonly file: string;
  readonly line: number | null;
}

/** Lists each `l10n.t` string of the host, each template of core, and each comment of the samples, sorted. */
export function listMessages(): readonly Message[] {
  const places = new Map<string, Message>();
  const texts = new Set(collectTemplates(templates));
  for (const file of listFiles('src/**/*.{ts,tsx}')) {
    const source = readFileSync(join(root, file), 'utf8');
    for (const text of listCalls(source)) texts.add(text);
    for (const { text, line } of listStrings(source)) if (!places.has(text)) places.set(text, { text, file, line });
  }
  for (const file of listFiles('samples/*.gen.yaml'))
    for (const [index, content] of readFileSync(join(root, file), 'utf8').split('\n').entries())
      for (const text of content.match(sampleComments) ?? []) {
        texts.add(text);
        places.set(text, { text, file, line: index + 1 });
      }
  return [...texts].sort().map((text) => places.get(text) ?? { text, file: 'src', line: null });
}

/** Paths below the root, sorted, with slashes on every system. */
export function listFiles(...patterns: readonly string[]): readonly string[] {
  return globSync(patterns, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
}

const string = String.raw`('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\`(?:[^\`\\\n$]|\\.)*\`)`;
const call = new RegExp(String.raw`\bl10n\s*\.t\(\s*${string}`, 'g');

/** Returns the strings that a source passes to `l10n.t`, from whatever object it gets `l10n`. */
export function listCalls(source: string): readonly string[] {
  return [...source.matchAll(call)].map(([, quoted = '']) => unquote(quoted));
}

function listStrings(source: string): readonly { readonly text: string; readonly line: number }[] {
  return source
    .split('\n')
    .flatMap((content, index) =>
      [...content.matchAll(new RegExp(string, 'g'))].map(([quoted]) => ({ text: unquote(quoted), line: index + 1 })),
    );
}

function unquote(quoted: string): string {
  return quoted.slice(1, -1).replaceAll(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped));
}

/** Templates are the strings of exported plain objects, at any depth. */
function collectTemplates(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(collectTemplates) : [];
}
