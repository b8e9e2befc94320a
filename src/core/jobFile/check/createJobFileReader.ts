import { findLastUpTo } from '../../support/findLastUpTo.ts';
import { lazy } from '../../support/lazy.ts';
import type { FileFacts } from '../compile/scope.ts';
import type { CheckOptions } from '../findTarget.ts';
import type { Job, VarSource } from '../job.ts';
import { type JobNode, type ParsedJobFile, type ParseSteps, parseJobFile, parseSteps } from '../parse/parseJobFile.ts';
import { moveWithRelated, type Problem, type Move } from '../problem.ts';
import { type PlacedSection, parseSections, type FileSyntax, placeSections } from '../sections/parseSections.ts';
import { type SyntaxEntry, findEntry } from '../syntax/syntaxNode.ts';
import type { JobFacts, CheckedJob, JobContext } from './checkJob.ts';
import { type CheckedJobFile, type CheckSteps, checkSteps, checkParsed } from './checkJobFile.ts';

/** A version of a job file, of which each part is read on first use. */
export interface JobFileVersion extends CheckedJobFile {
  /** The independent sections of the text, in its order. Null if the text cannot be cut. */
  readonly sections: readonly PlacedSection[] | null;
}

/** Reads the versions of a job file in an editor. */
interface JobFileReader {
  read(text: string): JobFileVersion;
  /** Checks every job again, because files or the environment have changed. */
  forgetChecks(): void;
}

/**
 * Reads incrementally: the result of each version is the same as that of `checkJobFile`, but parts that an edit does
 * not touch are neither parsed nor checked again. A text is cut into sections that have the same meaning alone and in
 * the text. Sections with the same text are the same objects in the next version, and so are the trees of their
 * entries, called origins. Jobs whose origin has been checked are not checked again, unless something has changed that
 * all jobs see. Then only the ranges of their problems move.
 */
export function createJobFileReader(options: CheckOptions): JobFileReader {
  let keptSections: readonly PlacedSection[] = [];
  let keptJobs: ParsedJobFile | null = null;
  let keptChecks: KeptChecks | null = null;
  return {
    read(text) {
      const sections = lazy(() => {
        const placed = placeSections(text, keptSections);
        if (placed) keptSections = placed;
        return placed;
      });
      const syntax = lazy(() => parseSections(text, sections()));
      const parsed = lazy(() => (keptJobs = parseJobFile(syntax(), keepParsed(keptJobs))));
      const check = lazy(() => {
        // Nothing is known of a text that was read as a whole.
        const keeper = syntax().sections && new CheckKeeper(syntax(), parsed(), keptChecks);
        const checked = checkParsed(parsed(), { text, options, ...(keeper ? { steps: keeper } : {}) });
        if (keeper) keptChecks = keeper.kept;
        return checked;
      });
      return {
        get sections() {
          return sections();
        },
        get syntax() {
          return syntax();
        },
        get jobFile() {
          return parsed().jobFile;
        },
        get jobs() {
          return check().jobs;
        },
        get problems() {
          return check().problems;
        },
      };
    },
    forgetChecks() {
      keptChecks = null;
    },
  };
}

/** Returns the steps that reuse the parsed parts of an earlier version whose nodes are the same objects. */
function keepParsed(before: ParsedJobFile | null): ParseSteps {
  return {
    parseShared(entries) {
      const known = before?.shared;
      return known?.entries.every((entry, at) => entry === entries[at]) ? known : parseSteps.parseShared(entries);
    },
    parseJob(node, shared, brokenAt) {
      const known = before?.shared === shared ? before.jobs.get(node) : undefined;
      return known ?? parseSteps.parseJob(node, shared, brokenAt);
    },
  };
}

/** Results of the checks of one version, for the checks of a later one. */
interface KeptChecks {
  readonly sections: readonly PlacedSection[];
  /** Origins of the parts of the file that all jobs see. */
  readonly shared: readonly (SyntaxEntry | undefined)[];
  /** Checks by the origin of what was checked. */
  readonly checks: ReadonlyMap<SyntaxEntry, KeptCheck>;
}

interface KeptCheck {
  readonly facts: JobFacts;
  /** Ids of the file's jobs, if the check has read them. Null if it has not. */
  readonly jobIds: readonly string[] | null;
}

/** Checks what an earlier version has not checked. Other results are those of that version, with moved ranges. */
class CheckKeeper implements CheckSteps {
  readonly #syntax: FileSyntax;
  readonly #version: Omit<KeptChecks, 'checks'>;
  readonly #before: KeptChecks | null;
  readonly #move: Move;
  readonly #isSame = compareOnce();
  readonly #checks = new Map<SyntaxEntry, KeptCheck>();

  constructor(syntax: FileSyntax, { shared }: ParsedJobFile, before: KeptChecks | null) {
    const sections = syntax.sections ?? [];
    const origins = (shared?.entries ?? []).map((entry) => entry && syntax.origins.get(entry));
    const isUsable = before?.shared.every((origin, at) => origin === origins[at]) ?? false;
    this.#syntax = syntax;
    this.#version = { sections, shared: origins };
    this.#before = isUsable ? before : null;
    this.#move = before ? createMove(before.sections, sections) : (offset) => offset;
  }

