import { closestName } from '../../support/text/closestName.ts';
import type { TextRange } from '../../support/textRange.ts';
import { buildProblem, type Problem } from '../problem.ts';

/** A message is one line, so longer lists are cut. */
const maxListed = 8;

export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, maxListed).join(', ');
  return names.length > maxListed ? `${shown}, …` : shown;
}

/** Describes a name that its owner does not have, with a similar name, or else with the existing ones. */
export function describeUnknownName(
  name: string,
  range: TextRange,
  { owner, known }: { readonly owner: string; readonly known: Iterable<string> },
): Problem {
  const names = [...known];
  const suggestion = closestName(name, names);
  const variant = suggestion === undefined ? (names.length === 0 ? 'empty' : 'plain') : 'suggestion';
  const args = { name, owner, variant, known: listNames(names), ...(suggestion === undefined ? {} : { suggestion }) };
  return buildProblem('unknown-name', range, { args });
}
