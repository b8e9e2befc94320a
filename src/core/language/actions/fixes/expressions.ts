import { findContext } from '../../../jobFile/expression/contexts.ts';
import { findFilter } from '../../../jobFile/expression/filters.ts';
import { scanTemplate } from '../../../jobFile/expression/scanTemplate.ts';
import { getOwn } from '../../../support/json/getOwn.ts';
import { findSchemaEntry, insertInOwner, lastOwn, writtenLine } from '../../edits/insertEntry.ts';
import { insertVariable } from '../../edits/insertVariable.ts';
import { isFlow, mapOf } from '../../edits/nodePath.ts';
import { removeEntry, removeItem } from '../../edits/removeEntry.ts';
import type { TextEdit } from '../../languageService.ts';
import { actionMessages as titles } from '../../messages.ts';
import { listAxes, listVars } from '../../names/declaredNames.ts';
import { type Broken, type FindFixes, type Fix, offer, offerEmpty, offerNames, prefer } from '../fix.ts';
import { changeValue } from './nearestNames.ts';
import { listArgs } from './values.ts';

/** Rewrites arguments: `words("3")` to `words(3)`, `join(1)` to `join("1")`, and none if the filter has none. */
export const fixArgument: FindFixes = (broken) => {
  const { source, text, start, end } = broken;
  const change = (name: string, behind = 0): readonly Fix[] =>
    prefer(broken.title(titles.changeTo, { name }), { start, end: end + behind, newText: name });
  if (broken.variant === 'count') {
    const [, digits] = /^(?:"(\d+)"|'(\d+)'|(\d+)\.\d+)$/.exec(source) ?? [];
    const count = digits ?? /\d+/.exec(source)?.[0];
    return count === undefined ? [] : change(count);
  }
  if (broken.variant === 'text') return /^[-\w.]+$/.test(source) ? change(`'${source}'`) : [];
  if (broken.variant !== 'number') return [];
  const name = broken.arg('name');
  const close = /^\s*\)/.exec(text.slice(end))?.[0].length;
  return findFilter(name)?.params.length === 0 && close !== undefined ? change(name, close) : [];
};

const expressionFixes: Readonly<Record<string, FindFixes>> = {
  unclosed: closeExpression,
  empty: (broken) =>
    /^\$\{\{\s*\}\}$/.test(broken.source) ? offer(broken.title(titles.removeExpression), broken.replace('')) : [],
  code: (broken) => [...useDefault(broken), ...useFilter(broken)],
  filter: removePipe,
  path: removeDot,
  argument: quoteArgument,
};

export const fixExpression: FindFixes = (broken) => expressionFixes[broken.variant]?.(broken) ?? [];

/** Adds the braces after the last word of the line, inside the quotes that the value may have. */
function closeExpression(broken: Broken): readonly Fix[] {
  const { text } = broken;
  const node = broken.nodePath?.node;
  if (node?.kind !== 'scalar') return [];
  const { start, end, style } = node;
  const piece = scanTemplate(text.slice(start, end)).find((each) => each.kind === 'expression' && !each.isClosed);
  if (piece?.kind !== 'expression') return [];
  const from = start + piece.sourceStart;
  const closing = style === 'quoted' && start + piece.end === end ? 1 : 0;
  const source = text.slice(from, start + piece.end - closing).trimEnd();
  const at = from + source.replace(/\}$/, '').trimEnd().length;
  return prefer(broken.title(titles.closeExpression), { start: at, end: from + source.length, newText: ' }}' });
}

/** `a || 'b'` and `a ?? 'b'` are written with the filter `default`. */
function useDefault(broken: Broken): readonly Fix[] {
  const { text, start } = broken;
  const pattern = /^(?:\|\||\?\?)\s*('[^']*'|"[^"\\]*"|-?\d+(?:\.\d+)?|true|false)\s*(?=\}\})/;
  const [whole, value] = pattern.exec(text.slice(start)) ?? [];
  if (whole === undefined || value === undefined) return [];
  const edit = { start, end: start + whole.trimEnd().length, newText: `| default(${value})` };
  return prefer(broken.title(titles.useFilter, { name: 'default' }), edit);
}

