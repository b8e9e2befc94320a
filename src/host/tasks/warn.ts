import { basename } from 'node:path';
import { runsFileOf } from '../../core/artifact/jobFileName.ts';
import type { Task } from '../../core/task/model/task.ts';
import type { Log, NearBudget, RunsFileFailure } from '../../engine/index.ts';
import { formatAmount } from '../ui/format.ts';
import { l10n } from '../ui/l10n.ts';
import { showMessage } from '../ui/message.ts';

/** Shows a notification once for each budget, before the budget holds back a request. */
export function warnOfBudget({ scope, limitUsd, jobFile }: NearBudget, log: Log): void {
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

/** Shows a notification that names the runs file. Nothing is lost, but the file lacks lines for now. */
export function warnOfRunsFile({ jobFile, reason }: RunsFileFailure, log: Log): void {
  const text = l10n.t(
    '{file} cannot be written: {reason}. The results are saved, and their lines follow when the file can be written.',
    { file: runsFileOf(jobFile), reason },
  );
  showMessage('warning', { text, actions: [] }, log);
}

/** Shows a notification with the gateway's id of a charged task that would be unknown after a restart. */
export function warnOfUnwritten({ jobFile, taskId }: Task, log: Log): void {
  const text = l10n.t(
    'Genwright cannot write its journal, so a restart would forget task "{id}" of {file}, which may be charged. Free disk space before you close this window, or note the ID.',
    { id: taskId ?? '', file: basename(jobFile) },
  );
  showMessage('warning', { text, actions: [] }, log);
}
