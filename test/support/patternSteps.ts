import { assertNever } from '../../src/core/support/assertNever.ts';
import { type CharSet, type Node, PatternParser } from './patternParser.ts';

// Counts the steps of a backtracking search, as the engine of JavaScript takes them, so that a pattern whose work grows
// faster than its text is found without a clock.

/** Signs come first, because most patterns are about signs. */
const palette = Array.from(
  'a0 "\'\\<>[](){}:/.-_=!&#@,|\n\t%$*+?^~`;bcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ123456789é',
);

/** More steps than any linear search over the texts of this file takes. */
const maxSteps = 300_000;

class TooManySteps extends Error {}

/** Where to match, in which direction (forward 1, backward -1), and what to match next. */
interface Move {
  readonly at: number;
  readonly way: 1 | -1;
  readonly next: (at: number) => boolean;
}

type Repeat = Extract<Node, { kind: 'repeat' }>;

class Matcher {
  steps = 0;
  readonly #text: string;
  readonly #isMultiline: boolean;
  readonly #captured = new Map<string, string>();

  constructor(text: string, flags: string) {
    this.#text = text;
    this.#isMultiline = flags.includes('m');
  }

  match(node: Node, move: Move): boolean {
    const { at, way, next } = move;
    this.#step();
    switch (node.kind) {
      case 'set':
        return this.#isIn(node, at, way) && next(at + way);
      case 'sequence':
        return this.#matchAll(way === 1 ? node.parts : node.parts.toReversed(), move);
      case 'choice':
        return node.parts.some((part) => this.match(part, move));
      case 'repeat':
        return node.part.kind === 'set' ? this.#repeatSet(node, node.part, move) : this.#repeat(node, 0, move);
      case 'group':
        return this.match(node.part, { at, way, next: (end) => this.#capture(node.name, at, end) && next(end) });
      case 'look':
        return (
          this.match(node.part, { at, way: node.isBehind ? -1 : 1, next: () => true }) !== node.isNegated && next(at)
        );
      case 'reference': {
        const text = this.#captured.get(node.name) ?? '';
        return this.#text.startsWith(text, at) && next(at + text.length);
      }
      case 'assert':
        return this.#holds(node.sign, at) && next(at);
      default:
        return assertNever(node);
    }
  }

  #step(): void {
    this.steps += 1;
    if (this.steps > maxSteps) throw new TooManySteps();
  }

  #isIn({ has }: CharSet, at: number, way: Move['way']): boolean {
    const char = this.#text[way === 1 ? at : at - 1];
    return char !== undefined && has(char);
  }

  #matchAll(parts: readonly Node[], { at, way, next }: Move, index = 0): boolean {
    const part = parts[index];
    if (!part) return next(at);
    return this.match(part, { at, way, next: (end) => this.#matchAll(parts, { at: end, way, next }, index + 1) });
  }

  #capture(name: string, at: number, end: number): boolean {
    this.#captured.set(name, this.#text.slice(Math.min(at, end), Math.max(at, end)));
    return true;
  }

  #repeatSet({ min, max, isLazy }: Repeat, set: CharSet, { at, way, next }: Move): boolean {
    const isEnd = (count: number): boolean => {
      this.#step();
      return count >= min && next(at + count * way);
    };
    let count = 0;
    if (isLazy && isEnd(0)) return true;
    while (count < max && this.#isIn(set, at + count * way, way)) {
      count += 1;
      this.#step();
      if (isLazy && isEnd(count)) return true;
    }
    if (isLazy) return false;
    for (; count >= 0; count -= 1) if (isEnd(count)) return true;
    return false;
  }

  #repeat(node: Repeat, count: number, { at, way, next }: Move): boolean {
    const repeatFrom = (end: number): boolean =>
      (end !== at || count < node.min) && this.#repeat(node, count + 1, { at: end, way, next });
    const isMore = (): boolean => count < node.max && this.match(node.part, { at, way, next: repeatFrom });
    const isEnd = (): boolean => count >= node.min && next(at);
    return node.isLazy ? isEnd() || isMore() : isMore() || isEnd();
  }

  #holds(sign: string, at: number): boolean {
    const [before, behind] = [this.#text[at - 1], this.#text[at]];
    if (sign === '^') return at === 0 || (this.#isMultiline && before === '\n');
    if (sign === '$') return at === this.#text.length || (this.#isMultiline && behind === '\n');
    const isEdge = /\w/.test(before ?? '') !== /\w/.test(behind ?? '');
    return isEdge === (sign === '\\b');
  }
}

