import { groupBy } from '../../core/support/groupBy.ts';
import { isError } from '../../core/jobFile/problem.ts';
import { sumEstimates } from '../../core/task/money/estimate.ts';
import { canonicalPath } from '../../node/jobFilePaths.ts';
import { sha256 } from '../../node/sha256.ts';
import type { LocalFile, LocalResult } from '../../planning/jobFilePlan.ts';
import { findExisting, type Earlier, type GivenResult, isSaved, mapGiven } from '../../core/task/model/earlier.ts';
import type { Engine } from '../engine.ts';
import type {
  Candidate,
  Confirmation,
  ConfirmRule,
  Consent,
  Consents,
  GeneratePorts,
  GenerateResult,
  NamedFile,
  PlannedJobFile,
  Press,
  SavedJobFile,
  UnchangedCandidate,
  UnselectedProfile,
} from './press.ts';
import { type PressEngine, runCandidates } from './runCandidates.ts';

/**
 * Handles one press of Generate: plans, asks all questions, starts, waits. If a job file has errors or a question is
 * declined, nothing is sent. Rejects if no file has the job that the press names.
 */
export async function generate(
  engine: PressEngine & Pick<Engine, 'plan' | 'rename'>,
  press: Press,
  { runId, ...ports }: GeneratePorts & { readonly runId: string },
): Promise<GenerateResult> {
  const { profile } = await ports.readGateway(null);
  const plans = await Promise.all(
    listFiles(press).map((jobFile) => planFile(engine, jobFile, { job: press.job, profile, runId })),
  );
  for (const { plan } of plans) ports.markProblems?.(plan);
  const broken = plans
    .map(({ plan }) => ({ path: plan.jobFile, errors: plan.problems.filter(isError) }))
    .filter(({ errors }) => errors.length > 0);
  if (broken.length > 0) {
    ports.showProblems?.(broken);
    return { tasks: [], problems: broken.reduce((sum, { errors }) => sum + errors.length, 0) };
  }
  const candidates = (
    await Promise.all(plans.map((planned) => listCandidates(planned, { profile, press, ports })))
  ).flat();
  if (press.job !== undefined && plans.every(({ plan }) => plan.requests.length === 0)) {
    throw new TypeError(`There is no job "${press.job}" in ${press.jobFiles.map(({ path }) => path).join(', ')}.`);
  }
  const choice = await chooseCandidates(candidates, { press, ports });
  if (!choice || (await ports.begin?.(choice.wanted.length)) === false) return { tasks: [], problems: 0 };
  // Requests of the run may send the results that were moved by hand.
  for (const { saved, plan } of plans) {
    const { path: jobFile, boundary } = saved;
    const renames = [...(plan.moved ?? [])].map(([from, to]) => ({
      from,
      to,
      isJobFile: false,
      isResult: true as const,
      boundary,
    }));
    if (renames.length > 0) await engine.rename(renames, [{ jobFile, boundary }]);
  }
  const context = { candidates, sendsAll: choice.sendsAll, press, ports, runId };
  return { tasks: await runCandidates(engine, choice.wanted, context), problems: 0 };
}

/** A file that is passed twice, under whatever names, is one file. */
function listFiles({ jobFiles }: Press): readonly SavedJobFile[] {
  return [...new Map(jobFiles.map((jobFile) => [canonicalPath(jobFile.path), jobFile])).values()];
}

/** Reads and checks the file. Nothing is sent. */
async function planFile(
  engine: Pick<Engine, 'plan'>,
  saved: SavedJobFile,
  { job, ...run }: { readonly job: string | undefined; readonly profile: string; readonly runId: string },
) {
  const { text, path: jobFile, isStrict, boundary, metadata = 'none' } = saved;
  const source = { text, jobFile, boundary, isStrict, metadata, ...run, ...(job === undefined ? {} : { job }) };
  return { saved, plan: await engine.plan(source) };
}

/**
 * `gen:` may set a profile and the number of tasks at once; otherwise the settings decide. `profile` is the one that the
 * file was planned with: the user may have selected another one since.
 */
