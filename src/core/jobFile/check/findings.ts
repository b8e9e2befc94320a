import type { JsonValue } from '../../support/json.ts';
import { toText } from '../expression/toText.ts';
import type { Dependencies, Variant } from '../matrix/variant.ts';
import type { Problem, ReportProblem } from '../problem.ts';

/** Collects the problems of the variants of one job: each problem once, with the first combination that has it. */
export interface Findings {
  /** `combination` is empty for a problem of all variants. */
  add(problem: Problem, combination: string): void;
  flush(report: ReportProblem): void;
}

export function createFindings(): Findings {
  const found = new Map<string, { readonly problem: Problem; readonly combination: string; others: number }>();
  return {
    add(problem, combination) {
      const key = identify(problem);
      const same = found.get(key);
      if (same) same.others += 1;
      else found.set(key, { problem, combination, others: 0 });
    },
    flush(report) {
      for (const { problem, combination, others } of found.values())
        report(withCombination(problem, combination, others));
    },
  };
}

/** Arguments that may differ between the combinations of one problem. */
const perValue: ReadonlySet<string> = new Set(['value', 'length', 'count', 'suggestion', 'found', 'path', 'size']);

function identify({ code, severity, start, end, args }: Problem): string {
  const kept = Object.entries(args).filter(([name]) => !perValue.has(name));
  return JSON.stringify([code, severity, start, end, kept]);
}

/** `combination` and `others` make the message say where the problem occurs. */
function withCombination(problem: Problem, combination: string, others: number): Problem {
  if (combination === '') return problem;
  return { ...problem, args: { ...problem.args, combination, ...(others > 0 ? { others } : {}) } };
}

const maxShownValue = 30;

/** `size: 2K, mood: dark`: the axes that a value depends on, in one variant. */
export function describeCombination({ axes }: Variant, dependencies: Dependencies): string {
  return Object.entries(axes)
    .filter(([name]) => dependencies.has(name))
    .map(([name, value]) => `${name}: ${shorten(value)}`)
    .join(', ');
}

function shorten(value: JsonValue): string {
  const text = toText(value).replaceAll(/\s+/g, ' ');
  return text.length > maxShownValue ? `${text.slice(0, maxShownValue)}…` : text;
}
