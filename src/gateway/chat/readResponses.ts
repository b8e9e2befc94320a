import { redactBriefly } from '../../core/support/text/redact.ts';
import { readErrorText } from '../wire/readError.ts';
import {
  readArray,
  readCode,
  readNumber,
  readObject,
  readString,
  readText,
  type WireObject,
} from '../wire/readWire.ts';
import type { ChatUpdate } from './chatUpdate.ts';
import { readContent, readImage } from './readContent.ts';

/** Reads an event or a whole response of the responses format. Null if it has another format. */
export function readResponses(event: WireObject): readonly ChatUpdate[] | null {
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
      return [...readWhole(response), ...readFault({ status: 'failed', ...response })];
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
    ...readFault(response),
  ];
}

function readFault(response: WireObject): readonly ChatUpdate[] {
  const status = readText(response['status']);
  if (status !== 'failed' && status !== 'cancelled') return [];
  const error = readObject(response['error']);
  const code = readCode(error?.['code']) ?? readText(error?.['type']);
  return [{ kind: 'failure', code, message: redactBriefly(readErrorText(response) ?? code ?? '') }];
}
