import { createMediaReader, type MediaJob, type MediaReplies } from '../artifacts/media/mediaReader.ts';
import type { Clock } from '../core/support/clock.ts';
import type { Disposable } from '../core/support/disposable.ts';
import { messageOf } from '../core/support/text/redact.ts';
import type { Log } from '../core/task/ports.ts';
import type { DocumentFacts, DocumentJob, ParseDocument } from '../gateway/models/parseDocument.ts';
import { JobThread } from '../node/jobThread.ts';

/** Bytes from outside to parse, and what to find out about them. */
type ParserJob = DocumentJob | MediaJob;

interface ParserReplies extends MediaReplies {
  readonly document: DocumentFacts;
}

/** Runs a job. Null if it failed or was stopped because it took too much time or memory. Never rejects. */
export type RunParserJob = <Job extends ParserJob>(job: Job) => Promise<ParserReplies[Job['kind']] | null>;

/** Creates a thread for all parsers. Unless it is disposed, the log says why a job was stopped. */
export function createParserThread({
  clock,
  log,
}: {
  readonly clock?: Pick<Clock, 'sleep'>;
  readonly log: Pick<Log, 'warn'>;
}): Disposable & { readonly run: RunParserJob } {
  const thread = new JobThread<ParserJob, ParserReplies[ParserJob['kind']] | null>(clock ? { clock } : {});
  const run = (job: ParserJob) =>
    thread.run(job).catch((error: unknown) => {
      if (!thread.isDisposed) log.warn(`Parsing (${job.kind}) was stopped: ${messageOf(error)}`);
      return null;
    });
  return {
    // The reply is to the job, which the types of messages between threads do not say.
    run: run as RunParserJob,
    dispose: () => void thread.dispose(),
  };
}

export function createParsers(run: RunParserJob) {
  const parseDocument: ParseDocument = async (name, text) =>
    (await run({ kind: 'document', name, text }))?.part ?? null;
  return { media: createMediaReader(run), parseDocument };
}
