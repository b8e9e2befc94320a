import { closestName } from '../../support/text/closestName.ts';
import type { TextRange } from '../../support/textRange.ts';
import type { ContextName } from '../expression/contexts.ts';
import { applyFilters, evaluateReference, lookUpSettled } from '../expression/evaluateTemplate.ts';
import type { PathStep } from '../expression/parseExpression.ts';
import type { Locate } from '../expression/scanTemplate.ts';
import { concealLike, reveal, type SettledValue } from '../planValue.ts';
import { buildProblem, type Problem } from '../problem.ts';
import type { FilterCall, Reference } from '../template.ts';
import type { FileFacts, Scope } from './scope.ts';
import type { Written } from './followWritten.ts';

/** What a reference refers to, as far as it is the same for all variants. */
export type CompiledReference =
  | { readonly kind: 'known'; readonly value: SettledValue; readonly written?: Written | undefined }
  | AxisReference
  /** Depends on the variant: its index or its model. */
  | { readonly kind: 'index' | 'model'; readonly filters: readonly FilterCall[] }
  /** Comes from other jobs, or from the result itself. */
  | { readonly kind: 'later'; readonly reference: Reference }
  /** Not known yet, or has a problem that is reported. `axis`: the axis that it references anyway. */
  | { readonly kind: 'unknown'; readonly axis?: string };

interface AxisReference {
  readonly kind: 'axis';
  readonly name: string;
  readonly axisIndex: number;
  /** By the id of the axis's value. */
  readonly values: readonly SettledValue[];
  /** Parallel to `values`. */
  readonly written: readonly (Written | undefined)[];
  /** The value in a variant without this axis. */
  readonly missing: SettledValue;
}

export const unknownReference: CompiledReference = { kind: 'unknown' };

export interface UncompiledReference {
  readonly context: ContextName;
  /** The whole path, with the context first. */
  readonly path: readonly PathStep[];
  readonly filters: readonly FilterCall[];
  readonly locate: Locate;
  readonly scope: Scope;
}

export function referenceOf({ path, filters }: UncompiledReference): Reference {
  return { path: path.map(({ step }) => step), filters };
}

export function hasDefault({ filters }: UncompiledReference): boolean {
  return filters.some(({ name }) => name === 'default');
}

/** Settles a missing value, if the reference has a default for it. */
export function settleMissing({ filters }: UncompiledReference): CompiledReference {
  return { kind: 'known', value: evaluateReference({ path: [], filters }, () => undefined) ?? null };
}

/**
 * Applies the path from its step `depth`, and the filters, to a known value. A path without a value is reported at the
 * first step that does not exist.
 */
export function settleReference(root: SettledValue, depth: number, uncompiled: UncompiledReference): CompiledReference {
  const steps = uncompiled.path.slice(depth).map(({ step }) => step);
  const value = evaluateIn(root, { path: steps, filters: uncompiled.filters });
  if (value !== undefined) return { kind: 'known', value };
  const lost = steps.findIndex((_, index) => lookUpSettled(root, steps.slice(0, index + 1)) === undefined);
  const owner = lookUpSettled(root, steps.slice(0, lost)) ?? null;
  return reportUnknown(depth + lost, listKeys(owner), uncompiled);
}

function* listKeys(value: SettledValue): Iterable<string> {
  if (typeof value === 'object' && value) yield* Object.keys(value);
}

/** What filters make of a string from the environment is from the environment, too. */
export function evaluateIn(root: SettledValue | undefined, { path, filters }: Reference): SettledValue | undefined {
  const found = lookUpSettled(root, path);
  if (filters.length === 0) return found;
  const value = applyFilters(found === undefined ? undefined : reveal(found), filters);
  return found === undefined || value === undefined ? value : concealLike(found, value);
}

/** Reports a name that does not exist at this step of the path. `known` has the existing names. */
export function reportUnknown(
  stepIndex: number,
  known: Iterable<string>,
  uncompiled: UncompiledReference,
): CompiledReference {
  const { path, locate, scope } = uncompiled;
  const step = path[stepIndex];
  if (!step || scope.job.isBroken) return unknownReference;
  const owner = path
    .slice(0, stepIndex)
    .map((each) => each.step)
    .join('.');
  scope.report(describeUnknownName(String(step.step), locate(step), { owner, known, file: scope.file }));
  return unknownReference;
}

/** `${{ vars }}` alone has no value. */
export function reportBare(known: readonly string[], { path, locate, scope }: UncompiledReference): CompiledReference {
  const [first, last = first] = [path[0], path.at(-1)];
  if (!first || !last) return unknownReference;
  const name = path.map(({ step }) => step).join('.');
  const args = { name, variant: known.length === 0 ? 'bare' : 'bare-known', known: listNames(known) };
  scope.report(buildProblem('unknown-name', locate({ start: first.start, end: last.end }), { args }));
  return unknownReference;
}

/** More names are neither compared nor listed. */
const maxKnown = 1_000;

/** Describes a name that its owner does not have, with a similar name, or else with the existing ones. */
export function describeUnknownName(
  name: string,
  range: TextRange,
  { owner, known, file }: { readonly owner: string; readonly known: Iterable<string>; readonly file: FileFacts },
): Problem {
  file.suggestions.left -= 1;
  if (file.suggestions.left < 0) return buildProblem('unknown-name', range, { args: { name, owner } });
  const names = [...known].slice(0, maxKnown);
  const suggestion = closestName(name, names);
  const variant = suggestion === undefined ? (names.length === 0 ? 'empty' : 'plain') : 'suggestion';
  const args = { name, owner, variant, known: listNames(names), ...(suggestion === undefined ? {} : { suggestion }) };
  return buildProblem('unknown-name', range, { args });
}

/** A message is one line, so longer lists are cut. */
const maxListed = 8;

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, maxListed).join(', ');
  return names.length > maxListed ? `${shown}, …` : shown;
}
