import { parentPort } from 'node:worker_threads';
import type { ParserJob } from './parserJob.ts';
import { runParserJob } from './runParserJob.ts';

// This thread parses bytes from outside, so that harmful bytes block and exhaust nothing except this thread.

parentPort?.on('message', (job: ParserJob) => void reply(job));

async function reply(job: ParserJob): Promise<void> {
  const facts = await runParserJob(job);
  parentPort?.postMessage(facts, []);
}

// The code that all jobs share is loaded. The time limit of a job begins after this message.
parentPort?.postMessage(null, []);
