import * as z from 'zod/mini';
import type { ViewKind } from '../core/artifact/viewKind.ts';
import type { TaskAction, TaskState } from '../core/task/model/task.ts';
import { isInFlight, isTaskState } from '../core/task/model/taskStates.ts';

/** How an item is shown. The same literals as `ViewKind`. */
const viewKinds = ['image', 'audio', 'video', 'markdown', 'text', 'file'] as const satisfies readonly ViewKind[];

/** Actions on the card of a task. `remove` belongs to the list of tasks, while the preview shows results. */
export const previewTaskActions = [
  'stopWatching',
  'resume',
  'retry',
  'checkBalance',
  'resubmit',
  'sendAgain',
  'dismiss',
  'saveAgain',
] as const satisfies readonly (TaskAction | 'sendAgain')[];

export type PreviewTaskAction = (typeof previewTaskActions)[number];

const base = {
  /** Opaque to the webview and stable: the card of a task keeps its id when it becomes the first artifact. */
  id: z.string(),
  /**
   * Name of the file, or of what the task makes while there is no file. With a group, it begins with the folder of the
   * file.
   */
  name: z.string(),
  /** Path and name of its job file among those that the page shows. Null if the page shows one job file. */
  group: z.nullable(z.string()),
  /** Unix ms: when it was saved or ended, or else when it was created. Newest first. */
  at: z.number(),
  /** Position among the items of one task. */
  order: z.number(),
  isSandbox: z.boolean(),
  model: z.nullable(z.string()),
  job: z.nullable(z.string()),
  run: z.string(),
  /** Position of the request among those of its job in the run. */
  index: z.number(),
  /** The combination of a matrix as names and values, in the order of the matrix. */
  axes: z.array(z.tuple([z.string(), z.string()])),
  /** What the task cost. Null if unknown. */
  amountUsd: z.nullable(z.number()),
  mark: z.nullable(z.enum(['star', 'reject'])),
  /** 1 to 5. */
  rating: z.nullable(z.number()),
  note: z.nullable(z.string()),
};

const artifactSchema = z.object({
  ...base,
  kind: z.literal('artifact'),
  media: z.enum(viewKinds),
  /** Letter of the result among those of its task, from A. Null for the only one. */
  take: z.nullable(z.string()),
  /** URI that an element loads. Null if the file is missing or outside the workspace folder. */
  uri: z.nullable(z.string()),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  seconds: z.nullable(z.number()),
});

const taskSchema = z.object({
  ...base,
  kind: z.literal('task'),
  state: z.custom<TaskState>(isTaskState),
  /** 0..1, or null if the gateway does not report it. */
  progress: z.nullable(z.number()),
  /** The status word of the gateway, unchanged. */
  statusWord: z.nullable(z.string()),
  /** Why it failed or why it waits, for the user. */
  message: z.nullable(z.string()),
  /** Whether there is text without a file. The text is in the details. */
  hasText: z.boolean(),
  /** The usual action first. Empty if only the runs file has the task. */
  actions: z.array(z.enum(previewTaskActions)),
  /** Label of the command that helps with the error. Null if none does. */
  remedy: z.nullable(z.string()),
  /** Unix ms of the host's clock. Null if elapsed time has no meaning. */
  startedAt: z.nullable(z.number()),
});

/**
 * One item of the filmstrip. It is small, because there may be ten thousand. Everything else is in `PreviewDetails`.
 */
const previewItemSchema = z.discriminatedUnion('kind', [artifactSchema, taskSchema]);

/**
 * A list as it has arrived. The copies that zod makes are hash tables, which take several times the memory of the
 * originals.
 */
export const previewItemsSchema = z.array(
  z.custom<PreviewItem>((data) => z.safeParse(previewItemSchema, data).success),
);

/** Everything that is known about one item. It is requested when the item is selected. */
export const previewDetailsSchema = z.object({
  id: z.string(),
  /** Path of the file relative to the folder of the job file, or to the shown folder. Null for a task without one. */
  file: z.nullable(z.string()),
  /** Whether the file is recorded but not on disk. */
  isMissing: z.boolean(),
  model: z.nullable(z.string()),
  endpoint: z.string(),
  profile: z.string(),
  isSandbox: z.boolean(),
  job: z.nullable(z.string()),
  taskId: z.nullable(z.string()),
  amountUsd: z.nullable(z.number()),
  at: z.number(),
  bytes: z.nullable(z.number()),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  seconds: z.nullable(z.number()),
  /** From submit to end, in ms. Null if only the runs file has the task. */
  tookMs: z.nullable(z.number()),
  prompt: z.nullable(z.string()),
  seed: z.nullable(z.string()),
  /** The other fields of the request, with values as text. */
  fields: z.array(z.object({ name: z.string(), value: z.string() })),
  title: z.nullable(z.string()),
  lyrics: z.nullable(z.string()),
  /** The text that a speech model has read aloud. */
  spokenText: z.nullable(z.string()),
  /** Content of a text artifact, or what a task has written so far. */
  text: z.nullable(z.string()),
  /** Whether `text` holds only the beginning of the file. */
  isTextCut: z.boolean(),
  /** Why the result is not whole, for the user. Null for a whole result, and for a card. */
  cut: z.nullable(z.string()),
  /** Local images in a Markdown text: the name in the text, and the URI that an element loads. */
  images: z.array(z.object({ name: z.string(), uri: z.string() })),
  /** The other results of the same task that are images: a chat response may have both. */
  pictures: z.array(z.object({ id: z.string(), name: z.string(), uri: z.string() })),
  /** Codec strings of RFC 6381 by kind of track, empty for none or an unknown one. Null if it is not a video. */
  codecs: z.nullable(z.object({ video: z.array(z.string()), audio: z.array(z.string()) })),
  canOpenOutside: z.boolean(),
});

export type PreviewItem = Readonly<z.infer<typeof previewItemSchema>>;
export type ArtifactItem = Readonly<z.infer<typeof artifactSchema>>;
export type TaskItem = Readonly<z.infer<typeof taskSchema>>;
export type PreviewDetails = Readonly<z.infer<typeof previewDetailsSchema>>;

/** Running tasks come first, then the newest items. The artifacts of one task keep their order. */
export function comparePreviewItems(a: PreviewItem, b: PreviewItem): number {
  const liveA = a.kind === 'task' && isInFlight(a.state) ? 0 : 1;
  const liveB = b.kind === 'task' && isInFlight(b.state) ? 0 : 1;
  return liveA - liveB || b.at - a.at || a.order - b.order || (a.id < b.id ? -1 : 1);
}
