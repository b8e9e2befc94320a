/** The kind of a root. `scalar`: one plain scalar. `empty`: only comments and directives. `other`: anything else. */
interface RootScan {
  readonly kind: 'empty' | 'scalar' | 'other';
  /** The wanted keys that the root has. */
  readonly keys: ReadonlySet<string>;
}

/** Length, in UTF-16 units, of the part that is scanned. A key after it is not seen. */
export const maxScannedLength = 256 * 1024;

/** Keys to look for. The scan ends at the first one that is decisive. */
interface WantedKeys {
  readonly wanted: ReadonlySet<string>;
  readonly decisive: ReadonlySet<string>;
}

/**
 * Finds keys of the root of the first YAML document, line by line and without parsing, so that the text need not be
 * valid while it is typed. Takes linear time and never throws.
 */
export function scanRoot(text: string, { wanted, decisive }: WantedKeys): RootScan {
  const scanner = new RootScanner(text.slice(text.startsWith('\ufeff') ? 1 : 0, maxScannedLength));
  const keys = new Set<string>();
  for (const key of scanner.listKeys()) {
    if (wanted.has(key)) keys.add(key);
    if (decisive.has(key)) break;
  }
  return { kind: scanner.kind, keys };
}

const documentMarker = /^(?:---|\.\.\.)(?=[ \t]|$)/;
const blankOrComment = /^[ \t]*(?:#|$)/;
/** Anchors and tags before a node. */
const properties = /^(?:[&!][^ \t]*(?:[ \t]+|$))+/;
/** What a plain scalar cannot start with. */
const indicator = /^(?:[\][{},#&*!|>'"%@`]|[-?:](?=[ \t]|$))/;

class RootScanner {
  readonly #text: string;
  #kind: RootScan['kind'] = 'empty';
  /** Column of the keys of the root. A line that is indented more is part of a value. */
  #column = Infinity;
  #isStarted = false;

  constructor(text: string) {
    this.#text = text;
  }

  get kind(): RootScan['kind'] {
    return this.#kind;
  }

  *listKeys(): Generator<string> {
    for (const { line, start } of listLines(this.#text)) {
      const marker = documentMarker.exec(line)?.[0];
      if (marker !== undefined && this.#isStarted) return;
      if (marker === undefined && !this.#isStarted && line.startsWith('%')) continue;
      this.#isStarted ||= marker === '---';
      const node = this.#takeNode(marker === undefined ? line : line.slice(marker.length));
      if (node === null) continue;
      const isFirst = this.#kind === 'empty';
      const key = readKey(node);
      if (isFirst || key !== null) this.#kind = key === null && !indicator.test(node) ? 'scalar' : 'other';
      if (key !== null) yield key;
      if (isFirst && node.startsWith('{')) {
        yield* listFlowKeys(this.#text, start + line.length - node.length + 1);
        return;
      }
      // The rest of the text is inside this node.
      if (isFirst && /^[[|>]/.test(node)) return;
    }
  }

  /** Returns a line of the root without its indentation, anchor and tag. Null if nothing is left. */
  #takeNode(line: string): string | null {
    const column = line.search(/[^ \t]/);
    if (blankOrComment.test(line) || column > this.#column) return null;
    this.#isStarted = true;
    const node = line.slice(column).replace(properties, '');
    if (blankOrComment.test(node)) return null;
    this.#column = column;
    return node;
  }
}

function* listLines(text: string): Generator<{ readonly line: string; readonly start: number }> {
  const lineBreak = /\r\n?|\n/g;
  for (let start = 0; start < text.length; start = lineBreak.lastIndex) {
    const end = lineBreak.exec(text)?.index ?? text.length;
    yield { line: text.slice(start, end), start };
    if (end === text.length) return;
  }
}

/** Returns the key that a line of a block map starts with. Empty if the key is not text. Null if there is none. */
function readKey(node: string): string | null {
  if (/^:(?=[ \t]|$)/.test(node)) return '';
  const explicit = /^\?(?:[ \t]+|$)/.exec(node)?.[0];
  const written = explicit === undefined ? node : node.slice(explicit.length).replace(properties, '');
  if (blankOrComment.test(written)) return '';
  if (/^["']/.test(written)) return readQuotedKey(written, explicit !== undefined);
  if (explicit !== undefined) return findPlainEnd(written).text;
  const { text, isKey } = findPlainEnd(written);
  return isKey && !indicator.test(written) ? text : null;
}

function readQuotedKey(written: string, isExplicit: boolean): string | null {
  const end = findQuoteEnd(written, 0);
  const isKey = isExplicit || written.slice(end).trimStart().startsWith(':');
  return isKey ? written.slice(1, end - 1) : null;
}

/** Returns the plain text before a colon, a comment or the end of the line, and whether a colon follows. */
function findPlainEnd(line: string): { readonly text: string; readonly isKey: boolean } {
  const end = line.search(/:(?=[ \t]|$)|[ \t]#/);
  const isKey = line[end] === ':';
  return { text: (end < 0 ? line : line.slice(0, end)).trimEnd(), isKey };
}

/**
 * Keys of a flow map, as they are written. `start` is the offset after its opening brace; the map need not be closed.
 * A quoted key is returned without its quotes, and its escapes stay.
 */
function* listFlowKeys(text: string, start: number): Generator<string> {
  const reader = new FlowReader(text, start);
  while (reader.depth > 0 && reader.at < text.length) {
    const key = reader.step();
    if (key !== null) yield key;
  }
  const last = reader.takeKey();
  if (last !== null) yield last;
}

/** Returns the offset after the quote that closes the one at `start`. The end of the text if none does. */
function findQuoteEnd(text: string, start: number): number {
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
