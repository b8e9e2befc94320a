import type { JobFindings } from './checkJob.ts';
import type { FileFacts } from '../compile/scope.ts';
import { createMove, type PlacedSection } from '../sections/placeSections.ts';
import { type Move, moveFinding } from '../sections/moveTree.ts';
import type { SyntaxEntry } from '../syntax/syntaxTree.ts';

/** Results of the checks of one version, for the checks of a later one. */
export interface KeptChecks {
  readonly sections: readonly PlacedSection[];
  /** Origins of the parts of the file that all jobs see. */
  readonly shared: readonly (SyntaxEntry | undefined)[];
  /** Checks by the origin of what was checked. */
  readonly checks: ReadonlyMap<SyntaxEntry, KeptCheck>;
}

interface KeptCheck {
  readonly findings: JobFindings;
  /** Ids of the file's jobs, if the check has read them. Null if it has not. */
  readonly jobIds: readonly string[] | null;
}

type Version = Omit<KeptChecks, 'checks'>;

/** Finds the results of an earlier version for the same text, with the ranges of this version. */
export class CheckKeeper {
  readonly #version: Version;
  readonly #jobIds: readonly string[];
  readonly #before: KeptChecks | null;
  readonly #move: Move;
  readonly #hasSameIds: (ids: readonly string[]) => boolean;
  readonly #checks = new Map<SyntaxEntry, KeptCheck>();

  constructor(version: Version, jobIds: readonly string[], before: KeptChecks | null) {
    const isUsable = before?.shared.every((origin, at) => origin === version.shared[at]) ?? false;
    this.#version = version;
    this.#jobIds = jobIds;
    this.#before = isUsable ? before : null;
    this.#move = before ? createMove(before.sections, version.sections) : (offset) => offset;
    this.#hasSameIds = compareOnce(jobIds);
  }

  /** Returns null if there is no result, or if the check has read a part of the file that is different now. */
  find(origin: SyntaxEntry): JobFindings | null {
    const kept = this.#before?.checks.get(origin);
    if (!kept || (kept.jobIds && !this.#hasSameIds(kept.jobIds))) return null;
    const findings = moveFindings(kept.findings, this.#move);
    this.#checks.set(origin, { findings, jobIds: kept.jobIds });
    return findings;
  }

  keep(origin: SyntaxEntry, findings: JobFindings, { hasSeenIds }: { readonly hasSeenIds: boolean }): void {
    const { target, targets, count, needs, problems } = findings;
    // The rest of a check would keep the whole text of this version in memory.
    const kept = { target, targets, count, needs, problems };
    this.#checks.set(origin, { findings: kept, jobIds: hasSeenIds ? this.#jobIds : null });
  }

  get kept(): KeptChecks {
    return { ...this.#version, checks: this.#checks };
  }
}

/** Thousands of checks have read the same list. */
function compareOnce(ids: readonly string[]): (others: readonly string[]) => boolean {
  let last: { readonly others: readonly string[]; readonly isSame: boolean } | null = null;
  return (others) => {
    if (last?.others !== others) {
      last = { others, isSame: others.length === ids.length && others.every((id, at) => id === ids[at]) };
    }
    return last.isSame;
  };
}

function moveFindings(findings: JobFindings, move: Move): JobFindings {
  const { needs, problems } = findings;
  if (needs.length === 0 && problems.length === 0) return findings;
  return {
    ...findings,
    needs: needs.map((need) => moveFinding(need, move)),
    problems: problems.map((problem) => moveFinding(problem, move)),
  };
}

/** Reports whether a check has read the ids of the file's jobs. */
export function watchIds(file: FileFacts): { readonly file: FileFacts; readonly hasSeenIds: () => boolean } {
  let hasSeen = false;
  const watched: FileFacts = {
    ...file,
    get jobIds() {
      hasSeen = true;
      return file.jobIds;
    },
  };
  return { file: watched, hasSeenIds: () => hasSeen };
}
