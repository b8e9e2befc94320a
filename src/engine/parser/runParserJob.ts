import { runMediaJob } from '../../artifacts/media/runMediaJob.ts';
import { parseDocument } from '../../gateway/models/parseDocument.ts';
import type { RunParserJob } from './parserJob.ts';

/** Runs a job in the calling thread, without a time limit. */
export const runParserJob: RunParserJob = async (job) =>
  job.kind === 'document' ? { kind: 'document', documents: parseDocument(job) } : runMediaJob(job);
