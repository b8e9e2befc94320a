import {
  noDocuments,
  type DocumentFacts,
  type DocumentJob,
  type ParseDocument,
} from '../../gateway/models/documentJob.ts';
import type { MediaFacts, MediaJob } from '../../storage/media/mediaJob.ts';
import { createMediaReader, type MediaReader } from '../../storage/media/mediaReader.ts';

/** Foreign bytes to parse, and what to find out about them. */
export type ParserJob = DocumentJob | MediaJob;
/** The reply to a job of the same kind. */
export type ParserFacts = DocumentFacts | MediaFacts;

/** Runs a job. Null if it failed or was stopped because it took too much time or memory. Never rejects. */
export type RunParserJob = (job: ParserJob) => Promise<ParserFacts | null>;

/** What the engine reads from foreign bytes. */
export interface Parsers {
  readonly media: MediaReader;
  readonly parseDocument: ParseDocument;
}

export function createParsers(run: RunParserJob): Parsers {
  return {
    media: createMediaReader(async (job) => {
      const facts = await run(job);
      return facts?.kind === 'document' ? null : facts;
    }),
    async parseDocument(name, text) {
      const facts = await run({ kind: 'document', name, text });
      return (facts?.kind === 'document' ? facts.documents : noDocuments)[name];
    },
  };
}
