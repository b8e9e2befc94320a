import { findLastUpTo } from '../../support/findLastUpTo.ts';
import { lazy } from '../../support/lazy.ts';
import type { CheckOptions } from '../findTarget.ts';
import { type JobNode, type ParsedJobFile, parseJobFile } from '../parse/parseJobFile.ts';
import { type Move, moveWithRelated } from '../problem.ts';
import { type FileSyntax, parseSections, type PlacedSection, placeSections } from '../sections/parseSections.ts';
import { findEntry, type SyntaxEntry } from '../syntax/syntaxNode.ts';
import type { JobFacts } from './checkJob.ts';
import { type CheckedJobFile, checkParsed, checkSteps } from './checkJobFile.ts';

/**
 * Reads the versions of a job file in an editor, each part on first use. The result is the same as that of
 * `checkJobFile`, but parts that an edit does not touch are neither parsed nor checked again. A text is cut into
 * sections that have the same meaning alone and in the text. Sections with the same text are the same objects in the
 * next version, and so are the trees of their entries, called origins. Jobs whose origin has been checked are not
 * checked again, unless something has changed that all jobs see. Then only the ranges of their problems move.
 */
export function createJobFileReader(options: CheckOptions) {
  let keptSections: readonly PlacedSection[] = [];
  let keptJobs: ParsedJobFile | null = null;
  let keptChecks: KeptChecks | null = null;
  return {
    read(text: string): CheckedJobFile {
      const syntax = lazy(() => {
        const sections = placeSections(text, keptSections);
        if (sections) keptSections = sections;
        return parseSections(text, sections);
      });
      const parsed = lazy(() => (keptJobs = parseJobFile(syntax(), keptJobs)));
      const check = lazy(() => {
        // Nothing is known of a text that was read as a whole.
        if (!syntax().sections) return checkParsed(parsed(), { text, options });
        const { steps, kept } = keepChecks(syntax(), parsed(), keptChecks);
        const checked = checkParsed(parsed(), { text, options }, steps);
        keptChecks = kept;
        return checked;
      });
      return new Reading(syntax, parsed, check);
    },
    /** Checks every job again, because files or the environment have changed. */
    forgetChecks(): void {
      keptChecks = null;
    },
  };
}

/**
 * The parts of one version. The getters are those of a class, because each object literal with getters has a shape of
 * its own, which V8 keeps until it collects the old generation, and with it the whole version.
 */
class Reading implements CheckedJobFile {
  readonly #syntax: () => FileSyntax;
  readonly #parsed: () => ParsedJobFile;
  readonly #check: () => Pick<CheckedJobFile, 'jobs' | 'problems'>;

  constructor(
    syntax: () => FileSyntax,
    parsed: () => ParsedJobFile,
    check: () => Pick<CheckedJobFile, 'jobs' | 'problems'>,
  ) {
    this.#syntax = syntax;
    this.#parsed = parsed;
    this.#check = check;
  }

  get syntax() {
    return this.#syntax();
  }

  get jobFile() {
    return this.#parsed().jobFile;
  }

  get jobs() {
    return this.#check().jobs;
  }

  get problems() {
    return this.#check().problems;
  }
}

interface KeptChecks {
  readonly sections: readonly PlacedSection[];
  /** What all jobs see: the origins of the parts that they share, and the ids of all jobs. */
  readonly seen: readonly unknown[];
  /** Facts by the origin of what was checked. */
  readonly facts: ReadonlyMap<SyntaxEntry, JobFacts>;
}

/** Checks what an earlier version has not checked. Other results are those of that version, with moved ranges. */
function keepChecks(
  { sections, origins, root }: FileSyntax,
  { shared, jobFile }: ParsedJobFile,
  before: KeptChecks | null,
): { readonly steps: typeof checkSteps; readonly kept: KeptChecks } {
  const seen = [
    ...(shared?.entries ?? []).map((entry) => entry && origins.get(entry)),
    ...jobFile.jobs.map(({ id }) => id),
  ];
  const isUsable = before?.seen.length === seen.length && seen.every((each, at) => each === before.seen[at]);
  const usable = isUsable ? before : null;
  const move = createMove(usable?.sections ?? [], sections ?? []);
  const facts = new Map<SyntaxEntry, JobFacts>();
  const find = (entry: SyntaxEntry | undefined): JobFacts | undefined => {
    const origin = entry && origins.get(entry);
    const known = origin && usable?.facts.get(origin);
    if (!known) return undefined;
    const moved = moveFacts(known, move);
    facts.set(origin, moved);
    return moved;
  };
  const keep = (entry: SyntaxEntry | undefined, found: JobFacts): void => {
    const origin = entry && origins.get(entry);
    if (origin) facts.set(origin, found);
  };
  const steps: typeof checkSteps = {
    checkVars(vars, context) {
      const entry = root?.kind === 'map' ? findEntry(root, 'vars') : undefined;
      const known = find(entry);
      if (known) return known.problems;
      const problems = checkSteps.checkVars(vars, context);
      keep(entry, { target: null, targets: [], count: 0, needs: [], problems });
      return problems;
    },
    checkJob(job, context, node: JobNode) {
      const entry = 'key' in node ? node : undefined;
      const known = find(entry);
      if (known) {
        // Few features need the rest, and only for few jobs.
        const whole = lazy(() => checkSteps.checkJob(job, context, node));
        return {
          ...known,
          job,
          get compiled() {
            return whole().compiled;
          },
          get groups() {
            return whole().groups;
          },
        };
      }
      const checked = checkSteps.checkJob(job, context, node);
      // The rest of a check would keep the whole text of this version in memory.
      const { target, targets, count, needs, problems } = checked;
      keep(entry, { target, targets, count, needs, problems });
      return checked;
    },
  };
  return { steps, kept: { sections: sections ?? [], seen, facts } };
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
