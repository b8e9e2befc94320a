import type { TaskError } from '../../core/task/model/task.ts';
import { l10n } from '../ui/l10n.ts';
import { buildUserMessage } from '../ui/userMessage.ts';

/** A server that returns no balance may be a gateway anyway, because not every gateway has a balance query. */
export function describeBalanceError(error: TaskError, profile: string): string {
  if (error.code === 'not-a-gateway' || error.code === 'request-rejected') {
    const reason = error.message.replace(/\.$/, '') || l10n.t('no reason given');
    return l10n.t('{profile} returned no balance: {reason}.', { profile, reason });
  }
  return buildUserMessage(error, { profile }).text;
}
