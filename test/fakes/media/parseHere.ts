import { createParsers, type RunParserJob } from '../../../src/engine/parser.ts';
import { runJob } from '../../../src/worker.ts';

/** Parses in the thread of the test, because its files are trusted, and a thread for each engine would take time. */
export const parseHere = runJob as RunParserJob;

export const { media: mediaHere, parseDocument: parseDocumentHere } = createParsers(parseHere);
