import {
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import type { TextRange } from '../../support/textRange.ts';
import { buildProblem, type Problem, buildRelated } from '../problem.ts';
import type { ShortenedText } from './shortenBlock.ts';
import {
  type MapNode,
  maxAliasedNodes,
  type ScalarNode,
  type SequenceNode,
  type SyntaxEntry,
  type SyntaxNode,
} from './syntaxNode.ts';

/** Limit for nested maps and lists. Later steps recurse once per level, so a deeper tree would overflow the stack. */
const maxDepth = 200;

/**
 * Converts the library's document to plain data, with aliases and merge keys resolved. `shortened`: the document was
 * parsed from this shortened form of the text.
 */
export function buildSyntaxTree(document: Document.Parsed, text: string, shortened: ShortenedText | null = null) {
  const builder = new TreeBuilder(document, text, shortened);
  const contents = document.contents as Node | null;
  const isEmpty = contents === null || (isScalar(contents) && contents.value === null);
  const root = isEmpty ? null : builder.build(contents);
  const { problems, aliasedNodes, isRestored } = builder;
  return { root, problems, aliasedNodes, isRestored };
}

class TreeBuilder {
  readonly problems: Problem[] = [];
  /** Number of nodes that aliases add. */
  aliasedNodes = 0;
  /** Whether the block scalar has its whole value again, with the lines that `shortened` leaves out. */
  isRestored = false;
  readonly #text: string;
  readonly #hasErrors: boolean;
  readonly #shortened: ShortenedText | null;
  /** Anchored nodes that are being built: an alias to one of them would never end. */
  readonly #open = new Set<Node>();
  /** The last node so far of each anchor's name. The library would search the whole document for every alias. */
  readonly #anchored = new Map<string, Node>();
  /** Anchored nodes that are built, so that an alias shares the tree of its anchor. */
  readonly #built = new Map<Node, { readonly node: SyntaxNode; readonly size: number }>();
  #size = 0;

  constructor({ errors }: Document.Parsed, text: string, shortened: ShortenedText | null) {
    this.#text = text;
    this.#hasErrors = errors.length > 0;
    this.#shortened = shortened;
  }

  build(node: Node): SyntaxNode {
    if (isAlias(node)) return this.#followAlias(node, this.#rangeOf(node));
    if (this.#open.size >= maxDepth) return this.#cutOff(this.#rangeOf(node));
    const before = this.#size;
    this.#size += 1;
    const isAnchored = this.#keepAnchor(node);
    if (node.tag === '!') this.#reportLoneTag(this.#rangeOf(node));
    this.#open.add(node);
    const built = this.#buildOwn(node);
    this.#open.delete(node);
    if (isAnchored) this.#built.set(node, { node: built, size: this.#size - before });
    return built;
  }

  #cutOff(range: TextRange): SyntaxNode {
    this.#report('yaml-syntax', range, { variant: 'too-deep' });
    return emptyAt(range.start);
  }

  /** YAML accepts a tag without a name for any value, so the parser silently drops the `!` of a text. */
  #reportLoneTag({ start: valueStart }: TextRange): void {
    const start = this.#text.lastIndexOf('!', valueStart);
    this.#report('custom-tag', { start, end: start + 1 }, {});
  }

  #keepAnchor(node: Node): boolean {
    if (!('anchor' in node) || !node.anchor) return false;
    this.#anchored.set(node.anchor, node);
    return true;
  }

  #buildOwn(node: Node): SyntaxNode {
    const range = this.#contentRange(node);
    if (isMap(node)) return { kind: 'map', ...range, entries: this.#buildEntries(node) };
    if (isSeq<Node | Pair<Node, Node | null>>(node)) {
      return { kind: 'sequence', ...range, items: node.items.map((item) => this.#buildItem(item, range)) };
    }
    if (isScalar(node)) return this.#buildScalar(node);
    return emptyAt(range.start);
  }

  /** An item may be missing (`[a, ,]`) or, in a flow sequence, be a pair (`[a: b]`). */
  #buildItem(item: Node | Pair<Node, Node | null>, range: TextRange): SyntaxNode {
    if (isPair<Node, Node | null>(item)) return { kind: 'map', ...range, entries: [this.#buildEntry(item)] };
    return this.build(item);
  }

  #buildScalar(scalar: Scalar): ScalarNode {
    const value = this.#restore(scalar) ?? scalarValue(scalar.value);
    const range = this.#contentRange(scalar);
    const node: ScalarNode = { kind: 'scalar', ...range, value, style: styleOf(scalar) };
    if (!scalar.anchor) return node;
    const start = this.#text.lastIndexOf(`&${scalar.anchor}`, range.start);
    return { ...node, anchor: { start, written: range, isUsed: false } };
  }

  /** Returns the value of a block of which lines were left out. Null for other scalars. */
  #restore({ range, type, value }: Scalar): string | null {
    if (!this.#shortened || type !== 'BLOCK_LITERAL' || range?.[0] !== this.#shortened.start) return null;
    const restored = this.#shortened.restore(value);
    this.isRestored ||= restored !== null;
    return restored;
  }

  #rangeOf(node: Node | null): TextRange {
    const [start, end] = node?.range ?? [0, 0];
    if (!this.#shortened) return { start, end };
    return { start: this.#shortened.toWhole(start), end: this.#shortened.toWhole(end) };
  }

  /** Returns the range without the line breaks after a block scalar, which the library includes. */
  #contentRange(node: Node): TextRange {
    const { start, end } = this.#rangeOf(node);
    let contentEnd = end;
    while (contentEnd > start && /[ \t\r\n]/.test(this.#text[contentEnd - 1] ?? '')) contentEnd -= 1;
    return { start, end: contentEnd };
  }

  #buildEntries(map: YAMLMap): readonly SyntaxEntry[] {
    const own = new Map<string, SyntaxEntry>();
    const merged: SyntaxEntry[] = [];
    for (const pair of map.items as readonly Pair<Node, Node | null>[]) {
      const entry = this.#buildEntry(pair);
      // The parser reports other keys without a colon. It drops what is below one that begins with a question mark, up
      // to the end of the file if a quote is open there.
      if (pair.value === null && !map.flow && !this.#hasErrors) {
        this.#report('yaml-syntax', entry.keyRange, { variant: 'missing-colon' });
      }
      const first = own.get(entry.key);
      if (entry.key === '<<' && entry.value.kind !== 'scalar') merged.push(...listMerged(entry.value));
      else if (first) this.problems.push(describeDuplicate(entry, first));
      else own.set(entry.key, entry);
    }
    for (const entry of merged) if (!own.has(entry.key)) own.set(entry.key, { ...entry, isMerged: true });
    return [...own.values()];
  }

  #buildEntry({ key, value }: Pair<Node, Node | null>): SyntaxEntry {
    const keyRange = this.#rangeOf(key);
    const node = value ? this.build(value) : emptyAt(keyRange.end);
    return {
      key: this.#keyName(key),
      keyRange,
      value: node,
      isMerged: false,
      start: keyRange.start,
      end: Math.max(keyRange.end, node.end),
    };
  }

  /** Returns the text of the key: `1:` is "1" and `yes:` is "yes", whatever their type as values. */
  #keyName(key: Node): string {
    this.#keepAnchor(key);
    if (isScalar(key)) return key.source ?? '';
    const { start, end } = this.#rangeOf(key);
    this.#report('yaml-syntax', { start, end }, { variant: 'complex-key' });
    return this.#text.slice(start, end);
  }

  #followAlias(alias: Node & { readonly source: string }, range: TextRange): SyntaxNode {
    const target = this.#anchored.get(alias.source);
    const built = target && this.#built.get(target);
    if (built) this.aliasedNodes += built.size;
    if (!built) {
      const isCycle = target !== undefined && this.#open.has(target);
      if (isCycle) this.#report('too-many-aliases', range, { variant: 'cycle', name: alias.source });
      else this.#report('yaml-syntax', range, { variant: 'unknown-alias', name: alias.source });
      return emptyAt(range.start);
    }
    if (this.aliasedNodes > maxAliasedNodes) {
      if (this.problems.every(({ code }) => code !== 'too-many-aliases')) this.#report('too-many-aliases', range, {});
      return emptyAt(range.start);
    }
    this.#size += built.size;
    if (built.node.kind === 'scalar' && built.node.anchor) built.node.anchor.isUsed = true;
    // Problems with the value as a whole are shown where it is used.
    return { ...built.node, ...range };
  }

  #report(code: Problem['code'], range: TextRange, args: Problem['args']): void {
    this.problems.push(buildProblem(code, range, { args }));
  }
}

/** `<<: *one`, `<<: {…}` or `<<: [*one, *two]`. The first of several wins. */
function listMerged(source: MapNode | SequenceNode): readonly SyntaxEntry[] {
  if (source.kind === 'map') return source.entries;
  return source.items.flatMap((item) => (item.kind === 'map' ? item.entries : []));
}

function emptyAt(offset: number): ScalarNode {
  return { kind: 'scalar', start: offset, end: offset, value: null, style: 'plain' };
}

function styleOf({ type }: Scalar): ScalarNode['style'] {
  if (type?.startsWith('BLOCK_')) return 'block';
  return type?.startsWith('QUOTE_') ? 'quoted' : 'plain';
}

function scalarValue(value: unknown): ScalarNode['value'] {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  if (typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string') return value;
  return null;
}

type Key = Pick<SyntaxEntry, 'key' | 'keyRange'>;

/** Describes a key that its map already has. The first one is used. */
export function describeDuplicate({ key, keyRange }: Key, first: Key): Problem {
  return buildProblem('duplicate-key', keyRange, {
    args: { key },
    related: [buildRelated('first-key', first.keyRange, { name: key })],
  });
}
