import type { RunsRecord } from '../../core/artifact/runsRecord.ts';
import type { Problem } from '../../core/jobFile/problem.ts';
import type { Estimate, PlannedRequest } from '../../core/jobFile/request.ts';
import type { Task } from '../../core/task/model/task.ts';
import type { EndedState } from '../../core/task/model/taskStates.ts';
import type { RunEstimate } from '../../core/task/money/estimate.ts';
import type { Earlier } from '../../core/task/model/earlier.ts';
import type { Run } from '../../core/task/run/startRun.ts';
import type { LocalFile, JobFilePlan } from '../../planning/jobFilePlan.ts';

/** One press of Generate: the job files, and what is decided before any question. */
export interface Press {
  readonly jobFiles: readonly SavedJobFile[];
  /** Only this job under `jobs:`. */
  readonly job?: string | undefined;
  /**
   * Whether this press is about a request of a file (absolute path), after `markProblems` has received its plan.
   * Otherwise the request is neither sent nor awaited nor reported, and what it has saved is there for those that need it.
   */
  readonly isWanted?: ((jobFile: string, request: PlannedRequest) => boolean) | undefined;
  /** What happens to requests whose result or open task exists. */
  readonly unchanged: 'ask' | 'generate' | 'skip';
  /** When to confirm the run. Null if the caller vouches for it, so that nothing is confirmed. */
  readonly confirm: ConfirmRule | null;
  /** Whether a missing key is asked for. Otherwise its tasks fail with `key-missing`. */
  readonly asksForKey: boolean;
}

/** A run is confirmed if one of these holds. */
export interface ConfirmRule {
  /** It has this many requests or more. */
  readonly requests: number;
  /** It is estimated to cost more, or there is no estimate for one of its requests. */
  readonly usd: number;
}

/** A job file as it is on disk now. */
export interface SavedJobFile {
  /** Absolute path. */
  readonly path: string;
  readonly text: string;
  /** Artifacts must be inside this folder (absolute). */
  readonly boundary: string;
  readonly isStrict: boolean;
  /** Whether the request is embedded in saved files, if the job file does not say so. Default: `none`. */
  readonly metadata?: 'none' | 'embed';
  /** Tasks at once, if the job file does not say so. */
  readonly concurrency: number;
}

/** A job file with its plan and the gateway that its requests are sent to. */
export interface PlannedJobFile extends SavedJobFile {
  readonly gateway: Gateway;
  readonly plan: Pick<JobFilePlan, 'controls' | 'given' | 'localFiles' | 'savedIds'>;
}

/** One request of a press, with what exists for it. */
export interface Candidate {
  readonly jobFile: PlannedJobFile;
  readonly request: PlannedRequest;
  readonly earlier: Earlier | null;
  /** The record of a result whose file is not found, if the user is asked about what exists. */
  readonly gone: RunsRecord | null;
  readonly estimate: Estimate | null;
}

/** A request whose result or open task exists. */
export type UnchangedCandidate = Candidate & { readonly earlier: Earlier };

/** The gateway of a profile, as far as the questions need it. */
export interface Gateway {
  readonly profile: string;
  /** Where requests are sent and charged. Null for the sandbox, and for a profile that does not exist. */
  readonly origin: string | null;
  readonly isSandbox: boolean;
  /** The user has selected this profile, rather than a job file or a workspace. */
  readonly isSelected: boolean;
  /** True for a gateway whose key can be asked for. */
  readonly isKeyMissing: boolean;
}

/** Asked once per press. */
export interface UnchangedQuestion {
  readonly unchanged: readonly UnchangedCandidate[];
  /** Number of requests without a result or an open task. */
  readonly missing: number;
  /** Estimate of the missing requests, or of all if none is missing. */
  readonly estimate: RunEstimate;
  /** Estimate of all requests, which one of the answers generates. */
  readonly total: RunEstimate;
  /** What the user agrees to by any answer that generates. Null if the caller vouches for it. */
  readonly confirmation: Confirmation | null;
}

