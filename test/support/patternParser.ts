// Parses a regular expression into the nodes that a backtracking search walks through.

/** One character out of several. */
export interface CharSet {
  readonly kind: 'set';
  readonly has: (char: string) => boolean;
}

export type Node =
  | CharSet
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Node[] }
  | {
      readonly kind: 'repeat';
      readonly part: Node;
      readonly min: number;
      readonly max: number;
      readonly isLazy: boolean;
    }
  | { readonly kind: 'group'; readonly part: Node; readonly name: string }
  | { readonly kind: 'look'; readonly part: Node; readonly isBehind: boolean; readonly isNegated: boolean }
  | { readonly kind: 'reference'; readonly name: string }
  | { readonly kind: 'assert'; readonly sign: string };

export class PatternParser {
  readonly #source: string;
  readonly #flags: string;
  #at = 0;
  #groups = 0;

  constructor({ source, flags }: RegExp) {
    this.#source = source;
    this.#flags = flags.replaceAll(/[gyd]/g, '');
  }

  parse(): Node {
    const choices = [this.#parseSequence()];
    while (this.#take('|')) choices.push(this.#parseSequence());
    return choices.length === 1 && choices[0] ? choices[0] : { kind: 'choice', parts: choices };
  }

  #take(text: string): boolean {
    const isThere = this.#source.startsWith(text, this.#at);
    if (isThere) this.#at += text.length;
    return isThere;
  }

  /** Reads what matches here. Throws if nothing does. */
  #read(pattern: RegExp): string {
    const sticky = new RegExp(pattern.source, 'sy');
    sticky.lastIndex = this.#at;
    const [found] = sticky.exec(this.#source) ?? [];
    if (found === undefined) throw new Error(`${this.#source} is not understood at ${this.#at}`);
    this.#at += found.length;
    return found;
  }

  #parseSequence(): Node {
    const parts: Node[] = [];
    while (this.#at < this.#source.length && !/[|)]/.test(this.#source[this.#at] ?? '')) {
      parts.push(this.#parseQuantified(this.#parseAtom()));
    }
    return { kind: 'sequence', parts };
  }

  #parseQuantified(part: Node): Node {
    const mark = this.#read(/(?:[*+?]|\{\d+(?:,\d*)?\})?/);
    if (mark === '') return part;
    const isLazy = this.#take('?');
    const [, least = '0', comma = '', most = ''] = /\{(\d+)(,?)(\d*)/.exec(mark) ?? [];
    const min = mark === '+' ? 1 : Number(least);
    const max =
      mark === '?' ? 1 : mark.startsWith('{') && (comma === '' || most !== '') ? Number(most || least) : Infinity;
    return { kind: 'repeat', part, min, max, isLazy };
  }

  #parseAtom(): Node {
    if (this.#take('(')) return this.#parseGroup();
    if (this.#take('^')) return { kind: 'assert', sign: '^' };
    if (this.#take('$')) return { kind: 'assert', sign: '$' };
    const token = this.#read(
      /\[(?:\\.|[^\]\\])*\]|\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|k<\w+>|[1-9]\d*|.)|./i,
    );
    if (/^\\[bB]$/.test(token)) return { kind: 'assert', sign: token };
    const [, reference] = /^\\(?:k<)?(\d+|\w+(?=>))/.exec(token) ?? [];
    if (reference !== undefined && /^\\[1-9k]/.test(token)) return { kind: 'reference', name: reference };
    const pattern = new RegExp(`^(?:${token})$`, this.#flags);
    const known = new Map<string, boolean>();
    const has = (char: string): boolean => {
      const answer = known.get(char) ?? pattern.test(char);
      known.set(char, answer);
      return answer;
    };
    return { kind: 'set', has };
  }

  #parseGroup(): Node {
    const sign = this.#read(/(?:\?(?:[:=!]|<[=!]|<\w+>))?/);
    const name = /<(\w+)>/.exec(sign)?.[1] ?? (sign === '' ? String((this.#groups += 1)) : '');
    const part = this.parse();
    this.#read(/\)/);
    if (/[=!]/.test(sign)) return { kind: 'look', part, isBehind: sign.includes('<'), isNegated: sign.endsWith('!') };
    return { kind: 'group', part, name };
  }
}
