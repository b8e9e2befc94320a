import { createHash } from 'node:crypto';
import { createBodyRoom } from '../../../src/core/task/pace/bodyRoom.ts';
import { createKeyGate } from '../../../src/core/task/pace/keyGate.ts';
import { createOutages } from '../../../src/core/task/pace/outages.ts';
import { createProfileGate } from '../../../src/core/task/pace/profileGate.ts';
import { createDurations } from '../../../src/core/task/poll/durations.ts';
import type { TaskServices } from '../../../src/core/task/watch.ts';
import { createLeapingClock } from '../clocks/leapingClock.ts';
import { engineSettings } from './engineSettings.ts';

export const benchStart = Date.UTC(2026, 0, 1, 12);

/** Functions, and members of objects. */
export type ServiceChanges = {
  readonly [Name in keyof TaskServices]?:
    | (NonNullable<TaskServices[Name]> extends (...args: never) => unknown
        ? TaskServices[Name]
        : Partial<TaskServices[Name]>)
    | undefined;
};

const unexpected = (): never => {
  throw new Error('An unexpected call');
};

/** Services that do nothing. What a test uses of them replaces the members here. */
export function buildServices(...changes: readonly ServiceChanges[]): TaskServices {
  const clock = createLeapingClock(benchStart);
  const random = (): number => 0;
  const nothing = (): undefined => undefined;
  const plain = {
    clock,
    scheduler: clock,
    random,
    settings: () => engineSettings,
    log: { info: nothing, warn: nothing, error: nothing },
    sha256: (text: string) => createHash('sha256').update(text).digest('hex'),
    createId: unexpected,
    wasReached: () => Promise.resolve(false),
    onUnwritten: nothing,
    onRunsFileBlocked: nothing,
    onNearBudget: nothing,
    openProfile: unexpected,
    store: { list: () => [] },
    recorder: { record: () => Promise.resolve(), dispose: nothing },
    gate: createProfileGate(clock),
    keys: createKeyGate(),
    outages: { submits: createOutages({ clock, random }), queries: createOutages({ clock, random }) },
    bodies: createBodyRoom(1_000),
    durations: createDurations(),
    budget: {
      enter: () => Promise.resolve({ ok: true, pass: { dispose: nothing } }),
      confirm: () => Promise.resolve(true),
      holds: () => false,
    },
    balances: { lastSeen: () => null, read: () => Promise.resolve(null) },
    gateway: { submit: unexpected, query: unexpected, closeIdle: nothing },
    artifacts: {
      probe: () => Promise.resolve(null),
      tidy: () => Promise.resolve(),
      has: () => Promise.resolve(false),
      save: unexpected,
    },
    spool: {
      put: unexpected,
      find: () => Promise.resolve(null),
      listTasks: () => Promise.resolve(new Set<string>()),
      remove: () => Promise.resolve(),
      flush: () => Promise.resolve(),
      removeOrphans: () => Promise.resolve(),
    },
    inputs: {
      read: ({ sha256 }: { readonly sha256: string }) =>
        Promise.resolve({ ok: true, dataUrl: Buffer.from(`data:,${sha256}`) }),
    },
    journal: {
      append: () => Promise.resolve(),
      confirm: () => Promise.resolve(true),
      flush: () => Promise.resolve(),
      onDidLose: () => ({ dispose: nothing }),
      readLate: () => Promise.resolve([]),
      adopt: () => Promise.resolve([]),
      readForeign: () => Promise.resolve([]),
      watchForeign: () => null,
      shareProgress: nothing,
      dispose: nothing,
    },
    runsFile: {
      append: () => Promise.resolve(),
      read: () => Promise.resolve([]),
      sync: () => Promise.resolve(),
      move: () => Promise.resolve(),
    },
    openTasks: { read: () => Promise.resolve([]), note: () => Promise.resolve() },
    ledger: {
      append: () => Promise.resolve(),
      refresh: () => Promise.resolve(),
      charges: () => [],
      hasArtifact: () => Promise.resolve(false),
    },
  };
  const services: Record<string, unknown> = plain;
  for (const [name, change] of changes.flatMap((each) => Object.entries(each))) {
    const before = services[name];
    services[name] = typeof change === 'function' ? change : { ...(before as object), ...change };
  }
  return services as unknown as TaskServices;
}
