import { parentPort } from 'node:worker_threads';
import { runMediaJob } from './artifacts/media/runMediaJob.ts';
import type { MediaJob } from './artifacts/media/mediaReader.ts';
import { messageOf } from './core/support/text/redact.ts';
import type { DocumentJob } from './gateway/models/parseDocument.ts';
import type { JobAnswer } from './node/jobThread.ts';
import type { MakeJob } from './sandbox/media/makeMedia.ts';

// The code of all threads. It parses bytes from outside, so that harmful bytes block and exhaust nothing except their
// thread, and does what is too slow for a thread that must respond. `node/jobThread.ts` starts and ends it.

type Job = MediaJob | DocumentJob | MakeJob;

/** Carries out a job in the calling thread. What only some jobs need is loaded with the first of them. */
export async function runJob(job: Job): Promise<unknown> {
  switch (job.kind) {
    case 'document':
      return (await import('./gateway/models/parseDocument.ts')).parseDocument(job);
    case 'make':
      return (await import('./sandbox/media/makeMedia.ts')).makeMedia(job);
    default:
      return runMediaJob(job);
  }
}

function answer(each: JobAnswer<unknown>): void {
  parentPort?.postMessage(each, []);
}

parentPort?.on('message', (job: Job) => {
  runJob(job).then(
    (reply) => answer({ reply }),
    (error: unknown) => answer({ error: messageOf(error) }),
  );
});
// The time limit of a job begins after this message.
answer({});
