import { parseDocument } from 'yaml';

/** More aliases than this make a small text a huge value. */
const maxAliases = 1_000;

/** The value of a YAML (or JSON) text, read as plain data; undefined when it is neither. Never throws. */
export function parseYamlValue(text: string): unknown {
  try {
    const document = parseDocument(text, { logLevel: 'silent', prettyErrors: false, uniqueKeys: false });
    return document.errors.length > 0 ? undefined : (document.toJS({ maxAliasCount: maxAliases }) as unknown);
  } catch {
    // Too many aliases, or nesting beyond the stack.
    return undefined;
  }
}
