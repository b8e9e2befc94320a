import { createInterface } from 'node:readline/promises';
import { countOf, listCounts } from '../../core/support/text/counts.ts';
import { nameRequest } from '../../core/task/report/nameRequest.ts';
import type { PlannedRequest } from '../../core/jobFile/request.ts';
import { groupBy } from '../../core/support/groupBy.ts';
import { formatAmount } from '../../core/support/text/formatAmount.ts';
import { formatBytes } from '../../core/support/text/formatBytes.ts';
import { makeInert } from '../../core/support/text/makeInert.ts';
import { messageOf } from '../../core/support/text/redact.ts';
import { isSaved } from '../../core/task/model/earlier.ts';
import type { RunEstimate } from '../../core/task/money/estimate.ts';
import type { Confirmation, GeneratePorts, JobFilePlan, Press, ShardMemory, TaskResult } from '../../engine/index.ts';
import { findRepository } from '../../node/jobFilePaths.ts';
import { nodeFileSystem } from '../../node/files/fileSystem.ts';
import { systemClock } from '../../node/systemClock.ts';
import { checkFiles, createJobFinder } from '../checkFiles.ts';
import { readConfig } from '../config.ts';
import type { Context, Outcome } from '../context.ts';
import { CommandError, exitCodes, type ExitCode, worstOf, usageError } from '../exitCode.ts';
import { formatFrames } from '../../core/language/report/formatFrames.ts';
import type { GatewayOptions } from '../gateway.ts';
import { follow, type Interruption } from '../interruption.ts';
import { findJobFiles, findTarget, type FoundJobFile, showPath } from '../jobFiles.ts';
import { parts } from '../parts.ts';
import type { Progress } from '../progress.ts';
import { checkRestored, selectShard, type ShardOptions, type ShardSelection } from '../selectShard.ts';
import { type Session, withSession } from '../session.ts';
import { describeFailure, exitCodeOf, idLength } from '../taskTexts.ts';
import { type ReportOptions, writeReports } from './report.ts';

interface RunOptions extends GatewayOptions, ShardOptions {
  readonly unchanged?: 'skip' | 'generate';
  readonly concurrency?: number;
  readonly budget?: number;
  readonly strict?: boolean;
  readonly yes?: boolean;
  readonly allowFailed?: boolean;
  readonly report?: ReportOptions;
  /** The shard was made before, whatever the state folder remembers. */
  readonly again?: boolean;
  /** `--no-wait` */
  readonly wait?: boolean;
}

/** Makes what is missing: plans, asks, sends, saves and records. What an earlier command has begun continues. */
export async function run(names: readonly string[], options: RunOptions, context: Context): Promise<Outcome> {
  // Not after what is paid for.
  for (const name of Object.values(options.report ?? {})) findTarget(name, context.cwd);
  const selection = await selectShard(names, options, context);
  const files = selection?.files ?? findJobFiles(names, context.cwd);
  const part = selection?.planned?.budgetUsd ?? Infinity;
  const budget = { usd: Math.min(options.budget ?? Infinity, part) };
  return withSession({ ...options, limit: budget }, context, async (session) => {
    const { access, engine, stateDir } = session;
    if (!access.isSandbox && !context.isInteractive && budget.usd === Infinity)
      throw usageError(`${access.selected} charges, and there is no terminal to ask in. Add --budget USD.`);
    const { openShardMemory } = await parts.engine();
    const memory = await openShardMemory({ stateDir, repository: findRepository(context.cwd) }, nodeFileSystem);
    if (memory.known && memory.known !== selection?.label)
      throw usageError(
        `This state folder has made one of ${memory.known}, and what another one makes may be sent twice. Join them with "genwright merge", or name another folder with --state.`,
      );
    if (context.isStateTrusted) await checkRestored(engine, context);
    // A shard that runs again has what is left of its part.
    if (selection?.planned)
      budget.usd = Math.min(budget.usd, part - (await engine.readAccount()).sumOf(selection.planned.isOwn));
    const outcome = await generate({ files, options, session, selection, memory, budget }, context);
    if (!options.report) return outcome;
    const fail = (error: unknown): ExitCode => {
      context.output.warn(`A report cannot be written: ${messageOf(error)}.`);
      return outcome.exitCode || exitCodes.failed;
    };
    const reported = writeReports(engine, files, { options: options.report, context });
    return { ...outcome, exitCode: await reported.then(() => outcome.exitCode, fail) };
  });
}

