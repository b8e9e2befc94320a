import { buildProblem } from '../problem.ts';
import type { ScalarNode } from '../syntax/syntaxNode.ts';
import type { Scope } from './scope.ts';
import { findAxis } from './variant.ts';

/** The name of a variable or an axis in the braces of other tools. Three braces, and those after a `$`, are no slip. */
const otherBraces = /(?<![${])\{\{[ \t]*(?:(vars|matrix)\.)?([\p{L}\p{N}_-]+)[ \t]*\}\}(?!\})/gu;

/** Reports names in double braces, which are sent as they are. A text of another file has one range for all. */
export function reportDoubleBraces(node: ScalarNode, { text, shownAt, vars, axes, report }: Scope): void {
  if (typeof node.value !== 'string' || !node.value.includes('{{')) return;
  for (const match of (shownAt ? node.value : text.slice(node.start, node.end)).matchAll(otherBraces)) {
    const [source, context, name = ''] = match;
    const isVar = context !== 'matrix' && vars.has(name);
    if (!isVar && (context === 'vars' || !findAxis(axes, name))) continue;
    const start = node.start + match.index;
    const args = { name, suggestion: `\${{ ${isVar ? 'vars' : 'matrix'}.${name} }}` };
    report(buildProblem('double-braces', shownAt ?? { start, end: start + source.length }, { args }));
  }
}
