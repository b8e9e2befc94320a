import type * as language from '../core/language/index.ts';
import type * as engine from '../engine/index.ts';
import type * as sandbox from '../sandbox/index.ts';
import type * as host from './onDemand.ts';

/**
 * The parts that are loaded on first use, each from its file beside the entry. Parts exchange plain data and functions,
 * because code that two parts have is there twice. Any other import of a part must be `import type`, otherwise the part
 * ends up in the entry.
 */
export const parts = {
  host: () => load<typeof host>('host'),
  language: () => load<typeof language>('language'),
  engine: () => load<typeof engine>('engine'),
  sandbox: () => load<typeof sandbox>('sandbox'),
};

/** A part is loaded once, so a second call costs nothing. */
async function load<Part>(name: string): Promise<Part> {
  const path = `./${name}.cjs`;
  return import(path) as Promise<Part>;
}
