import { parseYamlValue } from '../../support/parseYamlValue.ts';
import { quoteScalar } from '../quoteScalar.ts';

/** A text in the quotes that need no escapes, if there are such. It is read back as it is, expressions included. */
export function writeQuoted(value: string): string {
  const isSingleBetter = /["\\]/.test(value) && !/['\n\r\t]|[^\P{C}]/u.test(value);
  return isSingleBetter ? `'${value}'` : JSON.stringify(value);
}

/** A text for the place of another, quoted as that one was. `isFlow`: inside braces or brackets. */
export function writeLike(source: string, value: string, { isFlow }: { readonly isFlow: boolean }): string {
  if (source.startsWith("'") && !/[\n\r\t]|[^\P{C}]/u.test(value)) return `'${value.replaceAll("'", "''")}'`;
  if (/^["']/.test(source)) return JSON.stringify(value);
  return isFlow && /[,[\]{}:]/.test(value) ? writeQuoted(value) : quoteScalar(value);
}

/** Whether a text can stand behind a colon without quotes and means itself there. */
export function isReadAsItself(source: string, { isFlow }: { readonly isFlow: boolean }): boolean {
  const read = parseYamlValue(isFlow ? `[${source}]` : `- ${source}`);
  return Array.isArray(read) && read.length === 1 && read[0] === source;
}
