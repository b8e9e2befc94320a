import { isInFlight } from '../core/task/model/taskStates.ts';
import type { TaskItem } from '../protocol/previewItem.ts';
import type { PreviewStrings } from '../protocol/previewStrings.ts';
import { element, icon, textButton } from './dom.ts';
import { fill } from './format.ts';
import { actionIcons, iconOf } from './icons.ts';
import { createMarkdownView } from './text/markdownView.ts';
import type { StageView, ViewContext } from './view.ts';

/** A task without a file: its progress, or why it ended, and its text so far. */
export function createTaskView(item: TaskItem, context: ViewContext): StageView {
  if (!item.hasText) return createCard(item, context);
  const isWriting = isInFlight(item.state);
  const head = isWriting ? createWritingBar(item, context) : createCard(item, context);
  const text = createMarkdownView({ item, isWriting, context });
  return {
    ...text,
    element: element('div', { class: 'task-text' }, [head.element, text.element]),
    dispose: () => head.dispose?.(),
  };
}

function createWritingBar(item: TaskItem, context: ViewContext): StageView {
  const stop = new AbortController();
  const bar = element('div', { class: 'writing-bar' }, [
    spinner(),
    element('span', { class: 'writing-name', text: context.strings.writing }),
    elapsed(item, context, stop.signal),
  ]);
  return { element: bar, dispose: () => stop.abort() };
}

function createCard(item: TaskItem, context: ViewContext): StageView {
  const { strings } = context;
  const isRunning = isInFlight(item.state);
  const stop = new AbortController();
  const card = element('div', { class: `card card-${item.state}` }, [
    element('div', { class: 'card-head' }, [
      isRunning ? spinner() : icon(iconOf(item)),
      element('div', {}, [
        element('h2', { text: strings[`state.${item.state}`] }),
        element('p', { class: 'card-name', text: item.name }),
      ]),
      isRunning ? elapsed(item, context, stop.signal) : null,
    ]),
    isRunning ? progressBar(item, context) : null,
    item.statusWord !== null && isRunning
      ? element('p', { class: 'hint', text: fill(strings.gatewaySays, { word: item.statusWord }) })
      : null,
    item.message === null ? null : element('p', { class: 'card-message', text: item.message }),
    item.message === null ? hint(item, strings) : null,
    actions(item, context),
  ]);
  return { element: element('div', { class: 'card-frame' }, [card]), dispose: () => stop.abort() };
}

/** The first action is the usual choice. What helps with the error comes first where the task can only be given up. */
function actions({ id, actions: offered, remedy }: TaskItem, { strings, send }: ViewContext): HTMLElement | null {
  const buttons = offered.map((action, index) => {
    const press = (): void => send({ type: 'actOnTask', id, action });
    const button = textButton({ icon: actionIcons[action], label: strings[`action.${action}`], press });
    button.dataset['keepsFocus'] = action;
    // Stop Watching is never shown as the recommended action.
    button.classList.toggle('secondary', index > 0 || action === 'stopWatching');
    return button;
  });
  if (remedy !== null) {
    const button = textButton({ icon: 'lightbulb', label: remedy, press: () => send({ type: 'runRemedy', id }) });
    button.dataset['keepsFocus'] = 'remedy';
    const isFirst = offered.every((action) => action === 'stopWatching');
    button.classList.toggle('secondary', !isFirst);
    buttons.splice(isFirst ? 0 : buttons.length, 0, button);
  }
  return buttons.length === 0 ? null : element('div', { class: 'card-actions' }, buttons);
}

function spinner(): HTMLElement {
  const spinning = icon('loading');
  spinning.classList.add('spin');
  return spinning;
}

function elapsed({ startedAt }: TaskItem, context: ViewContext, signal: AbortSignal): HTMLElement | null {
  if (startedAt === null) return null;
  const { strings, formats } = context;
  const time = element('span', { class: 'elapsed', role: 'timer', title: strings.elapsed });
  const tick = (): void => {
    if (signal.aborted) return;
    const elapsedMs = context.hostNow() - startedAt;
    time.textContent = formats.time(elapsedMs / 1000);
    setTimeout(tick, 1000 - (elapsedMs % 1000));
  };
  tick();
  return time;
}

/** Without a number from the gateway, the bar only shows that the task is running. */
function progressBar({ progress }: TaskItem, { strings, formats }: ViewContext): HTMLElement {
  const bar = element('div', {
    class: 'progress',
    role: 'progressbar',
    attributes: { 'aria-label': strings.progress },
  });
  const fillBar = element('div', { class: 'progress-fill' });
  bar.append(fillBar);
  if (progress === null) {
    bar.classList.add('indeterminate');
    return bar;
  }
  fillBar.style.width = `${progress * 100}%`;
  bar.setAttribute('aria-valuenow', String(Math.round(progress * 100)));
  return element('div', { class: 'progress-row' }, [
    bar,
    element('span', { class: 'progress-figure', text: formats.percent(progress) }),
  ]);
}

/** Without a reason from the host, the state determines what to do next. */
function hint({ state }: TaskItem, strings: PreviewStrings): HTMLElement | null {
  if (state !== 'unconfirmed' && state !== 'lost' && state !== 'unsaved' && state !== 'stopped') return null;
  return element('p', { class: 'hint', text: strings[`hint.${state}`] });
}
