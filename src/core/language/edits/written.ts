import { writeFlow, writeValue } from '../../jobFile/write/writeValue.ts';
import type { JsonValue } from '../../support/json/json.ts';

/** The text after the colon of a new key, with the space before it. */
export interface Written {
  /** `indent`: the spaces before the key. */
  readonly block: (indent: string) => string;
  readonly inline: string;
}

export function writtenValue(value: JsonValue): Written {
  return { block: (indent) => writeValue(value, { indent }), inline: ` ${writeFlow(value)}` };
}
