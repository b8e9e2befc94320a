import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { RunsRecord } from '../../../../src/core/artifact/runsRecord.ts';
import type { FileControls } from '../../../../src/core/jobFile/job.ts';
import type { Problem } from '../../../../src/core/jobFile/problem.ts';
import type { PlannedRequest } from '../../../../src/core/jobFile/request.ts';
import type { Task } from '../../../../src/core/task/model/task.ts';
import { generate } from '../../../../src/engine/generate/generate.ts';
import type {
  Consent,
  Earlier,
  Estimate,
  Gateway,
  GeneratePorts,
  GivenResult,
  LocalFile,
  LocalResult,
  PlanSource,
  Press,
  RunOrder,
  RunOrderPart,
} from '../../../../src/engine/index.ts';
import { buildArtifact, buildRequest, buildTask } from '../../host/fakes/builders.ts';

export interface Arrangement {
  readonly requests?: readonly PlannedRequest[];
  readonly earlier?: readonly (Earlier | null)[];
  readonly gone?: readonly (RunsRecord | null)[];
  /** Ids of tasks that are saved when the press is planned. */
  readonly savedIds?: readonly string[];
  readonly problems?: readonly Problem[];
  readonly estimates?: readonly (Estimate | null)[];
  readonly given?: readonly GivenResult[];
  readonly localFiles?: readonly (LocalFile | LocalResult)[];
  readonly controls?: Partial<FileControls>;
  readonly press?: Partial<Omit<Press, 'jobFiles'>>;
  /** Paths of the job files. */
  readonly jobFiles?: readonly string[];
  readonly gateway?: Partial<Gateway>;
  /** What the user has agreed to before. */
  readonly agreed?: readonly Consent[];
  readonly ports?: Partial<GeneratePorts>;
}

const noControls: FileControls = {
  name: null,
  profile: null,
  concurrency: null,
  maxRuns: 100,
  onError: 'continue',
  budgetUsd: null,
};

/** One earlier result is enough for an estimate. */
const cheap: Estimate = { amountUsd: 0.04, samples: 1 };

/** A paid gateway that the user has selected. */
const studio: Gateway = {
  profile: 'studio',
  origin: 'https://api.studio.test',
  isSandbox: false,
  isSelected: true,
  isKeyMissing: false,
};

const unexpected = (name: string) => (): never => assert.fail(`${name} was not expected`);

/**
 * Arranges Generate with a fake engine whose tasks are saved at once. `started` contains the parts of all runs.
 * Questions fail unless a test answers them.
 */
export function arrangePress(arrangement: Arrangement = {}) {
  const { requests = [buildRequest()], earlier = [], estimates = [], problems = [] } = arrangement;
  const { gateway = {}, jobFiles = ['/w/hero.gen.yaml'] } = arrangement;
  const runs: RunOrder[] = [];
  const agreed: Consent[] = [...(arrangement.agreed ?? [])];
  const started: RunOrderPart[] = [];
  const planned: PlanSource[] = [];
  const live: Task[] = [];
  const foreign: Task[] = [];
  const engine: Parameters<typeof generate>[0] = {
    tasks: () => live,
    readForeignTasks: () => Promise.resolve(foreign),
    readRuns: () => Promise.resolve([]),
    rename: unexpected('rename'),
    plan(source) {
      planned.push(source);
      return Promise.resolve({
        jobFile: source.jobFile,
        problems,
        requests,
        savedIds: new Set(arrangement.savedIds),
        earlier: requests.map((_, at) => earlier[at] ?? null),
        gone: arrangement.gone ?? [],
        estimates: requests.map((_, at) => (at in estimates ? (estimates[at] ?? null) : cheap)),
        given: arrangement.given ?? [],
        localFiles: arrangement.localFiles ?? [],
        controls: { ...noControls, ...arrangement.controls },
      });
    },
    start(run) {
      runs.push(run);
      started.push(...run.parts);
      const tasks = run.parts.flatMap(({ jobFile, profile, requests }) =>
        requests.map((request, at) =>
          buildTask({ id: `${jobFile}#${at + 1}`, jobFile, request, profile, state: 'running' }),
        ),
      );
      live.push(...tasks);
      const saved = tasks.map((task): Task => ({
        ...task,
        state: 'saved',
        amountUsd: 0.03,
        artifacts: [buildArtifact('hero.png')],
      }));
      return { id: run.runId ?? '', done: Promise.resolve(saved) };
    },
  };
  const ports: GeneratePorts = {
    readGateway: (profile) => Promise.resolve({ ...studio, profile: profile ?? 'studio', ...gateway }),
    showProblems: unexpected('showProblems'),
    askUnchanged: unexpected('askUnchanged'),
    askKey: unexpected('askKey'),
    confirm: unexpected('confirm'),
    consents: {
      has: (consent) => agreed.some((each) => isDeepStrictEqual(each, consent)),
      add: (consents) => void agreed.push(...consents),
    },
    showEarlier: unexpected('showEarlier'),
    ...arrangement.ports,
  };
  const press: Press = {
    jobFiles: jobFiles.map((path) => ({ path, text: '', boundary: '/w', isStrict: false, concurrency: 4 })),
    unchanged: 'ask',
    confirm: { requests: 2, usd: 1 },
    asksForKey: true,
    ...arrangement.press,
  };
  return {
    agreed,
    runs,
    started,
    planned,
    live,
    foreign,
    ports,
    press: () => generate(engine, press, { ...ports, runId: 'r' }),
  };
}

/** Returns the sent fingerprints, file by file. */
export const fingerprints = (parts: readonly RunOrderPart[]): string[][] =>
  parts.map(({ requests }) => requests.map(({ fingerprint }) => fingerprint));