/** What the user must know before requests are sent. Asked at most once per press. */
export interface Confirmation {
  /** Number of requests that are charged. */
  readonly count: number;
  /** How many of them are equal to another one, apart from repetitions that the job file asks for. */
  readonly equal: number;
  /** Results of the same requests whose files are not found. */
  readonly gone: readonly RunsRecord[];
  readonly estimate: RunEstimate;
  /** The gateways of these requests, one per profile. */
  readonly gateways: readonly Gateway[];
  /** Profiles that the user has not selected and has not agreed to before. */
  readonly unselected: readonly UnselectedProfile[];
  /** Local files, and texts of records, that are sent and that were not named before. */
  readonly localFiles: readonly NamedFile[];
}

/** The profile of a job file that the user has not selected. */
export interface UnselectedProfile {
  /** Absolute path. */
  readonly jobFile: string;
  readonly gateway: Gateway;
  /** The job file selects it; otherwise the workspace does. */
  readonly isFromFile: boolean;
}

/** A local file that a job file (absolute path) sends. */
export interface NamedFile {
  readonly jobFile: string;
  readonly gateway: Gateway;
  readonly file: LocalFile;
}

/** The user agrees once that a job file (absolute path) sends to the origin of a profile, or a local file there. */
export interface Consent {
  readonly jobFile: string;
  readonly profile: string;
  readonly origin: string;
  /** Name of the local file, or of the text with its hash. Null for the profile itself. */
  readonly file: string | null;
}

/** What the user has agreed to on this machine. */
export interface Consents {
  has(consent: Consent): boolean;
  add(consents: readonly Consent[]): void;
}

/** `all` generates everything again, `missing` only the rest, `show` shows what exists. */
export type UnchangedChoice = 'all' | 'missing' | 'show' | 'cancel';

/** A run with its job files. `done` never rejects, because errors are in the tasks. */
export interface StartedRun extends Run {
  /** Absolute paths. */
  readonly jobFiles: readonly string[];
}

/** What a press asks and reports. A question that is dismissed returns false or `cancel`. */
export interface GeneratePorts {
  /** The gateway of this profile; null means the selected one. */
  readGateway(profile: string | null): Promise<Gateway>;
  askUnchanged(question: UnchangedQuestion): Promise<UnchangedChoice>;
  /** Returns whether the profile has a key now. */
  askKey(profile: string): Promise<boolean>;
  /** `first`: only the first request is sent, so that its price and result are known before the others are. */
  confirm(confirmation: Confirmation): Promise<boolean | 'first'>;
  readonly consents: Consents;
  /**
   * Waits for an open task and returns it in its final state. Null if its end is unknown. With this port, an open task
   * is never sent again. Without it, an open task is reported as unchanged, and so is what only the runs file tells of.
   */
  awaitTask?(task: Task): Promise<Task | null>;
  /** Receives what planning has found in a file, whether it stops the press or not. */
  markProblems?(plan: Pick<JobFilePlan, 'jobFile' | 'problems'>): void;
  /** Receives the files with errors, because of which nothing is sent. Each has at least one, in any order. */
  showProblems?(jobFiles: readonly { readonly path: string; readonly errors: readonly Problem[] }[]): void;
  /** Called before the first of `count` requests is sent, when nothing is left to ask. Returns whether the run starts. */
  begin?(count: number): Promise<boolean>;
  /** Shows what exists for an unchanged request. */
  showEarlier?(candidate: UnchangedCandidate): void;
  /** Called when nothing is left to ask and the run has started. */
  watch?(run: StartedRun): void;
}

/** What `genwright.generate` resolves to. */
export interface GenerateResult {
  readonly tasks: readonly TaskResult[];
  /** Number of errors in the job files. If there are any, nothing was sent and `tasks` is empty. */
  readonly problems: number;
}

/** One request of the press. */
export interface TaskResult {
  /** The journal's id; null for an unchanged request that the journal does not remember. */
  readonly id: string | null;
  /** The gateway's; null before acceptance. */
  readonly taskId: string | null;
  /** Absolute path. */
  readonly jobFile: string;
  readonly job: string | null;
  readonly index: number;
  readonly status: EndedState | 'unchanged';
  /** Absolute paths. */
  readonly artifacts: readonly string[];
  readonly amountUsd: number | null;
  readonly error: { readonly code: string; readonly message: string } | null;
}
