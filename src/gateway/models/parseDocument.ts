import type { IndexDocuments } from '../../core/catalog/published/modelIndex.ts';
import { assertNever } from '../../core/support/assertNever.ts';
import { stringifyJson, type JsonValue } from '../../core/support/json/json.ts';
import { noDocuments, type DocumentJob } from './documentJob.ts';
import { parseApiDescription } from './parseApiDescription.ts';
import { parseModelIndex } from './parseModelIndex.ts';
import { parseTestCases } from './parseTestCases.ts';

/** Limit in UTF-16 units of JSON. References repeat their targets, so the data may be far larger than the document. */
const maxParsedLength = 16 * 1024 * 1024;

/** Parses in the calling thread. Megabytes of YAML take seconds, so product code calls it in the parser thread only. */
export function parseDocument(job: DocumentJob): IndexDocuments {
  const documents = parse(job);
  return stringifyJson(documents as unknown as JsonValue).length > maxParsedLength ? noDocuments : documents;
}

function parse({ name, text }: DocumentJob): IndexDocuments {
  switch (name) {
    case 'models':
      return { ...noDocuments, models: parseModelIndex(text) };
    case 'api':
      return { ...noDocuments, api: parseApiDescription(text) };
    case 'samples':
      return { ...noDocuments, samples: parseTestCases(text) };
    default:
      return assertNever(name);
  }
}
