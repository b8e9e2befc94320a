import type { Earlier, Engine, RunPlan } from '../../../engine.ts';
import { groupBy } from '../../groupBy.ts';
import { mayBeCharged } from '../../../core/task/isInFlight.ts';
import { CallFault } from '../fault.ts';
import { isQuiet, type GenerateCall, type GenerateOptions } from './generateCall.ts';
import type { Candidate, GeneratePorts, SavedJobFile } from './generatePorts.ts';
import { mapTaskResult, mapUnchanged, type GenerateResult, type TaskResult } from './generateResult.ts';

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
  { text, path, isStrict }: SavedJobFile,
  { job, profile }: GenerateOptions & { readonly profile: string },
): Promise<RunPlan> {
  return engine.plan({ text, jobFile: path, isStrict, profile, ...(job === undefined ? {} : { job }) });
}

/** `gen:` may choose a profile and a number of tasks at once; the settings decide where it does not. */
async function listCandidates(
  { requests, earlier, controls }: RunPlan,
  saved: SavedJobFile | undefined,
  ports: GeneratePorts,
): Promise<readonly Candidate[]> {
  if (!saved) return [];
  const gateway = await ports.readGateway(controls.profile);
  const jobFile = { ...saved, gateway, concurrency: controls.concurrency ?? saved.concurrency };
  return requests.map((request, at) => ({ jobFile, request, earlier: earlier[at] ?? null }));
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
  const decision = await decideUnchanged(candidates, press);
  const wanted = decision === 'all' ? candidates : decision === 'missing' ? candidates.filter(isMissing) : [];
  if (wanted.length > 0 && !(await mayStart(wanted, press))) return nothing;
  const results = new Map<Candidate, TaskResult>();
  for (const each of candidates) if (isUnchanged(each)) results.set(each, resultOfUnchanged(each));
  // The questions took their time, and another press may have started the same requests meanwhile. From here to the
  // start nothing waits, so no third one can slip in between.
  const startable: Candidate[] = [];
  for (const each of wanted) {
    const running = press.call.options.unchanged === 'generate' ? undefined : findNewlyRunning(engine, each);
    if (running) results.set(each, mapUnchanged(each.request, running, each.jobFile.path));
    else startable.push(each);
  }
  await startAndWait(engine, startable, { results, ports: press.ports });
  return { tasks: candidates.flatMap((each) => results.get(each) ?? []), problems: 0 };
}

/** Whether requests that were made before are made again. */
async function decideUnchanged(
  candidates: readonly Candidate[],
  { call, ports }: Press,
): Promise<'all' | 'missing' | 'cancel'> {
  const unchanged = candidates.filter(isUnchanged);
  const [first] = unchanged;
  const rule = call.options.unchanged ?? ports.unchangedSetting;
  if (!first || rule === 'generate') return 'all';
  if (rule === 'skip') return 'missing';
  const answer = await ports.askUnchanged({ unchanged, missing: candidates.length - unchanged.length });
  if (answer === 'show') ports.showEarlier(first);
  return answer === 'show' ? 'cancel' : answer;
}

/** The questions before money is spent: a key where none is stored, and one confirmation for several requests. */
async function mayStart(wanted: readonly Candidate[], { call, ports }: Press): Promise<boolean> {
  const gateways = [...groupBy(wanted, ({ jobFile }) => jobFile.gateway.profile).values()].flatMap(([first]) =>
    first ? [first.jobFile.gateway] : [],
  );
  for (const { profile, isKeyMissing } of gateways) {
    if (isKeyMissing && !isQuiet(call.options) && !(await ports.askKey(profile))) return false;
  }
  if (call.options.confirm === false || wanted.length < ports.confirmRequests) return true;
  return ports.confirm({ count: wanted.length, gateways });
}

/** `results` is filled in place: the caller keeps the order of the file. */
interface StartContext {
  readonly results: Map<Candidate, TaskResult>;
  readonly ports: Pick<GeneratePorts, 'watch'>;
}

/** One run a job file; fills in what became of each request when all have ended. */
async function startAndWait(engine: RunEngine, startable: readonly Candidate[], context: StartContext): Promise<void> {
  const { results, ports } = context;
  const runs = [...groupBy(startable, ({ jobFile }) => jobFile)].map(([jobFile, candidates]) => {
    const { path, boundary, concurrency, gateway } = jobFile;
    const requests = candidates.map(({ request }) => request);
    return {
      candidates,
      run: engine.start({ jobFile: path, boundary, profile: gateway.profile, requests, concurrency }),
    };
  });
  if (runs.length === 0) return;
  ports.watch(runs.map(({ run }) => run));
  for (const { candidates, run } of runs) {
    const tasks = await run.done;
    for (const [at, task] of tasks.entries()) {
      const candidate = candidates[at];
      if (candidate) results.set(candidate, mapTaskResult(task));
    }
  }
}

/** A task for the same request that was not there when the run was planned. */
function findNewlyRunning(engine: RunEngine, { jobFile, request, earlier }: Candidate): Earlier | undefined {
  const knownId = earlier?.kind === 'running' ? earlier.task.id : undefined;
  const task = engine
    .tasks()
    .find(
      (each) =>
        each.id !== knownId &&
        each.jobFile === jobFile.path &&
        each.isSandbox === jobFile.gateway.isSandbox &&
        each.request.fingerprint === request.fingerprint &&
        mayBeCharged(each.state),
    );
  return task && { kind: 'running', task };
}

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
