import { findExpiry } from '../../core/task/model/expiry.ts';
import type { Task } from '../../core/task/model/task.ts';
import { commands } from '../ids.ts';
import type { L10n } from '../l10n.ts';
import type { Message } from '../message.ts';
import { formatRemaining } from './formatRemaining.ts';

/**
 * Builds the notification about results that will be lost soon, which is shown once. It needs at least one task. `now`
 * is Unix ms.
 */
export function buildExpiryNotice(tasks: readonly Task[], { now, l10n }: { now: number; l10n: L10n }): Message {
  const expiresAt = Math.min(...tasks.map((task) => findExpiry(task) ?? Infinity));
  const facts = { count: tasks.length, time: formatRemaining(expiresAt - now, l10n) };
  const text =
    tasks.length === 1
      ? l10n.t('An unsaved result expires in {time}. It may already be paid for.', facts)
      : l10n.t('{count} unsaved results expire in {time}. They may already be paid for.', facts);
  return {
    text,
    actions: [
      { title: l10n.t('Download All'), command: commands.saveAll, args: [tasks.map(({ id }) => id)] },
      { title: l10n.t('Show Tasks'), command: commands.showTasks },
    ],
  };
}
