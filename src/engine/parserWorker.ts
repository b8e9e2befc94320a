import { parentPort } from 'node:worker_threads';
import type { ParserJob } from './parserJob.ts';
import { runParserJob } from './runParserJob.ts';

// The thread that parses what others wrote, so that bytes made to do harm block and exhaust nothing but this thread.

parentPort?.on('message', (job: ParserJob) => void reply(job));

async function reply(job: ParserJob): Promise<void> {
  const facts = await runParserJob(job);
  parentPort?.postMessage(facts, []);
}

// Everything is loaded: the time limit of a job begins after this message.
parentPort?.postMessage(null, []);
