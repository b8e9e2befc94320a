import type { IndexDocuments } from '../../core/catalog/published/modelIndex.ts';

/** A published document to be parsed. */
export interface DocumentJob {
  readonly kind: 'document';
  readonly name: keyof IndexDocuments;
  readonly text: string;
}

/** Contains the parsed document under its name. The others are null. It is null too if the string is something else. */
export interface DocumentFacts {
  readonly kind: 'document';
  readonly documents: IndexDocuments;
}

/** Returns null if the string is something else, or if parsing took too much time or memory. Never rejects. */
export type ParseDocument = <Name extends keyof IndexDocuments>(
  name: Name,
  text: string,
) => Promise<IndexDocuments[Name]>;

export const noDocuments: IndexDocuments = { models: null, api: null, samples: null };
