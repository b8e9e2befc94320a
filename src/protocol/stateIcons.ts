import type { ViewKind } from '../core/artifact/viewKind.ts';
import type { TaskState } from '../core/task/model/task.ts';

/**
 * What an icon shows. `disconnected`: a running task has lost its connection. `partial`: some results of a run are missing.
 * `settled`: the user has decided about what is missing, or a later run has made it. `mixed`: attention is needed for a
 * reason of its own, or for several.
 */
export type Sign = TaskState | 'disconnected' | 'partial' | 'settled' | 'mixed';

const warning = 'list.warningForeground';
const passed = 'testing.iconPassed';

/**
 * The VS Code product icon of each state, for every view, and the theme color of the icon. Icons differ in shape, so that
 * color is never the only sign. `loading` turns where it can.
 */
export const stateIcons = {
  planned: { icon: 'history' },
  sending: { icon: 'loading' },
  pending: { icon: 'history' },
  running: { icon: 'loading' },
  saving: { icon: 'cloud-download' },
  saved: { icon: 'pass', color: passed },
  failed: { icon: 'error', color: 'testing.iconFailed' },
  unconfirmed: { icon: 'question', color: warning },
  lost: { icon: 'search-stop', color: warning },
  unsaved: { icon: 'warning', color: warning },
  stopped: { icon: 'debug-pause' },
  skipped: { icon: 'debug-step-over' },
  disconnected: { icon: 'debug-disconnect' },
  partial: { icon: 'color-mode', color: passed },
  settled: { icon: 'circle-slash' },
  mixed: { icon: 'warning', color: warning },
} as const satisfies Readonly<Record<Sign, { readonly icon: string; readonly color?: string }>>;

/** What the margin of an editor shows beside a job. The lens and the hover say the same in words. */
export const gutterSigns = [
  'running',
  'saved',
  'partial',
  'failed',
  'unconfirmed',
  'lost',
  'unsaved',
  'stopped',
  'mixed',
] as const satisfies readonly Sign[];

/** The VS Code product icon of each kind of result, where there is no picture. */
export const mediaIcons = {
  image: 'file-media',
  audio: 'music',
  video: 'device-camera-video',
  markdown: 'markdown',
  text: 'file-text',
  file: 'file',
} as const satisfies Readonly<Record<ViewKind, string>>;