const methods: Readonly<Record<string, string>> = { toUpperCase: 'upper', toLowerCase: 'lower', trim: 'trim' };

function useFilter(broken: Broken): readonly Fix[] {
  const { text, start, end } = broken;
  const [call, method = ''] = /\.(\w+)$/.exec(text.slice(0, start)) ?? [];
  const name = getOwn(methods, method);
  const isLast = /^\s*\}\}/.test(text.slice(end));
  if (call === undefined || name === undefined || !isLast || broken.source !== '()') return [];
  return prefer(broken.title(titles.useFilter, { name }), { start: start - call.length, end, newText: ` | ${name}` });
}

function removePipe(broken: Broken): readonly Fix[] {
  const { text, start } = broken;
  const [pipe] = /^\s*\|\s*(?=\}\}|\|)/.exec(text.slice(start)) ?? [];
  if (pipe === undefined) return [];
  const edit = { start: text.slice(0, start).trimEnd().length, end: start + pipe.length, newText: ' ' };
  return prefer(broken.title(titles.removePipe), edit);
}

function removeDot(broken: Broken): readonly Fix[] {
  const { text, start } = broken;
  const [name] = /^\.[\p{L}_][\p{L}\p{M}\p{N}_-]*/u.exec(text.slice(start)) ?? [];
  if (name === undefined || text[start - 1] !== '.') return [];
  return prefer(broken.title(titles.changeTo, { name }), { start, end: start + 1, newText: '' });
}

/** A bare word as the argument of a filter is probably a string. */
function quoteArgument(broken: Broken): readonly Fix[] {
  const { text, start, nodePath } = broken;
  const [word] = /^[\p{L}_][\p{L}\p{M}\p{N}_-]*(?=\s*[,)])/u.exec(text.slice(start)) ?? [];
  if (word === undefined || !nodePath) return [];
  const quote = text[nodePath.node.start] === "'" ? '"' : "'";
  const name = quote + word + quote;
  return prefer(broken.title(titles.changeTo, { name }), { start, end: start + word.length, newText: name });
}

/** Opens what the editor can change, or adds a default value. */
export const fixBlockedEnv: FindFixes = (broken) => {
  const { variant } = broken;
  if (variant === 'untrusted')
    return [{ title: broken.title(titles.trust), edits: [], opens: 'trust', isPreferred: true }];
  // Only the user knows what else the name can be made of.
  if (variant === 'in-name') return [];
  if (variant === 'unset') return offer(broken.title(titles.emptyDefault), addDefault(broken));
  const title = broken.title(titles.allowEnv, { name: broken.arg('name') });
  return [{ title, edits: [], opens: 'settings-env', isPreferred: true }];
};

function addDefault({ text, nodePath, end }: Broken): TextEdit | null {
  const close = text.indexOf('}}', end);
  if (close < 0 || !nodePath || close > nodePath.node.end) return null;
  const at = text.slice(0, close).trimEnd().length;
  const isSingle = text[nodePath.node.start] === "'" && !isFlow(nodePath.node, text);
  return { start: at, end: at, newText: ` | default(${isSingle ? '""' : "''"})` };
}

const plainName = /^[\p{L}_][\p{L}\p{M}\p{N}_-]*$/u;

