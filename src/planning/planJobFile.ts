import { basename, dirname, relative, sep } from 'node:path';
import type { Catalog } from '../core/catalog/catalog.ts';
import { planText, type TextPlan } from '../core/jobFile/requests/planText.ts';
import { buildProblem, type Problem } from '../core/jobFile/problem.ts';
import type { Estimate, PlannedRequest } from '../core/jobFile/request.ts';
import type { Clock } from '../core/support/clock.ts';
import { groupBy } from '../core/support/groupBy.ts';
import { sandboxProfile } from '../core/task/gatewayPort.ts';
import { findResultUrls } from '../core/task/model/expiry.ts';
import type { Account } from '../core/task/money/account.ts';
import type { EngineSettings } from '../core/task/ports.ts';
import { findExisting, mapGiven, type GivenResult } from '../core/task/model/earlier.ts';
import { listJobReferences } from '../core/task/submit/jobValues.ts';
import { createEnvLookup } from '../node/envLookup.ts';
import type { FileSystem } from '../node/files/fileSystem.ts';
import { findEarlier, readKnown, type Known, type KnownPorts, type ResolvedRequest } from './findEarlier.ts';
import type { PlanSource, JobFilePlan, LocalResult } from './jobFilePlan.ts';
import { type InputFacts, createPlanFiles, type PlanFiles } from './planFiles.ts';

export interface PlannerPorts extends KnownPorts {
  /** Returns what this user has spent. Empty if it cannot be read. Never rejects. */
  readonly readAccount: () => Promise<Account>;
  readonly inputs: InputFacts;
  readonly files: FileSystem;
  readonly clock: Pick<Clock, 'now'>;
  readonly createId: () => string;
  /** Returns the models of the gateway of this profile. Undefined means the selected profile. */
  readonly readCatalog: (profile: string | undefined) => Promise<Catalog>;
  readonly settings: () => Pick<EngineSettings, 'envAllow'>;
  /** Whether a profile of this name exists, even if it cannot be opened now. */
  readonly hasProfile: (name: string) => Promise<boolean>;
}

/** Plans a job file, finds what exists for each of its requests, and estimates the cost of the others. */
export async function planJobFile(source: PlanSource, ports: PlannerPorts): Promise<JobFilePlan> {
  const { jobFile, boundary = dirname(jobFile) } = source;
  // All of the plan is based on the same moment.
  const [catalog, known] = await Promise.all([ports.readCatalog(source.profile), readKnown(jobFile, ports)]);
  const { plan, profile, files } = await planWithFacts(source, { catalog, known }, ports);
  const { controls } = plan;
  const unknown = await findUnknownProfile(plan, ports);
  // The result if there is nothing to send, and the base of every other result.
  const nothing = {
    jobFile,
    problems: [...plan.problems, ...unknown],
    controls,
    requests: [],
    earlier: [],
    savedIds: new Set(known.entries.flatMap(({ task }) => (task.state === 'saved' ? [task.id] : []))),
    estimates: [],
    given: [],
    localFiles: files.localFiles(),
  };
  if (plan.requests.length === 0 || unknown.length > 0) return nothing;
  const place = { jobFile, boundary, profile };
  const { resolved, moved } = await findEarlier(plan.requests, { ...place, known, files: ports.files });
  const { wanted, given } = selectJob(resolved, source.job);
  return {
    ...nothing,
    problems: [...nothing.problems, ...findEqualRequests(resolved, plan)],
    requests: wanted.map(({ request }) => request),
    earlier: wanted.map(({ earlier }) => earlier),
    gone: wanted.map(({ gone }) => gone ?? null),
    moved,
    estimates: await estimate(wanted, { profile, ports }),
    given,
    localFiles: [
      ...files.localFiles(),
      ...listLocalResults(wanted, resolved, files),
      ...listToldTexts(wanted, resolved),
    ],
  };
}

interface PlannedText {
  readonly plan: TextPlan;
  /** The profile that the file requests, else the profile of the caller. */
  readonly profile: string | undefined;
  readonly files: PlanFiles;
}

interface PlanFacts {
  /** The models of the caller's profile. */
  readonly catalog: Catalog;
  readonly known: Known;
}

/**
 * Plans the text. Planning is synchronous and cannot read, so it is done a second time if the first plan lacked facts
 * about inputs or named another profile.
 */
async function planWithFacts(
  source: PlanSource,
  { known, ...facts }: PlanFacts,
  ports: PlannerPorts,
): Promise<PlannedText> {
  const { text, jobFile, isStrict, boundary = dirname(jobFile), runId = ports.createId() } = source;
  const run = { id: runId, n: known.runs.size + 1 };
  let { profile } = source;
  let { catalog } = facts;
  for (let isLast = false; ; isLast = true) {
    const urls = findResultUrls(known.entries, { profile: profile ?? '', now: ports.clock.now() });
    const files = createPlanFiles({ jobFile, boundary, inputs: ports.inputs, knowsUrl: (hash) => urls.has(hash) });
    const plan = planText(text, {
      catalog,
      fileName: basename(jobFile),
      fileDir: relative(boundary, dirname(jobFile)).split(sep).join('/'),
      lookups: {
        files,
        env: createEnvLookup(ports.settings().envAllow),
        now: ports.clock.now(),
        run,
        isTrusted: source.isTrusted ?? true,
      },
      isStrict,
      ...(source.metadata ? { metadata: source.metadata } : {}),
    });
    const asked = plan.controls.profile ?? source.profile;
    if (isLast || (files.unread.size === 0 && asked === profile)) return { plan, profile: asked, files };
    await ports.inputs.learn([...files.unread]);
    profile = asked;
    catalog = await ports.readCatalog(profile);
  }
}

