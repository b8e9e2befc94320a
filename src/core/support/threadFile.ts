/**
 * Returns the URL of the code of a thread: `source` in a checkout, `bundle` in a build. Both are paths relative to the
 * calling module, which passes its `import.meta.url`.
 */
export function threadFile(callerUrl: string, source: string, bundle: string): URL {
  return new URL(callerUrl.endsWith('.ts') ? source : bundle, callerUrl);
}
