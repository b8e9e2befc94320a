import { writeFileSync } from 'node:fs';
import { countOf } from '../../core/support/text/counts.ts';
import { nameRequest } from '../../core/task/report/nameRequest.ts';
import { isError } from '../../core/jobFile/problem.ts';
import { stringifyJson } from '../../core/support/json/json.ts';
import { parseJson } from '../../core/support/json/parseJson.ts';
import { formatAmount } from '../../core/support/text/formatAmount.ts';
import { formatMatrix } from '../../core/task/shards/formatMatrix.ts';
import { buildShardPlan } from '../../core/task/shards/planShards.ts';
import { sha256 } from '../../node/sha256.ts';
import { sumEstimates } from '../../core/task/money/estimate.ts';
import { buildRequestsText } from '../../core/jobFile/requests/requestText.ts';
import type { JobFilePlan } from '../../engine/index.ts';
import { findRepository } from '../../node/jobFilePaths.ts';
import type { Context, Outcome } from '../context.ts';
import { exitCodes, usageError } from '../exitCode.ts';
import type { GatewayOptions } from '../gateway.ts';
import { findJobFiles, findTarget, showPath } from '../jobFiles.ts';
import { withSession } from '../session.ts';
import { countEarlier, describeEstimate } from './run.ts';

interface PlanOptions extends GatewayOptions {
  readonly job?: string;
  readonly strict?: boolean;
  readonly shards?: number;
  readonly out?: string;
  readonly budget?: number;
  readonly matrix?: 'github' | 'gitlab';
}

/** Plans job files for a command that sends nothing. */
function planFiles(names: readonly string[], { job, strict = false, ...options }: PlanOptions, context: Context) {
  const files = findJobFiles(names, context.cwd);
  const only = job === undefined ? {} : { job };
  return withSession({ ...options, otherwise: 'sandbox' }, context, async ({ engine, access }) => {
    const plans: JobFilePlan[] = [];
    for (const { path: jobFile, text, boundary } of files) {
      plans.push(await engine.plan({ jobFile, text, boundary, isStrict: strict, profile: access.selected, ...only }));
    }
    const errors = plans.flatMap(({ problems }) => problems).filter(isError).length;
    if (errors > 0) context.output.warn(`${countOf(errors, 'error')} in the job files. Run "genwright check".`);
    const exitCode = errors > 0 ? exitCodes.problems : exitCodes.done;
    return { files, plans, errors, exitCode, profile: await access.open(access.selected) };
  });
}

/** Says what a run would send, what exists already, and what it may cost. */
export async function plan(names: readonly string[], options: PlanOptions, context: Context): Promise<Outcome> {
  const { output, cwd } = context;
  const { job, shards: count, out, matrix } = options;
  if (count === undefined ? (out ?? matrix ?? options.budget) !== undefined : job !== undefined)
    throw usageError('Shards need --shards N, and have all jobs: leave out --job.');
  const { files, plans, errors, exitCode, profile } = await planFiles(names, options, context);
  const requests = plans.flatMap(({ jobFile, requests: own, earlier, estimates }) =>
    own.map(({ job: ofJob, index, axes, fingerprint }, at) => {
      const estimate = estimates[at] ?? null;
      const facts = { exists: earlier[at]?.kind ?? null, estimateUsd: estimate?.amountUsd ?? null, estimate };
      return { jobFile, job: ofJob, index, axes, fingerprint, ...facts };
    }),
  );
  const missing = requests.filter(({ exists }) => exists === null);
  const isCut = count !== undefined && errors === 0;
  const shardPlan = isCut ? cutPlans({ files, plans }, { ...options, count }, context) : null;
  if (shardPlan && out !== undefined) writeFileSync(findTarget(out, cwd), `${stringifyJson(shardPlan)}\n`);
  if (matrix !== undefined && shardPlan) output.print(formatMatrix(shardPlan.shards, matrix));
  if (matrix === undefined)
    for (const each of missing) output.print(`${showPath(each.jobFile, cwd)}  ${nameRequest(each.jobFile, each)}`);
  const estimate = sumEstimates(profile?.isSandbox === true ? [] : missing.map((each) => each.estimate));
  const counts = [...countEarlier(plans.flatMap(({ earlier }) => earlier)), `${missing.length} to make`];
  output.note([countOf(requests.length, 'request'), ...counts].join(', '));
  if (estimate.count > 0) output.note(`  Estimate  ${describeEstimate(estimate)}`);
  for (const [at, { requests: own, budgetUsd }] of (shardPlan?.shards ?? []).entries())
    output.note(
      `  ${at + 1}/${shardPlan?.shards.length} ${countOf(own.length, 'request')}${budgetUsd === null ? '' : `, budget ${formatAmount(budgetUsd)}`}`,
    );
  return {
    exitCode,
    document: {
      ...(shardPlan ? { shards: shardPlan.shards.map(({ stage, budgetUsd }) => ({ stage, budgetUsd })) } : {}),
      errors,
      estimateUsd: estimate.known === 0 ? null : estimate.amountUsd,
      unknownEstimates: estimate.count - estimate.known,
      requests: requests.map(({ estimate: _estimate, ...each }) => each),
    },
  };
}

/** Cuts all requests into shards, those that exist too. */
function cutPlans(
  { files, plans }: Pick<Awaited<ReturnType<typeof planFiles>>, 'files' | 'plans'>,
  { count, budget }: { readonly count: number; readonly budget?: number },
  { cwd }: Context,
) {
  const repository = findRepository(cwd);
  const outside = files.find(({ boundary }) => boundary !== repository);
  if (outside) throw usageError(`${outside.path} is not in the repository, so no other checkout has it.`);
  const requests = plans.flatMap((plan) =>
    plan.requests.map((request, at) => ({
      file: showPath(plan.jobFile, repository),
      request,
      exists: (plan.earlier[at] ?? null) !== null,
      estimateUsd: plan.estimates[at]?.amountUsd ?? null,
    })),
  );
  const hashes = Object.fromEntries(files.map(({ path, text }) => [showPath(path, repository), sha256(text)]));
  return buildShardPlan(requests, { files: hashes, count, budgetUsd: budget ?? null, now: Date.now() });
}

/** Prints the requests of job files as they would be sent. */
export async function show(names: readonly string[], options: PlanOptions, context: Context): Promise<Outcome> {
  const { plans, profile, errors, exitCode } = await planFiles(names, options, context);
  if (errors > 0) return { exitCode, document: { requests: [] } };
  const requests = plans.flatMap((each) => each.requests);
  const { text } = buildRequestsText(requests, { baseUrl: profile?.baseUrl ?? '', headers: {} });
  context.output.print(text.trimEnd());
  return { exitCode, document: { requests: parseJson(requests.length === 1 ? `[${text}]` : text) } };
}
