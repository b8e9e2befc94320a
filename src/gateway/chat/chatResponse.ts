import { assertNever } from '../../core/support/assertNever.ts';
import type { Delivery } from '../../core/task/gatewayPort.ts';
import { imageToken } from '../../core/task/gatewayPort.ts';
import type { TaskError } from '../../core/task/model/task.ts';
import { identify, maxResults, type MediaSource, parseSource } from '../wire/deliveries.ts';
import { createChatText, cutChatText, type ChatText } from './chatText.ts';
import type { ChatUpdate } from './parseChatEvent.ts';

export type ChatResponse = ReturnType<typeof createChatResponse>;

export interface ChatRequest {
  /** The request is for images, so that links lead to images. */
  readonly takesLinks: boolean;
  /** Number of texts that were requested. */
  readonly choices: number;
  /** What the response may repeat of the request, as `listSent` returns it. It is no result. */
  readonly sent: readonly string[];
}

/** What has arrived of a chat response so far. It grows with each event. */
export function createChatResponse({ sent, ...request }: ChatRequest) {
  return {
    ...request,
    images: createImageList(new Set(sent)),
    texts: new Map<number, ChatText>(),
    amountUsd: null as number | null,
    failure: null as Extract<ChatUpdate, { kind: 'failure' }> | null,
    /** What the model returned besides its reply. */
    asides: { tools: '', reasoning: '' },
    /** Why each choice that is complete has ended. */
    reasons: new Map<number, string>(),
    /** The gateway has said that nothing more follows. */
    isEnded: false,
  };
}

/** Whether the content that has arrived is all of it, even if the connection breaks later. */
export function isComplete({ isEnded, reasons, texts, choices }: ChatResponse): boolean {
  // After the reason "error", the error itself may follow.
  const isDone = reasons.size > 0 && reasons.size >= choices && ![...reasons.values()].includes('error');
  return isEnded || (isDone && [...texts.keys()].every((choice) => reasons.has(choice)));
}

export function applyUpdate(response: ChatResponse, update: ChatUpdate): void {
  switch (update.kind) {
    case 'text':
      return textOf(response, update.choice).append(update.text, update);
    case 'whole-text': {
      const text = textOf(response, update.choice);
      if (!text.complete(update.text) && update.isPiece) text.append(update.text);
      return;
    }
    case 'image':
      response.images.add(update.delivery.source);
      return;
    case 'amount':
      response.amountUsd = update.amountUsd;
      return;
    case 'failure':
      // An error after the content is complete does not change the result.
      if (!isComplete(response)) response.failure ??= update;
      return;
    case 'aside':
      response.asides[update.of] += update.text;
      return;
    case 'complete':
      response.reasons.set(update.choice, update.reason.toLowerCase());
      return;
    case 'end':
      response.isEnded = true;
      return;
    default:
      assertNever(update);
  }
}

/** Ends the texts after the last event. `isWhole`: the response did not break off. */
export function endResponse(response: ChatResponse, options: { readonly isWhole: boolean }): void {
  for (const [choice, text] of response.texts) {
    text.end(options);
    const sources = options.isWhole ? parseBareUrls(text.marked(), response.takesLinks) : [];
    for (const source of sources) response.images.add(source);
    if (sources.length > 0) response.texts.delete(choice);
  }
}

export function hasContent({ texts, images, asides: { tools, reasoning } }: ChatResponse): boolean {
  const isThere = images.list().length > 0 || tools + reasoning !== '';
  return isThere || [...texts.values()].some((text) => text.marked().trim() !== '');
}

/** Says why the result is not whole, or why there is none. Null for a whole result. */
export function findCut(response: ChatResponse, { isEmpty }: { readonly isEmpty: boolean }): TaskError | null {
  const { asides, failure, choices, images, texts } = response;
  const reasons = [...response.reasons.values()];
  const filtered = reasons.find((reason) => filterReasons.test(reason));
  const instead = asides.tools !== '' ? 'tools' : asides.reasoning === '' ? 'empty' : 'reasoning';
  if (isEmpty) return { code: 'no-result', message: filtered === undefined ? instead : 'filtered' };
  if (reasons.some((reason) => limitReasons.test(reason))) return { code: 'cut-at-limit', message: '' };
  const odd = reasons.find((reason) => !wholeReasons.test(reason));
  const isEnded = isComplete({ ...response, choices: 1 });
  if (odd !== undefined || !isEnded || failure) return { code: 'cut-short', message: failure?.message ?? odd ?? '' };
  const isPart = Math.max(texts.size, reasons.length, images.list().length) < choices;
  return isPart ? { code: 'part-missing', message: '' } : null;
}

