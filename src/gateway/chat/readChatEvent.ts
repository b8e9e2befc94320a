import { redactBriefly } from '../../core/support/text/redact.ts';
import type { Delivery } from '../../core/task/gatewayPort.ts';
import { readDelivery, readSource } from '../wire/deliveries.ts';
import { normalizeTaskResponse } from '../wire/normalizeTaskResponse.ts';
import {
  readAmount,
  readArray,
  readCode,
  readObject,
  readText,
  type WireObject,
  readNumber,
  readString,
} from '../wire/readWire.ts';
import { readErrorText } from '../wire/refusal.ts';

/** What one event of a stream, or a whole response, reports. Texts are verbatim, including spaces. */
export type ChatUpdate =
  /** A piece to append. The text of another item begins a paragraph. */
  | { readonly kind: 'text'; readonly text: string; readonly choice: number; readonly item?: number }
  /**
   * All of the text so far. Gateways send it in addition to the pieces or instead of them. `isPiece` says that it is a
   * piece itself if it does not continue the pieces before it.
   */
  | { readonly kind: 'whole-text'; readonly text: string; readonly choice: number; readonly isPiece: boolean }
  | { readonly kind: 'image'; readonly delivery: Delivery }
  | { readonly kind: 'amount'; readonly amountUsd: number }
  /** The text is complete. Its cost may still follow. */
  | { readonly kind: 'complete' }
  /** Nothing more follows. */
  | { readonly kind: 'end' }
  | { readonly kind: 'failure'; readonly code: string | null; readonly message: string };

/**
 * Reads one event of a stream, or a whole response, in any of the API formats, because gateways have been observed to
 * mix them. Empty if nothing in it is known.
 */
export function readChatEvent(event: WireObject): readonly ChatUpdate[] {
  const content = readCompletions(event) ?? readResponses(event) ?? readMessages(event);
  return [...(content ?? readOther(event)), ...readError(event), ...readCharge(event)];
}

function readCharge(event: WireObject): readonly ChatUpdate[] {
  const places = [event, event['usage'], event['response'], readObject(event['response'])?.['usage'], event['message']];
  const amounts = places.map((place) => readAmount(readObject(place) ?? {}));
  const amountUsd = amounts.find((amount) => amount !== null);
  return amountUsd === undefined || amountUsd === null ? [] : [{ kind: 'amount', amountUsd }];
}

function readError(event: WireObject): readonly ChatUpdate[] {
  if (!hasError(event)) return [];
  const error = readObject(event['error']);
  const type = readText(error?.['type']);
  const code = readCode(error?.['code']) ?? type ?? readCode(event['code']);
  return [{ kind: 'failure', code, message: redactBriefly(readErrorText(event) ?? code ?? '') }];
}

/** Some streams have an error member in every chunk, null or empty. */
function hasError(event: WireObject): boolean {
  if (readText(event['type']) === 'error') return true;
  // A failed response is recognized by its status, in `readResponses`.
  if (event['object'] === 'response') return false;
  return readText(event['error']) !== null || Object.keys(readObject(event['error']) ?? {}).length > 0;
}

/** Reads the images of a synchronous model, or an envelope that is a refusal. */
function readOther(event: WireObject): readonly ChatUpdate[] {
  const images = [...readArray(event['data']), ...readArray(event['images'])].flatMap(readImageUpdates);
  if (images.length > 0) return [...images, { kind: 'complete' }];
  if (hasError(event)) return [];
  const response = normalizeTaskResponse(event);
  return response.kind === 'error'
    ? [{ kind: 'failure', code: response.code, message: redactBriefly(response.message) }]
    : [];
}

/** Reads a chunk or a whole response of the completions format. Null if it has another format. */
function readCompletions(event: WireObject): readonly ChatUpdate[] | null {
  if (!Array.isArray(event['choices'])) return null;
  return [
    ...readArray(event['choices']).slice(0, maxChoices).flatMap(readChoice),
    ...readArray(event['data']).flatMap(readImageUpdates),
  ];
}

/** Each choice has its own text. */
const maxChoices = 128;

function readChoice(value: unknown, at: number): readonly ChatUpdate[] {
  const choice = readObject(value);
  if (!choice) return [];
  const index = readNumber(choice['index']) ?? at;
  if (index >= maxChoices) return [];
  const [delta, message] = [readObject(choice['delta']), readObject(choice['message'])];
  const reason = readText(choice['finish_reason']);
  const isComplete = reason !== null && reason !== 'error';
  return [
    ...(delta ? readMessage(delta, (text) => ({ kind: 'text', text, choice: index })) : []),
    // Some streams contain messages instead of deltas: pieces of the text, or all of it at the end.
    ...(message ? readMessage(message, (text) => ({ kind: 'whole-text', text, choice: index, isPiece: true })) : []),
    ...(isComplete ? [{ kind: 'complete' } as const] : []),
  ];
}

/** The reasoning of a model (`reasoning_content`) is not part of its reply. */
function readMessage(message: WireObject, buildText: (text: string) => ChatUpdate): readonly ChatUpdate[] {
  const content = readContent(message['content'] ?? message['refusal']);
  const images = [...content.images, ...readArray(message['images']).flatMap(readImage)];
  return [
    ...(content.text === '' ? [] : [buildText(content.text)]),
    ...images.map((delivery) => ({ kind: 'image', delivery }) as const),
  ];
}

function readImageUpdates(value: unknown): readonly ChatUpdate[] {
  return readImage(value).map((delivery) => ({ kind: 'image', delivery }) as const);
}

