import type { ScalarNode } from '../../../jobFile/syntaxTree.ts';
import type { TextRange } from '../../../support/textRange.ts';
import { findSeat as findExpressionSeat } from '../../expressions/expressionPlace.ts';
import { type DocumentView, hasJobs } from '../../documentView.ts';
import { findSeat, isAlias, isInFlow, pathOfSeat, type Seat } from '../seat.ts';

/** A text that is written where the cursor is, in a place that takes expressions. */
export interface TextAt {
  readonly view: DocumentView;
  readonly seat: Seat;
  readonly node: ScalarNode;
  readonly value: string;
  readonly path: readonly string[];
  /** Null for the root, and for what the file says for all its jobs. */
  readonly job: string | null;
  readonly isFlow: boolean;
}

/** The text around a range; null on a key, on anything but text, and below `gen` and `needs`, which take no expressions. */
export function findTextAt(view: DocumentView, range: TextRange): TextAt | null {
  const seat = findSeat(view.checked.jobFile.root, range);
  const node = seat?.node;
  if (
    !seat ||
    node?.kind !== 'scalar' ||
    typeof node.value !== 'string' ||
    range.start < node.start ||
    isAlias(node, view.text)
  )
    return null;
  const path = pathOfSeat(seat);
  const { place, job } = findExpressionSeat(path, { hasJobs: hasJobs(view) });
  const own = hasJobs(view) && path[0] === 'jobs' ? path.slice(2) : path;
  if (place === null || own.length === 0 || own[0] === 'needs' || own[0] === '$schema' || own[0]?.startsWith('x-'))
    return null;
  return { view, seat, node, value: node.value, path, job, isFlow: isInFlow(seat, view.text) };
}