/** The words of all formats for a whole answer. Any other one is for an answer of which a part is missing. */
const wholeReasons =
  /^(?:stop|stop_sequence|end_turn|complete|completed|eos|eos_token|tool_use|tool_calls?|function_call)$/;
/** The words for an answer that is as long as its limit allows, and for one that a filter has stopped. */
const limitReasons =
  /^(?:length|max_length|max_(?:output_)?tokens|incomplete|model_length|model_context_window_exceeded)$/;
const filterReasons = /^(?:content_filter|refusal|safety|recitation|blocklist|prohibited_content)$/;

/** Returns what came without or instead of a reply, cut to a sensible length. */
export function buildAsideText({ asides: { tools, reasoning } }: ChatResponse): string {
  return cutChatText([tools.trim(), reasoning.trim()].filter((text) => text !== '').join('\n\n'));
}

/** Returns the text without images, cut to a sensible length. */
export function buildResponseText({ texts }: ChatResponse): string {
  const plain = inOrder(texts).map((text) => text.plain());
  // Separate choices are divided by a Markdown rule.
  return cutChatText(plain.filter((text) => text.trim() !== '').join('\n\n---\n\n'));
}

/** Lists images first, because the texts refer to them by number. A choice with only images has no text delivery. */
export function buildDeliveries({ texts, images }: ChatResponse): readonly Delivery[] {
  const worded = inOrder(texts).filter((text) => text.plain().trim() !== '');
  const sources = [
    ...images.list(),
    ...worded.map((text) => ({ kind: 'text', text: `${text.marked().trim()}\n` }) as const),
  ];
  return sources.map((source) => ({ source, title: null, lyrics: null }));
}

function textOf({ texts, images, takesLinks }: ChatResponse, choice: number): ChatText {
  const known = texts.get(choice);
  if (known) return known;
  const text = createChatText({ takesLinks, onImage: (url) => images.addUrl(url) });
  texts.set(choice, text);
  return text;
}

function inOrder(texts: ReadonlyMap<number, ChatText>): readonly ChatText[] {
  return [...texts].toSorted(([a], [b]) => a - b).map(([, text]) => text);
}

const imageUrl = /^data:image\/|^https?:\/\/[^?#]+\.(?:png|jpe?g|webp|gif|avif)(?:[?#]|$)/i;

/** Returns the URLs of a text that contains nothing except image URLs. */
function parseBareUrls(text: string, takesLinks: boolean): readonly MediaSource[] {
  const lines = text.trim().split(/\s+/, maxResults + 1);
  const sources = lines.flatMap((line) => (takesLinks || imageUrl.test(line) ? (parseSource(line) ?? []) : []));
  return sources.length === lines.length && lines.length <= maxResults ? sources : [];
}

/** At most `maxResults`, without duplicates: some responses repeat the images of the text outside it. */
function createImageList(sent: ReadonlySet<string>) {
  const sources = new Map<string, MediaSource>();
  /** Returns the number of the image, from 1. Null if it is not in the list. */
  const add = (source: MediaSource): number | null => {
    const key = identify(source);
    if (!sources.has(key) && !sent.has(key) && sources.size < maxResults) sources.set(key, source);
    const at = [...sources.keys()].indexOf(key);
    return at < 0 ? null : at + 1;
  };
  return {
    add: (source: MediaSource): void => void add(source),
    /** Returns the URL that replaces the image in a text. Null if the URL is no result. */
    addUrl(url: string): string | null {
      const source = parseSource(url);
      // A file that was sent has too many bytes for a text.
      if (source?.kind === 'bytes' && sent.has(identify(source))) return '';
      const number = source && add(source);
      return number === null ? null : imageToken(number);
    },
    list: (): readonly MediaSource[] => [...sources.values()],
  };
}
