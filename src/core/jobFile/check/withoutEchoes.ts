import { createLineFinder } from '../../support/text/lineFinder.ts';
import { isError, type Problem } from '../problem.ts';
import { isTrapOfSyntax } from '../syntax/findLineTrap.ts';

/**
 * Keeps one problem for each cause: jobs repeat problems of `gen.defaults` and `vars`, and on a line that is not valid
 * YAML every other problem follows from that. A field that a rule refuses is not also reported as unknown.
 */
export function withoutEchoes(problems: readonly Problem[], text: string): Problem[] {
  const lineOf = createLineFinder(text);
  const brokenLines = new Set(problems.filter(isSyntaxFault).map(({ start }) => lineOf(start)));
  const refused = new Set(problems.filter(isRefusal).map(({ start }) => start));
  const seen = new Set<string>();
  return problems.filter((problem) => {
    if (brokenLines.size > 0 && !isSyntaxFault(problem) && brokenLines.has(lineOf(problem.start))) return false;
    if (problem.code === 'unknown-field' && refused.has(problem.start)) return false;
    const identity = `${problem.start}:${problem.end}:${problem.code}:${JSON.stringify(problem.args)}`;
    if (seen.has(identity)) return false;
    seen.add(identity);
    return true;
  });
}

function isRefusal(problem: Problem): boolean {
  return problem.code === 'rule-broken' && isError(problem);
}

function isSyntaxFault(problem: Problem): boolean {
  return problem.code === 'yaml-syntax' || problem.code === 'custom-tag' || isTrapOfSyntax(problem);
}
