import { parentPort } from 'node:worker_threads';
import { runRunsJob, type RunsJob } from './runsJob.ts';

// This thread reads runs files, so that neither their size nor their content blocks anything except this thread.

parentPort?.on('message', (job: RunsJob) => void reply(job));

async function reply(job: RunsJob): Promise<void> {
  const found = await runRunsJob(job);
  const arrays = found?.kind === 'index' ? Object.values(found.segment) : [];
  const buffers = arrays.flatMap((each) => (typeof each === 'string' ? [] : [each.buffer]));
  parentPort?.postMessage(found, buffers);
}

// All code is loaded. The time limit of a job begins after this message.
parentPort?.postMessage(null, []);
