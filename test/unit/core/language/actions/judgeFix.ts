import { signOf } from '../../../../../src/core/jobFile/syntax/strangeSigns.ts';
import { parseSections } from '../../../../../src/core/jobFile/sections/parseSections.ts';
import type { SyntaxNode } from '../../../../../src/core/jobFile/syntax/syntaxNode.ts';
import { applyEdits } from '../../../../../src/core/language/edits/editLog.ts';
import type { LanguageProblem, TextAction } from '../../../../../src/core/language/index.ts';
import { lazy } from '../../../../../src/core/support/lazy.ts';
import { applyAction, open as openNew } from './tryActions.ts';

/** What a user may write at the cursor after a fix. */
const writings = ['A cat', '[cat.png]', 'cat.png', '40%', '#1E90FF', '5', '[A cat]', '{role: user, content: x}'];

/** How many fixes may follow from others, beyond one for each problem. */
const maxFollowing = 3;

/** Every text is judged several times, alone and as what a fix has made of another. */
const known = new Map<string, ReturnType<typeof read>>();
const maxKnown = 100;

function read(text: string) {
  const document = openNew(text);
  const preferred = lazy(() =>
    document
      .actions({ start: 0, end: text.length })
      .filter(({ isPreferred, edits }) => isPreferred && edits.length > 0),
  );
  return { document, preferred };
}

function readOnce(text: string) {
  const found = known.get(text) ?? read(text);
  if (known.size > maxKnown) known.clear();
  known.set(text, found);
  return found;
}

function open(text: string) {
  return readOnce(text).document;
}

/** Returns the preferred fixes of a text that change it. */
export function listPreferred(text: string): readonly TextAction[] {
  return readOnce(text).preferred();
}

/** Applies a fix, with something at its cursor that leaves the fewest problems. */
export function applyFix(text: string, action: TextAction): string {
  const tries = action.cursorAt === undefined ? [''] : writings;
  const fixed = tries.map((written) => applyAction(text, action, written));
  return fixed.toSorted((a, b) => open(a).problems().length - open(b).problems().length)[0] ?? text;
}

/** Says what a fix has made worse. Empty if it helps. */
export function findHarm(text: string, action: TextAction): readonly string[] {
  const fixed = applyFix(text, action);
  const [before, after] = [open(text).problems(), open(fixed).problems()];
  const [own] = action.problems;
  // Where YAML is broken, a written value is not read.
  const isOpen = action.cursorAt !== undefined && before.some(({ code }) => code === 'yaml-syntax');
  return [
    ...compare(before, after),
    ...(own && !isOpen && count(after, own) >= count(before, own) ? ['the problem stays'] : []),
    ...(action.cursorAt === undefined ? findGained(text, fixed) : []),
  ];
}

function compare(before: readonly LanguageProblem[], after: readonly LanguageProblem[]): readonly string[] {
  const countErrors = (all: readonly LanguageProblem[]) => all.filter(({ severity }) => severity === 'error').length;
  return [
    ...(countErrors(after) > countErrors(before) ? ['more errors'] : []),
    ...(after.length > before.length ? ['more problems'] : []),
  ];
}

function count(problems: readonly LanguageProblem[], own: LanguageProblem): number {
  return problems.filter(({ code, message }) => code === own.code && message === own.message).length;
}

/** Says what is wrong after all preferred fixes one by one, or after all safe ones at once. */
export function findHarmOfAll(text: string): readonly string[] {
  const start = open(text).problems();
  let fixed = text;
  let steps = 0;
  for (;;) {
    const [action] = listPreferred(fixed);
    if (!action) break;
    if (steps > start.length + maxFollowing) return [`no end: ${JSON.stringify(fixed)}`];
    fixed = applyFix(fixed, action);
    steps += 1;
  }
  return [
    ...compare(start, open(fixed).problems()).map((each) => `in the end ${each}: ${JSON.stringify(fixed)}`),
    ...findGained(text, fixed).map((each) => `in the end ${each}: ${JSON.stringify(fixed)}`),
    ...findHarmOfFixAll(text),
  ];
}

