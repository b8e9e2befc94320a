import type { Constraint, Field } from '../field.ts';

/** A difference between a field that the gateway publishes and the bundled one. */
export interface FieldConflict {
  readonly field: string;
  /** `values`, `type`, `range`, `length` or `items`. */
  readonly about: string;
  readonly bundled: string;
  readonly published: string;
}

/** Returns the facts that both sides state and that differ. A fact that only one of them states is not a conflict. */
export function compareField(bundled: Field, published: Field): readonly FieldConflict[] {
  const conflict = (about: string, own: string, other: string): readonly FieldConflict[] =>
    own === other ? [] : [{ field: bundled.name, about, bundled: own, published: other }];
  const [own, other] = [bundled.type.kind, published.type.kind];
  const isNumberBoth = [own, other].every((kind) => kind === 'number' || kind === 'integer');
  const isTypeOpen = own === 'unknown' || other === 'unknown' || isNumberBoth;
  return [
    ...(isTypeOpen ? [] : conflict('type', own, other)),
    ...(bundled.constraints ?? []).flatMap((constraint) => {
      const same = published.constraints?.find(({ kind }) => kind === constraint.kind);
      return same ? conflict(aboutWords[constraint.kind], describe(constraint), describe(same)) : [];
    }),
  ];
}

const aboutWords: Readonly<Record<Constraint['kind'], string>> = {
  enum: 'values',
  pattern: 'form',
  range: 'range',
  length: 'length',
  items: 'items',
};

/** Equal for constraints that allow the same values. */
function describe(constraint: Constraint): string {
  if (constraint.kind === 'enum') return constraint.values.map(String).toSorted().join(', ');
  if (constraint.kind === 'pattern') return constraint.pattern;
  const { min, max } = constraint;
  if (min === undefined) return `up to ${max}`;
  return max === undefined ? `${min} or more` : `${min} to ${max}`;
}

/**
 * Returns values that the gateway lists for a field whose bundled version has no closed list. They are offered but
 * never checked.
 */
export function findNewSuggestions(bundled: Field, published: Field): readonly string[] {
  if (bundled.constraints?.some(({ kind }) => kind === 'enum')) return [];
  const listed = published.constraints?.flatMap((each) => (each.kind === 'enum' ? each.values.map(String) : [])) ?? [];
  return listed.filter((value) => !bundled.suggestions?.includes(value));
}
