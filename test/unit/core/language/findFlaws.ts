import type { DocumentSymbol, JobFileDocument } from '../../../../src/core/language/index.ts';
import type { TextRange } from '../../../../src/core/support/textRange.ts';

/** Slow features are called at every fifth offset. */
const stride = 5;

/** Finds what no result of a document may be, whatever its text. Empty if all is well. */
export function findFlaws(document: JobFileDocument): readonly string[] {
  const flaws = [...findFlawsOfFile(document)];
  for (let offset = 0; offset <= document.text.length; offset += 1) {
    flaws.push(...findFlawsAt(document, offset));
    if (offset % stride === 0) flaws.push(...findSlowFlawsAt(document, offset));
  }
  return flaws;
}

function findFlawsOfFile(document: JobFileDocument): readonly string[] {
  const { text } = document;
  const whole = { start: 0, end: text.length };
  const ranges: Readonly<Record<string, readonly TextRange[]>> = {
    problem: document.problems(),
    longText: document.longTexts(),
    link: document.links(),
    color: document.colors(),
    inlay: document.inlays(whole).map(({ offset }) => ({ start: offset, end: offset })),
    token: document.tokens(whole),
    fix: document.fixAll(),
  };
  const outside = Object.entries(ranges).flatMap(([name, all]) =>
    all.filter((range) => !lies(range, whole)).map((range) => `${name} ${JSON.stringify(range)}`),
  );
  const silent = document.problems().filter(({ message }) => message === '' || /\{\w+\}/.test(message));
  const symbols = document.symbols().flatMap((symbol) => findSymbolFlaws(symbol, whole));
  return [...outside, ...silent.map(({ code, message }) => `words of ${code}: ${message}`), ...symbols];
}

/** An editor refuses an outline whose entries reach out of their parents or have no name. */
function findSymbolFlaws(symbol: DocumentSymbol, parent: TextRange): readonly string[] {
  const own = lies(symbol, parent) && symbol.name !== '' ? [] : [`symbol ${symbol.name}`];
  return [...own, ...symbol.children.flatMap((child) => findSymbolFlaws(child, symbol))];
}

/** Finds flaws of the completions and the hover at an offset. */
export function findFlawsAt(document: JobFileDocument, offset: number): readonly string[] {
  const { text } = document;
  const completions = document.complete(offset);
  const outside = completions
    .filter(({ start, end }) => start > offset || end < offset || text.slice(start, end).includes('\n'))
    .map(({ label }) => `completion ${label} at ${offset}`);
  const labels = new Set(completions.map(({ label, kind }) => `${kind} ${label}`));
  const twice = labels.size < completions.length ? [`the same completion twice at ${offset}`] : [];
  const hover = document.hover(offset);
  const isAside = hover && (hover.start > offset || hover.end < offset || hover.markdown === '');
  return [...outside, ...twice, ...(isAside ? [`hover at ${offset}`] : [])];
}

function findSlowFlawsAt(document: JobFileDocument, offset: number): readonly string[] {
  const whole = { start: 0, end: document.text.length };
  const target = document.renameAt(offset);
  const references = document.references(offset);
  const outcome = document.rename(offset, 'other');
  const ranges: readonly TextRange[] = [
    ...references,
    ...document.definition(offset).filter(({ path }) => path === undefined),
    ...document.actions({ start: offset, end: offset }).flatMap(({ edits }) => edits),
    ...(outcome.ok ? outcome.edits : []),
  ];
  const outside = ranges.filter((range) => !lies(range, whole)).map((range) => `${offset}: ${JSON.stringify(range)}`);
  // In a file that cannot be read, no name can be changed.
  const isBroken = document.problems().some(({ code }) => code === 'yaml-syntax');
  const isKnown = target.ok
    ? lies({ start: offset, end: offset }, target) && references.some(({ start }) => start === target.start)
    : isBroken || references.length === 0;
  return isKnown ? outside : [...outside, `name at ${offset}`];
}

function lies({ start, end }: TextRange, { start: from, end: to }: TextRange): boolean {
  return from <= start && start <= end && end <= to;
}