async function listCandidates(
  { saved, plan }: Awaited<ReturnType<typeof planFile>>,
  { profile, press, ports }: QuestionContext & { readonly profile: string },
): Promise<readonly Candidate[]> {
  const { requests, earlier, gone, estimates, controls } = plan;
  const { isWanted = () => true } = press;
  const gateway = await ports.readGateway(controls.profile ?? profile);
  const others = requests.flatMap((request, at): GivenResult[] => {
    const existing = isWanted(saved.path, request) ? null : findExisting(earlier[at] ?? null);
    return existing && isSaved(existing) ? [mapGiven(request, existing)] : [];
  });
  const given = [...plan.given, ...others];
  const jobFile = {
    ...saved,
    gateway,
    plan: { ...plan, given },
    concurrency: controls.concurrency ?? saved.concurrency,
  };
  // A task of another gateway cannot be watched here, and its account is another one.
  const isOther = (each: Earlier | null): boolean => each?.kind === 'elsewhere' && each.open.origin !== gateway.origin;
  const candidates = requests.map((request, at) => ({
    jobFile,
    request,
    earlier: isOther(earlier[at] ?? null) ? null : (earlier[at] ?? null),
    gone: press.unchanged === 'ask' ? (gone?.[at] ?? null) : null,
    estimate: estimates[at] ?? null,
  }));
  return candidates.filter(({ request }) => isWanted(saved.path, request));
}

/** What a question needs. */
interface QuestionContext {
  readonly press: Press;
  readonly ports: GeneratePorts;
}

/** `sendsAll`: also the requests that another program has sent. Otherwise these are only watched, which is free. */
interface Choice {
  readonly wanted: readonly Candidate[];
  readonly sendsAll: boolean;
}

/**
 * Asks all questions and returns the requests to run. Null if a confirmation or a key was declined: then the press has
 * no results. If the user only declines to generate again, the list is empty, and the press reports what exists.
 */
async function chooseCandidates(
  candidates: readonly Candidate[],
  { press, ports }: QuestionContext,
): Promise<Choice | null> {
  const { decision, wasAsked } = await decideUnchanged(candidates, { press, ports });
  if (decision === 'cancel') return { wanted: [], sendsAll: false };
  const sendsAll = decision === 'all' && !ports.awaitTask;
  const wanted = candidates.filter((each) =>
    decision === 'missing' ? findExisting(each.earlier) === null : !isAwaited(each, ports),
  );
  const sent = sendsAll ? wanted : wanted.filter(({ earlier }) => earlier?.kind !== 'elsewhere');
  const agreed = wasAsked ? wanted : await confirm(sent, { wanted, press, ports });
  return agreed && (await haveKeys(agreed, { press, ports })) ? { wanted: agreed, sendsAll } : null;
}

/** Decides whether requests whose result or open task exists are sent again. The question is a confirmation too. */
async function decideUnchanged(
  candidates: readonly Candidate[],
  { press, ports }: QuestionContext,
): Promise<{ readonly decision: 'all' | 'missing' | 'cancel'; readonly wasAsked: boolean }> {
  const unchanged = candidates.filter(isUnchanged);
  const [first] = unchanged;
  if (!first || press.unchanged === 'generate') return { decision: 'all', wasAsked: false };
  if (press.unchanged === 'skip') return { decision: 'missing', wasAsked: false };
  const missing = candidates.filter(isMissing);
  const rest = buildConfirmation(missing.length > 0 ? missing : unchanged, ports.consents);
  const all = buildConfirmation(candidates, ports.consents);
  // Either answer may send a file that the other one replaces by a new result.
  const named = new Map([...rest.localFiles, ...all.localFiles].map((each) => [each.file, each]));
  const confirmation = press.confirm && { ...all, localFiles: [...named.values()] };
  const { estimate } = rest;
  const question = { unchanged, missing: missing.length, estimate, total: all.estimate, confirmation };
  const choice = await ports.askUnchanged(question);
  if (choice === 'show') ports.showEarlier?.(first);
  if (choice === 'show' || choice === 'cancel') return { decision: 'cancel', wasAsked: true };
  if (confirmation) ports.consents.add(listConsents(confirmation));
  return { decision: choice, wasAsked: true };
}

/** Returns the requests of `wanted` to which the user agrees, of which `sent` cost something. Null if none. */
async function confirm(
  sent: readonly Candidate[],
  { wanted, press, ports }: QuestionContext & { readonly wanted: readonly Candidate[] },
): Promise<readonly Candidate[] | null> {
  if (!press.confirm) return wanted;
  const confirmation = buildConfirmation(sent, ports.consents);
  if (!isDue(confirmation, press.confirm)) return wanted;
  const answer = await ports.confirm(confirmation);
  if (!answer) return null;
  const start = sent.find(isStart) ?? sent.find(isCharged);
  const agreed = answer === 'first' && start ? [start] : wanted;
  // What the other requests send is asked about again.
  ports.consents.add(listConsents(buildConfirmation(answer === 'first' ? agreed : sent, ports.consents)));
  return agreed;
}

/** Whether the request is charged and needs no result that the press has yet to make. */
function isStart(candidate: Candidate): boolean {
  return isCharged(candidate) && candidate.request.fingerprint !== '';
}

