import { stringifyJson, type JsonValue } from '../../core/support/json/json.ts';
import { redactBriefly } from '../../core/support/text/redact.ts';
import { type MediaDelivery, parseDelivery } from '../wire/deliveries.ts';
import { normalizeTaskResponse } from '../wire/normalizeTaskResponse.ts';
import {
  parseAmount,
  parseArray,
  parseCode,
  parseObject,
  parseText,
  type WireObject,
  parseNumber,
  parseString,
  textAt,
} from '../wire/wireObject.ts';
import { detailPaths, parseErrorText, parseInnerCode } from '../wire/refusal.ts';

/** What one event of a stream, or a whole response, reports. Texts are verbatim, including spaces. */
export type ChatUpdate =
  /** A piece to append. The text of another item begins a paragraph. `isWhole`: all of it, maybe after its pieces. */
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly choice: number;
      readonly item?: number;
      readonly isWhole?: boolean;
    }
  /**
   * All of the text so far. Gateways send it in addition to the pieces or instead of them. `isPiece` says that it is a
   * piece itself if it does not continue the pieces before it.
   */
  | { readonly kind: 'whole-text'; readonly text: string; readonly choice: number; readonly isPiece: boolean }
  | { readonly kind: 'image'; readonly delivery: MediaDelivery }
  | { readonly kind: 'amount'; readonly amountUsd: number }
  /** A piece of what the model returns besides its reply. */
  | { readonly kind: 'aside'; readonly of: 'tools' | 'reasoning'; readonly text: string }
  /** The text is complete, for this reason. Its cost may still follow. */
  | { readonly kind: 'complete'; readonly choice: number; readonly reason: string }
  | { readonly kind: 'end' }
  | { readonly kind: 'failure'; readonly code: string | null; readonly message: string };

/** Parses an event, or a whole response, in any format, because gateways mix them. Empty if nothing is known. */
export function parseChatEvent(event: WireObject): readonly ChatUpdate[] {
  const content = parseCompletions(event) ?? parseResponses(event) ?? parseMessages(event);
  const errors = hasError(event) ? [buildFailure(event)] : [];
  const amountUsd = parseAmount(event);
  const charge = amountUsd === null ? [] : [{ kind: 'amount', amountUsd } as const];
  return [...(content ?? parseOther(event)), ...parseAsides(event), ...errors, ...charge];
}

function buildFailure(event: WireObject): ChatUpdate {
  const code = parseInnerCode(event) ?? parseCode(event['code']);
  return { kind: 'failure', code, message: redactBriefly(parseErrorText(event) ?? code ?? '') };
}

/** Some streams have an error member in every chunk, null or empty. */
function hasError(event: WireObject): boolean {
  if (event['type'] === 'error' || event['object'] === 'error') return true;
  // A failed response is recognized by its status, in `parseResponses`.
  if (event['object'] === 'response') return false;
  const isSaid = Object.keys(parseObject(event['error']) ?? {}).length > 0;
  return isSaid || textAt(event, 'error', ...detailPaths) !== null;
}

/** Parses the images of a synchronous model, or an envelope that is a refusal. */
function parseOther(event: WireObject): readonly ChatUpdate[] {
  const images = [...parseArray(event['data']), ...parseArray(event['images'])].flatMap(parseImage);
  if (images.length > 0) return [...images, { kind: 'end' }];
  if (hasError(event)) return [];
  const response = normalizeTaskResponse(event);
  if (response.kind !== 'error') return [];
  return [{ kind: 'failure', code: response.code, message: redactBriefly(response.message) }];
}

/** Parses a chunk or a whole response of the completions format. Null if it has another format. */
function parseCompletions(event: WireObject): readonly ChatUpdate[] | null {
  const choices = parseArray(event['choices']).slice(0, maxChoices);
  return choices.length === 0
    ? null
    : [...choices.flatMap(parseChoice), ...parseArray(event['data']).flatMap(parseImage)];
}

/** Each choice has its own text. */
const maxChoices = 128;

