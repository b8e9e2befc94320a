import { createLimiter, type Limiter } from '../../../src/core/support/limiter.ts';
import type {
  CallOutcome,
  OpenProfile,
  QueryCall,
  Refusal,
  SubmitCall,
  TaskView,
} from '../../../src/core/task/gatewayPort.ts';
import type { ForeignTask } from '../../../src/core/task/journalPort.ts';
import type { Task, TaskError } from '../../../src/core/task/model/task.ts';
import type { Result, TaskEntry } from '../../../src/core/task/model/taskEntry.ts';
import type { JournalRecord, TaskChange, TaskSeed } from '../../../src/core/task/model/taskEvent.ts';
import { createOutages } from '../../../src/core/task/pace/outages.ts';
import { createProfileGate } from '../../../src/core/task/pace/profileGate.ts';
import type { EngineSettings, SaveOrder, SaveOutcome } from '../../../src/core/task/ports.ts';
import type { RunPart } from '../../../src/core/task/run/runParts.ts';
import { createTaskStore } from '../../../src/core/task/taskStore.ts';
import { TaskWatch } from '../../../src/core/task/watch.ts';
import { engineSettings } from './engineSettings.ts';
import { createLeapingClock } from '../clocks/leapingClock.ts';
import { buildRequest } from '../planning/requests.ts';
import { benchStart, buildServices, type ServiceChanges } from './taskServices.ts';

/**
 * An outcome, or a function that resolves to one. Any outcome other than a failure before the first byte counts as
 * sent.
 */
export type SubmitStep = CallOutcome | ((call: SubmitCall, signal: AbortSignal) => Promise<CallOutcome>);
export type QueryStep = CallOutcome | ((call: QueryCall, signal: AbortSignal) => Promise<CallOutcome>);
export type SaveStep = SaveOutcome | ((order: SaveOrder, signal: AbortSignal) => Promise<SaveOutcome>);

export interface TaskBenchOptions {
  readonly seed?: Partial<TaskSeed>;
  /** Changes of the task before the phase begins. */
  readonly changes?: readonly TaskChange[];
  /** Outcomes of the calls to the gateway and the disk, in order. A call without an outcome fails the test. */
  readonly submits?: readonly SubmitStep[];
  readonly queries?: readonly QueryStep[];
  readonly saves?: readonly SaveStep[];
  readonly settings?: Partial<EngineSettings>;
  readonly profile?: Partial<OpenProfile> | null;
  readonly foreign?: readonly ForeignTask[];
  /** Whether the journal refuses a record. */
  readonly refuses?: (record: JournalRecord) => boolean;
  /** How long the journal takes for a record. */
  readonly writes?: (record: JournalRecord) => Promise<void>;
  readonly slots?: Limiter;
  /** Members of services that replace those of the bench. */
  readonly over?: ServiceChanges;
}

const plainSeed = { run: 'run-1', jobFile: '/w/hero.gen.yaml', boundary: '/w', profile: 'studio', isSandbox: false };

/** Builds a task like one of another process or an earlier run. */
export function buildSeed(changes: Partial<TaskSeed> = {}): TaskSeed {
  return { ...plainSeed, request: buildRequest(), ...changes };
}

function takeStep<T>(steps: T[], what: string): T {
  const step = steps.shift();
  if (step === undefined) throw new Error(`An unexpected ${what}`);
  return step;
}

/**
 * Creates the watch of one task, `t1`, with its services. Store, gates and clock are real, and the clock leaps to the end of each wait.
 * The gateway and the disk behave like the options.
 */
