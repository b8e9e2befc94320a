import { Session } from 'node:inspector';

// Counts the steps of a computation without a clock: how often V8 enters each block of code, in packages as well, and how
// much of a list or a text each built-in function looks at. V8 counts only in code that it compiles afterward, so import
// this before the sources, in a thread that does nothing else.

/** Steps by function, with its file and offset, or by built-in function. */
export type Steps = ReadonlyMap<string, number>;

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

const builtIn = new Map<string, number>();

/** What the sources have done since the last call counts, too. To take the steps before takes longer than most work. */
export function countSteps(work: () => void): Steps {
  builtIn.clear();
  work();
  return new Map([...builtIn, ...takeSteps()]);
}

/** Returns the steps since the last call. */
function takeSteps(): Steps {
  const steps = new Map<string, number>();
  session.post('Profiler.takePreciseCoverage', (error, { result }) => {
    if (error) throw error;
    for (const { url, functions } of result) {
      if (!url.startsWith('file:') || url.includes('/test/')) continue;
      for (const { functionName, ranges } of functions) {
        const count = ranges.reduce((sum, range) => sum + range.count, 0);
        steps.set(`${functionName} ${url}:${ranges[0]?.startOffset}`, count);
      }
    }
  });
  return steps;
}

type Method = (...args: unknown[]) => unknown;

/** Counts the calls of methods, each with its number of steps. */
function watch(
  owner: object,
  names: readonly string[],
  stepsOf: (result: { readonly length: number } & number, self: { readonly length: number }, args: unknown[]) => number,
): void {
  for (const name of names) {
    const method = Reflect.get(owner, name) as Method;
    const watched = function (this: never, ...args: unknown[]): unknown {
      const result = Reflect.apply(method, this, args);
      builtIn.set(name, (builtIn.get(name) ?? 0) + stepsOf(result as never, this, args));
      return result;
    };
    Object.defineProperty(owner, name, { value: watched, writable: true, configurable: true });
  }
}

/** Characters that take about as long as one item. */
const characters = 32;

watch(Array.prototype, ['includes', 'join', 'shift', 'unshift'], (_, { length }) => length);
watch(Array.prototype, ['indexOf'], (result, { length }) => (result < 0 ? length : result));
watch(Array.prototype, ['slice', 'concat', 'flat', 'splice', 'sort', 'toSorted', 'toReversed'], ({ length }) => length);
watch(Object, ['keys', 'values', 'entries'], ({ length }) => length);
watch(String.prototype, ['split', 'replaceAll', 'toLowerCase'], (_, { length }) => length / characters);
watch(String.prototype, ['includes'], (result, { length }) => (result ? 0 : length / characters));
watch(String.prototype, ['indexOf'], (result, { length }, [, from = 0]) => {
  return ((result < 0 ? length : result) - Number(from)) / characters;
});
watch(String.prototype, ['lastIndexOf'], (result, { length }, [, from = length]) => {
  return (Number(from) - result) / characters;
});
for (const iterable of [[], new Map(), new Set()]) {
  watch(Object.getPrototypeOf(iterable[Symbol.iterator]()) as object, ['next'], () => 1);
}
