import { assertNever } from '../../core/support/assertNever.ts';
import type { Delivery } from '../../core/task/gatewayPort.ts';
import { maxResults, readSource } from '../wire/deliveries.ts';
import type { ChatNews } from './chatNews.ts';
import { createChatText, cutText, type ChatText } from './chatText.ts';
import { createImageList, type ImageList } from './imageList.ts';

/** What has come of an answer so far. It grows. */
export interface ChatAnswer {
  readonly images: ImageList;
  /** By choice. */
  readonly texts: Map<number, ChatText>;
  /** It is images that are asked for. */
  readonly takesLinks: boolean;
  amountUsd: number | null;
  fault: ChatFault | null;
  /** What came then is all of it, whatever becomes of the connection. */
  isComplete: boolean;
  /** The gateway has said that nothing more is to come. */
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
      // After its last word an answer is what it is.
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

/** Nothing more is to come. `isWhole`: the answer did not break off. */
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

/** Without images, cut to a sensible length. */
export function readAnswerText({ texts }: ChatAnswer): string {
  const plain = inOrder(texts).map((text) => text.plain());
  // As Markdown divides what does not belong together.
  return cutText(plain.filter((text) => text.trim() !== '').join('\n\n---\n\n'));
}

/** Images first, for the texts name them. What held only images leaves no text. */
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

/** A text that is nothing but addresses of images. */
function readBareUrls(text: string, takesLinks: boolean): readonly Delivery['source'][] {
  const lines = text.trim().split(/\s+/, maxResults + 1);
  const sources = lines.flatMap((line) => (takesLinks || imageUrl.test(line) ? (readSource(line) ?? []) : []));
  return sources.length === lines.length && lines.length <= maxResults ? sources : [];
}
