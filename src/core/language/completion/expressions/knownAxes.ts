import type { Vars } from '../../../jobFile/compile/scope.ts';
import { lookUpIn } from '../../../jobFile/expression/evaluateTemplate.ts';
import type { Job } from '../../../jobFile/job.ts';
import { isSettled, reveal } from '../../../jobFile/planValue.ts';
import { groupBy } from '../../../support/groupBy.ts';
import { isJsonObject, stringifyJson, type JsonValue } from '../../../support/json/json.ts';
import { resolveVars } from '../../expressions/resolveVars.ts';
import type { DocumentView } from '../../view/documentView.ts';
import type { Step } from './expressionCursor.ts';

/** An axis with the values that it has in any combination, each once. */
interface KnownAxis {
  readonly name: string;
  readonly values: readonly JsonValue[];
}

/**
 * Returns the axes that a job sees. If no job is set, returns the axes that all jobs have, because a value for all jobs
 * is evaluated in each. Most jobs have no matrix, and the file is checked only for those that do.
 */
export function listKnownAxes({ checked }: DocumentView, job: string | null): readonly KnownAxis[] {
  const isMeant = ({ id }: Job): boolean => job === null || id === job;
  const jobs = checked.jobFile.jobs.filter(isMeant);
  if (jobs.some(({ matrix }) => !matrix)) return [];
  const axes = checked.jobs.filter((each) => isMeant(each.job)).flatMap(({ compiled }) => compiled.expansion.axes);
  return [...groupBy(axes, ({ name }) => name)]
    .filter(([, namesakes]) => namesakes.length === jobs.length)
    .map(([name, namesakes]) => ({
      name,
      values: namesakes.flatMap(({ values }) =>
        values
          .map(({ value }) => value)
          .filter(isSettled)
          .map(reveal),
      ),
    }));
}

/** Returns the possible values of a path, which starts with `vars` or `matrix`. Empty if they are unknown. */
export function listValuesAt(view: DocumentView, job: string | null, path: readonly Step[]): readonly JsonValue[] {
  const [context, name, ...steps] = path;
  if (name === undefined) return [];
  const values =
    context === 'vars'
      ? resolve(resolveVars(view, job), String(name))
      : (listKnownAxes(view, job).find((axis) => axis.name === String(name))?.values ?? []);
  return values.map((value) => lookUpIn(value, steps)).filter((value) => value !== undefined);
}

function resolve(vars: Vars, name: string): readonly JsonValue[] {
  const outcome = vars.resolve(name, { start: 0, end: 0 });
  return outcome.state === 'known' ? [reveal(outcome.value)] : [];
}

/** Returns the names or indexes inside values, with the values at each of them. */
export function listMembers(values: readonly JsonValue[]): ReadonlyMap<Step, readonly JsonValue[]> {
  const members = new Map<Step, JsonValue[]>();
  for (const value of values) {
    const entries: readonly (readonly [Step, JsonValue])[] = Array.isArray(value)
      ? value.map((item: JsonValue, index) => [index, item])
      : Object.entries(isJsonObject(value) ? value : {});
    for (const [step, member] of entries) members.set(step, [...(members.get(step) ?? []), member]);
  }
  return members;
}

/** Number of characters that fit beside a label without pushing the list apart. */
const maxCharacters = 50;

/** Describes values in one short line, beside a name. */
export function describeValues(values: readonly JsonValue[]): string {
  const shown = [...new Set(values.map((value) => (typeof value === 'string' ? value : stringifyJson(value))))];
  const [line = ''] = shown.join(', ').trim().split('\n', 1);
  return line.length > maxCharacters ? `${line.slice(0, maxCharacters)}…` : line;
}
