import type { PreviewItem, PreviewTaskAction } from '../protocol/previewItem.ts';
import { mediaIcons, stateIcons } from '../protocol/stateIcons.ts';

/** The codicons that the preview may show. The build makes one image of them. */
export const iconNames = [
  'arrow-both',
  'arrow-down',
  'arrow-left',
  'beaker',
  'check',
  'chevron-left',
  'chevron-right',
  'circle-slash',
  'clear-all',
  'close',
  'cloud-download',
  'copy',
  'credit-card',
  'debug-continue',
  'debug-pause',
  'debug-step-over',
  'device-camera-video',
  'diff',
  'ellipsis',
  'error',
  'export',
  'file',
  'file-code',
  'file-media',
  'file-text',
  'filter',
  'folder-opened',
  'go-to-file',
  'history',
  'info',
  'lightbulb',
  'link-external',
  'loading',
  'markdown',
  'music',
  'mute',
  'note',
  'open-preview',
  'pass',
  'play',
  'question',
  'redo',
  'refresh',
  'save',
  'screen-full',
  'screen-normal',
  'search',
  'search-stop',
  'sparkle',
  'split-horizontal',
  'star-empty',
  'star-full',
  'symbol-array',
  'table',
  'trash',
  'unmute',
  'warning',
  'whole-word',
  'zoom-in',
  'zoom-out',
] as const;

export type IconName = (typeof iconNames)[number];

/** The same icons as in the Tasks view. */
export const actionIcons: Readonly<Record<PreviewTaskAction, IconName>> = {
  stopWatching: 'debug-pause',
  resume: 'debug-continue',
  retry: 'refresh',
  checkBalance: 'credit-card',
  resubmit: 'redo',
  sendAgain: 'redo',
  dismiss: 'circle-slash',
  saveAgain: 'save',
};

export function iconOf(item: PreviewItem): IconName {
  return item.kind === 'task' ? stateIcons[item.state].icon : mediaIcons[item.media];
}
