import { readArray, readObject, readText, type WireObject } from '../wire/readWire.ts';
import type { ChatUpdate } from './chatUpdate.ts';
import { readContent } from './readContent.ts';

/**
 * Reads an event or a whole response of the messages format. Null if it has another format. Reasoning and tool calls
 * are left out.
 */
export function readMessages(event: WireObject): readonly ChatUpdate[] | null {
  switch (readText(event['type'])) {
    case 'message':
      return [...readBlocks(readArray(event['content'])), { kind: 'complete' }];
    case 'content_block_start':
      return readBlocks([event['content_block']]);
    case 'content_block_delta': {
      const delta = readObject(event['delta']);
      return delta?.['type'] === 'text_delta' ? readBlocks([{ ...delta, type: 'text' }]) : [];
    }
    case 'message_delta':
      return readText(readObject(event['delta'])?.['stop_reason']) === null ? [] : [{ kind: 'complete' }];
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

function readBlocks(blocks: readonly unknown[]): readonly ChatUpdate[] {
  const { text, images } = readContent(blocks);
  return [
    ...(text === '' ? [] : [{ kind: 'text', text, choice: 0 } as const]),
    ...images.map((delivery) => ({ kind: 'image', delivery }) as const),
  ];
}
