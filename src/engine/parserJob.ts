import { noDocuments, type DocumentFacts, type DocumentJob, type ParseDocument } from '../gateway/index/documentJob.ts';
import type { MediaFacts, MediaJob } from '../storage/media/mediaJob.ts';
import { createMediaReader, type MediaReader } from '../storage/media/mediaReader.ts';

/** Something that others wrote, and what is asked about it. */
export type ParserJob = DocumentJob | MediaJob;
/** The reply to a job of the same kind. */
export type ParserFacts = DocumentFacts | MediaFacts;

/** Carries out a job. Null when it failed, or was stopped because it took too much. Never rejects. */
export type RunParserJob = (job: ParserJob) => Promise<ParserFacts | null>;

/** What the engine reads of the bytes of others. */
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
