import type { IndexDocuments } from '../../core/catalog/modelIndex.ts';

/** A published document that is to be parsed. */
export interface DocumentJob {
  readonly kind: 'document';
  readonly name: keyof IndexDocuments;
  readonly text: string;
}

/** The parsed document under its name; the others are null. Null as well where the text is something else. */
export interface DocumentFacts {
  readonly kind: 'document';
  readonly documents: IndexDocuments;
}

/** Null when the text is something else, or took too much. Never rejects. */
export type ParseDocument = <Name extends keyof IndexDocuments>(
  name: Name,
  text: string,
) => Promise<IndexDocuments[Name]>;

export const noDocuments: IndexDocuments = { models: null, api: null, samples: null };
