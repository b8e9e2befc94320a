import { bundledCatalog } from '../../../src/core/catalog/bundledCatalog.ts';
import { checkJobFile } from '../../../src/core/jobFile/check/checkJobFile.ts';
import { isError } from '../../../src/core/jobFile/problem.ts';
import type { JsonObject } from '../../../src/core/support/json/json.ts';

/** Returns errors of a job with this body, as `code at field`. Nothing is sent as long as there is one. */
export function checkRequest(model: string, body: JsonObject): readonly string[] {
  const entries = Object.entries({ model, ...body }).map(
    ([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  );
  const text = entries.join('\n');
  return checkJobFile(text, { catalog: bundledCatalog, isStrict: false })
    .problems.filter(isError)
    .map(({ code, start }) => `${code} at ${fieldAt(text, start)}`);
}

/** A field is one line. */
function fieldAt(text: string, offset: number): string {
  const [line = ''] = text.slice(text.lastIndexOf('\n', offset - 1) + 1).split('\n', 1);
  return /^"([^"]*)"/.exec(line)?.[1] ?? '';
}
