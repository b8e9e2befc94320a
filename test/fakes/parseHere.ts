import { createParsers } from '../../src/engine/parser/parserJob.ts';
import { runParserJob } from '../../src/engine/parser/runParserJob.ts';

/** Parses in the test's own thread: its files are its own, and a thread for each engine would take its time. */
export const parseHere = runParserJob;

export const { media: mediaHere, parseDocument: parseDocumentHere } = createParsers(parseHere);