/** Changes a part of an expression if the text at the range is the name that the problem quotes. */
function changePiece(broken: Broken, written: string, names: readonly string[]): readonly Fix[] {
  const { source } = broken;
  const [, quote = ''] = /^(["']).*\1$/.exec(source) ?? [];
  if (source !== `${quote}${written}${quote}`) return [];
  const writable = names.filter((name) => (quote === '' ? plainName.test(name) : !name.includes(quote)));
  return offerNames(broken, writable, (name) => broken.replace(`${quote}${name}${quote}`));
}

const maxKnown = 4;

/** Suggests similar names: of variables, axes, jobs, or ids in `needs`. */
export const fixUnknownName: FindFixes = (broken) => {
  const name = broken.arg('name');
  const suggestion = broken.arg('suggestion');
  const known = listArgs(broken.arg('known'));
  if (broken.variant === 'bare-known') return addMember(broken, name, known);
  // A job cannot reference itself.
  const ownJob = broken.arg('owner') === 'jobs' ? broken.job?.job.id : undefined;
  const others = known.filter((each) => each !== ownJob);
  const names = suggestion === '' ? (others.length <= maxKnown ? others : []) : [suggestion];
  const pieces = changePiece(broken, name, names);
  const changes = pieces.length > 0 ? pieces : changeValue(broken, name, names);
  return [
    ...changes.map((fix) => ({ ...fix, isPreferred: fix.isPreferred === true && suggestion !== '' })),
    ...addVariable(broken, name),
    ...addAxis(broken, name),
    ...removeNeed(broken),
  ];
};

function addMember(broken: Broken, name: string, known: readonly string[]): readonly Fix[] {
  const members = known.slice(0, maxKnown).filter((each) => plainName.test(each));
  return members.flatMap((each) => {
    const edit = { start: broken.end, end: broken.end, newText: `.${each}` };
    return offer(broken.title(titles.changeTo, { name: `${name}.${each}` }), edit);
  });
}

/** Adds a variable that is used before it is defined. The user writes its value. */
function addVariable(broken: Broken, name: string): readonly Fix[] {
  const { root } = broken;
  if (broken.arg('owner') !== 'vars' || !root || !plainName.test(name)) return [];
  const variable = { key: name, value: writtenLine('""'), after: findSchemaEntry(root) };
  return offerEmpty(broken.title(titles.addVariable, { name }), insertVariable(broken.text, root, variable));
}

/** Adds an axis that is used before the matrix has it. The user writes its values. */
function addAxis(broken: Broken, name: string): readonly Fix[] {
  const map = broken.job?.map;
  if (broken.arg('owner') !== 'matrix' || !plainName.test(name) || !map) return [];
  const axis = { owner: 'matrix', key: name, value: writtenLine('[""]'), after: lastOwn(map) };
  const title = broken.title(titles.addTo, { name, field: 'matrix' });
  return offerEmpty(title, insertInOwner(broken.text, map, axis));
}

/** A cycle of jobs ends when one of the jobs no longer needs the next one. */
export const removeNeed: FindFixes = (broken) => {
  const { nodePath, text } = broken;
  const owner = nodePath?.entry ? nodePath : nodePath?.parent;
  const map = mapOf(owner ?? null);
  if (!nodePath || !map || owner?.entry?.key !== 'needs') return [];
  const { node, entry } = owner;
  if (node.kind !== 'sequence' || node.items.length < 2) {
    return offer(broken.title(titles.remove, { name: entry.key }), removeEntry(text, map, entry.start));
  }
  const edit = owner === nodePath ? null : removeItem(text, node, nodePath.node);
  return offer(broken.title(titles.removeFromNeeds), edit);
};

export const fixUnknownContext: FindFixes = (broken) => {
  const name = broken.arg('name');
  if (broken.source !== name) return [];
  const names = [findOwner(broken, name), broken.arg('suggestion')].filter((each) => each !== '');
  return offerNames(broken, names, (each) => broken.replace(each));
};

/** A bare name means a variable or an axis with that name: `color` means `vars.color`. Empty if there is none. */
function findOwner({ view, nodePath, job }: Broken, name: string): string {
  const id = nodePath && (job?.job.id ?? null);
  if (findContext(name)) return '';
  if (listVars(view, id).some(({ key }) => key === name)) return `vars.${name}`;
  return listAxes(view, id).some(({ key }) => key === name) ? `matrix.${name}` : '';
}

export const fixUnknownFilter: FindFixes = (broken) => {
  const { text, source, start, end } = broken;
  const name = broken.arg('name');
  const suggestion = broken.arg('suggestion');
  const changed = suggestion === '' ? [] : changePiece(broken, name, [suggestion]);
  const before = text.slice(0, start).trimEnd();
  if (source !== name || !before.endsWith('|')) return changed;
  const call = /^\s*\([^()]*\)/.exec(text.slice(end))?.[0].length ?? 0;
  const edit = { start: before.slice(0, -1).trimEnd().length, end: end + call, newText: '' };
  return [...changed, ...offer(broken.title(titles.removeFilter), edit)];
};
