import { assertNever } from '../../core/support/assertNever.ts';
import type { Delivery } from '../../core/task/gatewayPort.ts';
import { maxResults, readSource } from '../wire/deliveries.ts';
import type { ChatNews } from './chatNews.ts';
import { createChatText, cutText, type ChatText } from './chatText.ts';
import { createImageList, type ImageList } from './imageList.ts';

/** What has arrived of a chat response so far. It grows with each event. */
export interface ChatAnswer {
  readonly images: ImageList;
  /** The text of each choice. */
  readonly texts: Map<number, ChatText>;
  /** Whether the request is for images. */
  readonly takesLinks: boolean;
  amountUsd: number | null;
  fault: ChatFault | null;
  /** The content that has arrived by then is all of it, even if the connection breaks later. */
  isComplete: boolean;
  /** The gateway has said that nothing more follows. */
  isEnded: boolean;
}

export type ChatFault = Extract<ChatNews, { kind: 'fault' }>;

export function createChatAnswer({ takesLinks }: { readonly takesLinks: boolean }): ChatAnswer {
  const nothingYet = { amountUsd: null, fault: null, isComplete: false, isEnded: false };
  return { images: createImageList(), texts: new Map(), takesLinks, ...nothingYet };
}

export function takeNews(answer: ChatAnswer, news: ChatNews): void {
  switch (news.kind) {
    case 'text':
      return textOf(answer, news.choice).append(news.text, news.item);
    case 'whole-text': {
      const text = textOf(answer, news.choice);
      if (!text.complete(news.text) && news.isPiece) text.append(news.text);
      return;
    }
    case 'image':
      answer.images.add(news.delivery.source);
      return;
    case 'amount':
      answer.amountUsd = news.amountUsd;
      return;
    case 'fault':
      // An error after the content is complete does not change the result.
      if (!answer.isComplete) answer.fault ??= news;
      return;
    case 'complete':
      answer.isComplete = true;
      return;
    case 'end':
      Object.assign(answer, { isComplete: true, isEnded: true });
      return;
    default:
      assertNever(news);
  }
}

/** Ends the texts after the last event. `isWhole`: the response did not break off. */
export function endAnswer(answer: ChatAnswer, options: { readonly isWhole: boolean }): void {
  for (const [choice, text] of answer.texts) {
    text.end(options);
    const sources = options.isWhole ? readBareUrls(text.marked(), answer.takesLinks) : [];
    for (const source of sources) answer.images.add(source);
    if (sources.length > 0) answer.texts.delete(choice);
  }
}

export function hasContent({ texts, images }: ChatAnswer): boolean {
  return images.list().length > 0 || [...texts.values()].some((text) => text.marked().trim() !== '');
}

/** Returns the text without images, cut to a sensible length. */
export function readAnswerText({ texts }: ChatAnswer): string {
  const plain = inOrder(texts).map((text) => text.plain());
  // Separate choices are divided by a Markdown rule.
  return cutText(plain.filter((text) => text.trim() !== '').join('\n\n---\n\n'));
}

/** Lists images first, because the texts refer to them by number. A choice with only images has no text delivery. */
export function buildDeliveries({ texts, images }: ChatAnswer): readonly Delivery[] {
  const worded = inOrder(texts).filter((text) => text.plain().trim() !== '');
  const sources = [
    ...images.list(),
    ...worded.map((text) => ({ kind: 'text', text: `${text.marked().trim()}\n` }) as const),
  ];
  return sources.map((source) => ({ source, title: null, lyrics: null }));
}

function textOf({ texts, images, takesLinks }: ChatAnswer, choice: number): ChatText {
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
function readBareUrls(text: string, takesLinks: boolean): readonly Delivery['source'][] {
  const lines = text.trim().split(/\s+/, maxResults + 1);
  const sources = lines.flatMap((line) => (takesLinks || imageUrl.test(line) ? (readSource(line) ?? []) : []));
  return sources.length === lines.length && lines.length <= maxResults ? sources : [];
}
