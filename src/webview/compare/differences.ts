import type { PreviewDetails } from '../../protocol/previewItem.ts';

/** A fact in which results differ, with the value of each result in their order. Null for a result without it. */
export interface Difference {
  readonly name: Fact | { readonly field: string };
  readonly values: readonly (string | null)[];
}

/** Facts that the webview names itself. All others are fields of the request, with the names that the model gives them. */
type Fact = 'prompt' | 'model' | 'seed' | 'endpoint' | 'profile' | 'dimensions' | 'duration' | 'cost';

interface Described {
  readonly details: PreviewDetails;
  /** The cost as it is shown, so that results with equal texts do not differ. Null if it is unknown. */
  readonly cost: string | null;
  /** The duration as it is shown. Null if the result has none. */
  readonly duration: string | null;
}

/** Lists the facts in which the results differ, and only these: what the user has written comes first. */
export function listDifferences(results: readonly Described[]): readonly Difference[] {
  const facts: Readonly<Record<Fact, (result: Described) => string | null>> = {
    prompt: ({ details }) => details.prompt,
    model: ({ details }) => details.model,
    seed: ({ details }) => details.seed,
    endpoint: ({ details }) => details.endpoint,
    profile: ({ details }) => details.profile,
    dimensions: ({ details: { width, height } }) => (width === null || height === null ? null : `${width} × ${height}`),
    duration: ({ duration }) => duration,
    cost: ({ cost }) => cost,
  };
  const ofFact = (name: Fact): Difference => ({ name, values: results.map(facts[name]) });
  const fields = new Set(results.flatMap(({ details }) => details.fields.map(({ name }) => name)));
  const ofField = (field: string): Difference => ({
    name: { field },
    values: results.map(({ details }) => details.fields.find(({ name }) => name === field)?.value ?? null),
  });
  const written = (['prompt', 'model', 'seed'] as const).map(ofFact);
  const rest = (['endpoint', 'profile', 'dimensions', 'duration', 'cost'] as const).map(ofFact);
  return [...written, ...[...fields].map(ofField), ...rest].filter(({ values }) => new Set(values).size > 1);
}
