import type { PreviewTaskAction } from '../../protocol/previewItem.ts';
import { commands, type CommandId } from '../ids.ts';

/** Buttons of a task's card do what the Tasks view does, with the same questions. */
export const taskCommands: Readonly<Record<PreviewTaskAction, CommandId>> = {
  stopWatching: commands.taskStopWatching,
  resume: commands.taskResume,
  retry: commands.taskRetry,
  resubmit: commands.taskResubmit,
  dismiss: commands.taskDismiss,
  saveAgain: commands.taskSaveAgain,
};