function parseChoice(value: unknown, at: number): readonly ChatUpdate[] {
  const choice = parseObject(value);
  if (!choice) return [];
  const index = parseNumber(choice['index']) ?? at;
  if (index >= maxChoices) return [];
  const [delta, message] = [parseObject(choice['delta']), parseObject(choice['message'])];
  const reason = parseText(choice['finish_reason']);
  return [
    ...(delta ? parseMessage(delta, (text) => ({ kind: 'text', text, choice: index })) : []),
    // Some streams contain messages instead of deltas: pieces of the text, or all of it at the end.
    ...(message ? parseMessage(message, (text) => ({ kind: 'whole-text', text, choice: index, isPiece: true })) : []),
    ...parseImage(message?.['audio']),
    ...(reason === null ? [] : [{ kind: 'complete', choice: index, reason } as const]),
  ];
}

function parseMessage(message: WireObject, buildText: (text: string) => ChatUpdate): readonly ChatUpdate[] {
  const content = parseContent(message['content'] ?? message['refusal']);
  const images = [...content.images, ...parseArray(message['images']).flatMap(parseImage)];
  return toUpdates({ text: content.text, images }, buildText);
}

function toUpdates({ text, images }: Content, buildText: (text: string) => ChatUpdate): readonly ChatUpdate[] {
  return [...(text === '' ? [] : [buildText(text)]), ...images];
}

/** The last event of the responses format. Those before it only repeat parts of it. */
const lastEvent = /^response\.(?:completed|incomplete|done)$/;

/** Parses the calls of tools and the reasoning in an event or a whole response, of any format. */
function parseAsides(event: WireObject): readonly ChatUpdate[] {
  const response = lastEvent.test(parseText(event['type']) ?? '') ? (parseObject(event['response']) ?? {}) : event;
  const choices = parseArray(event['choices']).flatMap((each) => [memberOf(each, 'delta'), memberOf(each, 'message')]);
  const lists = [...parseArray(event['content']), ...parseArray(response['output'])];
  const parts = [...choices, event['delta'], event['content_block'], ...lists].map((each) => parseObject(each) ?? {});
  const thoughts = parts.map((part) => {
    const summary = parseArray(part['summary']).map((each) => memberOf(each, 'text'));
    return [part['reasoning_content'] ?? part['reasoning'] ?? part['thinking'], ...summary].map(parseWords).join('');
  });
  const asides = [
    { kind: 'aside', of: 'tools', text: parts.map(describeCalls).join('') },
    { kind: 'aside', of: 'reasoning', text: thoughts.join('') },
  ] as const;
  return asides.filter(({ text }) => text !== '');
}

/** Returns `name {…}` on a line for each call. In a stream, the arguments follow in pieces without a name. */
function describeCalls(part: WireObject): string {
  const isCall = /^(?:tool_use|function_call)$/.test(parseWords(part['type']));
  const calls = [...parseArray(part['tool_calls']), part['function_call'], ...(isCall ? [part] : [])];
  const texts = calls.map((call) => {
    const { name, arguments: values, input = values } = parseObject(memberOf(call, 'function') ?? call) ?? {};
    const isEmpty = Object.keys(parseObject(input) ?? {}).length === 0;
    return `${typeof name === 'string' ? `\n${name} ` : ''}${isEmpty ? parseWords(input) : stringifyJson(input as JsonValue)}`;
  });
  return texts.join('') + parseWords(part['partial_json']);
}

function memberOf(value: unknown, name: string): unknown {
  return parseObject(value)?.[name];
}

function parseWords(value: unknown): string {
  return parseString(value) ?? '';
}

/** Parses an event or a whole response of the responses format. Null if it has another format. */
function parseResponses(event: WireObject): readonly ChatUpdate[] | null {
  const type = parseText(event['type']) ?? '';
  if (Array.isArray(event['output']) || event['object'] === 'response') return parseWhole(event);
  if (!type.startsWith('response.')) return null;
  const part = /^response\.(?:output_text|refusal)\.(delta|done)$/.exec(type)?.[1];
  if (part !== undefined) {
    const item = parseNumber(event['output_index']) ?? 0;
    const text = parseWords(event['delta'] ?? event['text'] ?? event['refusal']);
    return [{ kind: 'text', text, choice: 0, item, isWhole: part === 'done' }];
  }
  const response = parseObject(event['response']) ?? {};
  if (lastEvent.test(type)) return [...parseWhole(response), { kind: 'end' }];
  if (type !== 'response.failed' && type !== 'response.cancelled') return [];
  return [...parseWhole(response), ...parseFailure({ status: 'failed', ...response })];
}