interface Run {
  readonly files: readonly FoundJobFile[];
  readonly options: RunOptions;
  readonly session: Session;
  /** Null for all requests. */
  readonly selection: ShardSelection | null;
  readonly memory: ShardMemory;
  /** Infinity without one. */
  readonly budget: { usd: number };
}

async function generate(run: Run, context: Context): Promise<Outcome> {
  const { files, options, session } = run;
  const { engine } = session;
  const folders = [...new Set(files.map(({ boundary }) => boundary))];
  const doubtful: string[] = [];
  const following = { context, folders, waits: options.wait !== false };
  const { result, interrupted } = await follow(engine, following, async ({ interruption, progress }) => {
    const { createTaskAwaiter } = await parts.engine();
    const awaitTask = createTaskAwaiter(engine, { folders, clock: systemClock, signal: interruption.signal });
    const ended = await engine.generate(buildPress(run), {
      ...createPorts(run, { planned: [], doubtful, context, interruption, progress }),
      awaitTask: (task) => (interruption.awaits(task), awaitTask(task)),
      watch: (started) => interruption.started(started),
    });
    return { result: ended, interrupted: interruption.exitCode() };
  });
  if (result.problems > 0) {
    await showProblems(files, options, context);
    context.output.note('Nothing was sent.');
    return { exitCode: exitCodes.problems, document: { problems: result.problems, tasks: [] } };
  }
  await summarize(result.tasks, run, context);
  const exitCode = interrupted ?? findExitCode(result.tasks, options);
  return { exitCode, document: { ...count(result.tasks), doubtful, tasks: result.tasks } };
}

function buildPress({ files, options, selection }: Run): Press {
  const { job, unchanged = 'skip', concurrency = 4, strict = false } = options;
  const jobFiles = files.map((file) => ({ ...file, isStrict: strict, concurrency }));
  // Every run that charges is confirmed, whatever it costs.
  const isWanted = selection ? (_: string, request: PlannedRequest) => selection.isWanted(request) : undefined;
  return { jobFiles, job, isWanted, unchanged, confirm: { requests: 1, usd: 0 }, asksForKey: false };
}

interface Asking {
  readonly planned: { readonly name: string; readonly earlier: JobFilePlan['earlier'][number] }[];
  /** Names of requests that an earlier run may have sent, of which this state folder knows nothing. */
  readonly doubtful: string[];
  readonly context: Context;
  readonly interruption: Interruption;
  readonly progress: Pick<Progress, 'ask'>;
}

function createPorts(run: Run, asking: Asking): GeneratePorts {
  const { files, options, session, selection, memory, budget } = run;
  const { planned, doubtful, context, interruption, progress } = asking;
  return {
    readGateway: (profile) => session.access.describe(profile),
    askUnchanged: () => Promise.resolve('missing'),
    askKey: () => Promise.resolve(false),
    consents: { has: () => false, add: () => undefined },
    markProblems(found) {
      const { jobFile, requests, earlier } = found as JobFilePlan;
      selection?.learn({ jobFile, requests });
      for (const [at, request] of requests.entries())
        if (selection?.isWanted(request) !== false)
          planned.push({ name: nameRequest(jobFile, request), earlier: earlier[at] ?? null });
    },
    async begin(count) {
      const isKept = !interruption.signal.aborted;
      if (isKept && count > 0 && selection) await memory.remember(selection.label);
      return isKept;
    },
    confirm: (confirmation) =>
      progress.ask(async () => {
        if (interruption.signal.aborted) return false;
        const [other] = confirmation.unselected;
        if (other)
          throw usageError(
            `${showPath(other.jobFile, context.cwd)} selects the profile "${other.gateway.profile}". Nothing was sent. If you want that, add --profile ${other.gateway.profile}.`,
          );
        const spent = 'The budget of this shard is spent, so nothing was sent. Plan again.';
        if (budget.usd <= 0) throw new CommandError(exitCodes.budget, spent);
        const isAsked = options.yes !== true && context.isInteractive;
        const tell = isAsked ? context.output.warn : context.output.note;
        for (const line of describePlan(confirmation, { planned, budget, options, files })) tell(line);
        const isAgain = options.again === true || Number(context.terminal.env['GITHUB_RUN_ATTEMPT'] ?? 1) > 1;
        if (selection && memory.known === null && isAgain) {
          doubtful.push(...planned.flatMap(({ name, earlier }) => (earlier ? [] : name)));
          const lead = 'This shard ran before, and its state is lost. If it had sent these, they are charged again:';
          for (const line of [lead, ...doubtful]) context.output.warn(line);
        }
        if (!isAsked && options.yes !== true)
          throw usageError('There is no terminal to ask in, so nothing was sent. Add --yes to agree.');
        const question = `Generate ${countOf(confirmation.count, 'result')}? [y/N] `;
        const isAgreed = !isAsked || (await ask(question, asking));
        // A script must not go on as if everything was made.
        if (!isAgreed && interruption.exitCode() === null) interruption.interrupt('SIGINT');
        return isAgreed;
      }),
  };
}

