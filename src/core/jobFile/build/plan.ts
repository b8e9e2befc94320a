import { buildRequests, type BuiltRequests } from './buildRequests.ts';
import { checkJobFile, type CheckedJobFile } from '../check/checkJobFile.ts';
import type { CheckOptions } from '../findTarget.ts';
import type { FileControls } from '../job.ts';
import type { Lookups } from '../lookups.ts';
import { buildProblem, isError, type Problem } from '../problem.ts';
import type { PlannedRequest } from '../request.ts';
import { findEntry, type MapNode } from '../syntax/syntaxTree.ts';
import type { TextRange } from '../../support/textRange.ts';

export interface PlanOptions extends CheckOptions {
  readonly fileBase: string;
  /** Returns the SHA-256 of a text in UTF-8 as 64 hex digits. */
  readonly sha256: (text: string) => string;
}

export interface JobFilePlan {
  readonly problems: readonly Problem[];
  /** Requests in the order of the file. Empty if any problem of the file is an error. */
  readonly requests: readonly PlannedRequest[];
  readonly controls: FileControls;
  /** The range in which the file selects its profile. Null if it does not. */
  readonly profileRange: TextRange | null;
}

/** A plan for sending has to know everything: what is not looked up does not exist. */
const emptyLookups: Lookups = {
  files: {
    readText: () => ({ ok: false, reason: 'missing' }),
    inspect: () => ({ exists: false, isInside: true, bytes: 0 }),
  },
};
const blockEnv: NonNullable<Lookups['env']> = () => ({ state: 'blocked' });

/** Plans the requests of a job file. Pure: files are read only through the lookups, and nothing is sent. */
export function planJobFile(text: string, options: PlanOptions): JobFilePlan {
  const envValues = new Set<string>();
  const { env = blockEnv, ...lookups } = { ...emptyLookups, ...options.lookups };
  const readEnv: typeof env = (name) => {
    const outcome = env(name);
    if (outcome.state === 'set') envValues.add(outcome.value);
    return outcome;
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
  const { fileBase, sha256 } = options;
  const built = jobs.map((checked) => ({
    checked,
    ...buildRequests(checked, { fileBase, sha256, envValues: [...envValues] }),
  }));
  const gaps = built.filter(({ isKnown }) => !isKnown).map(describeGap);
  if (gaps.length > 0) return { problems: [...problems, ...gaps], requests: [], ...file };
  return { problems, requests: built.flatMap(({ requests }) => requests), ...file };
}

function findProfile(root: MapNode | null): TextRange | null {
  const gen = findEntry(root, 'gen')?.value;
  return gen?.kind === 'map' ? (findEntry(gen, 'profile')?.value ?? null) : null;
}

/** A request with an unknown value is not sent. */
function describeGap({ checked }: BuiltRequests & { readonly checked: CheckedJobFile['jobs'][number] }): Problem {
  return buildProblem('unknown-context', checked.job.label, { args: { variant: 'not-here' } });
}
