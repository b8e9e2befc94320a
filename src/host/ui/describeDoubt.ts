import type { TaskErrorCode } from '../../core/task/model/task.ts';
import type { L10n } from './l10n.ts';

/**
 * Describes an unconfirmed task whose last attempt had no effect, for the reason `code`: an earlier attempt may have been
 * charged. Returns null if the last attempt itself may have been charged, which the text of its error says.
 */
export function describeDoubt(
  code: TaskErrorCode,
  { l10n, profile, reason }: { readonly l10n: L10n; readonly profile: string; readonly reason: string },
): string | null {
  switch (code) {
    case 'no-answer':
    case 'answer-without-task':
    case 'send-stopped':
    case 'internal':
      return null;
    case 'key-refused':
      return l10n.t(
        '{profile} refused the API key, and an earlier attempt may have been charged. Set a valid key, then select Resubmit or Dismiss.',
        { profile },
      );
    case 'quota-exhausted':
      return l10n.t(
        'The balance at {profile} does not cover another attempt, and an earlier one may have been charged. Select Dismiss, or add credit and select Resubmit.',
        { profile },
      );
    case 'over-budget':
      return l10n.t(
        'Not sent again because it would exceed a budget. An earlier attempt may have been charged. Select Dismiss, or raise the budget and select Resubmit.',
      );
    case 'request-rejected':
    case 'rate-limited':
    case 'gateway-error':
    case 'gateway-unreachable':
    case 'not-a-gateway':
    case 'task-failed':
    case 'disk':
    case 'input-unreadable':
    case 'output-blocked':
      return l10n.t(
        'An earlier attempt may have been charged, and the last one failed: {reason}. Select Resubmit or Dismiss.',
        { reason },
      );
    default:
      return l10n.t('Not sent again, but an earlier attempt may have been charged. Select Resubmit or Dismiss.');
  }
}
