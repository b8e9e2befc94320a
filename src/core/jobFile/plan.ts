import { buildRequests, type BuiltRequests } from './buildRequests.ts';
import { checkJobFile, type CheckedJobFile } from './checkJobFile.ts';
import type { CheckOptions } from './findTarget.ts';
import type { FileControls } from './job.ts';
import type { Lookups } from './lookups.ts';
import { buildProblem, isError, type Problem } from './problem.ts';
import type { PlannedRequest } from './request.ts';
import { findEntry, type MapNode } from './syntaxTree.ts';
import type { TextRange } from '../support/textRange.ts';

export interface PlanOptions extends CheckOptions {
  readonly fileBase: string;
  /** 64 hex digits of the SHA-256 of a text in UTF-8. */
  readonly sha256: (text: string) => string;
  /** Only the job of this id; none when the file has no such job. Jobs that it needs are not among its requests. */
  readonly job?: string;
  /** `none` leaves fingerprints empty where nobody asks for them: for thousands of requests, hashing is most of the work. */
  readonly fingerprints?: 'all' | 'none';
}

export interface JobFilePlan {
  readonly problems: readonly Problem[];
  /** In the order of the file. Empty when a problem is an error, wherever in the file it is. */
  readonly requests: readonly PlannedRequest[];
  readonly controls: FileControls;
  /** Where the file names its profile; null where it does not. */
  readonly profileRange: TextRange | null;
}

/** A plan for sending has to know: what nobody looks up for it is not there. */
const emptyLookups: Lookups = {
  files: {
    readText: () => ({ ok: false, reason: 'missing' }),
    inspect: () => ({ exists: false, isInside: true, bytes: 0 }),
  },
};
const blockEnv: NonNullable<Lookups['env']> = () => ({ state: 'blocked' });

/** Job file in, requests out. Pure: reads no file but through its look-ups, and sends nothing. */
export function planJobFile(text: string, options: PlanOptions): JobFilePlan {
  const envValues = new Set<string>();
  const { env = blockEnv, ...lookups } = { ...emptyLookups, ...options.lookups };
  const readEnv: typeof env = (name) => {
    const answer = env(name);
    if (answer.state === 'set') envValues.add(answer.value);
    return answer;
  };
  const checked = checkJobFile(text, { ...options, lookups: { ...lookups, env: readEnv } });
  return planCheckedJobFile(checked, options, envValues);
}

function planCheckedJobFile(
  { jobFile, jobs, problems }: CheckedJobFile,
  options: PlanOptions,
  envValues: ReadonlySet<string>,
): JobFilePlan {
  const { controls, root } = jobFile;
  const file = { controls, profileRange: findProfile(root) };
  if (problems.some(isError)) return { problems, requests: [], ...file };
  const sha256 = options.fingerprints === 'none' ? null : options.sha256;
  const wanted = jobs.filter(({ job }) => options.job === undefined || job.id === options.job);
  const built = wanted.map((checked) => ({
    checked,
    ...buildRequests(checked, { fileBase: options.fileBase, sha256, envValues: [...envValues] }),
  }));
  const gaps = built.filter(({ isKnown }) => !isKnown).map(describeGap);
  if (gaps.length > 0) return { problems: [...problems, ...gaps], requests: [], ...file };
  return { problems, requests: built.flatMap(({ requests }) => requests), ...file };
}

function findProfile(root: MapNode | null): TextRange | null {
  const gen = findEntry(root, 'gen')?.value;
  return gen?.kind === 'map' ? (findEntry(gen, 'profile')?.value ?? null) : null;
}

/** Nothing is sent with a hole in it. */
function describeGap({ checked }: BuiltRequests & { readonly checked: CheckedJobFile['jobs'][number] }): Problem {
  return buildProblem('unknown-context', checked.job.label, { args: { variant: 'not-here' } });
}
