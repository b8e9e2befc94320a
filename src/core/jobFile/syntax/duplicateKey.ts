import { buildProblem, buildRelated, type Problem } from '../problem.ts';
import type { SyntaxEntry } from './syntaxTree.ts';

type Key = Pick<SyntaxEntry, 'key' | 'keyRange'>;

/** Describes a key that its map already has. The first one is used. */
export function describeDuplicate({ key, keyRange }: Key, first: Key): Problem {
  return buildProblem('duplicate-key', keyRange, {
    args: { key },
    related: [buildRelated('first-key', first.keyRange, { name: key })],
  });
}
