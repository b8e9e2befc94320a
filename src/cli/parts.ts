import type * as language from '../core/language/index.ts';
import type * as engine from '../engine/index.ts';
import type * as sandbox from '../sandbox/index.ts';

/** The parts that are loaded on first use: from their files beside `cli.cjs`, or from the sources. */
export const parts = {
  language: () => load<typeof language>('core/language', 'language'),
  engine: () => load<typeof engine>('engine', 'engine'),
  sandbox: () => load<typeof sandbox>('sandbox', 'sandbox'),
};

async function load<Part>(folder: string, name: string): Promise<Part> {
  const path = import.meta.url.endsWith('.ts') ? `../${folder}/index.ts` : `./${name}.cjs`;
  return import(path) as Promise<Part>;
}