function findHarmOfFixAll(text: string): readonly string[] {
  const document = open(text);
  const all = applyEdits(text, document.fixAll());
  let single = text;
  for (let steps = 0; steps < document.problems().length + maxFollowing; steps += 1) {
    const action = listPreferred(single).find((each) => 'isSafe' in each && each.isSafe === true);
    if (!action) break;
    single = applyFix(single, action);
  }
  const after = compare(open(single).problems(), open(all).problems());
  return after.map((each) => `fix all ${each} than single fixes: ${JSON.stringify([all, single])}`);
}

/** Characters that have a meaning to YAML, or look as if they had. */
const sign = /[|>\-&*!%@:,[\]{}"'`#?<=\\「」｜＞]/u;

/** A percentage is the only form of some numbers. */
const share = /^[\d.]+%$/;

/** Says which signs a text has at its start or end that no text had, and that do not stand there in the file. */
export function findGained(before: string, after: string): readonly string[] {
  const [known, texts] = [readTexts(before), readTexts(after)];
  if (texts.isBroken) return [];
  const written = withSigns(before);
  // Single quotes have an apostrophe twice.
  const source = `${written}\n${written.replaceAll("''", "'")}`;
  return texts.values
    .filter((value) => !known.values.includes(value) && !writings.includes(value.trim()) && !share.test(value))
    .flatMap((value) => {
      const text = withSigns(value).trim();
      return [
        ...(sign.test(text[0] ?? '') && !standsAtStart(source, text) ? [`gained at the start: ${text}`] : []),
        ...(sign.test(text.at(-1) ?? '') && !standsAtEnd(source, text) ? [`gained at the end: ${text}`] : []),
      ];
    });
}

/** Returns a text with the signs that its characters look like, at the same offsets. */
function withSigns(text: string): string {
  return text.replaceAll(/[^\w\s]|[^\S\r\n\t]/g, (character) => (signOf(character) ?? character) || ' ');
}

function readTexts(text: string): { readonly isBroken: boolean; readonly values: readonly string[] } {
  const { root } = parseSections(text);
  const isBroken = open(text)
    .problems()
    .some(({ code }) => code === 'yaml-syntax');
  return { isBroken, values: root ? textsOf(root) : [] };
}

function textsOf(node: SyntaxNode): readonly string[] {
  if (node.kind === 'map') return node.entries.flatMap(({ value, isMerged }) => (isMerged ? [] : textsOf(value)));
  if (node.kind === 'sequence') return node.items.flatMap(textsOf);
  return typeof node.value === 'string' ? [node.value] : [];
}

/** Whether the file has the first characters of a text where a value can start. */
function standsAtStart(source: string, text: string): boolean {
  const [part = ''] = /^\S{1,8}/.exec(text) ?? [];
  return placesOf(source, part).some((at) =>
    /(?:^|[\r\n]|(?:^|\n)[ \t]*\w+|[:\-,?]\s|[[{"':(]|\s[-/]|[&*!]\S* |[|>][-+\d]*)[ \t]*$/.test(source.slice(0, at)),
  );
}

/** Whether the file has the last characters of a text where a value can end, and not inside brackets that it closes. */
function standsAtEnd(source: string, text: string): boolean {
  if (text.endsWith('}}')) return true;
  const [part = ''] = /\S{1,8}$/.exec(text) ?? [];
  return placesOf(source, part).some((at) => {
    const end = at + part.length;
    return /^[ \t]*(?:$|[\r\n]|#|[\]},"':])/.test(source.slice(end)) && !closesOther(source.slice(0, end), text);
  });
}

function placesOf(source: string, part: string): readonly number[] {
  return Array.from({ length: source.length }, (_, at) => at).filter((at) => source.startsWith(part, at));
}

/** Whether a text ends with a bracket that closes one before it on the same line. */
function closesOther(written: string, text: string): boolean {
  const line = written.slice(written.lastIndexOf('\n') + 1);
  const last = text.split(/[\r\n]/).at(-1) ?? '';
  const balance = (part: string) => part.replaceAll(/[^[{]/g, '').length - part.replaceAll(/[^\]}]/g, '').length;
  return /[\]}]$/.test(last) && balance(last) < 0 && balance(line.slice(0, -last.length)) > 0;
}
