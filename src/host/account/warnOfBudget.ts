import { basename } from 'node:path';
import type { NearBudget, Log } from '../../engine/index.ts';
import { formatAmount } from '../format.ts';
import { l10n } from '../l10n.ts';
import { showMessage } from '../message.ts';

/** Shows a notification once for each budget, before the budget holds back a request. */
export function warnOfBudget({ scope, limitUsd, jobFile }: NearBudget, log: Pick<Log, 'error'>): void {
  const facts = { limit: formatAmount(limitUsd), name: basename(jobFile) };
  const text =
    scope === 'day'
      ? l10n.t('Most of today’s budget of {limit} is used or in flight. Nothing is sent beyond it.', facts)
      : l10n.t('{name}: most of the budget of {limit} is used or in flight. Nothing is sent beyond it.', facts);
  const openSetting = {
    title: l10n.t('Open Setting'),
    command: 'workbench.action.openSettings',
    args: ['genwright.budget'],
  } as const;
  showMessage('warning', { text, actions: [openSetting] }, log);
}
