import { dirname, parse, resolve } from 'node:path';
import { formatExactAmount } from '../../core/support/text/formatAmount.ts';
import type { Task, TaskAction } from '../../core/task/model/task.ts';
import { actionsOf, isInFlight, placeActionsOf, sectionOf } from '../../core/task/model/taskStates.ts';
import { nameRequest } from '../../core/task/report/nameRequest.ts';
import type { Engine } from '../../engine/index.ts';
import { systemClock } from '../../node/systemClock.ts';
import type { Context, Outcome } from '../context.ts';
import { exitCodes, type ExitCode, worstOf, usageError } from '../exitCode.ts';
import type { GatewayOptions } from '../gateway.ts';
import { follow } from '../interruption.ts';
import { showPath } from '../jobFiles.ts';
import { parts } from '../parts.ts';
import { withSession } from '../session.ts';
import { describeFailure, exitCodeOf, idLength, isBlocked } from '../taskTexts.ts';

/** Opens the state folder for a command about its tasks. `folders` gets those of all tasks of this machine. */
function withTasks(
  options: GatewayOptions,
  context: Context,
  use: (session: { readonly engine: Engine; readonly folders: readonly string[] }) => Promise<Outcome>,
): Promise<Outcome> {
  const folders = [parse(context.cwd).root];
  return withSession({ ...options, otherwise: 'sandbox' }, context, ({ engine }) => use({ engine, folders }));
}

/** Lists the tasks of the state folder, without touching any. */
export function status(_: readonly string[], options: { readonly all?: boolean }, context: Context): Promise<Outcome> {
  return withTasks({}, context, async ({ engine, folders }) => {
    const tasks = await engine.readForeignTasks(folders);
    const shown = tasks.filter((task) => options.all === true || sectionOf(task) !== 'finished');
    for (const task of shown) context.output.print(describeTask(task, context));
    const sections = ['inProgress', 'needsAttention', 'finished'] as const;
    const countIn = (section: string) => tasks.filter((task) => sectionOf(task) === section).length;
    const [inProgress = 0, needsAttention = 0, finished = 0] = sections.map(countIn);
    context.output.note(`${inProgress} in progress · ${needsAttention} need attention · ${finished} finished`);
    const exitCode = worstOf(tasks.map(exitOf).filter((code) => code === exitCodes.attention));
    return { exitCode, document: { inProgress, needsAttention, finished, tasks: shown.map(mapTask) } };
  });
}

/** Follows tasks until they end: those that are named, or all. Sends nothing. */
export function wait(ids: readonly string[], options: GatewayOptions, context: Context): Promise<Outcome> {
  return withTasks(options, context, async ({ engine, folders }) => {
    const all = await engine.readForeignTasks(folders);
    const tasks = ids.length === 0 ? all.filter(isUnfinished) : ids.map((id) => findTask(all, id));
    return follow(engine, { context, folders, waits: true }, async ({ progress, interruption }) => {
      const { createTaskAwaiter } = await parts.engine();
      const awaitTask = createTaskAwaiter(engine, { folders, clock: systemClock, signal: interruption.signal });
      tasks.filter(isUnfinished).forEach(interruption.awaits);
      const awaitIt = async (task: Task) => (isUnfinished(task) ? await awaitTask(task) : null) ?? task;
      const ended = await Promise.all(tasks.map(awaitIt));
      progress.end();
      if (ended.length === 0) context.output.note('Nothing is being made.');
      for (const task of ended) context.output.print(describeTask(task, context));
      const exitCode = interruption.exitCode() ?? worstOf(ended.map(exitOf));
      return { exitCode, document: { tasks: ended.map(mapTask) } };
    });
  });
}

interface ResolveOptions extends GatewayOptions {
  readonly resubmit?: boolean;
  readonly dismiss?: boolean;
  readonly save?: boolean;
  readonly saveTo?: string;
}

/** What a person can decide, and what the engine does then. The first possible action is taken. */
const decisions: readonly (readonly [flag: keyof ResolveOptions, action: TaskAction | 'saveTo', about: string])[] = [
  ['resubmit', 'resubmit', '--resubmit     send it again, which may charge it twice'],
  ['resubmit', 'resume', '--resubmit     send it'],
  ['dismiss', 'dismiss', '--dismiss      give it up, whether it was charged or not'],
  ['dismiss', 'remove', '--dismiss      remove it from this list'],
  ['save', 'saveAgain', '--save         fetch and save its result'],
  ['saveTo', 'saveTo', '--save-to DIR  save its result in this folder'],
];

