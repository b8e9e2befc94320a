import type { CompiledJob } from '../compile/compileJob.ts';
import { isEnvText, isPending, type PlanValue, reveal } from '../planValue.ts';
import { noVariant } from '../compile/compileNode.ts';
import type { Variant } from '../matrix/variant.ts';

/** The variants with one model. `model` is undefined if none is set. */
export interface ModelGroup {
  readonly model: PlanValue | undefined;
  readonly variants: readonly Variant[];
}

/** Groups in the order in which the models first occur. */
export function groupByModel({ model, expansion }: CompiledJob): readonly ModelGroup[] {
  const { variants } = expansion;
  if (!model) return [{ model: undefined, variants }];
  if (model.value.dependencies.size === 0) return [{ model: readModel(model.value.evaluate(noVariant)), variants }];
  const groups = new Map<unknown, { readonly model: PlanValue | undefined; readonly variants: Variant[] }>();
  for (const variant of variants) {
    const value = readModel(model.value.evaluate(variant));
    const key = isPending(value) ? 'pending' : value;
    const group = groups.get(key);
    if (group) group.variants.push(variant);
    else groups.set(key, { model: value, variants: [variant] });
  }
  return [...groups.values()];
}

/** Null leaves the model out, like a field. The origin of its id makes no difference. */
function readModel(value: PlanValue): PlanValue | undefined {
  if (isEnvText(value)) return reveal(value);
  return value === null ? undefined : value;
}
