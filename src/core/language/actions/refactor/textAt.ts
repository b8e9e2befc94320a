import type { ScalarNode } from '../../../jobFile/syntax/syntaxNode.ts';
import type { TextRange } from '../../../support/textRange.ts';
import { findNodePath, isAlias, isInFlow, keysOf, type NodePath } from '../../edits/nodePath.ts';
import { findExpressionContext } from '../../expressions/expressionContext.ts';
import { type DocumentView, hasJobs } from '../../view/documentView.ts';

/** A string at the cursor, in a field that accepts expressions. */
export interface TextAt {
  readonly view: DocumentView;
  readonly nodePath: NodePath;
  readonly node: ScalarNode;
  readonly value: string;
  readonly path: readonly string[];
  /** Null for the root, and for values that apply to all jobs. */
  readonly job: string | null;
  readonly isFlow: boolean;
}

/**
 * Returns the string around a range. Null on a key, on a value that is not a string, and below `gen` and `needs`, which
 * accept no expressions.
 */
export function findTextAt(view: DocumentView, range: TextRange): TextAt | null {
  const nodePath = findNodePath(view.checked.jobFile.root, range);
  const node = nodePath?.node;
  if (
    !nodePath ||
    node?.kind !== 'scalar' ||
    typeof node.value !== 'string' ||
    range.start < node.start ||
    isAlias(node, view.text)
  )
    return null;
  const path = keysOf(nodePath);
  const { stage, job } = findExpressionContext(path, { hasJobs: hasJobs(view) });
  const own = path[0] === 'jobs' ? path.slice(2) : path;
  if (stage === null || own.length === 0 || own[0] === 'needs' || own[0] === '$schema' || own[0]?.startsWith('x-'))
    return null;
  return { view, nodePath, node, value: node.value, path, job, isFlow: isInFlow(nodePath, view.text) };
}
