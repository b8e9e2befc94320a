import type { Earlier, Engine, RunPlan } from '../../../engine.ts';
import { groupBy } from '../../../core/support/groupBy.ts';
import { CallFault } from '../fault.ts';
import { isQuiet, type GenerateCall, type GenerateOptions } from './generateCall.ts';
import type { Candidate, GeneratePorts, SavedJobFile } from './generatePorts.ts';
import { mapUnchanged, type GenerateResult, type TaskResult } from '../../../engine/generateResult.ts';
import { sumEstimates } from './runEstimate.ts';
import { findNewlyRunning, startAndWait } from './startCandidates.ts';

/** The answer when the person declined. */
const nothing: GenerateResult = { tasks: [], problems: 0 };

/** What a press needs of the engine. */
type RunEngine = Pick<Engine, 'plan' | 'start' | 'tasks'>;
/** A request that was made before, or is being made. */
type Unchanged = Candidate & { readonly earlier: Earlier };

/**
 * One press of Generate: save, plan, ask what has to be asked, start, wait. Whatever is wrong with the job files or
 * declined by the person ends here with nothing sent.
 */
export async function generate(call: GenerateCall, ports: GeneratePorts): Promise<GenerateResult> {
  const jobFiles: SavedJobFile[] = [];
  for (const target of call.targets) {
    const jobFile = await ports.saveJobFile(target);
    if (!jobFile) return nothing;
    jobFiles.push(jobFile);
  }
  const engine = await ports.engine();
  const { profile } = await ports.readGateway(null);
  const plans = await Promise.all(
    jobFiles.map((jobFile) => planJobFile(engine, jobFile, { ...call.options, profile })),
  );
  for (const plan of plans) ports.markProblems(plan);
  const broken = plans
    .map((plan) => ({ path: plan.jobFile, errors: countErrors(plan) }))
    .filter(({ errors }) => errors > 0);
  if (broken.length > 0) {
    ports.showProblems(broken);
    return { tasks: [], problems: broken.reduce((sum, { errors }) => sum + errors, 0) };
  }
  const candidates: Candidate[] = [];
  for (const [at, plan] of plans.entries()) candidates.push(...(await listCandidates(plan, jobFiles[at], ports)));
  if (call.options.job !== undefined && candidates.length === 0) {
    throw new CallFault(`genwright.generate: there is no job “${call.options.job}” in this file`);
  }
  return runCandidates(engine, candidates, { call, ports });
}

/** Reads and checks; nothing is sent. */
function planJobFile(
  engine: RunEngine,
  { text, path, isStrict, boundary, metadata = 'none' }: SavedJobFile,
  { job, profile }: GenerateOptions & { readonly profile: string },
): Promise<RunPlan> {
  return engine.plan({
    text,
    jobFile: path,
    boundary,
    isStrict,
    metadata,
    profile,
    ...(job === undefined ? {} : { job }),
  });
}

/** `gen:` may choose a profile and a number of tasks at once; the settings decide where it does not. */
async function listCandidates(
  plan: RunPlan,
  saved: SavedJobFile | undefined,
  ports: GeneratePorts,
): Promise<readonly Candidate[]> {
  if (!saved) return [];
  const { requests, earlier, estimates, controls } = plan;
  const gateway = await ports.readGateway(controls.profile);
  const jobFile = { ...saved, gateway, plan, concurrency: controls.concurrency ?? saved.concurrency };
  return requests.map((request, at) => ({
    jobFile,
    request,
    earlier: earlier[at] ?? null,
    estimate: estimates[at] ?? null,
  }));
}

/** One press, with all it may ask. */
interface Press {
  readonly call: GenerateCall;
  readonly ports: GeneratePorts;
}

/** From the questions to the answer of the command. */
async function runCandidates(
  engine: RunEngine,
  candidates: readonly Candidate[],
  press: Press,
): Promise<GenerateResult> {
  const { decision, wasAsked } = await decideUnchanged(candidates, press);
  const wanted = decision === 'all' ? candidates : decision === 'missing' ? candidates.filter(isMissing) : [];
  if (wanted.length > 0 && !(await mayStart(wanted, { ...press, wasAsked }))) return nothing;
  const results = new Map<Candidate, TaskResult>();
  for (const each of candidates) if (isUnchanged(each)) results.set(each, resultOfUnchanged(each));
  // The questions took their time, and another press may have started the same requests meanwhile. From here to the
  // start nothing waits, so no third one can slip in between.
  const running = press.call.options.unchanged === 'generate' ? nobody : findNewlyRunning(engine.tasks(), wanted);
  for (const [each, earlier] of running) results.set(each, mapUnchanged(each.request, earlier, each.jobFile.path));
  const startable = wanted.filter((each) => !running.has(each));
  await startAndWait(engine, startable, { candidates, running, results, ports: press.ports });
  return { tasks: candidates.flatMap((each) => results.get(each) ?? []), problems: 0 };
}

/** Whether requests that were made before are made again. */
async function decideUnchanged(
  candidates: readonly Candidate[],
  { call, ports }: Press,
): Promise<{ readonly decision: 'all' | 'missing' | 'cancel'; readonly wasAsked: boolean }> {
  const unchanged = candidates.filter(isUnchanged);
  const [first] = unchanged;
  const rule = call.options.unchanged ?? ports.unchangedSetting;
  if (!first || rule === 'generate') return { decision: 'all', wasAsked: false };
  if (rule === 'skip') return { decision: 'missing', wasAsked: false };
  const answer = await ports.askUnchanged({ unchanged, missing: candidates.filter(isMissing) });
  if (answer === 'show') ports.showEarlier(first);
  return { decision: answer === 'show' ? 'cancel' : answer, wasAsked: true };
}

/**
 * The questions before money is spent: a key where none is stored, and one confirmation for several requests or a dear
 * one. Who was asked about unchanged ones has seen both number and estimate.
 */
async function mayStart(
  wanted: readonly Candidate[],
  { call, ports, wasAsked }: Press & { readonly wasAsked: boolean },
): Promise<boolean> {
  const gateways = [...groupBy(wanted, ({ jobFile }) => jobFile.gateway.profile).values()].flatMap(([first]) =>
    first ? [first.jobFile.gateway] : [],
  );
  for (const { profile, isKeyMissing } of gateways) {
    if (isKeyMissing && !isQuiet(call.options) && !(await ports.askKey(profile))) return false;
  }
  const estimate = sumEstimates(wanted);
  const isLarge = wanted.length >= ports.confirmRequests || estimate.amountUsd > ports.confirmUsd;
  if (call.options.confirm === false || wasAsked || !isLarge) return true;
  return ports.confirm({ count: wanted.length, gateways, estimate });
}

const nobody: ReadonlyMap<Candidate, Earlier> = new Map();

/** Something is there for it. */
function isUnchanged(candidate: Candidate): candidate is Unchanged {
  return candidate.earlier !== null;
}

/** Nothing is there for it. */
function isMissing(candidate: Candidate): boolean {
  return candidate.earlier === null;
}

/** What is reported of a request that is not sent again. */
function resultOfUnchanged({ request, earlier, jobFile }: Unchanged): TaskResult {
  return mapUnchanged(request, earlier, jobFile.path);
}

/** Warnings and hints stop nothing. */
function countErrors({ problems }: RunPlan): number {
  return problems.filter(({ severity }) => severity === 'error').length;
}
