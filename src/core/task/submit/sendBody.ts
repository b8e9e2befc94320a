import { findDialect } from '../../catalog/endpoints.ts';
import { maxDataUriBytes } from '../../jobFile/lookups.ts';
import type { PlannedRequest } from '../../jobFile/request.ts';
import type { Clock } from '../../support/clock.ts';
import { emptyDisposable, type Disposable } from '../../support/disposable.ts';
import { stringifyJson } from '../../support/json/json.ts';
import type { ChatCall, GatewayPort, GatewayTarget, RequestBody, SubmitOutcome } from '../gatewayPort.ts';
import type { TaskError } from '../model/task.ts';
import type { TaskChange } from '../model/taskEvent.ts';
import type { BodyRoom, SizedBody } from '../pace/bodyRoom.ts';
import type { Outages } from '../pace/outages.ts';
import type { KeyGate } from '../pace/keyGate.ts';
import type { ProfileGate } from '../pace/profileGate.ts';
import type { InputPort } from '../ports.ts';
import { gatewayOf, type Watch } from '../watch.ts';
import { uploadPattern } from './fillTask.ts';

/** What loading a body needs. */
export interface BodyWatch extends Pick<Watch, 'entry' | 'signal'> {
  readonly bodies: BodyRoom;
  readonly inputs: InputPort;
}

type LoadedBody = { readonly ok: true; readonly body: RequestBody } | { readonly ok: false; readonly error: TaskError };

/** A loaded body. Dispose it when the response is there: until then the body occupies memory. */
type BodyOutcome = LoadedBody & Disposable;

/**
 * Returns the JSON to be sent, with the bytes of local files in it. The files are read now and compared with the plan.
 */
export async function loadBody(watch: BodyWatch): Promise<BodyOutcome> {
  const { entry, bodies, signal } = watch;
  const json = stringifyJson(entry().task.request.body);
  if (entry().uploads.length === 0) return { ok: true, body: [json], ...emptyDisposable };
  return bodies.load(async (): Promise<LoadedBody & SizedBody> => {
    const files = await readUploads(watch);
    if (!files.ok) return { ...files, bytes: 0 };
    const bytes = [...files.dataUrls.values()].reduce((sum, { length }) => sum + length, 0);
    return { ok: true, body: insertFiles(json, files.dataUrls), bytes };
  }, signal);
}

type UploadsOutcome =
  | { readonly ok: true; readonly dataUrls: ReadonlyMap<string, Uint8Array> }
  | { readonly ok: false; readonly error: TaskError };

/** Reads the files by content hash. A file that is used several times is read once. */
async function readUploads({ entry, inputs, signal }: BodyWatch): Promise<UploadsOutcome> {
  const { task, boundary, uploads } = entry();
  const place = { jobFile: task.jobFile, boundary, maxBytes: maxDataUriBytes };
  const dataUrls = new Map<string, Uint8Array>();
  for (const upload of uploads) {
    const outcome = await inputs.read(upload, place);
    signal.throwIfAborted();
    if (!outcome.ok) return outcome;
    dataUrls.set(upload.sha256, outcome.dataUrl);
  }
  return { ok: true, dataUrls };
}

/** Replaces the placeholders with the files, in one pass and without a copy of their bytes. */
function insertFiles(json: string, dataUrls: ReadonlyMap<string, Uint8Array>): RequestBody {
  const pieces: (string | Uint8Array)[] = [];
  let end = 0;
  for (const { 0: placeholder, 1: sha256 = '', index } of json.matchAll(uploadPattern)) {
    const dataUrl = dataUrls.get(sha256);
    if (!dataUrl) continue;
    pieces.push(`${json.slice(end, index)}"`, dataUrl);
    // The closing quote of the placeholder becomes the closing quote of the data URL.
    end = index + placeholder.length - 1;
  }
  return [...pieces, json.slice(end)];
}

/** What sending needs. */
export interface SendWatch extends Watch {
  /**
   * Aborts the request that is being sent. If `signal` is not aborted, the user does not want to wait for the response,
   * and the watch continues. If only `signal` is aborted, another process has adopted the task, and the response is
   * written for that process.
   */
  readonly sendSignal: AbortSignal;
  /** Aborts when this process is about to end. A request that has not been sent by then is not sent. */
  readonly closing: AbortSignal;
  /**
   * Records a change even if the watch was given up, because the request may be charged. Resolves to whether the change
   * is in the journal. Never rejects.
   */
  readonly record: (change: TaskChange) => Promise<boolean>;
  readonly clock: Clock;
  readonly gateway: Pick<GatewayPort, 'submit'>;
  readonly gate: Pick<ProfileGate, 'open'>;
  readonly keys: Pick<KeyGate, 'accept'>;
  /**
   * Each submit opens a new connection, while queries reuse one. If only new connections fail, a successful query says
   * nothing about submits.
   */
  readonly outages: Readonly<Record<'submits' | 'queries', Pick<Outages, 'reached'>>>;
}

/**
 * `given-up`: the user did not wait for the response, or this process ended before the connection was made. `text` is
 * the part of the response that had arrived.
 */
export type SendOutcome =
  SubmitOutcome | { readonly kind: 'given-up'; readonly wasSent: boolean; readonly text: string | null };

interface Sending {
  readonly target: GatewayTarget;
  readonly body: RequestBody;
  /** Turn of the profile. It is disposed as soon as the response begins. */
  readonly turn: Disposable;
}