async function ask(
  question: string,
  { context, interruption }: Pick<Asking, 'context' | 'interruption'>,
): Promise<boolean> {
  const { stdin, stderr } = context.terminal;
  const lines = createInterface({ input: stdin, output: stderr });
  // Without a line, such as after Ctrl+D, nobody has agreed.
  const closed = new AbortController();
  lines.on('close', () => closed.abort());
  lines.on('SIGINT', () => interruption.interrupt('SIGINT'));
  const signal = AbortSignal.any([interruption.signal, closed.signal]);
  try {
    return /^y(?:es)?$/i.test((await lines.question(question, { signal })).trim());
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  } finally {
    lines.close();
  }
}

/** Says all that a person agrees to: count, cost, budget, where it goes, and which files leave the machine. */
function describePlan(
  { count, equal, gone, estimate, gateways, localFiles }: Confirmation,
  { planned, budget, options, files }: Pick<Asking, 'planned'> & Pick<Run, 'options' | 'files' | 'budget'>,
): readonly string[] {
  const counted = `${countOf(planned.length, 'request')} in ${countOf(files.length, 'job file')}`;
  const sent = localFiles.map(({ file: { name, bytes, text } }) =>
    text === undefined
      ? `${makeInert(name)} (${formatBytes(bytes, 'en')})`
      : `${makeInert(name)}, which only a runs file vouches for`,
  );
  const earlier = options.unchanged === 'generate' ? [] : planned.map((each) => each.earlier);
  return [
    [counted, ...countEarlier(earlier), `${count} to make`].join(', '),
    `  Gateway   ${gateways.map(({ profile, origin }) => `${profile} (${origin ?? ''})`).join(', ')}`,
    `  Estimate  ${describeEstimate(estimate)}`,
    ...(budget.usd === Infinity ? [] : [`  Budget    ${formatAmount(budget.usd)}`]),
    ...(equal > 0 ? [`  Equal     ${equal} of these requests are equal, and each is charged`] : []),
    ...(gone.length > 0 ? [`  Missing   ${countOf(gone.length, 'result')} made before, whose files are gone`] : []),
    ...(sent.length > 0 ? [`  Sends     ${sent.join(', ')}`] : []),
  ];
}

/** Counts what is not sent again: saved results, and requests that another command has sent, or is about to. */
export function countEarlier(earlier: JobFilePlan['earlier']): readonly string[] {
  const found = earlier.filter((each) => each !== null);
  const saved = found.filter(isSaved).length;
  return listCounts({ 'made already': saved, 'begun already': found.length - saved });
}

export function describeEstimate({ count, known, amountUsd, samples }: RunEstimate): string {
  if (known === 0) return 'unknown, as there are no earlier results of this kind and no stated price';
  const source = samples === 0 ? 'with stated prices' : `from ${countOf(samples, 'earlier result')} or more`;
  return known < count
    ? `${formatAmount(amountUsd)} for ${known} of ${count}, and unknown for the others`
    : `${formatAmount(amountUsd)}, ${source}`;
}

