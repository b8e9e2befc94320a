import { createParser } from 'eventsource-parser';

/** Takes the bytes of an answer as they come and tells its events, or keeps it whole where it is no stream. */
export interface BodyReader {
  receive(chunk: Buffer): void;
  /** Nothing more is to come; the last event may lack the empty line after it. */
  end(): void;
  /** What came where it is no stream of events, else its start: for the log, or for whoever understands it. */
  readonly body: () => Buffer;
  readonly isStream: () => boolean;
}

export interface BodyEvent {
  /** From the `event:` line; null without one. */
  readonly name: string | null;
  readonly data: string;
}

/** UTF-16 units of one event: an image in base64 is in one piece. */
const maxEventLength = 64 * 1024 * 1024;

/** So much of a stream is kept to say what it was, when nothing in it can be read. */
const keptBytes = 4_096;

/** What the lines of a stream begin with; a content type is often wrong. */
const streamStart = /^(?:data|event|id|retry)?:/;
const couldBeStart = /^(?:d(?:a(?:t(?:a)?)?)?|e(?:v(?:e(?:n(?:t)?)?)?)?|id?|r(?:e(?:t(?:r(?:y)?)?)?)?)?$/;

/** `receive` throws when an event is longer than `maxLength`. */
export function createBodyReader(onEvent: (event: BodyEvent) => void, maxLength = maxEventLength): BodyReader {
  const decoder = new TextDecoder();
  let isCutOff = false;
  const parser = createParser({
    onEvent: ({ event, data }) => onEvent({ name: event ?? null, data }),
    maxBufferSize: maxLength,
    onError({ type }) {
      if (type !== 'max-buffer-size-exceeded') return;
      isCutOff = true;
      throw new Error(`An event of the stream is longer than ${maxLength} characters`);
    },
  });
  const chunks: Buffer[] = [];
  let bytes = 0;
  let start = '';
  let kind: 'unknown' | 'stream' | 'whole' = 'unknown';

  const keep = (chunk: Buffer): void => {
    if (kind === 'stream' && bytes >= keptBytes) return;
    chunks.push(chunk);
    bytes += chunk.length;
  };
  const decide = (text: string): void => {
    // Blanks, and a byte order mark, say nothing, and an answer may begin with any number of them.
    start = (start + text).trimStart();
    if (streamStart.test(start)) {
      kind = 'stream';
      parser.feed(start);
    } else if (!couldBeStart.test(start)) kind = 'whole';
  };
  return {
    receive(chunk) {
      keep(chunk);
      if (kind === 'whole') return;
      const text = decoder.decode(chunk, { stream: true });
      if (kind === 'stream') parser.feed(text);
      else decide(text);
    },
    end() {
      if (kind === 'stream' && !isCutOff) parser.feed(`${decoder.decode()}\n\n`);
    },
    body: () => Buffer.concat(chunks),
    isStream: () => kind === 'stream',
  };
}