/**
 * Counts the steps of one search, or of all searches of a global pattern; more than `maxSteps` if they do not end
 * before.
 */
function countSteps(node: Node, { flags }: RegExp, text: string): number {
  const matcher = new Matcher(text, flags);
  try {
    for (let at = 0; at <= text.length;) {
      let end = -1;
      const isFound = matcher.match(node, { at, way: 1, next: (stop) => ((end = stop), true) });
      if (flags.includes('y') || (isFound && !flags.includes('g'))) break;
      at = isFound ? Math.max(end, at + 1) : at + 1;
    }
  } catch (error) {
    if (!(error instanceof TooManySteps)) throw error;
  }
  return matcher.steps;
}

/** Counts the steps of all searches of a pattern in a text. */
export function countPatternSteps(pattern: RegExp, text: string): number {
  return countSteps(new PatternParser(pattern).parse(), pattern, text);
}

/** A set of a pattern, and whether it is repeated without an end that matters. */
interface PlacedSet extends CharSet {
  readonly isEndless: boolean;
}

const longestShort = 40;

/** Lists the sets of a pattern in its order. */
function listSets(node: Node, isEndless = false): readonly PlacedSet[] {
  if (node.kind === 'set') return [{ ...node, isEndless }];
  if ('parts' in node) return node.parts.flatMap((part) => listSets(part, isEndless));
  if (!('part' in node)) return [];
  return listSets(node.part, isEndless || (node.kind === 'repeat' && node.max > longestShort));
}

const pumpLengths = [1, 2, 3, 4, 5, 6, 8, 12];
const repeats = 20;

/**
 * Returns a text for which the pattern takes more than twice the steps when the text is twice as long. Null if none is
 * known.
 */
export function findCostlyText(pattern: RegExp): string | null {
  const node = new PatternParser(pattern).parse();
  const sets = listSets(node);
  const shared = palette.toSorted((one, other) => countSets(sets, other) - countSets(sets, one));
  const orders = [palette, shared, palette.toReversed(), ['\n', '-', ...palette]];
  const samples = orders.map((chars) => sets.map(({ has }) => chars.find(has) ?? ''));
  const endless = sets.map(({ isEndless }) => isEndless);
  for (const [prefix, pump, suffix] of listAttacks(samples, endless)) {
    const build = (count: number): string => `${prefix}${pump.repeat(count)}${suffix}`;
    const count = (times: number): number => countSteps(node, pattern, build(times));
    // The test is made twice: if the number of steps has an upper limit, it grows only up to that.
    if (isCostly(count(repeats), count(2 * repeats)) && isCostly(count(2 * repeats), count(4 * repeats)))
      return build(4);
  }
  return null;
}

/**
 * Twice the text takes about twice the steps. If each character is compared with each other, it takes four times as
 * many.
 */
function isCostly(short: number, long: number): boolean {
  return long > 2.9 * short || long > maxSteps;
}

function countSets(sets: readonly CharSet[], char: string): number {
  return sets.filter(({ has }) => has(char)).length;
}

/** Ends that most patterns do not match, and an empty one. */
const suffixes = ['\u0001', '', '\n\u0001'];

/**
 * Lists texts that repeat pieces of the samples, each with or next to what is repeated, after what leads to it or
 * alone.
 */
function* listAttacks(
  samples: readonly (readonly string[])[],
  endless: readonly boolean[],
): Generator<readonly [prefix: string, pump: string, suffix: string]> {
  const seen = new Set<string>();
  for (const sample of samples) {
    for (const [start] of sample.entries()) {
      const prefix = sample.slice(0, start).join('');
      const lengths = pumpLengths.filter((length) => endless.slice(start, start + length + 1).includes(true));
      const pieces = lengths.map((length) => sample.slice(start, start + length).join(''));
      const mixed = endless[start] ? samples.map((each) => each[start] ?? '').join('') : '';
      for (const pump of new Set([...pieces, mixed])) {
        for (const lead of new Set(['', prefix])) {
          if (pump === '' || seen.has(`${lead} ${pump}`)) continue;
          seen.add(`${lead} ${pump}`);
          for (const suffix of suffixes) yield [lead, pump, suffix];
        }
      }
    }
  }
}
