import type { PreviewTaskAction } from '../../protocol/previewItem.ts';
import { commands, type CommandId } from '../ids.ts';

/** The buttons of a task's card run the commands of the Tasks view, which ask the same questions. */
export const taskCommands: Readonly<Record<PreviewTaskAction, CommandId>> = {
  stopWatching: commands.taskStopWatching,
  resume: commands.taskResume,
  retry: commands.taskRetry,
  resubmit: commands.taskResubmit,
  dismiss: commands.taskDismiss,
  saveAgain: commands.taskSaveAgain,
};
