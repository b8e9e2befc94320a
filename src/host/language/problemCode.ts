import type * as vscode from 'vscode';

/** The stable code of a diagnostic of ours; undefined for those of others. */
export function codeOf({ source, code }: vscode.Diagnostic): string | undefined {
  if (source !== 'genwright') return undefined;
  const value = typeof code === 'object' ? code.value : code;
  return value === undefined ? undefined : String(value);
}
