import { makeInert } from '../../core/support/text/makeInert.ts';
import type { TaskError, TaskState } from '../../core/task/model/task.ts';
import { isInFlight } from '../../core/task/model/taskStates.ts';
import { commands } from '../ids.ts';
import type { MessageAction } from '../ui/message.ts';
import { buildUserMessage, isTaskErrorCode } from '../ui/userMessage.ts';
import type { RecordedError } from './taskFacts.ts';

/** The error of a task, as its card shows it. */
interface DescribedError {
  readonly text: string;
  /** What helps with the cause, apart from the actions of the task. Null if there is nothing. */
  readonly remedy: MessageAction | null;
}

/**
 * A runs file may come from another version or from a stranger, so the message of an unknown code is shown as inert
 * text. The card is beside the list of tasks, so it does not offer to show that. Nor does it offer another profile, because
 * the task keeps its own. A task that waits for the network continues without help.
 */
export function describeError(
  error: RecordedError,
  place: { readonly profile: string; readonly state: TaskState },
): DescribedError {
  if (!isTaskError(error)) return { text: makeInert(error.message || error.code), remedy: null };
  const { text, actions } = buildUserMessage(error, place);
  const isReconnecting = error.code === 'gateway-unreachable' && isInFlight(place.state);
  const remedy = isReconnecting ? undefined : actions?.find(({ command }) => !useless.has(command));
  return { text, remedy: remedy ?? null };
}

const useless: ReadonlySet<string> = new Set([commands.showTasks, commands.selectProfile]);

function isTaskError(error: RecordedError): error is TaskError {
  return isTaskErrorCode(error.code);
}
