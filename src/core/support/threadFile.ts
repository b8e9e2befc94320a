/**
 * Returns the code of a thread: its source beside the source that starts it in a checkout, its bundle beside the bundle
 * that starts it in a build. `starter` is `import.meta.url`.
 */
export function threadFile(starter: string, source: string, bundle: string): URL {
  return new URL(starter.endsWith('.ts') ? source : bundle, starter);
}
