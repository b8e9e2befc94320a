import { parseDocument } from 'yaml';
import { withoutStacks } from '../withoutStacks.ts';

/** More aliases would make a small text a huge value. */
const maxAliases = 1_000;

/** Parses a YAML (or JSON) text to plain data. Undefined if it is neither. Never throws. */
export function parseYamlValue(text: string): unknown {
  try {
    const options = { logLevel: 'silent', prettyErrors: false, uniqueKeys: false } as const;
    const document = withoutStacks(() => parseDocument(text, options));
    return document.errors.length > 0 ? undefined : (document.toJS({ maxAliasCount: maxAliases }) as unknown);
  } catch {
    // Too many aliases, or nesting that overflows the stack.
    return undefined;
  }
}