  get kept(): KeptChecks {
    return { ...this.#version, checks: this.#checks };
  }

  checkVars(vars: readonly VarSource[], context: JobContext): readonly Problem[] {
    const { root } = this.#syntax;
    const origin = this.#originOf(root?.kind === 'map' ? findEntry(root, 'vars') : undefined);
    const { jobIds } = context.file;
    const known = origin && this.#find(origin, jobIds);
    if (known) return known.problems;
    const { watched, hasSeenIds } = watchIds(context);
    const problems = checkSteps.checkVars(vars, watched);
    const facts = { target: null, targets: [], count: 0, needs: [], problems };
    if (origin) this.#checks.set(origin, { facts, jobIds: hasSeenIds() ? jobIds : null });
    return problems;
  }

  checkJob(job: Job, context: JobContext, node: JobNode): CheckedJob {
    const origin = this.#originOf('key' in node ? node : undefined);
    const { jobIds } = context.file;
    const known = origin && this.#find(origin, jobIds);
    if (known) return new KnownJob(job, known, () => checkSteps.checkJob(job, context, node));
    const { watched, hasSeenIds } = watchIds(context);
    const checked = checkSteps.checkJob(job, watched, node);
    // The rest of a check would keep the whole text of this version in memory.
    const { target, targets, count, needs, problems } = checked;
    const facts = { target, targets, count, needs, problems };
    if (origin) this.#checks.set(origin, { facts, jobIds: hasSeenIds() ? jobIds : null });
    return checked;
  }

  #originOf(entry: SyntaxEntry | undefined): SyntaxEntry | undefined {
    return entry && this.#syntax.origins.get(entry);
  }

  /** Returns null if there is no result, or if the check has read a part of the file that is different now. */
  #find(origin: SyntaxEntry, jobIds: readonly string[]): JobFacts | null {
    const kept = this.#before?.checks.get(origin);
    if (!kept || (kept.jobIds && !this.#isSame(kept.jobIds, jobIds))) return null;
    const facts = moveFacts(kept.facts, this.#move);
    this.#checks.set(origin, { facts, jobIds: kept.jobIds });
    return facts;
  }
}

/** Thousands of checks have read the same list. */
function compareOnce(): (ids: readonly string[], others: readonly string[]) => boolean {
  let last: { readonly ids: readonly string[]; readonly isSame: boolean } | null = null;
  return (ids, others) => {
    if (last?.ids !== ids) {
      last = { ids, isSame: others.length === ids.length && others.every((id, at) => id === ids[at]) };
    }
    return last.isSame;
  };
}

/**
 * Maps offsets in kept sections of one text to another text. Each section moves separately: much may have changed
 * between two texts, and kept sections may be next to others that are new.
 */
function createMove(before: readonly PlacedSection[], now: readonly PlacedSection[]): Move {
  const starts = new Map(now.map(({ section, start }) => [section, start]));
  return (offset) => {
    const placed = before[findLastUpTo(before, offset)];
    const start = placed && starts.get(placed.section);
    return placed && start !== undefined ? offset - placed.start + start : offset;
  };
}

function moveFacts(facts: JobFacts, move: Move): JobFacts {
  const { needs, problems } = facts;
  if (needs.length === 0 && problems.length === 0) return facts;
  return {
    ...facts,
    needs: needs.map((need) => moveWithRelated(need, move)),
    problems: problems.map((problem) => moveWithRelated(problem, move)),
  };
}

/** Reports whether a check has read the ids of the file's jobs. */
function watchIds(context: JobContext): { readonly watched: JobContext; readonly hasSeenIds: () => boolean } {
  let hasSeen = false;
  const { file } = context;
  const watchedFile: FileFacts = {
    ...file,
    get jobIds() {
      hasSeen = true;
      return file.jobIds;
    },
  };
  return { watched: { ...context, file: watchedFile }, hasSeenIds: () => hasSeen };
}

/** Facts that are not known already are evaluated on demand: few features need them, and only for few jobs. */
class KnownJob implements CheckedJob {
  readonly job: Job;
  readonly target: CheckedJob['target'];
  readonly targets: CheckedJob['targets'];
  readonly count: number;
  readonly needs: CheckedJob['needs'];
  readonly problems: CheckedJob['problems'];
  readonly #check: () => CheckedJob;
  #checked: CheckedJob | null = null;

  constructor(job: Job, { target, targets, count, needs, problems }: JobFacts, check: () => CheckedJob) {
    this.job = job;
    this.target = target;
    this.targets = targets;
    this.count = count;
    this.needs = needs;
    this.problems = problems;
    this.#check = check;
  }

  get compiled(): CheckedJob['compiled'] {
    return (this.#checked ??= this.#check()).compiled;
  }

  get groups(): CheckedJob['groups'] {
    return (this.#checked ??= this.#check()).groups;
  }
}
