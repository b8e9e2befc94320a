import * as z from 'zod/mini';
import { previewDetailsSchema, previewItemsSchema, previewTaskActions } from './previewItem.ts';
import { previewStringKeys } from './previewStrings.ts';
import { maxCompared, maxQueryLength, shownSheetSchema } from './sheet.ts';

/** More items than a page ever shows. */
const idsSchema = z.array(z.string()).check(z.maxLength(100_000));

const comparedSchema = z.array(z.string()).check(z.minLength(2), z.maxLength(maxCompared));

const markChangeSchema = z.object({
  mark: z.exactOptional(z.nullable(z.enum(['star', 'reject']))),
  rating: z.exactOptional(z.nullable(z.int().check(z.gte(1), z.lte(5)))),
  note: z.exactOptional(z.nullable(z.string().check(z.maxLength(10_000)))),
});

const hostMessageSchema = z.discriminatedUnion('type', [
  /** The reply to `ready`. The webview keeps `jobFile` in its state, where the host finds it after a reload. */
  z.object({
    type: z.literal('init'),
    jobFile: z.string(),
    /** BCP 47, for dates and numbers. */
    locale: z.string(),
    strings: z.record(z.enum(previewStringKeys), z.string()),
  }),
  /**
   * The list, newest first and in parts, so that the first image does not wait for thousands of others: `first`
   * replaces everything, `rest` adds older items, `change` adds changes.
   */
  z.object({
    type: z.literal('items'),
    part: z.enum(['first', 'rest', 'change']),
    changed: previewItemsSchema,
    removed: z.array(z.string()),
    /** The clock of the host, in Unix ms: elapsed times stay right if the webview runs on another machine. */
    now: z.number(),
  }),
  /** Names and values of the axes in the order of the job file. It is sent again when the file is saved. */
  z.object({ type: z.literal('axes'), axes: z.array(z.tuple([z.string(), z.array(z.string())])) }),
  /** The number of results after which others are not listed. Null if all are. */
  z.object({ type: z.literal('limit'), count: z.nullable(z.number()) }),
  /** Why the list cannot be read, for the user. Null as soon as it can. */
  z.object({ type: z.literal('readError'), reason: z.nullable(z.string()) }),
  /** The user selected this item outside the webview. After a search, the stage moves through what the query finds. */
  z.object({ type: z.literal('select'), id: z.string(), query: z.exactOptional(z.string()) }),
  /** Selects new results from now on, until the user touches the page. A null id leaves the selection unchanged. */
  z.object({ type: z.literal('follow'), id: z.nullable(z.string()) }),
  /** Shows one result on the stage, or many in the contact sheet. A query replaces the present one, and null keeps it. */
  z.object({ type: z.literal('show'), view: z.enum(['stage', 'sheet']), query: z.nullable(z.string()) }),
  /** Asks for `export` of what the contact sheet shows. */
  z.object({ type: z.literal('export') }),
  /** Shows these artifacts beside each other. */
  z.object({ type: z.literal('compare'), ids: comparedSchema }),
  z.object({ type: z.literal('details'), details: previewDetailsSchema }),
  /** Bytes of an audio file. Null if there is no file, or if it is too large to send. */
  z.object({ type: z.literal('audio'), id: z.string(), bytes: z.nullable(z.instanceof(Uint8Array)) }),
  /**
   * Text that was added to the selected text while it is being written. It replaces everything from `start` (UTF-16)
   * on.
   */
  z.object({ type: z.literal('text'), id: z.string(), start: z.number(), text: z.string() }),
  z.object({ type: z.literal('copied') }),
  /** Ids of all items that a query finds. It is sent before items that it finds, and again when it finds others. */
  z.object({ type: z.literal('found'), query: z.string(), ids: idsSchema }),
  /** The beginnings of prompts by item id. Null if the request has none. */
  z.object({ type: z.literal('prompts'), prompts: z.array(z.tuple([z.string(), z.nullable(z.string())])) }),
  /** A thumbnail, a WebP image. Null if there is none, because the file is missing, damaged or too large. */
  z.object({ type: z.literal('thumbnail'), id: z.string(), bytes: z.nullable(z.instanceof(Uint8Array)) }),
  /** The first lines of a text, in place of a picture. */
  z.object({ type: z.literal('thumbnailText'), id: z.string(), text: z.string() }),
  /**
   * An image or audio file of which the page has to make a thumbnail. The bytes of a video are null: the page loads it by
   * its URI. The host waits for `thumbnailMade`.
   */
  z.object({
    type: z.literal('original'),
    id: z.string(),
    bytes: z.nullable(z.instanceof(Uint8Array)),
    /** Whether the thumbnail is made even if nothing on the page shows it. */
    isNeeded: z.boolean(),
  }),
]);