export function createTaskBench(options: TaskBenchOptions = {}) {
  const clock = createLeapingClock(benchStart);
  const written: JournalRecord[] = [];
  const logged: string[] = [];
  const submitted: { readonly at: number }[] = [];
  const queried: { readonly at: number }[] = [];
  const orders: SaveOrder[] = [];
  const [submits, queries, saves] = [
    [...(options.submits ?? [])],
    [...(options.queries ?? [])],
    [...(options.saves ?? [])],
  ];
  const log = (line: string): void => void logged.push(line);
  const profile: OpenProfile | null =
    options.profile === null
      ? null
      : {
          name: 'studio',
          baseUrl: 'https://gateway.example',
          isSandbox: false,
          readKey: () => Promise.resolve('sk-1'),
          ...options.profile,
        };
  const ports = buildServices({
    clock,
    log: { warn: log, error: log },
    settings: () => ({ ...engineSettings, ...options.settings }),
    openProfile: () => Promise.resolve(profile),
    journal: {
      async append(records) {
        if (records.some((record) => options.refuses?.(record))) throw new Error('ENOSPC');
        written.push(...records);
        for (const record of records) await options.writes?.(record);
      },
      readForeign: () => Promise.resolve(options.foreign ?? []),
    },
    gateway: {
      async submit(_target, call, signal) {
        submitted.push({ at: clock.now() });
        const step = takeStep(submits, 'submit');
        if (typeof step === 'function') return step(call, signal);
        if (step.kind !== 'not-sent') call.onSent?.();
        return step;
      },
      async query(_target, call, signal) {
        queried.push({ at: clock.now() });
        const step = takeStep(queries, 'query');
        return typeof step === 'function' ? step(call, signal) : step;
      },
    },
    artifacts: {
      async save(order, signal) {
        orders.push(order);
        const step = takeStep(saves, 'save');
        return typeof step === 'function' ? step(order, signal) : step;
      },
    },
  });
  const store = createTaskStore(ports);
  void store.add([{ id: 't1', seed: buildSeed(options.seed) }]);
  for (const change of options.changes ?? []) void store.changeAnyway('t1', change);
  written.length = 0;
  const { random } = ports;
  const services = buildServices(
    ports,
    {
      store,
      scheduler: clock,
      gate: createProfileGate(clock),
      outages: { submits: createOutages({ clock, random }), queries: createOutages({ clock, random }) },
    },
    options.over ?? {},
  );
  let stopReason: TaskError | null = null;
  const run: RunPart = {
    id: 'run-1',
    slots: options.slots ?? createLimiter(4),
    isUnwatched: false,
    get stopReason() {
      return stopReason;
    },
    stopSubmits: () => undefined,
  };
  const watch = new TaskWatch('t1', run, services, new AbortController().signal);
  return {
    watch,
    services,
    clock,
    store,
    logged,
    written,
    submitted,
    queried,
    orders,
    entry: (): TaskEntry => store.entryOf('t1'),
    task: (): Task => store.entryOf('t1').task,
    /** The kinds of the records that the phase has written, in order. */
    kinds: (): readonly string[] => written.map(({ kind }) => kind),
    stopRun: (reason: TaskError) => void (stopReason = reason),
  };
}

export const sendingChange: TaskChange = {
  kind: 'sending',
  attempt: 1,
  isSandbox: false,
  origin: 'https://gateway.example',
};

/** Changes of a planned task until it is `pending`, with the gateway's id `g1`. */
export const untilPending: readonly TaskChange[] = [
  sendingChange,
  { kind: 'accepted', taskId: 'g1', statusWord: 'queued' },
];

export function urlResult(url: string): Result {
  return { source: { kind: 'url', url }, title: null, lyrics: null };
}

/** Returns the changes of a planned task until it is `saving`, with these results. */
export function untilSaving(results: readonly Result[]): readonly TaskChange[] {
  return [...untilPending, { kind: 'finished', statusWord: 'succeeded', amountUsd: 0.04, results }];
}

export function refused(
  httpStatus: number,
  {
    code = null,
    message = 'no',
    isOwn = true,
    retryAfterMs = null,
    amountUsd = null,
  }: Partial<Omit<Refusal, 'httpStatus'>> = {},
) {
  return { kind: 'refused', refusal: { httpStatus, code, message, isOwn, retryAfterMs, amountUsd } } as const;
}

/** The response to a submit, or to a query, that says how a task is. */
export function task(phase: TaskView['phase'], changes: Partial<TaskView> = {}, taskId: string | null = 'g1') {
  const view: TaskView = {
    phase,
    statusWord: phase,
    progress: null,
    amountUsd: null,
    deliveries: [],
    failure: '',
    ...changes,
  };
  return { kind: 'task', taskId, view, text: '' } as const;
}

export const accepted: CallOutcome = task('pending', { statusWord: 'queued' });
export const notSent: CallOutcome = { kind: 'not-sent', message: 'ECONNREFUSED' };

export function times<T>(count: number, step: T): readonly T[] {
  return Array.from({ length: count }, () => step);
}