/** Asks for the keys that are not stored. */
async function haveKeys(wanted: readonly Candidate[], { press, ports }: QuestionContext): Promise<boolean> {
  if (!press.asksForKey) return true;
  const keyless = wanted.flatMap(({ jobFile: { gateway } }) => (gateway.isKeyMissing ? [gateway.profile] : []));
  for (const profile of new Set(keyless)) {
    if (!(await ports.askKey(profile))) return false;
  }
  return true;
}

function isUnchanged(candidate: Candidate): candidate is UnchangedCandidate {
  return candidate.earlier !== null;
}

function isMissing(candidate: Candidate): boolean {
  return candidate.earlier === null;
}

/** An open task that is awaited is not sent again, even if everything is to be generated. */
function isAwaited({ earlier }: Candidate, ports: GeneratePorts): boolean {
  return ports.awaitTask !== undefined && earlier?.kind === 'task';
}

/** Collects what the user must know before these requests are sent. The sandbox charges nothing and is left out. */
function buildConfirmation(candidates: readonly Candidate[], consents: Pick<Consents, 'has'>): Confirmation {
  const charged = candidates.filter(isCharged);
  const gateways = [...groupBy(charged, ({ jobFile }) => jobFile.gateway.profile).values()];
  const files = [...groupBy(charged, ({ jobFile }) => jobFile)];
  // A request whose fingerprint is not known yet is equal to no other one.
  const equal = [...groupBy(charged, ({ request }) => request.fingerprint || request).values()];
  const isNew = (each: UnselectedProfile | NamedFile): boolean => !consents.has(consentTo(each));
  return {
    count: charged.length,
    equal: equal.filter((group) => new Set(group.map(({ request }) => request.axes)).size > 1).flat().length,
    gone: charged.flatMap(({ gone }) => gone ?? []),
    estimate: sumEstimates(charged.map(({ estimate }) => estimate)),
    gateways: gateways.flatMap(([first]) => first?.jobFile.gateway ?? []),
    unselected: files.flatMap(([jobFile]) => findUnselected(jobFile) ?? []).filter(isNew),
    localFiles: files.flatMap(([jobFile, own]) => listLocalFiles(jobFile, own)).filter(isNew),
  };
}

/** Whether a confirmation is needed. A request without an estimate counts as expensive. Equal ones may be a mistake. */
function isDue({ count, equal, estimate, ...named }: Confirmation, rule: ConfirmRule): boolean {
  if (count === 0) return false;
  const isExpensive = estimate.known < count || estimate.amountUsd > rule.usd;
  const isNaming = [named.gone, named.unselected, named.localFiles].some(({ length }) => length > 0);
  return count >= rule.requests || equal > 0 || isExpensive || isNaming;
}

/** Lists what the user agrees to with this confirmation, so that it is not asked again. */
function listConsents({ unselected, localFiles }: Confirmation): readonly Consent[] {
  return [...unselected, ...localFiles].map(consentTo);
}

/** A profile that does not exist sends nothing. */
function isCharged({ jobFile }: Candidate): boolean {
  return jobFile.gateway.origin !== null;
}

function findUnselected({ path, gateway, plan }: PlannedJobFile): UnselectedProfile | null {
  return gateway.isSelected ? null : { jobFile: path, gateway, isFromFile: plan.controls.profile !== null };
}

/** Text files are not attributed to requests: all that the job file reads are named, whichever request is sent. */
function listLocalFiles({ path, gateway, plan }: PlannedJobFile, sent: readonly Candidate[]): readonly NamedFile[] {
  const inputs = new Set(sent.flatMap(({ request }) => request.inputs.map((input) => input.path)));
  const isSent = (file: LocalFile | LocalResult): boolean => {
    if (!('sentBy' in file)) return file.use === 'text' || inputs.has(file.path);
    // A request that is sent again makes another result, which replaces this one.
    const isReplaced = sent.some(({ request }) => request.job === file.job && request.index === file.index);
    return !isReplaced && sent.some(({ request }) => file.sentBy.includes(request));
  };
  const files = plan.localFiles.filter(isSent);
  return files.map((file) => ({ jobFile: path, gateway, file }));
}

function consentTo(what: UnselectedProfile | NamedFile): Consent {
  const { jobFile, gateway } = what;
  const { name, text } = 'file' in what ? what.file : { name: null, text: undefined };
  // Another text is another question.
  const file = text === undefined ? name : `${name} ${sha256(text)}`;
  return { jobFile, profile: gateway.profile, origin: gateway.origin ?? '', file };
}