/** Finds a profile that does not exist, so that it is reported before anything is sent, where the file writes it. */
async function findUnknownProfile(
  { controls, profileRange }: TextPlan,
  { hasProfile }: PlannerPorts,
): Promise<readonly Problem[]> {
  const { profile } = controls;
  if (profile === null || !profileRange || (await hasProfile(profile))) return [];
  return [buildProblem('unknown-name', profileRange, { args: { name: profile, variant: 'profile' } })];
}

/** Reports jobs with requests that are equal to earlier ones, apart from repetitions, unless the text shows it already. */
function findEqualRequests(resolved: readonly ResolvedRequest[], { problems, places }: TextPlan): readonly Problem[] {
  if (problems.some(({ code }) => code === 'same-request')) return [];
  const firsts = new Map<string, PlannedRequest['axes']>();
  const equal = resolved.flatMap(({ request }) => {
    const { fingerprint, axes } = request;
    const first = firsts.get(fingerprint) ?? axes;
    if (fingerprint !== '') firsts.set(fingerprint, first);
    return first === axes ? [] : [request];
  });
  return [...groupBy(equal, ({ job }) => job)].flatMap(([job, { length: count }]) => {
    const place = places.get(job);
    return place ? [buildProblem('same-request', place, { args: { variant: 'plan', count } })] : [];
  });
}

/** The sandbox is free, and each profile has its own prices. */
async function estimate(
  wanted: readonly ResolvedRequest[],
  { profile, ports }: { readonly profile: string | undefined; readonly ports: Pick<PlannerPorts, 'readAccount'> },
): Promise<readonly (Estimate | null)[]> {
  if (profile === undefined || profile === sandboxProfile) return wanted.map(() => null);
  const account = await ports.readAccount();
  return wanted.map(({ request }) => account.estimate(request, profile));
}

/**
 * Lists saved results of other jobs that requests send as local files, because no URL of the result is known on this
 * machine. A runs file decides which result that is, and a runs file comes with a repository, so these files are named
 * like inputs.
 */
function listLocalResults(
  wanted: readonly ResolvedRequest[],
  resolved: readonly ResolvedRequest[],
  { find, knowsUrl }: Pick<PlanFiles, 'find' | 'knowsUrl'>,
): readonly LocalResult[] {
  const senders = new Map<string, PlannedRequest[]>();
  for (const { request } of wanted) {
    for (const job of listMediaSources(request)) senders.set(job, [...(senders.get(job) ?? []), request]);
  }
  return resolved.flatMap(({ request: { job, index }, earlier }) => {
    const sentBy = job === null ? undefined : senders.get(job);
    if (job === null || !sentBy || earlier?.kind !== 'recorded') return [];
    return earlier.record.artifacts.flatMap(({ path, sha256 }): LocalResult[] => {
      const file = knowsUrl(sha256) ? null : find(path);
      return file ? [{ ...file, use: 'result', job, index, sentBy }] : [];
    });
  });
}

/** Lists the jobs that a media field references. */
function listMediaSources({ placeholders }: PlannedRequest): ReadonlySet<string> {
  const media = placeholders.filter(({ value }) => value.kind === 'template' && value.media);
  return new Set(listJobReferences({ placeholders: media }).map(([job]) => job));
}

/** Lists texts that requests send and that only a runs file vouches for. A runs file comes with a repository. */
function listToldTexts(
  wanted: readonly ResolvedRequest[],
  resolved: readonly ResolvedRequest[],
): readonly LocalResult[] {
  const uses = wanted.flatMap(({ request }) => listJobReferences(request).map((reference) => ({ reference, request })));
  const usesOf = groupBy(uses, ({ reference }) => `jobs.${reference.join('.')}`);
  return resolved.flatMap(({ request: { job, index }, earlier }) => {
    if (job === null || earlier?.kind !== 'recorded') return [];
    const { record } = earlier;
    return (record.told ?? []).flatMap((value): LocalResult[] => {
      const name = `jobs.${job}.${value}`;
      const [text, sentBy] = [record[value] ?? '', usesOf.get(name)?.map(({ request }) => request)];
      return sentBy ? [{ path: '', name, bytes: text.length, use: 'result', job, index, sentBy, text }] : [];
    });
  });
}

interface Selection {
  /** The requests that were asked for, in the order of the file. */
  readonly wanted: readonly ResolvedRequest[];
  /** Existing results of needed jobs that are not requested. */
  readonly given: readonly GivenResult[];
}

/** Selects one job of a file, with the jobs that it needs and that have no result yet. Without a job, all of them. */
function selectJob(resolved: readonly ResolvedRequest[], job: string | undefined): Selection {
  if (job === undefined) return { wanted: resolved, given: [] };
  const byJob = groupBy(resolved, ({ request }) => request.job ?? '');
  const wanted = new Set(byJob.get(job));
  const given = new Map<ResolvedRequest, GivenResult>();
  const visited = new Set([job]);
  const visit = (needs: readonly string[]): void => {
    for (const need of needs) {
      if (visited.has(need)) continue;
      visited.add(need);
      for (const each of byJob.get(need) ?? []) {
        const existing = findExisting(each.earlier);
        if (existing) given.set(each, mapGiven(each.request, existing));
        else wanted.add(each);
      }
      visit((byJob.get(need) ?? []).flatMap(({ request, earlier }) => (earlier ? [] : request.needs)));
    }
  };
  visit([...wanted].flatMap(({ request }) => request.needs));
  return { wanted: resolved.filter((each) => wanted.has(each)), given: [...given.values()] };
}
