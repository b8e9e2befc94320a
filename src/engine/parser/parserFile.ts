/** Returns the code of the thread that runs jobs: next to this source in a checkout, next to the bundle in a build. */
export function parserFile(): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return new URL(isSource ? './parserWorker.ts' : './parser.cjs', import.meta.url);
}
