import type * as vscode from 'vscode';

/** Returns the stable code of a diagnostic of Genwright. Undefined for other diagnostics. */
export function codeOf({ source, code }: vscode.Diagnostic): string | undefined {
  if (source !== 'genwright') return undefined;
  const value = typeof code === 'object' ? code.value : code;
  return value === undefined ? undefined : String(value);
}
