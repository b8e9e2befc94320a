import {
  type MediaFacts,
  type MediaJob,
  createMediaReader,
  type MediaReader,
} from '../../artifacts/media/mediaReader.ts';
import type { DocumentFacts, DocumentJob, ParseDocument } from '../../gateway/models/parseDocument.ts';

/** Bytes from outside to parse, and what to find out about them. */
export type ParserJob = DocumentJob | MediaJob;
/** The reply to a job of the same kind. */
export type ParserFacts = DocumentFacts | MediaFacts;

/** Runs a job. Null if it failed or was stopped because it took too much time or memory. Never rejects. */
export type RunParserJob = (job: ParserJob) => Promise<ParserFacts | null>;

/** The parsers of bytes from outside. */
interface Parsers {
  readonly media: MediaReader;
  readonly parseDocument: ParseDocument;
}

export function createParsers(run: RunParserJob): Parsers {
  return {
    media: createMediaReader(run),
    async parseDocument(name, text) {
      const facts = await run({ kind: 'document', name, text });
      return facts?.kind === 'document' ? facts.part : null;
    },
  };
}
