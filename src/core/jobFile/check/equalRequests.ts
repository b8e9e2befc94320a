import { hashText } from '../../support/random.ts';
import { type Expansion, identityOf } from '../compile/expandMatrix.ts';
import { unionOf, valueIn, type Variant } from '../compile/variant.ts';
import type { PrepareContext, PreparedField } from '../fields/prepareField.ts';
import type { Target } from '../findTarget.ts';
import type { Job } from '../job.ts';
import type { PlanValue } from '../planValue.ts';
import { buildProblem, buildRelated, type Problem } from '../problem.ts';

const unknown = '?';

/** Equal texts have one digest, and others another one: 64 bits are enough for a warning. */
function digest(text: string | null): string {
  return text === null ? unknown : `${hashText(text)}-${hashText(`again ${text}`)}`;
}

/** The requests of a job with one model. */
interface Sent {
  readonly target: Target | null;
  readonly sent: readonly PreparedField[];
  readonly variants: readonly Variant[];
}

/**
 * Reports different values of axes that make equal requests of one job and model. An axis that only names results does
 * so on purpose. Returns a digest of all requests, or an empty string while one is not known.
 */
export function checkEqualRequests(
  { target, sent, variants }: Sent,
  { axes }: Expansion,
  { modelDependencies, collector }: Pick<PrepareContext, 'modelDependencies' | 'collector'>,
): string {
  const varying = sent.filter(({ dependencies }) => dependencies.size > 0);
  const named = unionOf([modelDependencies, ...varying.map(({ dependencies }) => dependencies)]);
  const digests = new Map<PlanValue, string>();
  const digestOf = (value: PlanValue): string => {
    const known = digests.get(value) ?? digest(identityOf(value));
    digests.set(value, known);
    return known;
  };
  const firsts = new Map<string, Variant>();
  for (const variant of variants) {
    const key = varying.map(({ evaluate }) => digestOf(evaluate(variant))).join();
    const first = firsts.get(key) ?? variant;
    firsts.set(key, first);
    if (first.ids === variant.ids || key.includes(unknown)) continue;
    const axis = axes.findLast(({ name, index }) => named.has(name) && variant.ids[index] !== first.ids[index]);
    const node = axis && valueIn(axis, variant)?.node;
    if (node) collector.add(buildProblem('same-request', node), '');
  }
  const constant = variants
    .slice(0, 1)
    .flatMap((one) => sent.map((field) => field.entry.key + digestOf(field.evaluate(one))));
  const whole = [target?.endpoint.path ?? unknown, target?.modelId, ...constant.toSorted(), ...firsts.keys()].join();
  return whole.includes(unknown) ? '' : digest(whole);
}

/** Reports jobs whose requests are those of an earlier job. */
export function checkEqualJobs(jobs: readonly { readonly job: Job; readonly digest: string }[]): readonly Problem[] {
  const firsts = new Map<string, Job>();
  return jobs.flatMap((each) => {
    const { job } = each;
    const first = firsts.get(each.digest) ?? job;
    if (each.digest !== '') firsts.set(each.digest, first);
    if (first === job) return [];
    const args = { variant: 'job', job: job.id ?? '', first: first.id ?? '' };
    return [
      buildProblem('same-request', job.label, {
        args,
        related: [buildRelated('other-field', first.label, { name: args.first })],
      }),
    ];
  });
}
