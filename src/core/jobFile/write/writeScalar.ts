import { parseYamlValue } from '../../support/json/parseYamlValue.ts';

/**
 * Writes a string so that YAML reads it back unchanged: plain if that is safe in YAML 1.1 and 1.2, else in double
 * quotes.
 */
export function writeScalar(value: string): string {
  return isPlainSafe(value) ? value : JSON.stringify(value);
}

function isPlainSafe(value: string): boolean {
  if (!/^[\p{L}\d/](?:[\p{L}\p{M}\d ,._/+*()!?'-]*[\p{L}\p{M}\d._/+*()!?'-])?$/u.test(value)) return false;
  if (/^(?:true|false|null|yes|no|on|off|y|n|~)$/i.test(value)) return false;
  // Some parsers may read a string that starts like a number as one: `1_000`, `0x1F`, `1e3`, `16:9`.
  return !/^[-+.]?\d[\d_.,]*(?:e[-+]?\d+)?$/i.test(value) && !/^0[xob]/i.test(value);
}

/** Writes a key. A key of one letter is plain: no parser in use reads `n` as false. */
export function writeKey(key: string): string {
  return /^[a-z_]$/i.test(key) ? key : writeScalar(key);
}

/**
 * Writes a string in the quotes that need no escapes, if there are any. It is read back unchanged, with its
 * expressions.
 */
export function writeQuoted(value: string): string {
  const isSingleBetter = /["\\]/.test(value) && !/['\n\r\t]|[^\P{C}]/u.test(value);
  return isSingleBetter ? `'${value}'` : JSON.stringify(value);
}

/** Writes a string that replaces another one, with the same quotes. `isFlow`: inside braces or brackets. */
export function writeLike(source: string, value: string, { isFlow }: { readonly isFlow: boolean }): string {
  if (source.startsWith("'") && !/[\n\r\t]|[^\P{C}]/u.test(value)) return `'${value.replaceAll("'", "''")}'`;
  if (/^["']/.test(source)) return JSON.stringify(value);
  return isFlow && /[,[\]{}:]/.test(value) ? writeQuoted(value) : writeScalar(value);
}

/** Whether YAML reads a string after a colon, without quotes, as the same string. */
export function isReadAsItself(source: string, { isFlow }: { readonly isFlow: boolean }): boolean {
  const read = parseYamlValue(isFlow ? `[${source}]` : `- ${source}`);
  return Array.isArray(read) && read.length === 1 && read[0] === source;
}
