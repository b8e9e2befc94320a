import * as z from 'zod/mini';
import type { ViewKind } from '../core/artifact/viewKind.ts';
import type { TaskAction, TaskState } from '../core/task/task.ts';
import { isInFlight, isTaskState } from '../core/task/taskStates.ts';

/** How an item is shown; the same literals as `ViewKind`. */
const viewKinds = ['image', 'audio', 'video', 'markdown', 'text', 'file'] as const satisfies readonly ViewKind[];

/** What the card of a task offers. `remove` belongs to the list of tasks: here is shown what was made. */
export const previewTaskActions = [
  'stopWatching',
  'resume',
  'retry',
  'resubmit',
  'dismiss',
  'saveAgain',
] as const satisfies readonly TaskAction[];

export type PreviewTaskAction = (typeof previewTaskActions)[number];

const base = {
  /** Opaque to the webview and stable: a task's card keeps its id when it turns into the first artifact. */
  id: z.string(),
  /** The file's name, or what the task makes while there is no file. */
  name: z.string(),
  /** Unix ms: when it was saved or ended, else when it was created. Newest first. */
  at: z.number(),
  /** Position among the items of one task. */
  order: z.number(),
  isSandbox: z.boolean(),
};

const artifactSchema = z.object({
  ...base,
  kind: z.literal('artifact'),
  media: z.enum(viewKinds),
  /** What an element loads; null when the file is missing or outside the workspace folder. */
  uri: z.nullable(z.string()),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  seconds: z.nullable(z.number()),
});

const taskSchema = z.object({
  ...base,
  kind: z.literal('task'),
  state: z.custom<TaskState>(isTaskState),
  /** 0..1, or null when the gateway does not say. */
  progress: z.nullable(z.number()),
  /** The gateway's own word, as it came. */
  statusWord: z.nullable(z.string()),
  /** Why it ended badly or why it waits, for people. */
  message: z.nullable(z.string()),
  /** There is text of it already, though no file: it is in the details. */
  hasText: z.boolean(),
  /** The most likely first; empty where only the runs file knows the task. */
  actions: z.array(z.enum(previewTaskActions)),
  /** Unix ms by the host's clock; null when elapsed time has no meaning. */
  startedAt: z.nullable(z.number()),
});

/** One place in the filmstrip: light, since there may be ten thousand. Everything else is in `PreviewDetails`. */
export const previewItemSchema = z.discriminatedUnion('kind', [artifactSchema, taskSchema]);

/** All that is known about one item; asked for when it is selected. */
export const previewDetailsSchema = z.object({
  id: z.string(),
  /** Path of the file from the job file's folder; null for a task without one. */
  file: z.nullable(z.string()),
  /** Recorded, but not on disk now. */
  isMissing: z.boolean(),
  model: z.nullable(z.string()),
  endpoint: z.string(),
  profile: z.string(),
  isSandbox: z.boolean(),
  job: z.nullable(z.string()),
  /** The gateway's id. */
  taskId: z.nullable(z.string()),
  amountUsd: z.nullable(z.number()),
  at: z.number(),
  bytes: z.nullable(z.number()),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  seconds: z.nullable(z.number()),
  /** From submit to end; null when only the runs file knows the task. */
  tookMs: z.nullable(z.number()),
  prompt: z.nullable(z.string()),
  seed: z.nullable(z.string()),
  /** The remaining fields of the request, values as text. */
  fields: z.array(z.object({ name: z.string(), value: z.string() })),
  title: z.nullable(z.string()),
  lyrics: z.nullable(z.string()),
  /** Content of a text artifact, or what a task has written so far. */
  text: z.nullable(z.string()),
  /** `text` holds only the beginning of the file. */
  isTextCut: z.boolean(),
  /** Local images that a Markdown text names: as it names them, and what an element loads. */
  images: z.array(z.object({ name: z.string(), uri: z.string() })),
  /** The other results of the same task that are pictures: a chat answer may have both. */
  pictures: z.array(z.object({ id: z.string(), name: z.string(), uri: z.string() })),
  /** Codec strings of RFC 6381 by kind of track, empty for none or an unknown one; null for what is no video. */
  codecs: z.nullable(z.object({ video: z.array(z.string()), audio: z.array(z.string()) })),
  /** Whether Open Outside is offered for the file. */
  canOpenOutside: z.boolean(),
  message: z.nullable(z.string()),
});

export type PreviewItem = Readonly<z.infer<typeof previewItemSchema>>;
export type ArtifactItem = Readonly<z.infer<typeof artifactSchema>>;
export type TaskItem = Readonly<z.infer<typeof taskSchema>>;
export type PreviewDetails = Readonly<z.infer<typeof previewDetailsSchema>>;

/** What is running comes first, then the newest; the artifacts of one task stay in their order. */
export function comparePreviewItems(a: PreviewItem, b: PreviewItem): number {
  const liveA = a.kind === 'task' && isInFlight(a.state) ? 0 : 1;
  const liveB = b.kind === 'task' && isInFlight(b.state) ? 0 : 1;
  return liveA - liveB || b.at - a.at || a.order - b.order || (a.id < b.id ? -1 : 1);
}
