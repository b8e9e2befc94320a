import { basename } from 'node:path';
import { runsFileOf } from '../../core/artifact/jobFileName.ts';
import type { Task } from '../../core/task/model/task.ts';
import type { Log, RunsFileFailure } from '../../engine/index.ts';
import { l10n } from '../l10n.ts';
import { showMessage } from '../message.ts';

/** Shows a notification that names the runs file. Nothing is lost, but the file lacks lines for now. */
export function warnOfRunsFile({ jobFile, reason }: RunsFileFailure, log: Pick<Log, 'error'>): void {
  const text = l10n.t(
    '{file} cannot be written: {reason}. The results are saved, and their lines follow when the file can be written.',
    { file: runsFileOf(jobFile), reason },
  );
  showMessage('warning', { text, actions: [] }, log);
}

/** Shows a notification with the gateway's id of a charged task that would be unknown after a restart. */
export function warnOfUnwritten({ jobFile, taskId }: Task, log: Pick<Log, 'error'>): void {
  const text = l10n.t(
    'Genwright cannot write its journal, so a restart would forget task "{id}" of {file}, which may be charged. Free disk space before you close this window, or note the ID.',
    { id: taskId ?? '', file: basename(jobFile) },
  );
  showMessage('warning', { text, actions: [] }, log);
}
