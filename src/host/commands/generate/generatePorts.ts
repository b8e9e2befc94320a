import type { PlannedRequest } from '../../../core/jobFile/request.ts';
import type { Task } from '../../../core/task/task.ts';
import type { Earlier, Engine, Estimate, RunPlan } from '../../../engine.ts';
import type { Target } from './generateCall.ts';
import type { RunEstimate } from './runEstimate.ts';

/** A job file as it is on disk now. */
export interface SavedJobFile {
  /** Absolute path. */
  readonly path: string;
  readonly text: string;
  /** Artifacts may not leave this folder (absolute). */
  readonly boundary: string;
  readonly isStrict: boolean;
  /** Whether files carry how they were made, where the job file does not say it; `none` when left out. */
  readonly metadata?: 'none' | 'embed';
  /** Tasks at once. */
  readonly concurrency: number;
}

/** A job file with the gateway that its requests go to. */
export interface PlannedJobFile extends SavedJobFile {
  readonly gateway: GatewayState;
  readonly plan: Pick<RunPlan, 'controls' | 'given' | 'runId'>;
}

/** One request of a run, with what is already there for it. */
export interface Candidate {
  readonly jobFile: PlannedJobFile;
  readonly request: PlannedRequest;
  readonly earlier: Earlier | null;
  readonly estimate: Estimate | null;
}

/** Asked once for a whole run. */
export interface UnchangedQuestion {
  readonly unchanged: readonly (Candidate & { readonly earlier: Earlier })[];
  /** Requests that nothing is there for. */
  readonly missing: readonly Candidate[];
}

/** One question for a whole run. */
export interface RunQuestion {
  readonly count: number;
  readonly gateways: readonly GatewayState[];
  readonly estimate: RunEstimate;
}

/** `all` makes everything anew, `missing` only what is not there, `show` what is. */
export type UnchangedAnswer = 'all' | 'missing' | 'show' | 'cancel';

/** The gateway as far as the questions need it. */
export interface GatewayState {
  readonly profile: string;
  readonly isSandbox: boolean;
  /** A gateway without a key: asking for one makes sense. */
  readonly isKeyMissing: boolean;
}

/** `done` never rejects: what goes wrong is in the tasks. */
export interface StartedRun {
  readonly id: string;
  /** Absolute path. */
  readonly jobFile: string;
  readonly done: Promise<readonly Task[]>;
}

/** What Generate needs of the window. Questions answer undefined or `cancel` when they are dismissed. */
export interface GeneratePorts {
  engine(): Promise<Pick<Engine, 'plan' | 'start' | 'tasks'>>;
  /** Opens and saves; undefined when the person backs out of saving an untitled file. */
  saveJobFile(target: Target): Promise<SavedJobFile | undefined>;
  /** The gateway of that profile; null stands for the selected one. */
  readGateway(profile: string | null): Promise<GatewayState>;
  readonly unchangedSetting: 'ask' | 'generate' | 'skip';
  readonly confirmRequests: number;
  /** A run that is estimated to cost more is confirmed. */
  readonly confirmUsd: number;
  /** What planning has found goes to its place in the file, whether it stops the run or not. */
  markProblems(plan: Pick<RunPlan, 'jobFile' | 'problems'>): void;
  /** Shows the files and opens the Problems view. */
  showProblems(jobFiles: readonly { readonly path: string; readonly errors: number }[]): void;
  askUnchanged(question: UnchangedQuestion): Promise<UnchangedAnswer>;
  /** Answers whether a key is there now. */
  askKey(profile: string): Promise<boolean>;
  confirm(run: RunQuestion): Promise<boolean>;
  /** Shows what is already there for an unchanged request. */
  showEarlier(candidate: Candidate & { readonly earlier: Earlier }): void;
  /** Called when the runs have started. */
  watch(runs: readonly StartedRun[]): void;
}
