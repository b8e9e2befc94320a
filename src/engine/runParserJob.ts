import { parseDocument } from '../gateway/index/parseDocument.ts';
import { runMediaJob } from '../storage/media/runMediaJob.ts';
import type { RunParserJob } from './parserJob.ts';

/** Carries out a job in the calling thread, for as long as that takes. */
export const runParserJob: RunParserJob = async (job) =>
  job.kind === 'document' ? { kind: 'document', documents: parseDocument(job) } : runMediaJob(job);
