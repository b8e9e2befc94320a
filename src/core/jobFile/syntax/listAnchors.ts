import { CST, Lexer } from 'yaml';
import type { TextRange } from '../../support/textRange.ts';

/** `&name` with the `*name` that reference it. Only the YAML text has them: the tree does not contain them. */
export interface Anchor {
  readonly name: string;
  /** Range of the name, after the `&`. */
  readonly range: TextRange;
  /** Ranges of the names, each after its `*`. */
  readonly aliases: readonly TextRange[];
  /** The anchored scalar. Null if a map or a list is anchored. */
  readonly scalar: TextRange | null;
}

interface OpenAnchor extends Anchor {
  readonly aliases: TextRange[];
  scalar: TextRange | null;
}

type Entity = TextRange & { readonly kind: 'anchor' | 'alias' | 'scalar' | 'other'; readonly source: string };

/** Lists anchors in the order of the text. An anchor is valid up to the next one with its name. */
export function listAnchors(text: string): readonly Anchor[] {
  if (!/&\S/.test(text)) return [];
  const anchors: OpenAnchor[] = [];
  const latest = new Map<string, OpenAnchor>();
  let fresh: OpenAnchor | null = null;
  for (const { kind, source, start, end } of listEntities(text)) {
    const name = source.slice(1);
    const range = { start: start + 1, end };
    if (kind === 'anchor') {
      fresh = { name, range, aliases: [], scalar: null };
      anchors.push(fresh);
      latest.set(name, fresh);
      continue;
    }
    if (kind === 'alias') latest.get(name)?.aliases.push(range);
    else if (kind === 'scalar' && fresh) fresh.scalar = { start, end };
    fresh = null;
  }
  return anchors;
}

/** Yields the tokens of the lexer, without spaces, line breaks, comments and tags. */
function* listEntities(text: string): Generator<Entity> {
  let offset = 0;
  let isScalarNext = false;
  for (const source of new Lexer().lex(text)) {
    const type = CST.tokenType(source);
    const hasNoText = source === CST.SCALAR || type === 'doc-mode' || type === 'flow-error-end';
    // Some tokens of the lexer have no characters in the text.
    if (hasNoText && !isScalarNext) {
      isScalarNext = source === CST.SCALAR;
      continue;
    }
    const end = offset + source.length;
    const kind = isScalarNext ? 'scalar' : kindOf(type);
    isScalarNext = false;
    if (kind) yield { kind, source, start: offset, end };
    offset = end;
  }
}

function kindOf(type: ReturnType<typeof CST.tokenType>): Entity['kind'] | null {
  switch (type) {
    case 'anchor':
    case 'alias':
      return type;
    case 'scalar':
    case 'single-quoted-scalar':
    case 'double-quoted-scalar':
      return 'scalar';
    case 'space':
    case 'newline':
    case 'comment':
    case 'tag':
    case 'block-scalar-header':
      return null;
    default:
      return 'other';
  }
}
