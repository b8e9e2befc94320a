import type { ModelFamily } from '../../../catalog/catalog.ts';
import type { Field } from '../../../catalog/field.ts';
import { parseExpression } from '../../../jobFile/expression/parseExpression.ts';
import type { TextRange } from '../../../support/textRange.ts';
import { listExpressions } from '../../expressions/listExpressions.ts';
import { type DocumentView, hasJobs } from '../../view/documentView.ts';
import { type FamilyCandidate, fieldsAt, hasName, jobOf, listCandidates } from './candidates.ts';
import { findMapContext } from './mapContext.ts';

/** A field of one family, with the position of its value. */
export interface FieldOfFamily extends FamilyCandidate {
  readonly field: Field;
}

export interface FieldsAt {
  /** One field for each family that has it. */
  readonly fields: readonly FieldOfFamily[];
  readonly job: string | null | undefined;
  /** Whether the field is directly in the job, where the rules of its family apply. */
  readonly isOfJob: boolean;
}

/** Returns the fields whose value is below these keys: several if the job has several models. */
export function findFieldsAt(
  view: DocumentView,
  path: readonly string[],
): FieldsAt & { readonly candidates: readonly FamilyCandidate[] } {
  const key = path.at(-1) ?? '';
  const mapContext = findMapContext(path.slice(0, -1), { hasJobs: hasJobs(view) });
  const job = jobOf(mapContext);
  const candidates = listCandidates(view, job);
  const find = (family: ModelFamily): Field | undefined =>
    fieldsAt(mapContext, family).find((each) => hasName(each, key));
  const fields = candidates.flatMap((candidate) => {
    const field = find(candidate.family);
    return field ? [{ ...candidate, field }] : [];
  });
  return { fields, candidates, job, isOfJob: mapContext.kind === 'job' };
}

/** A variable or an axis. */
interface VarOrAxis {
  readonly context: 'vars' | 'matrix';
  readonly name: string;
  readonly job: string | null;
}

/** Returns the fields, or the model, whose whole value is this name. */
export function findFieldsSetBy(view: DocumentView, name: VarOrAxis): FieldsAt | 'model' {
  const { job } = name;
  const paths = listExpressions(view)
    .filter((each) => (job === null || each.job === job) && references(each.source, name) && isAlone(view, each))
    .map(({ path }) => path);
  if (paths.some((path) => path.at(-1) === 'model')) return 'model';
  const found = paths.map((path) => findFieldsAt(view, path)).find(({ fields }) => fields.length > 0);
  return { fields: found?.fields ?? [], job, isOfJob: false };
}

function references(source: string, { context, name }: VarOrAxis): boolean {
  const outcome = parseExpression(source);
  const [head, step, ...more] = outcome.ok ? outcome.expression.path : [];
  return head?.step === context && String(step?.step) === name && more.length === 0;
}

/** Whether the value is nothing but the expression. */
function isAlone({ text }: DocumentView, { start, end }: TextRange): boolean {
  const before = text.slice(Math.max(0, start - 20), start);
  const behind = text.slice(end, end + 20);
  return /(?:[:-]\s+|[[,]\s*)["']?\$\{\{$/.test(before) && /^\}\}["']?\s*(?:$|[\n\r,\]}#])/.test(behind);
}
