import { parseYamlValue } from '../../support/parseYamlValue.ts';

/** A string as YAML reads it back: plain where that is safe in YAML 1.1 as well as 1.2, else in double quotes. */
export function writeScalar(value: string): string {
  return isPlainSafe(value) ? value : JSON.stringify(value);
}

function isPlainSafe(value: string): boolean {
  if (!/^[\p{L}\d/](?:[\p{L}\p{M}\d ,._/+*()!?'-]*[\p{L}\p{M}\d._/+*()!?'-])?$/u.test(value)) return false;
  if (/^(?:true|false|null|yes|no|on|off|y|n|~)$/i.test(value)) return false;
  // What starts like a number may be one to some reader: `1_000`, `0x1F`, `1e3`, `16:9`.
  return !/^[-+.]?\d[\d_.,]*(?:e[-+]?\d+)?$/i.test(value) && !/^0[xob]/i.test(value);
}

/** A key. That of one letter is plain: no reader in use takes `n` for false. */
export function writeKey(key: string): string {
  return /^[a-z_]$/i.test(key) ? key : writeScalar(key);
}

/** A text in the quotes that need no escapes, if there are such. It is read back as it is, expressions included. */
export function writeQuoted(value: string): string {
  const isSingleBetter = /["\\]/.test(value) && !/['\n\r\t]|[^\P{C}]/u.test(value);
  return isSingleBetter ? `'${value}'` : JSON.stringify(value);
}

/** A text for the place of another, quoted as that one was. `isFlow`: inside braces or brackets. */
export function writeLike(source: string, value: string, { isFlow }: { readonly isFlow: boolean }): string {
  if (source.startsWith("'") && !/[\n\r\t]|[^\P{C}]/u.test(value)) return `'${value.replaceAll("'", "''")}'`;
  if (/^["']/.test(source)) return JSON.stringify(value);
  return isFlow && /[,[\]{}:]/.test(value) ? writeQuoted(value) : writeScalar(value);
}

/** Whether a text can stand behind a colon without quotes and means itself there. */
export function isReadAsItself(source: string, { isFlow }: { readonly isFlow: boolean }): boolean {
  const read = parseYamlValue(isFlow ? `[${source}]` : `- ${source}`);
  return Array.isArray(read) && read.length === 1 && read[0] === source;
}
