import { maxChatTextLength } from '../../core/task/chatCall.ts';
import { createImageSplitter } from './imageSplitter.ts';

/** The text of one choice as it grows. */
export interface ChatText {
  /** The text of another item begins a paragraph. */
  append(piece: string, item?: number): void;
  /** Takes in what `whole` goes beyond the pieces; false when it does not go on from them. */
  complete(whole: string): boolean;
  end(options: { readonly isWhole: boolean }): void;
  /** Without images, cut to a sensible length. */
  readonly plain: () => string;
  /** With marks where its images are; all of it. */
  readonly marked: () => string;
}

export interface ChatTextOptions {
  readonly takesLinks: boolean;
  /** Takes an image of the text; answers the URL that stands for it in `marked`, or null where it is none. */
  readonly onImage: (url: string) => string | null;
}

export function createChatText({ takesLinks, onImage }: ChatTextOptions): ChatText {
  // Ropes: joined when they are read, and not with each piece.
  let [raw, plain, marked] = ['', '', ''];
  let lastItem: number | null = null;
  const addText = (text: string): void => {
    marked += text;
    if (plain.length < maxChatTextLength) plain += text;
  };
  const splitter = createImageSplitter({
    takesLinks,
    onText: addText,
    onImage({ alt, url }) {
      const mark = onImage(url);
      if (mark === null) addText(`![${alt}](${url})`);
      else marked += `![${alt}](${mark})`;
    },
  });
  const append = (piece: string): void => {
    raw += piece;
    splitter.append(piece);
  };
  return {
    append(piece, item = 0) {
      append(lastItem === null || lastItem === item ? piece : `\n\n${piece}`);
      lastItem = item;
    },
    complete(whole) {
      // The length first: to compare is to join.
      const isGrown = whole.length >= raw.length && whole.startsWith(raw);
      if (isGrown) append(whole.slice(raw.length));
      return isGrown;
    },
    end: (options) => splitter.end(options),
    plain: () => cutText(plain),
    marked: () => marked,
  };
}

/** To at most `maxChatTextLength` UTF-16 units, and not inside a character. */
export function cutText(text: string): string {
  if (text.length <= maxChatTextLength) return text;
  const isInside = /[\uD800-\uDBFF]/.test(text[maxChatTextLength - 1] ?? '');
  return text.slice(0, maxChatTextLength - (isInside ? 1 : 0));
}
