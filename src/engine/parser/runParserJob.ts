import { runMediaJob } from '../../artifacts/media/runMediaJob.ts';
import type { RunParserJob } from './parserJob.ts';

/**
 * Runs a job in the calling thread, without a time limit. The parser of documents is loaded for the first one only: most
 * threads read media alone.
 */
export const runParserJob: RunParserJob = async (job) => {
  if (job.kind !== 'document') return runMediaJob(job);
  const { parseDocument } = await import('../../gateway/models/parseDocument.ts');
  return parseDocument(job);
};
