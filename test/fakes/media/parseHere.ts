import { createParsers } from '../../../src/engine/parser/parserJob.ts';
import { runParserJob } from '../../../src/engine/parser/runParserJob.ts';

/** Parses in the thread of the test, because its files are trusted, and a thread for each engine would take time. */
export const parseHere = runParserJob;

export const { media: mediaHere, parseDocument: parseDocumentHere } = createParsers(parseHere);
