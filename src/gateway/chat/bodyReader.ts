import { createParser } from 'eventsource-parser';

/** Receives the bytes of a response as they arrive. Reports the events of a stream, and keeps any other body whole. */
export interface BodyReader {
  receive(chunk: Buffer): void;
  /** Must be called after the last chunk. The last event may lack its empty line. */
  end(): void;
  /** The whole body if it is not an event stream, else its start, for the log or for another parser. */
  readonly body: () => Buffer;
  readonly isStream: () => boolean;
}

export interface BodyEvent {
  /** Value of the `event:` line. Null without one. */
  readonly name: string | null;
  readonly data: string;
}

/** Limit of one event in UTF-16 units. An image in base64 is sent in one piece. */
const maxEventLength = 64 * 1024 * 1024;

/** Bytes of a stream that are kept to describe it if nothing in it can be read. */
const keptBytes = 4_096;

/** Matches the start of a line of an event stream. The content type is often wrong, so it is not used. */
const streamStart = /^(?:data|event|id|retry)?:/;
const couldBeStart = /^(?:d(?:a(?:t(?:a)?)?)?|e(?:v(?:e(?:n(?:t)?)?)?)?|id?|r(?:e(?:t(?:r(?:y)?)?)?)?)?$/;

/** `receive` throws if an event is longer than `maxLength`. */
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
    // A response may begin with any number of spaces and a byte order mark, which have no meaning.
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
