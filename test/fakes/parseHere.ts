import { createParsers } from '../../src/engine/parserJob.ts';
import { runParserJob } from '../../src/engine/runParserJob.ts';

/** Parses in the test's own thread: its files are its own, and a thread for each engine would take its time. */
export const parseHere = runParserJob;

export const { media: mediaHere, parseDocument: parseDocumentHere } = createParsers(parseHere);
