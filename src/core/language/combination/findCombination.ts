import type { CheckedJob } from '../../jobFile/check/checkJob.ts';
import { holdsEnv, isSettled, reveal } from '../../jobFile/planValue.ts';
import type { MapNode, SyntaxNode } from '../../jobFile/syntax/syntaxNode.ts';
import { canonicalJson } from '../../support/json/canonicalJson.ts';
import type { JsonValue } from '../../support/json/json.ts';
import { findMap } from '../edits/setKeys.ts';
import type { Combination, CombinationRefusal } from '../languageService.ts';
import type { DocumentView } from '../view/documentView.ts';

export interface AxisChoice {
  readonly name: string;
  readonly value: JsonValue;
  /** The node that has the value. It may be an expression that returns the whole list. */
  readonly node: SyntaxNode;
  /** Whether the value is from the environment, so that it must not be written. */
  readonly isFromEnv: boolean;
}

export interface FoundCombination {
  readonly checked: CheckedJob;
  /** The keys of the job from the root. */
  readonly path: readonly string[];
  readonly node: MapNode;
  readonly matrix: MapNode;
  readonly choices: readonly AxisChoice[];
}

/** Finds a recorded combination in the file. Only values that the file has are returned. */
export function findCombination(view: DocumentView, { job, axes }: Combination): FoundCombination | CombinationRefusal {
  const { root, jobs } = view.checked.jobFile;
  const checked = view.checked.jobs.find((each) => each.job.id === job);
  if (!root || !checked || !jobs.includes(checked.job)) return { kind: 'job-missing' };
  const path = job === null ? [] : ['jobs', job];
  const node = findMap(root, path);
  const names = Object.keys(axes);
  const { expansion } = checked.compiled;
  const unknown = names.filter((name) => !expansion.axes.some((axis) => axis.name === name));
  if (unknown.length > 0 || names.length === 0) return { kind: 'axis-missing', names: unknown };
  const matrix = node && findMap(node, ['matrix']);
  if (!matrix) return { kind: 'not-editable' };
  const choices = expansion.axes.flatMap(({ name, values }): readonly AxisChoice[] => {
    const wanted = Object.hasOwn(axes, name) ? axes[name] : undefined;
    const found = wanted === undefined ? undefined : values.find(({ value }) => isRecordedAs(value, wanted, values));
    if (!found || !isSettled(found.value)) return [];
    return [{ name, value: reveal(found.value), node: found.node, isFromEnv: holdsEnv(found.value) }];
  });
  const gone = names.filter((name) => !choices.some((choice) => choice.name === name));
  if (gone.length > 0) return { kind: 'value-missing', names: gone };
  return { checked, path, node, matrix, choices };
}

type AxisValues = CheckedJob['compiled']['expansion']['axes'][number]['values'];

/** A value from the environment is recorded by its hash, which only says something if the axis has no other such value. */
function isRecordedAs(value: AxisValues[number]['value'], recorded: JsonValue, values: AxisValues): boolean {
  if (!isSettled(value)) return false;
  if (!holdsEnv(value)) return isEqual(reveal(value), recorded);
  const isHash = typeof recorded === 'string' && recorded.startsWith('sha256:');
  return isHash && values.filter((each) => holdsEnv(each.value)).length === 1;
}

/** A record may have a number that JSON does not have, such as `1e999`, which equals nothing. */
export function isEqual(one: JsonValue, other: JsonValue): boolean {
  try {
    return canonicalJson(one) === canonicalJson(other);
  } catch {
    return false;
  }
}
