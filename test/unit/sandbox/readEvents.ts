/** A server-sent event, unchanged. */
export interface SentEvent {
  /** Undefined if the dialect has no names. */
  readonly name: string | undefined;
  /** The parsed data, or the text if it is not JSON. */
  readonly data: unknown;
}

/** Reads a whole stream. If it is interrupted, returns the complete events and the fact of the interruption. */
export async function readEvents(answer: Response): Promise<{ events: readonly SentEvent[]; isWhole: boolean }> {
  const parts: string[] = [];
  const decoder = new TextDecoder();
  let isWhole = true;
  try {
    for await (const chunk of answer.body ?? []) parts.push(decoder.decode(chunk, { stream: true }));
  } catch {
    isWhole = false;
  }
  const blocks = parts.join('').split('\n\n').slice(0, -1);
  return { events: blocks.map(parseEvent), isWhole };
}

function parseEvent(block: string): SentEvent {
  const valueOf = (key: string): string | undefined => new RegExp(`^${key}: (.*)$`, 'm').exec(block)?.[1];
  const data = valueOf('data') ?? '';
  return { name: valueOf('event'), data: data.startsWith('{') ? JSON.parse(data) : data };
}
