import { readArray, readNumber, readObject, readText, type WireObject } from '../wire/readWire.ts';
import type { ChatUpdate } from './chatUpdate.ts';
import { readContent, readImage } from './readContent.ts';

/** Reads a chunk or a whole response of the completions format. Null if it has another format. */
export function readCompletions(event: WireObject): readonly ChatUpdate[] | null {
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

export function readImageUpdates(value: unknown): readonly ChatUpdate[] {
  return readImage(value).map((delivery) => ({ kind: 'image', delivery }) as const);
}