/**
 * Sends a request that is recorded as being sent, and shows a text while it arrives. Rejects only when the signal
 * aborts. The received text is then kept, because it may be charged.
 */
export async function sendBody(watch: SendWatch, { target, body, turn }: Sending): Promise<SendOutcome> {
  const { signal, sendSignal, closing, entry } = watch;
  const { request, profile } = entry().task;
  const updates = showText(watch);
  const chat = buildChatCall(request, (read) => {
    // A text may take minutes, and its first word proves the key.
    watch.keys.accept(profile);
    watch.gate.open(profile);
    turn.dispose();
    updates.onText(read);
  });
  // A response may take minutes, and other tasks wait for the gateway. If submits reach it, queries do too.
  let wasSent = false;
  const onSent = (): void => {
    wasSent = true;
    for (const outages of Object.values(watch.outages)) outages.reached(gatewayOf(entry()));
  };
  const call = { endpoint: request.endpoint, body, isSynchronous: request.pollPath === null, chat, onSent };
  // Not `AbortSignal.any`, of which each signal keeps something as long as it lives.
  const ended = new AbortController();
  const stop = (): void => ended.abort(sendSignal.reason);
  const close = (): void => {
    if (!wasSent) ended.abort(closing.reason);
  };
  if (sendSignal.aborted) stop();
  sendSignal.addEventListener('abort', stop, { once: true });
  closing.addEventListener('abort', close, { once: true });
  try {
    return await watch.gateway.submit(target, call, ended.signal);
  } catch (error) {
    if (!wasSent && (sendSignal.aborted || closing.aborted)) return { kind: 'given-up', wasSent, text: null };
    if (sendSignal.aborted && !signal.aborted) return { kind: 'given-up', wasSent, text: entry().task.text };
    await endIncomplete(watch);
    throw error;
  } finally {
    sendSignal.removeEventListener('abort', stop);
    closing.removeEventListener('abort', close);
    updates.stop();
  }
}

/** Returns how the response to a request is read if it is text. Null if it is not. */
function buildChatCall(
  { endpoint, modality, body }: Pick<PlannedRequest, 'endpoint' | 'modality' | 'body'>,
  onText: ChatCall['onText'],
): ChatCall | null {
  const dialect = findDialect(endpoint);
  return dialect && { dialect, isStreamed: body['stream'] === true, makesImages: modality === 'image', onText };
}

/** Ends the task as it would end after a restart, because its response is incomplete. */
async function endIncomplete({ entry, record }: SendWatch): Promise<void> {
  const { text, state } = entry().task;
  if (text === null || state !== 'sending') return;
  await record({ kind: 'unconfirmed', error: { code: 'no-answer', message: '' }, text });
}

/** Interval at which a growing text is recorded, so that it survives the end of this process. */
const keepMs = 2_000;

/** Shows and records a text while it arrives. */
function showText({ clock, entry, record }: SendWatch): TextUpdates {
  const isSending = (): boolean => entry().task.state === 'sending';
  const nextChange = createTextChanges();
  const shown = createTextUpdates(clock, (text) => {
    if (isSending()) void record({ kind: 'streamed', text });
  });
  const kept = createTextUpdates(
    clock,
    (text) => {
      if (isSending()) void record({ kind: 'kept', ...nextChange(text) });
    },
    keepMs,
  );
  return {
    onText(read) {
      shown.onText(read);
      kept.onText(read);
    },
    stop() {
      shown.stop();
      kept.stop();
    },
  };
}

/** Interval at which a growing text is shown to the user. */
const updateMs = 100;

/** Shows a growing text at intervals, however often it grows. */
interface TextUpdates {
  /** Reports that the text has grown. `read` is called when the interval has passed, and never after `stop`. */
  readonly onText: (read: () => string) => void;
  stop(): void;
}

export function createTextUpdates(clock: Clock, show: (text: string) => void, everyMs: number = updateMs): TextUpdates {
  let isStopped = false;
  let next: (() => string) | null = null;
  /** Ends the present interval. Null if there is none. */
  let interval: AbortController | null = null;

  const update = async (): Promise<void> => {
    const { signal } = (interval = new AbortController());
    while (next !== null && !signal.aborted) {
      const read = next;
      next = null;
      show(read());
      await clock.sleep(everyMs, signal).catch(() => undefined);
    }
    interval = null;
  };
  return {
    onText(read) {
      next = read;
      if (!interval && !isStopped) void update();
    },
    stop() {
      isStopped = true;
      interval?.abort(new Error('Stopped'));
    },
  };
}

/** The change of a growing text: `text` replaces everything from `offset` (in UTF-16 units) to the end. */
interface TextChange {
  readonly offset: number;
  readonly text: string;
}

/**
 * Creates a function that returns what is new in each text compared with the text of the previous call. Thus the
 * recorded changes are hardly longer than the last text.
 */
export function createTextChanges(): (text: string) => TextChange {
  let last = '';
  return (text) => {
    const offset = commonLength(last, text);
    last = text;
    return { offset, text: text.slice(offset) };
  };
}

/**
 * Returns the length of the common start, which is mostly the shorter string. It never ends in the middle of a
 * character.
 */
function commonLength(one: string, other: string): number {
  if (other.startsWith(one)) return one.length;
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return /[\uD800-\uDBFF]/.test(other[length - 1] ?? '') ? length - 1 : length;
}
