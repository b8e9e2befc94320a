/**
 * Keys of a flow map, as they are written. `start` is the offset after its opening brace; the map need not be closed.
 * A quoted key is returned without its quotes, and its escapes stay.
 */
export function* listFlowKeys(text: string, start: number): Generator<string> {
  const reader = new FlowReader(text, start);
  while (reader.depth > 0 && reader.at < text.length) {
    const key = reader.step();
    if (key !== null) yield key;
  }
  const last = reader.takeKey();
  if (last !== null) yield last;
}

/** Returns the offset after the quote that closes the one at `start`. The end of the text if none does. */
export function findQuoteEnd(text: string, start: number): number {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at += 1) {
    if (quote === '"' && text[at] === '\\') at += 1;
    else if (text[at] === quote) {
      if (quote === '"' || text[at + 1] !== quote) return at + 1;
      at += 1;
    }
  }
  return text.length;
}

class FlowReader {
  readonly #text: string;
  at: number;
  depth = 1;
  /** Where the key of the present entry starts. `before` it, and `after` it has been returned. */
  #key: number | 'before' | 'after' = 'before';
  /** Whether a quote opens a string at this point. Inside a plain scalar it is a character. */
  #opensQuote = true;

  constructor(text: string, start: number) {
    this.#text = text;
    this.at = start;
  }

  /** Reads a character or a quoted string. Returns the key that ends there. */
  step(): string | null {
    const start = this.at;
    const sign = this.#text[start] ?? '';
    this.at += 1;
    if (isSpace(sign)) return null;
    if (sign === '#' && isSpace(this.#text[start - 1] ?? '')) return this.#skipComment(start);
    if (this.depth === 1 && sign === ',') return this.#endEntry();
    if (sign === ':' && this.#isColon(start)) return this.#endKey();
    if (this.depth === 1 && this.#key === 'before' && !'}]'.includes(sign)) this.#key = start;
    if (this.#opensQuote && '"\''.includes(sign)) this.at = findQuoteEnd(this.#text, start);
    if ('{['.includes(sign)) this.depth += 1;
    if ('}]'.includes(sign)) this.depth -= 1;
    this.#opensQuote = '{[,'.includes(sign);
    return this.depth === 0 ? this.takeKey(start) : null;
  }

  /** Returns the key up to an offset. Null if it was returned before, or if there is none. */
  takeKey(end = this.at): string | null {
    const start = this.#key;
    this.#key = 'after';
    if (typeof start !== 'number') return null;
    const written = this.#text
      .slice(start, end)
      .trim()
      .replace(/^\?\s+/, '')
      .replace(/^(?:[&!]\S*\s+)+/, '');
    return /^(["']).*\1$/s.test(written) ? written.slice(1, -1) : written;
  }

  #endKey(): string | null {
    this.#opensQuote = true;
    return this.takeKey(this.at - 1);
  }

  #endEntry(): string | null {
    this.#opensQuote = true;
    const key = this.takeKey(this.at - 1);
    this.#key = 'before';
    return key;
  }

  #skipComment(start: number): null {
    const end = this.#text.slice(start).search(/[\r\n]/);
    this.at = end < 0 ? this.#text.length : start + end;
    return null;
  }

  /** A colon ends a key before a space, and after a quoted key always. */
  #isColon(at: number): boolean {
    const next = this.#text[at + 1] ?? ' ';
    return isSpace(next) || ',[]{}'.includes(next) || '"\''.includes(this.#text[at - 1] ?? ' ');
  }
}

function isSpace(sign: string): boolean {
  return sign === ' ' || sign === '\t' || sign === '\r' || sign === '\n';
}
