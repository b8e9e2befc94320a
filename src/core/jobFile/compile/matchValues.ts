import { canonicalJson } from '../../support/json/canonicalJson.ts';
import { type JsonValue, stringifyJson } from '../../support/json/json.ts';
import { closestName } from '../../support/text/closestName.ts';
import { holdsEnv, isPlanList, isPlanObject, type PlanValue, settle } from '../planValue.ts';
import { buildProblem } from '../problem.ts';
import { listScalars } from '../syntax/syntaxNode.ts';
import type { Scope } from './scope.ts';
import type { AxisValue } from './variant.ts';

/** The values of an axis by their identities. Null has one that is unknown, or another one on another machine. */
export type KnownValues = ReadonlyMap<string | null, AxisValue>;

export function indexValues(values: readonly AxisValue[]): KnownValues {
  const open = values.filter(({ value }) => holdsEnv(value)).map((each) => [null, each] as const);
  return new Map<string | null, AxisValue>([...open, ...values.map((each) => [identityOf(each.value), each] as const)]);
}

/** Equal for equal values. Null for a value that is not known yet, and for numbers that JSON does not have. */
export function identityOf(value: PlanValue): string | null {
  try {
    return canonicalJson(settle(value, (pending) => (pending.kind === 'unknown' ? NaN : JSON.stringify(pending))));
  } catch {
    return null;
  }
}

/**
 * Returns the values of its axis that a value means, as in GitHub Actions: in `exclude`, a map matches those that have
 * its members. Reports a value of `exclude` that matches none, and one of `include` that is nearly one of them, if both
 * sides are the same wherever the file is used. `known` is undefined if the axis is missing or has a problem.
 */
export function matchValue(
  list: keyof typeof slips,
  [axis, own]: readonly [axis: string, value: AxisValue],
  known: KnownValues | undefined,
  scope: Scope,
): readonly AxisValue[] {
  const { value, node } = own;
  const identity = identityOf(value);
  if (!known || identity === null) return [];
  const same = known.get(identity);
  if (list === 'exclude' && !isScalar(value)) {
    const found = [...known.values()].filter((each) => hasPart(each.value, value));
    if (found.length > 0) return found;
  }
  if (same) return [same];
  // An expression may have another value in the next run.
  const isOpen = known.has(null) || listScalars(node).some((each) => String(each.value).includes('${{'));
  const meant = isOpen ? undefined : findMeant(own, known, list, scope);
  if (isOpen || (list === 'include' && meant === undefined)) return [];
  const args = { axis, value: scope.text.slice(node.start, node.end).slice(0, maxShown) };
  const found = meant === undefined ? {} : { variant: list, suggestion: stringifyJson(meant) };
  scope.report(buildProblem('no-match', node, { args: { ...args, ...found } }));
  return [];
}

const maxShown = 40;

/** Whether a value has all of a part, at any depth: the members of a map, and each item of a list. */
function hasPart(value: PlanValue, part: PlanValue): boolean {
  if (isPlanList(part)) {
    if (!isPlanList(value) || value.length !== part.length) return false;
    return part.every((each, index) => hasPart(value[index] ?? null, each));
  }
  if (isScalar(part)) return value === part;
  if (!isPlanObject(part)) return identityOf(value) === identityOf(part);
  if (!isPlanObject(value)) return false;
  return Object.entries(part).every(([key, each]) => Object.hasOwn(value, key) && hasPart(value[key] ?? null, each));
}

export function isScalar(value: PlanValue): value is Exclude<JsonValue, object> {
  return typeof value !== 'object' || value === null;
}

/** What can be a slip. A combination that only `include` has is usual, so only a value that is nearly another one is. */
const slips = {
  exclude: { words: /^.{3,}$/su, limit: undefined },
  // In these scripts, one character can be a word.
  include: { words: /^[^\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]{5,}$/u, limit: 1 },
} as const;

/** A value is compared with at most this many values of an axis. */
const maxKnown = 1_000;

/** A number can be meant as the text that is written like it. Digits distinguish values, so these have to be equal. */
function findMeant(own: AxisValue, known: KnownValues, list: keyof typeof slips, { text, file }: Scope) {
  const { value } = own;
  const { suggestions } = file;
  if (!isScalar(value) || suggestions.left <= 0) return undefined;
  suggestions.left -= 1;
  const { words, limit } = slips[list];
  const isNear = (other: typeof value): boolean =>
    typeof value === 'string' && typeof other === 'string' && words.test(value)
      ? digitsOf(value) === digitsOf(other)
      : String(value).toLowerCase() === String(other).toLowerCase();
  const write = (each: AxisValue) =>
    typeof each.value === 'string' ? each.value : text.slice(each.node.start, each.node.end);
  const others = [...known.values()].slice(0, maxKnown);
  const same = others.find((each) => isScalar(each.value) && write(each) === write(own));
  if (same && isScalar(same.value)) return same.value;
  const near = others
    .map((each) => each.value)
    .filter(isScalar)
    .filter(isNear);
  const closest = closestName(String(value), near.map(String), limit);
  return near.find((each) => String(each) === closest);
}

function digitsOf(text: string): string {
  return text.replaceAll(/\P{N}/gu, '');
}
