import { isInFlight } from '../core/task/model/taskStates.ts';
import type { Task } from '../core/task/model/task.ts';
import type { Context } from './context.ts';
import { describeFailure, idLength, nameTask } from './taskTexts.ts';

/** Between two drawings of the live region, in ms. */
const drawMs = 100;
const totalsMs = 60_000;
const maxRows = 8;

/**
 * Shows the tasks of a command while they change: on a terminal in one region that is drawn again, elsewhere as one line
 * for each change of state, and a line of totals each minute. `expected` is the number of tasks.
 */
export function createProgress({ terminal: { stderr }, output }: Context) {
  const { format, isQuiet } = output.options;
  const isLive = stderr.isTTY === true && format === 'text' && !isQuiet;
  const tasks = new Map<string, Task>();
  let drawn = 0;
  const clear = (): void => {
    if (drawn > 0) stderr.write(`\u001b[${drawn}A\u001b[0J`);
    drawn = 0;
  };
  const draw = (): void => {
    clear();
    const columns = Math.max(20, (stderr.columns ?? 80) - 1);
    const rows = buildRows([...tasks.values()], Date.now());
    for (const row of rows) stderr.write(`${row.slice(0, columns)}\n`);
    drawn = rows.length;
  };
  const timer = setInterval(
    isLive ? draw : () => output.note(describeTotals([...tasks.values()])),
    isLive ? drawMs : totalsMs,
  );
  timer.unref();
  return {
    change(task: Task): void {
      const before = tasks.get(task.id)?.state;
      tasks.set(task.id, task);
      if (before === task.state) return;
      const { id, taskId, jobFile, state, progress, amountUsd, error, request } = task;
      const { job, index, axes } = request;
      output.event('task', { id, taskId, file: jobFile, job, index, axes, state, progress, amountUsd, error });
      // What has ended stays above the region. A change on the way is a line of its own where nothing is drawn again.
      if (isLive && isInFlight(state)) return;
      clear();
      output.note(describeChange(task, output.paintNote));
      if (isLive) draw();
    },
    /** Writes a line above the region. */
    note(text: string): void {
      clear();
      output.note(text);
      if (isLive) draw();
    },
    end(): void {
      clearInterval(timer);
      clear();
    },
  };
}

function buildRows(tasks: readonly Task[], now: number): readonly string[] {
  const active = tasks.filter(({ state }) => isInFlight(state) && state !== 'planned');
  const rows = active.slice(0, maxRows).map((task) => {
    const percent = task.progress === null ? '' : ` ${Math.round(task.progress * 100)} %`;
    const seconds = Math.floor((now - (task.submittedAt ?? task.createdAt)) / 1000);
    return `  ${task.state.padEnd(8)} ${nameTask(task)}${percent} · ${seconds} s`;
  });
  const more = active.length - rows.length;
  return [...rows, ...(more > 0 ? [`  and ${more} more`] : []), describeTotals(tasks)];
}

function describeChange(task: Task, paint: Context['output']['paintNote']): string {
  const { state, error, profile, id } = task;
  const word = state === 'saved' ? paint('green', '✓ saved') : state;
  const reason = error && !isInFlight(state) ? ` – ${describeFailure(error, profile)}` : '';
  const needsId = state === 'unconfirmed' || state === 'unsaved' || state === 'lost';
  return `${word} ${nameTask(task)}${needsId ? ` (${id.slice(0, idLength)})` : ''}${reason}`;
}

function describeTotals(tasks: readonly Task[]): string {
  const count = (isWanted: (task: Task) => boolean): number => tasks.filter(isWanted).length;
  const saved = count(({ state }) => state === 'saved');
  const waiting = count(({ state }) => state === 'planned');
  const active = count(({ state }) => isInFlight(state)) - waiting;
  const ended = tasks.length - saved - waiting - active;
  const parts = [
    `${saved} of ${tasks.length} saved`,
    ...(active > 0 ? [`${active} being made`] : []),
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
    ...(ended > 0 ? [`${ended} without a result`] : []),
  ];
  return parts.join(' · ');
}
