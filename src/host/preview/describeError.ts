import { makeInert } from '../../core/support/text/makeInert.ts';
import type { TaskError, TaskState } from '../../core/task/model/task.ts';
import type { L10n } from '../l10n.ts';
import { buildUserMessage, isTaskErrorCode } from '../userMessage.ts';
import type { RecordedError } from './taskFacts.ts';

/**
 * A runs file may come from another version or from a stranger, so the message of an unknown code is shown as inert
 * text.
 */
export function describeError(
  error: RecordedError,
  place: { readonly profile: string; readonly l10n: L10n; readonly state: TaskState },
): string {
  return isTaskError(error) ? buildUserMessage(error, place).text : makeInert(error.message || error.code);
}

function isTaskError(error: RecordedError): error is TaskError {
  return isTaskErrorCode(error.code);
}
