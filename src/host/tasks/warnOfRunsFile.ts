import { runsFileOf } from '../../core/artifact/jobFileName.ts';
import type { Log, RunsFileFailure } from '../../engine.ts';
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
