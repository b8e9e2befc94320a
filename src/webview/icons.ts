import type { TaskState } from '../core/task/model/task.ts';
import type { PreviewItem, PreviewTaskAction } from '../protocol/previewItem.ts';

const stateIcons: Readonly<Record<TaskState, string>> = {
  planned: 'history',
  sending: 'cloud-upload',
  pending: 'history',
  running: 'loading',
  saving: 'save',
  saved: 'check',
  failed: 'error',
  unconfirmed: 'question',
  lost: 'search',
  unsaved: 'warning',
  stopped: 'debug-pause',
  skipped: 'debug-step-over',
};

const mediaIcons = {
  image: 'file-media',
  audio: 'music',
  video: 'device-camera-video',
  markdown: 'markdown',
  text: 'file-text',
  file: 'file',
} as const;

/** The same icons as in the Tasks view. */
export const actionIcons: Readonly<Record<PreviewTaskAction, string>> = {
  stopWatching: 'debug-pause',
  resume: 'debug-continue',
  retry: 'refresh',
  resubmit: 'redo',
  dismiss: 'circle-slash',
  saveAgain: 'save',
};

/** Returns the name of the codicon of an item. */
export function iconOf(item: PreviewItem): string {
  return item.kind === 'task' ? stateIcons[item.state] : mediaIcons[item.media];
}