/** Some items have no content: reasoning, tool calls. */
function parseWhole(response: WireObject): readonly ChatUpdate[] {
  const items = parseArray(response['output'])
    .map(parseObject)
    .filter((item) => item !== null);
  const contents = items.map((item) => parseContent(item['content']));
  const texts = contents.map(({ text }) => text).filter((text) => text !== '');
  const text = texts.length > 0 ? texts.join('\n\n') : (parseString(response['output_text']) ?? '');
  const made = items.filter(({ type }) => type === 'image_generation_call').flatMap(parseImage);
  const images = [...contents.flatMap((content) => content.images), ...made];
  const status = parseText(response['status']) ?? '';
  const reason = textAt(response, 'incomplete_details.reason') ?? status;
  return [
    ...toUpdates({ text, images }, (whole) => ({ kind: 'whole-text', text: whole, choice: 0, isPiece: false })),
    ...(status === 'completed' || status === 'incomplete' ? [{ kind: 'complete', choice: 0, reason } as const] : []),
    ...parseFailure(response),
  ];
}

function parseFailure(response: WireObject): readonly ChatUpdate[] {
  return /^(?:failed|cancelled)$/.test(parseText(response['status']) ?? '') ? [buildFailure(response)] : [];
}

/** Parses an event or a whole response of the messages format. Null if it has another format. */
function parseMessages(event: WireObject): readonly ChatUpdate[] | null {
  switch (parseText(event['type'])) {
    case 'message':
      return [...parseBlocks(parseArray(event['content'])), ...parseStop(event), { kind: 'end' }];
    case 'content_block_start':
      return parseBlocks([event['content_block']]);
    case 'content_block_delta': {
      const delta = parseObject(event['delta']);
      return delta?.['type'] === 'text_delta' ? parseBlocks([{ ...delta, type: 'text' }]) : [];
    }
    case 'message_delta':
      return parseStop(event['delta']);
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

function parseStop(value: unknown): readonly ChatUpdate[] {
  const reason = parseText(memberOf(value, 'stop_reason'));
  return reason === null ? [] : [{ kind: 'complete', choice: 0, reason }];
}

function parseBlocks(blocks: readonly unknown[]): readonly ChatUpdate[] {
  return toUpdates(parseContent(blocks), (text) => ({ kind: 'text', text, choice: 0 }));
}

interface Content {
  readonly text: string;
  readonly images: readonly ChatUpdate[];
}

/** Parses a string, or a list of parts in any format. Parts other than text and images are left out. */
function parseContent(value: unknown): Content {
  const text = parseString(value);
  if (text !== null) return { text, images: [] };
  const parts = (Array.isArray(value) ? value : []).map(parsePart);
  return { text: parts.map((part) => part.text).join(''), images: parts.flatMap(({ images }) => images) };
}

function parsePart(value: unknown): Content {
  const part = parseObject(value);
  if (!part) return { text: parseString(value) ?? '', images: [] };
  const type = parseText(part['type']) ?? 'text';
  if (/image/.test(type)) return { text: '', images: parseImage(part) };
  const isText = /^(?:output_|input_)?text$|^refusal$/.test(type);
  return { text: isText ? (parseString(part['text']) ?? parseWords(part['refusal'])) : '', images: [] };
}

/** Parses an image of a list next to the text, of a part, or of an item that a tool has made, or the audio of a message. */
function parseImage(value: unknown): readonly ChatUpdate[] {
  const object = parseObject(value) ?? {};
  const inline = ['source', 'inline_data', 'inlineData'].map((name) => parseObject(object[name]));
  const data = { data: object['result'] ?? object['data'] };
  const delivery = parseDelivery(value) ?? parseInline(inline.find((each) => each !== null) ?? data);
  return delivery ? [{ kind: 'image', delivery }] : [];
}

/** Parses base64 with its media type, or a URL. */
function parseInline(inline: WireObject): MediaDelivery | null {
  const data = textAt(inline, 'data', 'url');
  if (data === null) return null;
  if (/^(?:https?|data):/i.test(data)) return parseDelivery(data);
  const bytes = Buffer.from(data, 'base64');
  const mediaType = textAt(inline, 'media_type', 'mime_type', 'mimeType');
  return bytes.length > 0 ? { source: { kind: 'bytes', bytes, mediaType }, title: null, lyrics: null } : null;
}
