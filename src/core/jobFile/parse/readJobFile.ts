import { parseJobFile, type ParsedJobFile } from './parseJobFile.ts';
import { placeSections } from '../sections/placeSections.ts';
import { readSyntax } from '../sections/readSyntax.ts';

/** Parses a text once, without a catalog. */
export function readJobFile(text: string): ParsedJobFile {
  return parseJobFile(readSyntax(text, placeSections(text, [])), null);
}