/** Reads an event or a whole response of the responses format. Null if it has another format. */
function readResponses(event: WireObject): readonly ChatUpdate[] | null {
  const type = readText(event['type']) ?? '';
  if (Array.isArray(event['output']) || event['object'] === 'response') return readWhole(event);
  if (!type.startsWith('response.')) return null;
  if (/^response\.(?:output_text|refusal)\.delta$/.test(type)) {
    const item = readNumber(event['output_index']) ?? 0;
    return [{ kind: 'text', text: readString(event['delta']) ?? '', choice: 0, item }];
  }
  const response = readObject(event['response']) ?? {};
  switch (type) {
    case 'response.completed':
    case 'response.incomplete':
    case 'response.done':
      return [...readWhole(response), { kind: 'end' }];
    case 'response.failed':
    case 'response.cancelled':
      return [...readWhole(response), ...readFailure({ status: 'failed', ...response })];
    default:
      return [];
  }
}

/** Some items have no content: reasoning, tool calls. */
function readWhole(response: WireObject): readonly ChatUpdate[] {
  const items = readArray(response['output'])
    .map(readObject)
    .filter((item) => item !== null);
  const contents = items.map((item) => readContent(item['content']));
  const texts = contents.map(({ text }) => text).filter((text) => text !== '');
  const text = texts.length > 0 ? texts.join('\n\n') : (readString(response['output_text']) ?? '');
  const made = items.filter(({ type }) => type === 'image_generation_call').flatMap(readImage);
  const images = [...contents.flatMap((content) => content.images), ...made];
  const status = readText(response['status']);
  return [
    ...(text === '' ? [] : [{ kind: 'whole-text', text, choice: 0, isPiece: false } as const]),
    ...images.map((delivery) => ({ kind: 'image', delivery }) as const),
    ...(status === 'completed' || status === 'incomplete' ? [{ kind: 'complete' } as const] : []),
    ...readFailure(response),
  ];
}

function readFailure(response: WireObject): readonly ChatUpdate[] {
  const status = readText(response['status']);
  if (status !== 'failed' && status !== 'cancelled') return [];
  const error = readObject(response['error']);
  const code = readCode(error?.['code']) ?? readText(error?.['type']);
  return [{ kind: 'failure', code, message: redactBriefly(readErrorText(response) ?? code ?? '') }];
}

/**
 * Reads an event or a whole response of the messages format. Null if it has another format. Reasoning and tool calls
 * are left out.
 */
function readMessages(event: WireObject): readonly ChatUpdate[] | null {
  switch (readText(event['type'])) {
    case 'message':
      return [...readBlocks(readArray(event['content'])), { kind: 'complete' }];
    case 'content_block_start':
      return readBlocks([event['content_block']]);
    case 'content_block_delta': {
      const delta = readObject(event['delta']);
      return delta?.['type'] === 'text_delta' ? readBlocks([{ ...delta, type: 'text' }]) : [];
    }
    case 'message_delta':
      return readText(readObject(event['delta'])?.['stop_reason']) === null ? [] : [{ kind: 'complete' }];
    case 'message_stop':
      return [{ kind: 'end' }];
    case 'message_start':
    case 'content_block_stop':
    case 'ping':
      return [];
    default:
      return null;
  }
}

function readBlocks(blocks: readonly unknown[]): readonly ChatUpdate[] {
  const { text, images } = readContent(blocks);
  return [
    ...(text === '' ? [] : [{ kind: 'text', text, choice: 0 } as const]),
    ...images.map((delivery) => ({ kind: 'image', delivery }) as const),
  ];
}

/** Text and images of one content member. */
interface Content {
  readonly text: string;
  readonly images: readonly Delivery[];
}

const noContent: Content = { text: '', images: [] };

/**
 * Reads content that is a string, or a list of parts in any format. Other parts than text and images (reasoning, tools)
 * are left out.
 */
function readContent(value: unknown): Content {
  const text = readString(value);
  if (text !== null) return { text, images: [] };
  const parts = (Array.isArray(value) ? value : []).map(readPart);
  return { text: parts.map((part) => part.text).join(''), images: parts.flatMap(({ images }) => images) };
}

function readPart(value: unknown): Content {
  const part = readObject(value);
  if (!part) return { text: readString(value) ?? '', images: [] };
  const type = readText(part['type']) ?? 'text';
  if (/image/.test(type)) return { text: '', images: readImage(part) };
  if (!/^(?:output_|input_)?text$|^refusal$/.test(type)) return noContent;
  return { text: readString(part['text']) ?? readString(part['refusal']) ?? '', images: [] };
}

/** Reads an image of a list next to the text, of a part, or of an item that a tool has made. */
function readImage(value: unknown): readonly Delivery[] {
  const found = readDelivery(value);
  const object = readObject(value);
  if (found || !object) return found ? [found] : [];
  const inline = readObject(object['source']) ?? readObject(object['inline_data']) ?? readObject(object['inlineData']);
  const source = inline ? readInline(inline) : readInline({ data: object['result'] });
  return source ? [{ source, title: null, lyrics: null }] : [];
}

/** Reads base64 with its media type, or a URL. */
function readInline(inline: WireObject): Delivery['source'] | null {
  const data = readText(inline['data']) ?? readText(inline['url']);
  if (data === null) return null;
  const type = readText(inline['media_type']) ?? readText(inline['mime_type']) ?? readText(inline['mimeType']);
  const bytes = /^(?:https?|data):/i.test(data) ? null : Buffer.from(data, 'base64');
  if (bytes === null) return readSource(data);
  return bytes.length > 0 ? { kind: 'bytes', bytes, mediaType: type } : null;
}
