import { sumEstimates } from '../../core/task/money/estimate.ts';
import { buildRequestsText } from '../../core/jobFile/requests/requestText.ts';
import type { JobFilePlan } from '../../engine/index.ts';
import { readConfig } from '../config.ts';
import type { Context, Outcome } from '../context.ts';
import { exitCodes } from '../exitCode.ts';
import { type GatewayOptions, openAccess } from '../gateway.ts';
import { findJobFiles, showPath } from '../jobFiles.ts';
import { openSession } from '../session.ts';
import { nameRequest } from '../taskTexts.ts';
import { countOf } from './check.ts';
import { describeEstimate } from './run.ts';

export interface PlanOptions extends GatewayOptions {
  readonly job?: string;
  readonly strict?: boolean;
}

/** Plans job files for a command that sends nothing. */
export async function planFiles(names: readonly string[], options: PlanOptions, context: Context) {
  const files = findJobFiles(names, context.cwd);
  const config = await readConfig(context.terminal);
  const access = openAccess(options, config, context, { otherwise: 'sandbox' });
  const { engine } = await openSession({ access, config }, context);
  try {
    const plans: JobFilePlan[] = [];
    for (const { path: jobFile, text, boundary } of files) {
      const { job } = options;
      const isStrict = options.strict === true;
      const source = { jobFile, text, boundary, isStrict, profile: access.selected };
      plans.push(await engine.plan(job === undefined ? source : { ...source, job }));
    }
    const profile = await access.open(access.selected);
    return { plans, profile };
  } finally {
    engine.dispose();
    await access.close();
  }
}

/** Says what a run would send, what exists already, and what it may cost. */
export async function plan(names: readonly string[], options: PlanOptions, context: Context): Promise<Outcome> {
  const { output, cwd } = context;
  const { plans, profile } = await planFiles(names, options, context);
  const errors = plans.flatMap(({ problems }) => problems).filter(({ severity }) => severity === 'error').length;
  const requests = plans.flatMap(({ jobFile, requests: own, earlier, estimates }) =>
    own.map(({ job, index, axes, fingerprint }, at) => {
      const found = earlier[at] ?? null;
      const estimate = estimates[at] ?? null;
      return {
        jobFile,
        job,
        index,
        axes,
        fingerprint,
        exists: found?.kind ?? null,
        estimateUsd: estimate?.amountUsd ?? null,
        estimate,
      };
    }),
  );
  const missing = requests.filter(({ exists }) => exists === null);
  for (const each of missing) output.print(`${showPath(each.jobFile, cwd)}  ${nameRequest(each.jobFile, each)}`);
  const estimate = sumEstimates(profile?.isSandbox === true ? [] : missing.map((each) => each.estimate));
  const cost = estimate.count === 0 ? '' : `, ${describeEstimate(estimate)}`;
  output.note(
    `${countOf(requests.length, 'request')}, ${requests.length - missing.length} exist already, ${missing.length} to make${cost}`,
  );
  if (errors > 0) output.warn(`${countOf(errors, 'error')} in the job files. Run "genwright check".`);
  return {
    exitCode: errors > 0 ? exitCodes.problems : exitCodes.done,
    document: {
      errors,
      estimateUsd: estimate.known === 0 ? null : estimate.amountUsd,
      unknownEstimates: estimate.count - estimate.known,
      requests: requests.map((each) => ({ ...each, estimate: undefined })),
    },
  };
}

/** Prints the requests of job files as they would be sent. */
export async function show(names: readonly string[], options: PlanOptions, context: Context): Promise<Outcome> {
  const { plans, profile } = await planFiles(names, options, context);
  const errors = plans.flatMap(({ problems }) => problems).filter(({ severity }) => severity === 'error').length;
  const requests = plans.flatMap((each) => each.requests);
  const { text } = buildRequestsText(requests, { baseUrl: profile?.baseUrl ?? '', headers: {} });
  if (errors > 0) context.output.warn(`${countOf(errors, 'error')} in the job files. Run "genwright check".`);
  else context.output.print(text.trimEnd());
  return {
    exitCode: errors > 0 ? exitCodes.problems : exitCodes.done,
    document: { requests: errors > 0 ? [] : (JSON.parse(requests.length === 1 ? `[${text}]` : text) as object) },
  };
}
