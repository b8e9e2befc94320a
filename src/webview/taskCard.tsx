import { useEffect, useReducer } from 'preact/hooks';
import { isInFlight } from '../core/task/model/taskStates.ts';
import type { PreviewDetails, TaskItem } from '../protocol/previewItem.ts';
import { stateIcons } from '../protocol/stateIcons.ts';
import { Icon, joinClasses, TextButton } from './elements.tsx';
import { fill } from './format.ts';
import { actionIcons, iconOf } from './icons.ts';
import { MarkdownView } from './text/markdownView.tsx';
import { hostNow } from './state.ts';
import { usePage } from './usePage.ts';

interface CardProps {
  readonly item: TaskItem;
}

/** A task without a file: its progress, or why it ended, and its text so far. */
export function TaskCard({ item, details }: CardProps & { readonly details: PreviewDetails | null }) {
  const { strings } = usePage();
  if (!item.hasText) return <Card item={item} />;
  const isWriting = isInFlight(item.state);
  return (
    <div class="task-text">
      {!isWriting && <Card item={item} />}
      {isWriting && (
        <div class="writing-bar">
          <Icon name="loading" class="spin" />
          <span class="writing-name">{strings.writing}</span>
          <Elapsed item={item} />
        </div>
      )}
      <MarkdownView item={item} details={details} isWriting={isWriting} />
    </div>
  );
}

function Card({ item }: CardProps) {
  const { strings } = usePage();
  const isRunning = isInFlight(item.state);
  return (
    <div class="card-frame">
      <div class={`card card-${item.state}`}>
        <div class="card-head">
          <Icon name={iconOf(item)} class={joinClasses(iconOf(item) === stateIcons.running.icon && 'spin')} />
          <div>
            <h2>{strings[`state.${item.state}`]}</h2>
            <p class="card-name">{item.name}</p>
          </div>
          {isRunning && <Elapsed item={item} />}
        </div>
        {isRunning && <ProgressBar item={item} />}
        {isRunning && item.statusWord !== null && (
          <p class="hint">{fill(strings.gatewaySays, { word: item.statusWord })}</p>
        )}
        {item.message === null ? <Hint item={item} /> : <p class="card-message">{item.message}</p>}
        <Actions item={item} />
      </div>
    </div>
  );
}

/** The first action is the usual choice. What helps with the error comes first where the task can only be given up. */
function Actions({ item: { id, actions, remedy } }: CardProps) {
  const { strings, send } = usePage();
  const offered = actions.map((action) => ({
    key: action,
    icon: actionIcons[action],
    label: strings[`action.${action}`],
    press: () => send({ type: 'actOnTask', id, action }),
  }));
  const press = (): void => send({ type: 'runRemedy', id });
  const help = remedy === null ? [] : [{ key: 'remedy', icon: 'lightbulb', label: remedy, press } as const];
  const canOnlyStop = actions.every((action) => action === 'stopWatching');
  const buttons = canOnlyStop ? [...help, ...offered] : [...offered, ...help];
  if (buttons.length === 0) return null;
  return (
    <div class="card-actions">
      {buttons.map(({ key, ...button }, index) => (
        <TextButton key={key} {...button} class={(index > 0 || neverDefault.has(key)) && 'secondary'} />
      ))}
    </div>
  );
}

/** Actions that are never shown as recommended: they end something, or may cost money twice. */
const neverDefault: ReadonlySet<string> = new Set(['stopWatching', 'resubmit', 'dismiss']);

function Elapsed({ item: { startedAt } }: CardProps) {
  const page = usePage();
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0);
  const elapsedMs = hostNow(page.state.value) - (startedAt ?? 0);
  useEffect(() => {
    const timer = setTimeout(tick, 1000 - (elapsedMs % 1000), undefined);
    return () => clearTimeout(timer);
  });
  if (startedAt === null) return null;
  return (
    <span class="elapsed" role="timer" title={page.strings.elapsed}>
      {page.formats.time(elapsedMs / 1000)}
    </span>
  );
}

/** Without a number from the gateway, the bar only shows that the task is running. */
function ProgressBar({ item: { progress } }: CardProps) {
  const { strings, formats } = usePage();
  if (progress === null) {
    return (
      <div class="progress indeterminate" role="progressbar" aria-label={strings.progress}>
        <div class="progress-fill" />
      </div>
    );
  }
  return (
    <div class="progress-row">
      <div class="progress" role="progressbar" aria-label={strings.progress} aria-valuenow={Math.round(progress * 100)}>
        <div class="progress-fill" style={{ width: `${progress * 100}%` }} />
      </div>
      <span class="progress-figure">{formats.percent(progress)}</span>
    </div>
  );
}

/** Without a reason from the host, the state determines what to do next. */
function Hint({ item: { state } }: CardProps) {
  const { strings } = usePage();
  if (state !== 'unconfirmed' && state !== 'lost' && state !== 'unsaved' && state !== 'stopped') return null;
  return <p class="hint">{strings[`hint.${state}`]}</p>;
}
