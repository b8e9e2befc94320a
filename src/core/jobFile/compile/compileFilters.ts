import { closestName } from '../../support/text/closestName.ts';
import type { TextRange } from '../../support/textRange.ts';
import { filters, type FilterParam, findFilter } from '../expression/filters.ts';
import type { Locate } from '../expression/locateExpressions.ts';
import type { ParsedArgument, ParsedFilter } from '../expression/parseExpression.ts';
import { buildProblem, type Problem, type ReportProblem } from '../problem.ts';
import type { FilterCall } from '../template.ts';

/** Compiles filters that exist and have valid arguments. Returns null if one is not valid, which is reported. */
export function compileFilters(
  parsed: readonly ParsedFilter[],
  locate: Locate,
  report: ReportProblem,
): readonly FilterCall[] | null {
  const checks = parsed.map((each) => checkFilter(each));
  for (const { code, args, ...range } of checks.filter((each) => each !== null)) {
    report(buildProblem(code, locate(range), { args }));
  }
  if (checks.some((each) => each !== null)) return null;
  return parsed.map(({ name, args }) => ({ name, args: args.map(({ value }) => value) }));
}

interface FilterFault extends TextRange {
  readonly code: 'unknown-filter' | 'wrong-argument';
  readonly args: Problem['args'];
}

function checkFilter({ name, args, ...range }: ParsedFilter): FilterFault | null {
  const filter = findFilter(name);
  if (!filter) {
    const suggestion = closestName(name, Object.keys(filters));
    const variant = suggestion === undefined ? 'plain' : 'suggestion';
    const known = Object.keys(filters).join(', ');
    return {
      code: 'unknown-filter',
      ...range,
      args: { name, known, variant, ...(suggestion === undefined ? {} : { suggestion }) },
    };
  }
  const usage = `${name}${filter.params.length === 0 ? '' : `(${filter.params.map((each) => each.name).join(', ')})`}`;
  const least = filter.params.filter(({ isOptional }) => !isOptional).length;
  if (args.length < least || args.length > filter.params.length) {
    const end = args.at(-1)?.end ?? range.end;
    return { code: 'wrong-argument', start: range.start, end, args: { name, usage, variant: 'number' } };
  }
  const wrong = args.find((argument, index) => !fits(argument, filter.params[index]));
  if (!wrong) return null;
  const expected = filter.params[args.indexOf(wrong)]?.type ?? 'value';
  return { code: 'wrong-argument', start: wrong.start, end: wrong.end, args: { name, usage, variant: expected } };
}

function fits({ value }: ParsedArgument, param: FilterParam | undefined): boolean {
  if (param?.type === 'text') return typeof value === 'string';
  return param?.type !== 'count' || (typeof value === 'number' && Number.isInteger(value) && value >= 0);
}
