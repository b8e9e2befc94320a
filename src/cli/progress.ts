import { isInFlight } from '../core/task/model/taskStates.ts';
import type { Task } from '../core/task/model/task.ts';
import type { Context } from './context.ts';
import type { Paint } from './output.ts';
import { listCounts } from '../core/support/text/counts.ts';
import { nameRequest } from '../core/task/report/nameRequest.ts';
import { describeFailure, idLength } from './taskTexts.ts';

/** Between two drawings of the live region, in ms. */
const drawMs = 100;
const totalsMs = 60_000;
const maxRows = 8;

/** Control sequences: the cursor is hidden and lines are cut by the terminal, which knows how wide its letters are. */
const begin = '\u001b[?25l\u001b[?7l';
const end = '\u001b[?7h\u001b[?25h';
const clearLine = '\u001b[K';
const clearBelow = '\u001b[J';
/** To the first column too: the terminal may have echoed ^C. */
const up = (rows: number): string => (rows === 0 ? '' : `\r\u001b[${rows}A`);

export type Progress = ReturnType<typeof createProgress>;

/**
 * Shows the tasks of a command while they change: on a terminal in one region that is drawn again, elsewhere as a line
 * when a request is sent and one when it has ended, and a line of totals each minute.
 */
export function createProgress({ terminal: { stderr }, output }: Context) {
  const { format, isQuiet } = output.options;
  const isLive = stderr.isTTY === true && format === 'text' && !isQuiet;
  const tasks = new Map<string, Task>();
  let drawn = 0;
  /** The lines that wait for the answer to a question. */
  let held: string[] | null = null;
  const clear = (): void => {
    if (drawn > 0) stderr.write(up(drawn) + clearBelow);
    drawn = 0;
  };
  /** All in one write, so that nothing flickers. */
  const draw = (): void => {
    if (!isLive || held || tasks.size === 0) return;
    const rows = buildRows([...tasks.values()], { now: Date.now(), max: Math.min(maxRows, (stderr.rows ?? 24) - 4) });
    const text = rows.map((row) => `${row}${clearLine}\n`).join('');
    stderr.write(begin + up(drawn) + text + clearBelow + end);
    drawn = rows.length;
  };
  const note = (text: string): void => {
    if (held) return void held.push(text);
    clear();
    output.note(text);
    draw();
  };
  const timer = setInterval(
    isLive ? draw : () => tasks.size > 0 && output.note(describeTotals([...tasks.values()])),
    isLive ? drawMs : totalsMs,
  );
  timer.unref();
  return {
    change: (task: Task): void => {
      const before = tasks.get(task.id)?.state;
      // What had ended before the command is adopted with the rest.
      if (before === undefined && !isInFlight(task.state)) return;
      tasks.set(task.id, task);
      if (before === task.state) return;
      const { id, taskId, jobFile, state, progress, amountUsd, error, request } = task;
      const { job, index, axes } = request;
      output.event('task', { id, taskId, file: jobFile, job, index, axes, state, progress, amountUsd, error });
      const isTold = isLive ? !isInFlight(state) : !isInFlight(state) || state === 'sending';
      if (isTold) note(describeChange(task, output.paintNote));
    },
    /** Writes a line above the region. */
    note,
    /** Writes nothing but what `question` does until it is answered. */
    ask: async <T>(question: () => Promise<T>): Promise<T> => {
      clear();
      const lines: string[] = (held = []);
      return question().finally(() => {
        held = null;
        lines.forEach(note);
      });
    },
    end: (): void => {
      clearInterval(timer);
      clear();
    },
  };
}

function buildRows(
  tasks: readonly Task[],
  { now, max }: { readonly now: number; readonly max: number },
): readonly string[] {
  const active = tasks.filter(({ state }) => isInFlight(state) && state !== 'planned');
  const rows = active.slice(0, Math.max(0, max)).map((task) => {
    // A long name is cut at the end of the line.
    const percent = task.progress === null ? '' : ` · ${Math.round(task.progress * 100)} %`;
    const seconds = Math.floor((now - (task.submittedAt ?? task.createdAt)) / 1000);
    return `  ${task.state.padEnd(8)} ${String(seconds).padStart(3)} s${percent}  ${nameRequest(task.jobFile, task.request)}`;
  });
  const more = active.length - rows.length;
  return [...rows, ...(more > 0 ? [`  and ${more} more`] : []), describeTotals(tasks)];
}

function describeChange(task: Task, paint: Paint): string {
  const { state, error, profile, id } = task;
  const word = state === 'saved' ? paint('green', '✓ saved') : isInFlight(state) ? state : paint('yellow', state);
  const needsId = state === 'unconfirmed' || state === 'unsaved' || state === 'lost';
  // What was not sent tells its reason once, at the end.
  const reason = error && (state === 'failed' || needsId) ? ` – ${describeFailure(error, profile, state)}` : '';
  return `${word} ${nameRequest(task.jobFile, task.request)}${needsId ? ` (${id.slice(0, idLength)})` : ''}${reason}`;
}

function describeTotals(tasks: readonly Task[]): string {
  const count = (isWanted: (task: Task) => boolean): number => tasks.filter(isWanted).length;
  const saved = count(({ state }) => state === 'saved');
  const waiting = count(({ state }) => state === 'planned');
  const active = count(({ state }) => isInFlight(state)) - waiting;
  const ended = tasks.length - saved - waiting - active;
  const others = listCounts({ 'being made': active, waiting, 'without a result': ended });
  return [`${saved} of ${tasks.length} saved`, ...others].join(' · ');
}
