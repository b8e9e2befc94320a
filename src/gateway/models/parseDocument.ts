import type { ModelIndex } from '../../core/catalog/published/modelIndex.ts';
import { stringifyJson, type JsonValue } from '../../core/support/json/json.ts';
import { parseApiDescription } from './parseApiDescription.ts';
import { parseModelIndex } from './parseModelIndex.ts';
import { parseTestCases } from './parseTestCases.ts';

export type IndexPart = Partial<ModelIndex>;

const parsers = {
  models: parseModelIndex,
  api: parseApiDescription,
  samples: parseTestCases,
} satisfies Readonly<Record<string, (text: string) => IndexPart | null>>;

export type DocumentName = keyof typeof parsers;

export interface DocumentJob {
  readonly kind: 'document';
  readonly name: DocumentName;
  readonly text: string;
}

export interface DocumentFacts {
  readonly kind: 'document';
  /** Null if the string is something else. */
  readonly part: IndexPart | null;
}

/** Returns null if the text is something else, or if parsing took too much time or memory. Never rejects. */
export type ParseDocument = (name: DocumentName, text: string) => Promise<IndexPart | null>;

/** Limit in UTF-16 units of JSON. References repeat their targets, so the data may be far larger than the document. */
const maxParsedLength = 16 * 1024 * 1024;

/** Parses in the calling thread. Megabytes of YAML take seconds, so product code calls it in the parser thread only. */
export function parseDocument({ name, text }: DocumentJob): DocumentFacts {
  const part = parsers[name](text);
  return { kind: 'document', part: stringifyJson(part as JsonValue).length > maxParsedLength ? null : part };
}
