import assert from 'node:assert/strict';
import type { FileControls } from '../../../../src/core/jobFile/job.ts';
import type { PlannedRequest } from '../../../../src/core/jobFile/request.ts';
import type { Problem } from '../../../../src/core/jobFile/problem.ts';
import type { Task } from '../../../../src/core/task/task.ts';
import type { Earlier, Engine, Estimate, GivenResult, PlanSource, RunRequest } from '../../../../src/engine.ts';
import { generate } from '../../../../src/host/commands/generate/generate.ts';
import type { GenerateOptions } from '../../../../src/host/commands/generate/generateCall.ts';
import type { GatewayState, GeneratePorts } from '../../../../src/host/commands/generate/generatePorts.ts';
import { buildArtifact, buildRequest, buildTask } from './builders.ts';

export interface Arrangement {
  readonly requests?: readonly PlannedRequest[];
  readonly earlier?: readonly (Earlier | null)[];
  readonly problems?: readonly Problem[];
  readonly estimates?: readonly (Estimate | null)[];
  readonly given?: readonly GivenResult[];
  readonly controls?: Partial<FileControls>;
  readonly options?: GenerateOptions;
  readonly targets?: readonly string[];
  readonly gateway?: Partial<GatewayState>;
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

const unexpected = (name: string) => (): never => assert.fail(`${name} was not expected`);

/** A press on `hero` with a fake engine whose tasks are saved at once; questions fail unless a test answers them. */
export function arrangePress(arrangement: Arrangement = {}) {
  const { requests = [buildRequest()], earlier = [], estimates = [], problems = [] } = arrangement;
  const { gateway = {}, options = {} } = arrangement;
  const started: RunRequest[] = [];
  const planned: PlanSource[] = [];
  const live: Task[] = [];
  const engine: Pick<Engine, 'plan' | 'start' | 'tasks'> = {
    tasks: () => live,
    plan(source) {
      planned.push(source);
      return Promise.resolve({
        jobFile: source.jobFile,
        problems,
        requests,
        earlier: requests.map((_, at) => earlier[at] ?? null),
        estimates: requests.map((_, at) => estimates[at] ?? null),
        given: arrangement.given ?? [],
        runId: 'planned-run',
        controls: { ...noControls, ...arrangement.controls },
      });
    },
    start(run) {
      started.push(run);
      const tasks = run.requests.map((request, at) =>
        buildTask({
          id: `${run.jobFile}#${at + 1}`,
          jobFile: run.jobFile,
          request,
          profile: run.profile,
          state: 'running',
        }),
      );
      live.push(...tasks);
      const saved = tasks.map((task): Task => ({
        ...task,
        state: 'saved',
        amountUsd: 0.03,
        artifacts: [buildArtifact('hero.png')],
      }));
      return { id: `run-${started.length}`, done: Promise.resolve(saved) };
    },
  };
  const ports: GeneratePorts = {
    engine: () => Promise.resolve(engine),
    saveJobFile: (target) =>
      Promise.resolve({
        path: typeof target === 'string' ? target : target.path,
        text: '',
        boundary: '/w',
        isStrict: false,
        concurrency: 4,
        metadata: 'none',
      }),
    readGateway: (profile) =>
      Promise.resolve({ profile: profile ?? 'studio', isSandbox: false, isKeyMissing: false, ...gateway }),
    unchangedSetting: 'ask',
    confirmRequests: 2,
    confirmUsd: 1,
    markProblems: () => undefined,
    showProblems: unexpected('showProblems'),
    askUnchanged: unexpected('askUnchanged'),
    askKey: unexpected('askKey'),
    confirm: unexpected('confirm'),
    showEarlier: unexpected('showEarlier'),
    watch: () => undefined,
    ...arrangement.ports,
  };
  const targets = arrangement.targets ?? ['/w/hero.gen.yaml'];
  return { started, planned, live, ports, press: () => generate({ targets, options }, ports) };
}

/** What was sent, run by run. */
export const fingerprints = (runs: readonly RunRequest[]): string[][] =>
  runs.map(({ requests }) => requests.map(({ fingerprint }) => fingerprint));