export const previewActions = [
  'reveal',
  'copyPath',
  'recall',
  'openFile',
  'openOutside',
  'openJobFile',
  'useCombination',
] as const;

/**
 * Messages from the webview to the host. Items are identified by id, never by path: the host decides which file belongs
 * to an id.
 */
const webviewMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  /** Reads the list again after `readError`. */
  z.object({ type: z.literal('readAgain') }),
  z.object({ type: z.literal('readDetails'), id: z.string() }),
  z.object({ type: z.literal('readAudio'), id: z.string() }),
  z.object({ type: z.literal('readPrompts'), ids: idsSchema }),
  /** Searches by a query until the next one. See `parseSearch`. An empty one ends the search. */
  z.object({ type: z.literal('search'), query: z.string().check(z.maxLength(maxQueryLength)) }),
  /** Everything that is visible and has no thumbnail yet, most important first. Replaces the list before. */
  z.object({ type: z.literal('wantThumbnails'), ids: idsSchema }),
  /** The thumbnail of an `original`, a WebP image. Null if the original cannot be decoded. */
  z.object({ type: z.literal('thumbnailMade'), id: z.string(), bytes: z.nullable(z.instanceof(Uint8Array)) }),
  z.object({ type: z.literal('act'), id: z.nullable(z.string()), action: z.enum(previewActions) }),
  /** Changes the marks of artifacts. The parts that are not given keep their values. */
  z.object({ type: z.literal('mark'), ids: idsSchema, change: markChangeSchema }),
  /** Opens the texts of two artifacts in the diff editor. */
  z.object({ type: z.literal('openDiff'), ids: z.tuple([z.string(), z.string()]) }),
  z.object({ type: z.literal('undoMark') }),
  /** Writes what the contact sheet shows into one HTML file. What a filter leaves has a file of its own. */
  z.object({ type: z.literal('export'), sheet: shownSheetSchema, isFiltered: z.boolean() }),
  /** Deletes the files of artifacts, after the user has agreed. */
  z.object({ type: z.literal('delete'), ids: idsSchema }),
  z.object({ type: z.literal('actOnTask'), id: z.string(), action: z.enum(previewTaskActions) }),
  /** Runs the command that helps with the error of a task. */
  z.object({ type: z.literal('runRemedy'), id: z.string() }),
]);

export type HostMessage = Readonly<z.infer<typeof hostMessageSchema>>;
export type WebviewMessage = Readonly<z.infer<typeof webviewMessageSchema>>;
export type ItemsMessage = Extract<HostMessage, { type: 'items' }>;
export type TextMessage = Extract<HostMessage, { type: 'text' }>;
export type FoundMessage = Extract<HostMessage, { type: 'found' }>;
export type PreviewAction = (typeof previewActions)[number];

/** Returns null for data that is not a message of this protocol. */
export function parseHostMessage(data: unknown): HostMessage | null {
  return z.safeParse(hostMessageSchema, data).data ?? null;
}

/** Returns null for data that is not a message of this protocol. */
export function parseWebviewMessage(data: unknown): WebviewMessage | null {
  return z.safeParse(webviewMessageSchema, data).data ?? null;
}