function listDecisions(task: Task) {
  const possible: readonly string[] = [...actionsOf(task), ...placeActionsOf(task)];
  // An accepted task is only watched again, which "genwright wait" does.
  return decisions.filter(([, action]) => possible.includes(action) && !(action === 'resume' && task.taskId !== null));
}

/** Carries out what a person has decided about a task. Without a decision, it shows what is known about the task. */
export function resolveTask([id = '']: readonly string[], options: ResolveOptions, context: Context): Promise<Outcome> {
  return withTasks(options, context, async ({ engine, folders }) => {
    const { output, cwd } = context;
    const flags = [...new Set(decisions.map(([flag]) => flag))].filter((flag) => options[flag] !== undefined);
    if (flags.length > 1) throw usageError('Decide for one: --resubmit, --dismiss, --save or --save-to.');
    const task = findTask(await engine.readForeignTasks(folders), id);
    const find = (): Task => engine.tasks().find((each) => each.id === task.id) ?? task;
    const [flag] = flags;
    const interrupted = await follow(engine, { context, folders, waits: true }, async ({ interruption }) => {
      const decision = listDecisions(find()).find((each) => each[0] === flag);
      if (flag !== undefined && !decision) {
        const reason = find().holder === undefined ? `the task is ${find().state}` : 'another process has the task';
        throw usageError(`That is not possible: ${reason}. Run "genwright resolve ${id}" for what is.`);
      }
      if (decision?.[1] === 'saveTo') await engine.saveTo(task.id, resolve(cwd, options.saveTo ?? ''));
      else if (decision) await engine.act(task.id, decision[1]);
      else if (actionsOf(find()).includes('checkBalance')) await engine.act(task.id, 'checkBalance');
      if (decision) await engine.ended(task.id);
      return interruption.exitCode();
    });
    output.print(describeTask(find(), context));
    const known =
      flag === undefined ? [...describeBalances(find()), ...listDecisions(find()).map((each) => each[2])] : [];
    for (const line of known) output.print(`  ${line}`);
    // A request that the user has given up has no result, as the user wants.
    const exitCode = interrupted ?? (flag === 'dismiss' ? exitCodes.done : exitOf(find()));
    return { exitCode, document: { task: mapTask(find()) } };
  });
}

/** Finds a task by the beginning of its id. */
function findTask(tasks: readonly Task[], id: string): Task {
  const found = tasks.filter((task) => task.id.startsWith(id.toLowerCase()));
  const [task] = found;
  if (task && found.length === 1) return task;
  const reason = found.length === 0 ? 'There is no task' : `There are ${found.length} tasks`;
  throw usageError(`${reason} whose id starts with "${id}". Run "genwright status --all" for the ids.`);
}

/** Whether the gateway has accepted the task, and may still make its result. */
function isUnfinished({ taskId, state }: Task): boolean {
  return taskId !== null && (isInFlight(state) || state === 'stopped' || state === 'lost');
}

/** How the state of a task counts for the exit code. One that is being made needs nothing. */
export function exitOf(task: Task): ExitCode {
  const isFine = isInFlight(task.state) && !isBlocked(task);
  return isFine ? exitCodes.done : exitCodeOf({ status: task.state, error: task.error });
}

function describeTask(task: Task, { cwd, output }: Context): string {
  const { id, state, error, profile, jobFile, request, artifacts } = task;
  const isTold = error !== null && (!isInFlight(state) || isBlocked(task));
  const reason = isTold ? `\n  ${describeFailure(error, profile, state)}` : '';
  const paths = artifacts.map(({ path }) => `\n  ${showPath(resolve(dirname(jobFile), path), cwd)}`).join('');
  return `${output.paint('bold', id.slice(0, idLength))} ${state} ${nameRequest(jobFile, request)} (${showPath(jobFile, cwd)})${reason}${paths}`;
}

function describeBalances({ balanceBefore, balancesAfter = [] }: Task): readonly string[] {
  const readings = [...(balanceBefore ? [balanceBefore] : []), ...balancesAfter];
  const first = readings[0]?.usd ?? 0;
  return readings.map(
    ({ usd, at }, index) =>
      `Balance ${index === 0 && balanceBefore ? 'before' : 'after'} the request: ${formatExactAmount(usd)} at ${new Date(at).toLocaleTimeString()}` +
      (index > 0 && usd < first ? `, ${formatExactAmount(first - usd)} less` : ''),
  );
}

function mapTask(task: Task) {
  const { id, taskId, jobFile, state, request, error, amountUsd, balanceBefore = null, balancesAfter = [] } = task;
  const { job, index, axes } = request;
  return { id, taskId, jobFile, job, index, axes, state, error, amountUsd, balanceBefore, balancesAfter };
}