async function showProblems(files: readonly FoundJobFile[], options: RunOptions, { output, cwd, terminal }: Context) {
  const config = await readConfig(terminal);
  const isStrict = options.strict === true;
  for (const { file, problems } of await checkFiles(files, { config, isStrict })) {
    const errors = problems.filter(({ severity }) => severity === 'error');
    const shown = { name: showPath(file.path, cwd), text: file.text };
    for (const line of formatFrames(errors, shown, output.paintNote)) output.warn(line);
  }
}

/** Whether the command has left the task while the gateway makes it. */
function isLeft({ status, taskId, error }: TaskResult): boolean {
  return status === 'stopped' && taskId !== null && error === null;
}

function findExitCode(tasks: readonly TaskResult[], { wait, allowFailed }: RunOptions): ExitCode {
  const codes = tasks.map((task) => (wait === false && isLeft(task) ? exitCodes.done : exitCodeOf(task)));
  return worstOf(allowFailed === true ? codes.filter((code) => code !== exitCodes.failed) : codes);
}

function count(tasks: readonly TaskResult[]) {
  const statuses: Record<string, number> = {};
  for (const { status } of tasks) statuses[status] = (statuses[status] ?? 0) + 1;
  const paid = tasks.filter(({ status }) => status !== 'unchanged').flatMap(({ amountUsd }) => amountUsd ?? []);
  return { statuses, amountUsd: paid.length === 0 ? null : paid.reduce((sum, usd) => sum + usd, 0) };
}

/** Tells what was made, what it cost, and of each failure what to do. */
async function summarize(tasks: readonly TaskResult[], run: Run, { output, cwd }: Context) {
  const made = tasks.filter(({ status }) => status === 'saved');
  for (const { artifacts } of made) for (const path of artifacts) output.print(showPath(path, cwd));
  const { amountUsd } = count(tasks);
  const unchanged = tasks.filter(({ status }) => status === 'unchanged').length;
  const left = tasks.filter(isLeft).length;
  const failures = tasks.filter((task) => task.status !== 'saved' && task.status !== 'unchanged' && !isLeft(task));
  if (tasks.length === unchanged) {
    const done = `Nothing to do: ${countOf(unchanged, 'result')} made already.`;
    return output.note(unchanged === 0 ? 'Nothing was sent.' : done);
  }
  const findLine = failures.length === 0 ? () => 1 : await createJobFinder(run.files);
  // A budget stops many requests of a job for one reason.
  const place = (task: TaskResult): string =>
    output.paintNote('bold', `${showPath(task.jobFile, cwd)}:${findLine(task)}`);
  const ends = groupBy(failures, (task) =>
    [`${place(task)} ${output.paintNote('red', task.status)} `, describeEnd(task, run)].join('\0'),
  );
  for (const [text, own] of ends)
    output.warn(text.replace('\0', () => own.map((task) => nameEnd(task, run)).join(', ')));
  const counts = { existed: unchanged, 'being made': left, 'without a result': failures.length };
  const cost = amountUsd === null || run.session.access.isSandbox ? [] : [formatAmount(amountUsd)];
  output.note([`${made.length} made`, ...listCounts(counts), ...cost].join(' · '));
  if (left > 0)
    output.note('What was sent is still being made. "genwright wait" follows it, and so does the same command.');
}

const findTask = ({ session }: Run, id: string | null) => session.engine.tasks().find((each) => each.id === id);

/** `hero · night (1a2b3c4d)` */
function nameEnd({ id, jobFile, job, index }: TaskResult, run: Run): string {
  const name = nameRequest(jobFile, findTask(run, id)?.request ?? { job, index, axes: {} });
  return id === null ? name : `${name} (${id.slice(0, idLength)})`;
}

function describeEnd({ id, status, error }: TaskResult, run: Run): string {
  return error ? `: ${describeFailure(error, findTask(run, id)?.profile ?? run.session.access.selected, status)}` : '';
}
